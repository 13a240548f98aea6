//! A global or vector index: its status, the currently allowed requests, the omitted items, and how far it is behind.

use hashrange_protocol::{
    BuildBoard, BuildPhase, BuildRule, BuildViolation, IndexBuildQuestion, IndexLag, Metric, Stage, Statistics,
};
use hashrange_values::Text;
use hashrange_words::t;
use leptos::prelude::*;

use super::super::context::StageContext;
use super::block::{Block, blocks};
use super::keys;
use crate::selection::use_selection;
use crate::session::use_reading;
use crate::state::figures::{count, span};
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
            .map_or_else(|| t!("✓ yes").to_owned(), |words| format!("✕ no: {words}"));
        vec![rule.what.clone(), allowed]
    };
    let metrics = board
        .metrics
        .iter()
        .map(|(metric, point)| vec![metric.name(), figure(*metric, *point)]);
    let mut violations = Block::table(
        t!(
            "Violations: {violation_count, number}",
            violation_count = build.violation_count
        ),
        t!("No violations."),
        &[t!("item"), t!("what is wrong"), t!("remedy")],
        build.violations.iter().map(violation).collect(),
    );
    violations.items = build.violations.iter().map(|found| found.key.clone()).collect();
    vec![
        Block::note(sentence(board)),
        violations,
        Block::table(
            t!("Allowed now"),
            "",
            &[t!("change"), ""],
            build.rules.iter().map(rule).collect(),
        ),
        Block::table(
            t!("CloudWatch, last 5 minutes"),
            "",
            &[t!("metric"), t!("value")],
            metrics.collect(),
        ),
        Block::table(
            t!("Changes waiting for the index"),
            "",
            &[t!("queued"), t!("oldest"), t!("arrived"), t!("mean lag"), t!("slowest")],
            vec![lag(&board.lag)],
        )
        .modelled(t!(
            "AWS publishes neither the length nor the age of these queues; we show those of our model"
        )),
    ]
}

/// A summary of the index.
fn sentence(board: &BuildBoard) -> String {
    let build = &board.build;
    let (name, items) = (
        &build.index,
        t!("{number, plural, one {# item} other {# items}}", number = build.items),
    );
    match build.phase {
        BuildPhase::Allocating => {
            t!(
                "DynamoDB allocates resources for {name}. Backfilling of {items} begins after that.",
                name,
                items
            )
        }
        BuildPhase::Backfilling => {
            let active = board.left.map_or_else(String::new, |left| {
                format!(" {}", t!("ACTIVE in about {left}.", left = span(left)))
            });
            t!(
                "Backfilling has passed {passed, number} of {items} and wrote {entries, plural, one {# entry} other {# entries}}. New writes behind the cursor reach the index automatically.{active}",
                passed = build.passed,
                items,
                entries = build.entries,
                active
            )
        }
        BuildPhase::Deleting => t!("{name} is being deleted.", name),
        BuildPhase::WithTable => t!("{name} is created together with its table.", name),
        BuildPhase::Updating => t!("The throughput of {name} is changing. You can still read it.", name),
        BuildPhase::Active => t!(
            "{name} is ACTIVE and holds {entries, number} of {items}.",
            name,
            entries = build.entries,
            items
        ),
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
        None => t!("no data").to_owned(),
        Some(point) if metric == Metric::OnlineIndexPercentageProgress => format!("{:.0} %", point.maximum()),
        Some(point) => format!("{:.0}", point.sum()),
    }
}
