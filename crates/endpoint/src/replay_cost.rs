//! Work: the approximate time to repeat events, in units of capacity and events. A write of a small item costs a few
//! units, a page of a Scan more than a hundred.
//!
//! It is computed from events, so that it is the same on every machine that reads a journal. Must not know snapshots.

use hashrange_engine::{Consumption, Engine, Event, EventKind, Units};

/// The work since the event with this sequence number; at least one.
pub(crate) fn replay_cost_since(engine: &Engine, sequence: u64) -> u64 {
    // For dropped events, only the number is known.
    let events = engine.last_event().saturating_sub(sequence);
    let known: u64 = engine.events_since(sequence).map(cost_of).sum();
    known.max(events).max(1)
}

fn cost_of(event: &Event) -> u64 {
    1 + match &event.kind {
        EventKind::Request(request) => {
            request
                .consumption
                .iter()
                .map(Consumption::total)
                .sum::<Units>()
                .rounded_up()
                + request.returned.count / 8
        }
        EventKind::Backfilled { entries, .. } => *entries,
        EventKind::ExpiryScanned { found, .. } => *found,
        _ => 0,
    }
}
