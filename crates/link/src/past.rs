//! The canonical form of a past. It merges consecutive records of time, and of a load's requests.
//!
//! The number of such records depends on when bytes were stored, and does not affect the state. Must not know what a
//! request means.

use hashrange_journal::Entry;
use hashrange_time::Timestamp;

/// Converts a past to canonical form. The result has no undo records, because a line has none.
pub(crate) fn canonical(past: Vec<(Timestamp, Entry)>) -> Vec<(Timestamp, Entry)> {
    let mut all: Vec<(Timestamp, Entry)> = Vec::with_capacity(past.len());
    for (at, entry) in past {
        if matches!(entry, Entry::Return { .. }) {
            continue;
        }
        if let Some((_, last)) = all.last_mut() {
            if prolonged(last, at, &entry) {
                continue;
            }
            // A request contains its own time.
            if matches!(*last, Entry::Advance { to } if to <= at) && matches!(entry, Entry::Request { .. }) {
                all.pop();
            }
        }
        all.push((at, entry));
    }
    all
}

/// Extends the last record by this one if possible, and returns whether it did.
fn prolonged(last: &mut Entry, at: Timestamp, entry: &Entry) -> bool {
    match (entry, last) {
        (Entry::Advance { to }, Entry::Advance { to: last }) => {
            *last = (*last).max(*to);
            true
        }
        (
            Entry::Sent { requests, to },
            Entry::Sent {
                requests: sent,
                to: last,
            },
        ) if *last == at => {
            *sent = sent.saturating_add(*requests);
            *last = *to;
            true
        }
        _ => false,
    }
}
