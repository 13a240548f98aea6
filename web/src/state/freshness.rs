//! Why a read may be stale, in a sentence.

use hashrange_protocol::Freshness;
use hashrange_time::Timestamp;

use crate::state::figures::{counted, span};

/// The writes that a response may lack, and since when, relative to the time of the response.
#[must_use]
pub fn freshness_words(freshness: &Freshness, at: Timestamp) -> String {
    let before = |since: Option<Timestamp>| {
        since.map_or_else(String::new, |since| {
            format!(", the first written {} before", span(at - since))
        })
    };
    let after = |complete: Timestamp| format!("in {}", span(complete - at));
    match freshness {
        Freshness::Current { strong: true } => {
            "Not stale: a strongly consistent read returns every write made before it.".to_owned()
        }
        Freshness::Current { strong: false } => {
            "Not stale: every write had reached the data that was read, so a strongly consistent read returns the same."
                .to_owned()
        }
        Freshness::Replica {
            follower,
            writes,
            since,
        } => format!(
            "Stale: follower {follower} returned the item and lacks {} of it{}.",
            counted(*writes, "write"),
            before(*since)
        ),
        Freshness::Replicas { writes, complete } => format!(
            "Perhaps stale: {} of the table had not reached every replica; all have {}.",
            counted(*writes, "write"),
            after(*complete)
        ),
        Freshness::Index { index, writes: 0, .. } => format!(
            "Not stale: every write had reached the index {index}. A global index has no strongly consistent reads."
        ),
        Freshness::Index {
            index,
            writes,
            since,
            complete,
        } => {
            let arrives = complete.map_or_else(String::new, |at| format!("; the last arrives {}", after(at)));
            format!(
                "Perhaps stale: {} had not reached the index {index}{}{arrives}.",
                counted(*writes, "write"),
                before(*since)
            )
        }
        Freshness::Cache => {
            "Perhaps stale: DAX returned it from a cache. Writes that bypass DAX do not change the cache before it expires."
                .to_owned()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_cause_is_named_with_its_time() {
        let at = Timestamp::from_seconds(100);
        let reported = |freshness: Freshness| freshness_words(&freshness, at);
        let since = Some(Timestamp::from_millis(98_800));
        assert_eq!(
            reported(Freshness::Replica {
                follower: 1,
                writes: 2,
                since
            }),
            "Stale: follower 1 returned the item and lacks 2 writes of it, the first written 1.2 s before."
        );
        let complete = Some(Timestamp::from_millis(100_500));
        assert_eq!(
            reported(Freshness::Index {
                index: "ByDate".into(),
                writes: 1,
                since,
                complete
            }),
            "Perhaps stale: 1 write had not reached the index ByDate, the first written 1.2 s before; the last arrives in 500 ms."
        );
        assert_eq!(
            reported(Freshness::Index {
                index: "ByDate".into(),
                writes: 0,
                since: None,
                complete: None
            }),
            "Not stale: every write had reached the index ByDate. A global index has no strongly consistent reads."
        );
        assert!(reported(Freshness::Current { strong: true }).starts_with("Not stale"));
    }
}
