//! Why a read may be stale, in a sentence.

use hashrange_protocol::Freshness;
use hashrange_time::Timestamp;
use hashrange_words::t;

use crate::state::figures::span;

/// The writes that a response may lack, and since when, relative to the time of the response.
#[must_use]
pub fn freshness_words(freshness: &Freshness, at: Timestamp) -> String {
    let before = |since: Option<Timestamp>| {
        since.map_or_else(String::new, |since| {
            t!(", the first written {since} before", since = span(at - since))
        })
    };
    let after = |complete: Timestamp| t!("in {time}", time = span(complete - at));
    match freshness {
        Freshness::Current { strong: true } => {
            t!("Not stale: a strongly consistent read returns every write made before it.").to_owned()
        }
        Freshness::Current { strong: false } => {
            t!("Not stale: every write had reached the data that was read, so a strongly consistent read returns the same.")
                .to_owned()
        }
        Freshness::Replica {
            follower,
            writes,
            since,
        } => t!("Stale: follower {follower} returned the item and lacks {writes, plural, one {# write} other {# writes}} of it{since}.", follower, writes = *writes, since = before(*since)),
        Freshness::Replicas { writes, complete } => t!("Perhaps stale: {writes, plural, one {# write} other {# writes}} of the table had not reached every replica; all have {complete}.", writes = *writes, complete = after(*complete)),
        Freshness::Index { index, writes: 0, .. } => t!("Not stale: every write had reached the index {index}. A global index has no strongly consistent reads.", index),
        Freshness::Index {
            index,
            writes,
            since,
            complete,
        } => {
            let arrives = complete.map_or_else(String::new, |at| t!("; the last arrives {at}", at = after(at)));
            t!("Perhaps stale: {writes, plural, one {# write} other {# writes}} had not reached the index {index}{since}{arrives}.", writes = *writes, index, since = before(*since), arrives)
        }
        Freshness::Cache => {
            t!("Perhaps stale: DAX returned it from a cache. Writes that bypass DAX do not change the cache before it expires.")
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
