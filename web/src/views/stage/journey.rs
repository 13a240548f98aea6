//! A request followed from the client to the stream, stop by stop. Must not know how the stage draws.

use hashrange_protocol::{Hop, HopKind, Journey, StagePlace};
use hashrange_time::Timestamp;
use leptos::prelude::*;

use crate::stage::words;
use crate::state::figures::{bytes, counted, moment, span};

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
        let others = counted(journey.others as u64, "more item");
        view! { <p class="live-note">{format!("The request includes {others} of this table.")}</p> }
    });
    view! {
        <p class="stage-followed">{head}</p>
        {others}
        <ol class="stage-hops" aria-label="Journey">{stops.collect_view()}</ol>
        <ul class="stage-sum" aria-label="Cost">{sum.collect_view()}</ul>
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
        HopKind::Sent(1) => "sent by the client".to_owned(),
        HopKind::Sent(attempt) => format!("sent again by the client, attempt {attempt}"),
        HopKind::Refused(outcome) => words::outcome(outcome),
        HopKind::Waits(until) => {
            let wait = until.checked_since(hop.at).unwrap_or_default();
            format!("the client waits {} before it tries again", span(wait))
        }
        HopKind::Served(at) => format!("served by the leader of {}", place(at)),
        HopKind::Followed(which) => format!("in follower {}", which + 1),
        HopKind::Local(name) => format!("in the local index {name}, in the same partition"),
        HopKind::Global(at) => format!("in the global index: {}", place(at)),
        HopKind::Vector(name) => format!("in the vector index {name}"),
        HopKind::Streamed(sequence) => format!("stream record {sequence}"),
    };
    let due = if hop.done { "" } else { ", pending" };
    format!("{when} {what}{due}")
}
