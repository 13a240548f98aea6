//! The requests behind one second of the Capacity card, and its figures as CSV.

use hashrange_insight::{Insight, Report};
use hashrange_time::Timestamp;
use leptos::prelude::*;

use super::super::calm::Calm;
use super::reading::Reading;
use crate::components::Csv;
use crate::session::{use_selection, use_session};
use crate::views::figures;

/// Requests listed; of more only the number is told.
const LISTED: usize = 12;

/// The requests of one second.
#[derive(Clone, Debug, Default, PartialEq)]
struct Listing {
    lines: Vec<Line>,
    more: usize,
    /// Whether older requests of that second are no longer known.
    cut: bool,
}

/// A request on one line.
#[derive(Clone, Debug, PartialEq)]
struct Line {
    at: Timestamp,
    operation: &'static str,
    units: String,
    refusal: Option<String>,
    throttled: bool,
}

/// The requests of the chosen second, those of the selected table.
#[component]
pub fn Requests(
    /// The second, counted from the Unix epoch.
    second: u64,
) -> impl IntoView {
    let session = use_session();
    let selection = use_selection();
    let calm = Calm::state(session);
    let listing = Memo::new(move |_| {
        calm.track();
        let table = selection.table.get().unwrap_or_default();
        session.with_insight(|insight, _| listing(insight, &table, second))
    });
    let heading = format!("Requests at {}", figures::time_of_day(second));
    let note = move || {
        listing.with(|listing| match (listing.lines.is_empty(), listing.more, listing.cut) {
            (true, _, true) => "The requests of that second are no longer kept: the newest 200 are.".to_owned(),
            (true, _, false) => "No request was made for this table.".to_owned(),
            (false, 0, false) => String::new(),
            (false, 0, true) => "Older requests of that second are no longer kept.".to_owned(),
            (false, more, _) => format!("… and {} more.", figures::count(more as u64)),
        })
    };
    let lines = move || listing.with(|listing| listing.lines.iter().cloned().map(line).collect_view());
    view! {
        <h3 class="live-heading">{heading}</h3>
        <ul class="capacity-requests">{lines}</ul>
        <p class="view-note">{note}</p>
    }
}

fn line(line: Line) -> impl IntoView {
    let millis = format!(".{:03}", line.at.calendar().microsecond / 1_000);
    let sign = if line.throttled { "✕ " } else { "" };
    let refusal = line.refusal.map(|refusal| {
        view! { <span class="capacity-refused">{sign}{refusal}</span> }
    });
    view! {
        <li>
            <span class="capacity-millis">{millis}</span>
            <span>{line.operation}</span>
            <span class="capacity-units">{line.units}</span>
            {refusal}
        </li>
    }
}

fn listing(insight: &Insight, table: &str, second: u64) -> Listing {
    let concerns =
        |report: &&Report| report.at.seconds() == second && report.tables.iter().any(|name| name.as_str() == table);
    let lines = insight.reports().filter(concerns).take(LISTED).map(|report| Line {
        at: report.at,
        operation: report.operation.name(),
        units: units(report),
        refusal: match &report.error {
            Some(error) => Some(error.exception().to_owned()),
            None if report.is_throttled() => Some(format!("{} of its members throttled", report.throttled)),
            None => None,
        },
        throttled: report.is_throttled(),
    });
    Listing {
        lines: lines.collect(),
        more: insight.reports().filter(concerns).count().saturating_sub(LISTED),
        cut: insight.reports().next().is_some_and(|oldest| oldest.at.seconds() >= second) && insight.is_cut(),
    }
}

/// The units of a request, reads and writes apart.
fn units(report: &Report) -> String {
    use hashrange_insight::Direction::Read;
    let words = report.consumption.iter().map(|used| {
        let unit = if used.direction == Read { "RCU" } else { "WCU" };
        format!("{} {unit}", figures::units(used.total()))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The last minute, second by second.
pub(super) fn csv(reading: &Reading) -> String {
    let mut csv = Csv::new(&[
        "second",
        "read units",
        "write units",
        "throttled reads",
        "throttled writes",
        "read units a second allowed",
        "write units a second allowed",
    ]);
    let rate = |rates: &Option<Vec<u64>>, at: usize| {
        rates.as_ref().and_then(|rates| rates.get(at)).map(u64::to_string).unwrap_or_default()
    };
    for (at, second) in reading.window.iter().enumerate() {
        csv.line(&[
            Timestamp::from_seconds(second.second).to_string(),
            second.read.as_f64().to_string(),
            second.write.as_f64().to_string(),
            second.throttled_reads.to_string(),
            second.throttled_writes.to_string(),
            rate(&reading.reads.rates, at),
            rate(&reading.writes.rates, at),
        ]);
    }
    csv.into_text()
}
