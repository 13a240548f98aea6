//! Work: about how long it takes to do again what happened, in units of capacity and events. A write of a small item is a few
//! of them, a page of a Scan more than a hundred.
//!
//! Counted from events, so that it is the same wherever a journal is read. Must not know snapshots.

use hashrange_engine::{Consumption, Engine, Event, EventKind, Units};

/// The work of what happened after the event with this sequence number; at least one.
pub(crate) fn work_since(engine: &Engine, sequence: u64) -> u64 {
    // Of events that are no longer kept only the number is known.
    let events = engine.last_event().saturating_sub(sequence);
    let known: u64 = engine.events_since(sequence).map(work_of).sum();
    known.max(events).max(1)
}

fn work_of(event: &Event) -> u64 {
    1 + match &event.kind {
        EventKind::Request(request) => {
            request.consumption.iter().map(Consumption::total).sum::<Units>().rounded_up() + request.returned.count / 8
        }
        EventKind::Backfilled { entries, .. } => *entries,
        EventKind::ExpiryScanned { found, .. } => *found,
        _ => 0,
    }
}
