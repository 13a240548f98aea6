//! The one form of a past: time and requests of a load that were written down in several records become one.
//!
//! How often time is written down depends on when bytes were kept, and says nothing of the state. Must not know what a request
//! means.

use hashrange_journal::Entry;
use hashrange_time::Timestamp;

/// The past in its one form. Returns are left out: a line has none.
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
            // A request says itself when it was sent.
            if matches!(*last, Entry::Advance { to } if to <= at) && matches!(entry, Entry::Request { .. }) {
                all.pop();
            }
        }
        all.push((at, entry));
    }
    all
}

/// Whether the last record goes on with this one, and says so now.
fn prolonged(last: &mut Entry, at: Timestamp, entry: &Entry) -> bool {
    match (entry, last) {
        (Entry::Advance { to }, Entry::Advance { to: last }) => {
            *last = (*last).max(*to);
            true
        }
        (Entry::Sent { requests, to }, Entry::Sent { requests: sent, to: last }) if *last == at => {
            *sent = sent.saturating_add(*requests);
            *last = *to;
            true
        }
        _ => false,
    }
}
