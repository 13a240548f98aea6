//! A global or vector index: its status, the currently allowed requests, the omitted items, and how far it is behind.

use hashrange_protocol::{
    BuildBoard, BuildPhase, BuildRule, BuildViolation, IndexBuildQuestion, IndexLag, Metric, Stage, Statistics,
};
use hashrange_values::Text;
use leptos::prelude::*;

use super::super::context::StageContext;
use super::block::{Block, blocks};
use super::keys;
use crate::selection::use_selection;
use crate::session::use_reading;
use crate::state::figures::{count, counted, span};
use crate::views::key_name::key_text;

/// The page. For a global index, its partitions and keys follow.
pub(super) fn page(context: StageContext, name: Text) -> AnyView {
    let selection = use_selection();
    let is_global = |stage: &Stage| {
        let mut indexes = stage.indexes.iter();
        indexes.any(|index| index.name == name && index.vector.is_none())
    };
    let global = untrack(|| context.with(is_global));
    let index = name.to_string();
    let board = use_reading(move || {
        Some(IndexBuildQuestion {
            table: selection.table.get()?,
            index: index.clone(),
        })
    });
    let reported = move || {
        board.with(|board| {
            board
                .as_ref()
                .and_then(Option::as_ref)
                .map(blocks_of)
                .unwrap_or_default()
        })
    };
    let keys = (global == Some(true)).then(|| keys::page(context, Some(name)));
    view! { {blocks(reported)} {keys} }.into_any()
}

fn blocks_of(board: &BuildBoard) -> Vec<Block> {
    let build = &board.build;
    let violation = |it: &BuildViolation| {
        vec![
            key_text(&board.keys, &it.key),
            format!("{}: {}", it.attribute, it.reason),
            it.fix.clone(),
        ]
    };
    let rule = |rule: &BuildRule| {
        let allowed = rule
            .refusal
            .as_ref()
            .map_or_else(|| "✓ yes".to_owned(), |words| format!("✕ no: {words}"));
        vec![rule.what.clone(), allowed]
    };
    let metrics = board
        .metrics
        .iter()
        .map(|(metric, point)| vec![metric.name(), figure(*metric, *point)]);
    let mut violations = Block::table(
        format!("Violations: {}", count(build.violation_count)),
        "No violations.",
        &["item", "what is wrong", "remedy"],
        build.violations.iter().map(violation).collect(),
    );
    violations.items = build.violations.iter().map(|found| found.key.clone()).collect();
    vec![
        Block::note(sentence(board)),
        violations,
        Block::table(
            "Allowed now",
            "",
            &["change", ""],
            build.rules.iter().map(rule).collect(),
        ),
        Block::table(
            "CloudWatch, last 5 minutes",
            "",
            &["metric", "value"],
            metrics.collect(),
        ),
        Block::table(
            "Changes waiting for the index",
            "",
            &["queued", "oldest", "arrived", "mean lag", "slowest"],
            vec![lag(&board.lag)],
        )
        .modelled("AWS publishes neither the length nor the age of these queues; we show those of our model"),
    ]
}

/// A summary of the index.
fn sentence(board: &BuildBoard) -> String {
    let build = &board.build;
    let (name, items) = (&build.index, counted(build.items, "item"));
    match build.phase {
        BuildPhase::Allocating => {
            format!("DynamoDB allocates resources for {name}. Backfilling of {items} begins after that.")
        }
        BuildPhase::Backfilling => {
            let active = board
                .left
                .map_or_else(String::new, |left| format!(" ACTIVE in about {}.", span(left)));
            format!(
                "Backfilling has passed {} of {items} and wrote {}. New writes behind the cursor reach the index automatically.{active}",
                count(build.passed),
                counted(build.entries, "entry")
            )
        }
        BuildPhase::Deleting => format!("{name} is being deleted."),
        BuildPhase::WithTable => format!("{name} is created together with its table."),
        BuildPhase::Updating => format!("The throughput of {name} is changing. You can still read it."),
        BuildPhase::Active => format!("{name} is ACTIVE and holds {} of {items}.", count(build.entries)),
    }
}

fn lag(lag: &IndexLag) -> Vec<String> {
    let known = |time| if lag.arrived == 0 { "–".to_owned() } else { span(time) };
    let oldest = lag.oldest.map_or_else(|| "–".to_owned(), span);
    vec![
        count(lag.queued as u64),
        oldest,
        count(lag.arrived),
        known(lag.mean),
        known(lag.slowest),
    ]
}

/// The latest five minutes of a metric of the index.
fn figure(metric: Metric, point: Option<Statistics>) -> String {
    match point {
        None => "no data".to_owned(),
        Some(point) if metric == Metric::OnlineIndexPercentageProgress => format!("{:.0} %", point.maximum()),
        Some(point) => format!("{:.0}", point.sum()),
    }
}
