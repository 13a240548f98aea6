//! A request followed from the client to the stream, stop by stop. Must not know how the stage draws.

use hashrange_protocol::{Hop, HopKind, Journey, StagePlace};
use hashrange_time::Timestamp;
use hashrange_words::t;
use leptos::prelude::*;

use crate::stage::words;
use crate::state::figures::{bytes, moment, span};

/// A request from the client to the stream, stop by stop.
pub fn followed(journey: &Journey) -> impl IntoView + use<> {
    let request = &journey.request;
    let first = request.at;
    let head = format!(
        "{}: {}, {}",
        words::request(request),
        bytes(journey.bytes),
        words::cost(request)
    );
    let sum = journey
        .sum
        .iter()
        .map(|line| view! { <li>{format!("{}: {} = {}", line.label, line.detail, line.value)}</li> });
    let stops = journey.hops.iter().map(|hop| {
        view! { <li class="stage-hop" class:stage-hop-ahead=!hop.done>{hop_text(hop, first)}</li> }
    });
    let others = (journey.others > 0).then(|| {
        let others = t!(
            "{number, plural, one {# more item} other {# more items}}",
            number = journey.others
        );
        view! { <p class="live-note">{t!("The request includes {others} of this table.", others)}</p> }
    });
    view! {
        <p class="stage-followed">{head}</p>
        {others}
        <ol class="stage-hops" aria-label=t!("Journey")>{stops.collect_view()}</ol>
        <ul class="stage-sum" aria-label=t!("Cost")>{sum.collect_view()}</ul>
    }
}

/// A stop as text, with its time since the request was sent.
fn hop_text(hop: &Hop, first: Timestamp) -> String {
    let after = hop.at.checked_since(first).unwrap_or_default();
    let when = if after.is_zero() {
        moment(hop.at, 3).get(11..).unwrap_or_default().to_owned()
    } else {
        format!("+{}", span(after))
    };
    let place = |place: &StagePlace| {
        let name = words::partition(place.index.as_deref(), place.partition);
        place
            .index
            .as_ref()
            .map_or_else(|| name.clone(), |index| format!("{index} {name}"))
    };
    let what = match &hop.kind {
        HopKind::Sent(1) => t!("sent by the client").to_owned(),
        HopKind::Sent(attempt) => t!("sent again by the client, attempt {attempt}", attempt),
        HopKind::Refused(outcome) => words::outcome(outcome),
        HopKind::Waits(until) => {
            let wait = until.checked_since(hop.at).unwrap_or_default();
            t!("the client waits {wait} before it tries again", wait = span(wait))
        }
        HopKind::Served(at) => t!("served by the leader of {at}", at = place(at)),
        HopKind::Followed(which) => t!("in follower {which}", which = which + 1),
        HopKind::Local(name) => t!("in the local index {name}, in the same partition", name),
        HopKind::Global(at) => t!("in the global index: {at}", at = place(at)),
        HopKind::Vector(name) => t!("in the vector index {name}", name),
        HopKind::Streamed(sequence) => t!("stream record {sequence}", sequence),
    };
    let due = if hop.done { "" } else { t!(", pending") };
    format!("{when} {what}{due}")
}
