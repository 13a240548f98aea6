//! The requests behind one second of the Capacity card, and its figures as CSV.

use hashrange_protocol::{Direction, RequestLine, SecondRequests, SecondRequestsQuestion, Units};
use hashrange_time::Timestamp;
use hashrange_words::t;
use leptos::prelude::*;

use super::reading::CapacityReading;
use crate::components::Csv;
use crate::session::{use_reading, use_selection};
use crate::state::figures;

/// The requests of the chosen second to the selected table.
#[component]
pub fn Requests(
    /// The second, counted from the Unix epoch.
    second: u64,
) -> impl IntoView {
    let selection = use_selection();
    let listing = use_reading(move || {
        Some(SecondRequestsQuestion {
            table: selection.table.get()?,
            second,
        })
    });
    let heading = t!("Requests at {second}", second = figures::time_of_day(second));
    let reported = move || listing.with(|listing| listing.as_ref().map(note));
    let lines = move || {
        let lines = listing.with(|listing| listing.as_ref().map(|it| it.lines.clone()).unwrap_or_default());
        lines.into_iter().map(line).collect_view()
    };
    view! {
        <h3 class="live-heading">{heading}</h3>
        <ul class="capacity-requests">{lines}</ul>
        <p class="view-note">{reported}</p>
    }
}

/// The text below the lines.
fn note(listing: &SecondRequests) -> String {
    match (listing.lines.is_empty(), listing.more, listing.cut) {
        (true, _, true) => {
            t!("The page stores only the latest 200 requests; those of this second are gone.").to_owned()
        }
        (true, _, false) => t!("No requests to this table.").to_owned(),
        (false, 0, false) => String::new(),
        (false, 0, true) => t!("Older requests of this second are no longer stored.").to_owned(),
        (false, more, _) => t!("… and {more, number} more.", more),
    }
}

#[allow(clippy::needless_pass_by_value)] // the signature that `map` requires
fn line(line: RequestLine) -> impl IntoView {
    let millis = format!(".{:03}", line.at.calendar().microsecond / 1_000);
    let sign = if line.throttled > 0 { "✕ " } else { "" };
    let refusal = refusal(&line).map(|refusal| {
        view! { <span class="capacity-refused">{sign}{refusal}</span> }
    });
    view! {
        <li>
            <span class="capacity-millis">{millis}</span>
            <span>{line.operation.name()}</span>
            <span class="capacity-units">{units(&line.consumed)}</span>
            {refusal}
        </li>
    }
}

fn refusal(line: &RequestLine) -> Option<String> {
    let throttled =
        (line.throttled > 0).then(|| t!("{throttled} of its members throttled", throttled = line.throttled));
    line.exception.clone().or(throttled)
}

/// The units of a request, separately for reads and writes.
fn units(consumed: &[(Direction, Units)]) -> String {
    let words = consumed.iter().map(|(direction, total)| {
        let unit = if *direction == Direction::Read { "RCU" } else { "WCU" };
        format!("{} {unit}", figures::units(*total))
    });
    words.collect::<Vec<_>>().join(", ")
}

/// The last minute, second by second, as CSV.
pub(super) fn csv(reading: &CapacityReading) -> String {
    let mut csv = Csv::new(&[
        "second",
        t!("read units"),
        t!("write units"),
        t!("throttled reads"),
        t!("throttled writes"),
        t!("read units a second allowed"),
        t!("write units a second allowed"),
    ]);
    let rate = |rates: &Option<Vec<u64>>, at: usize| {
        rates
            .as_ref()
            .and_then(|rates| rates.get(at))
            .map(u64::to_string)
            .unwrap_or_default()
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
