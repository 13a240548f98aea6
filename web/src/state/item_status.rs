//! The state of an item, in sentences: which indexes contain it and why others do not, when it expires, whether a read
//! is stale.
//!
//! Must not know who shows them.

use hashrange_protocol::{Eligibility, EntryStatus, ExpiryStatus, IndexPresence, ItemReplicas, ItemStatus};
use hashrange_time::Timestamp;
use hashrange_words::t;

use crate::state::figures::{moment, span};

/// A sentence for each index.
#[must_use]
pub fn indexes(status: &ItemStatus) -> Vec<String> {
    if status.indexes.is_empty() {
        return vec![t!("The table has no secondary index.").to_owned()];
    }
    status.indexes.iter().map(|index| in_index(index, status.now)).collect()
}

fn in_index(index: &IndexPresence, now: Timestamp) -> String {
    let name = &index.index;
    match &index.entry {
        EntryStatus::Held => t!("{name} contains the item.{index}", name, index = left_out(index)),
        EntryStatus::NoAttribute(attribute) => {
            t!(
                "{name} does not contain the item: the item has no attribute {attribute}, a key of the index.",
                name,
                attribute
            )
        }
        EntryStatus::Violates { reason, fix, .. } => {
            t!("{name} does not contain the item: {reason}. {fix}", name, reason, fix)
        }
        EntryStatus::OnItsWay { written, due } => t!(
            "{name} is behind: the item was written {written} ago, and the index applies the change in {now}.{index}",
            name,
            written = span(now - *written),
            now = span(*due - now),
            index = left_out(index)
        ),
        EntryStatus::Backfilling => {
            t!(
                "{name} is {status}: backfilling has not reached the item, and the index cannot be read yet.",
                name,
                status = index.status
            )
        }
        EntryStatus::Absent => t!("{name} does not contain the item now, and nothing prevents it.", name),
    }
}

fn left_out(index: &IndexPresence) -> String {
    if index.left_out.is_empty() {
        return String::new();
    }
    let names: Vec<&str> = index.left_out.iter().map(|name| name.as_str()).collect();
    format!(" {}", t!("Its projection leaves out {join}.", join = names.join(", ")))
}

/// When the item expires.
#[must_use]
pub fn expiry(status: &ItemStatus) -> String {
    let Some(expiry) = &status.expiry else {
        return t!("TTL is off on this table: DynamoDB deletes no item automatically.").to_owned();
    };
    let off = if expiry.enabled {
        ""
    } else {
        " TTL is off; DynamoDB still deletes items for a while."
    };
    format!("{}{off}", when(expiry, status.now))
}

fn when(expiry: &ExpiryStatus, now: Timestamp) -> String {
    let next = expiry.sweep.filter(|at| *at >= now);
    match (expiry.eligibility, expiry.found) {
        (why, _) if why.is_never(now) => t!("Never: {why}.", why = never(&expiry.attribute, why)),
        (Eligibility::Waiting(at), _) => {
            let sweep = t!("A sweep after that finds it; reads return it until DynamoDB deletes it.");
            t!(
                "By {attribute} it expires at {at}, in {now}. {sweep}",
                attribute = expiry.attribute,
                at = moment(at, 0),
                now = span(at - now),
                sweep
            )
        }
        (Eligibility::Expired(at), Some(found)) => t!(
            "It expired at {at}. A sweep found it at {found}, and its deletion is pending; reads return it until then.",
            at = moment(at, 0),
            found = moment(found, 0)
        ),
        (Eligibility::Expired(at), None) => {
            let next = next.map_or_else(String::new, |sweep| {
                format!(
                    " {}",
                    t!(
                        "The next sweep of its partition comes in {now}.",
                        now = span(sweep - now)
                    )
                )
            });
            t!(
                "It expired at {at}; reads return it until a sweep finds it.{next}",
                at = moment(at, 0),
                next
            )
        }
        (why, _) => t!("Never: {why}.", why = never(&expiry.attribute, why)),
    }
}

/// Why an item never expires.
#[must_use]
pub fn never(attribute: &str, why: Eligibility) -> String {
    match why {
        Eligibility::Missing => t!("has no attribute {attribute}", attribute),
        Eligibility::NotANumber => t!("{attribute} is not a Number", attribute),
        Eligibility::NoMoment => t!("{attribute} is not a time in epoch seconds", attribute),
        Eligibility::TooOld => t!(
            "{attribute} is five or more years in the past, so TTL ignores it",
            attribute
        ),
        Eligibility::Waiting(at) => {
            // Years beyond the calendar are possible too.
            let year = 1_970 + at.seconds() / 31_556_952;
            t!(
                "{attribute} is in the year {year}: it is probably in milliseconds, not seconds",
                attribute,
                year
            )
        }
        Eligibility::Expired(_) => "expires".to_owned(),
    }
}

/// Whether an eventually consistent read of the item would be stale now, and until when.
#[must_use]
pub fn replicas(item: &ItemReplicas) -> String {
    let behind: Vec<_> = item.replicas.iter().filter(|replica| replica.missing > 0).collect();
    let share = match (item.lags, behind.len()) {
        (false, _) => {
            return t!("Followers have no lag with the current Physics settings, so an eventually consistent read is never stale.")
                .to_owned();
        }
        (true, 0) => return t!("All three replicas are up to date: both reads return the same item.").to_owned(),
        (true, 1) => t!("One of three replicas is behind: one eventually consistent read in three is stale."),
        (true, _) => t!("Two of three replicas are behind: two eventually consistent reads in three are stale."),
    };
    let missing = behind.iter().map(|replica| replica.missing).max().unwrap_or_default();
    let until = behind.iter().filter_map(|replica| replica.complete).max();
    let until = until.map_or_else(String::new, |at| format!(" for {}", span(at - item.now)));
    t!(
        "{share} The slowest lacks {missing, plural, one {# write} other {# writes}} of the item{until}.",
        share,
        missing,
        until
    )
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::ReplicaImage;

    use super::*;

    fn at(millis: u64) -> Timestamp {
        Timestamp::from_millis(1_571_820_000_000 + millis)
    }

    fn status(entry: EntryStatus, expiry: Option<ExpiryStatus>) -> ItemStatus {
        let index = IndexPresence {
            index: "ByTag".into(),
            status: "ACTIVE".into(),
            entry,
            left_out: vec!["Views".into(), "Text".into()],
        };
        ItemStatus {
            now: at(0),
            indexes: vec![index],
            expiry,
        }
    }

    fn reported(entry: EntryStatus) -> String {
        indexes(&status(entry, None)).join(" ")
    }

    #[test]
    fn each_index_is_a_sentence() {
        assert_eq!(
            reported(EntryStatus::Held),
            "ByTag contains the item. Its projection leaves out Views, Text."
        );
        assert!(reported(EntryStatus::NoAttribute("Tag".into())).contains("the item has no attribute Tag"));
        let reason = || "Type Violation: Expected: S Found: N".to_owned();
        let fix = || "Give Tag a value of type S, or remove it.".to_owned();
        let violates = reported(EntryStatus::Violates {
            attribute: "Tag".into(),
            reason: reason(),
            fix: fix(),
        });
        assert!(violates.ends_with(&format!("{}. {}", reason(), fix())), "{violates}");
        let late = reported(EntryStatus::OnItsWay {
            written: Timestamp::from_millis(at(0).millis() - 200),
            due: at(300),
        });
        assert!(
            late.starts_with("ByTag is behind: the item was written 200 ms ago"),
            "{late}"
        );
    }

    #[test]
    fn the_time_it_goes_is_reported_with_its_cause() {
        let goes = |eligibility, found, sweep| {
            let of = ExpiryStatus {
                attribute: "Until".into(),
                enabled: true,
                eligibility,
                found,
                sweep,
            };
            expiry(&status(EntryStatus::Held, Some(of)))
        };
        assert!(goes(Eligibility::Missing, None, None).starts_with("Never: has no attribute Until"));
        assert!(goes(Eligibility::Waiting(at(60_000)), None, None).contains("in 1 min"));
        assert!(goes(Eligibility::Expired(at(0)), None, Some(at(5_000))).ends_with("comes in 5.0 s."));
        assert!(goes(Eligibility::Expired(at(0)), Some(at(0)), None).contains("its deletion is pending"));
        assert!(expiry(&status(EntryStatus::Held, None)).starts_with("TTL is off"));
    }

    #[test]
    fn a_replica_that_is_behind_is_reported_with_its_time() {
        let image = |missing, complete| ReplicaImage {
            there: true,
            missing,
            stale_since: None,
            complete,
            differs: Vec::new(),
        };
        let behind = vec![image(0, None), image(2, Some(at(1_500))), image(0, None)];
        let item = ItemReplicas {
            now: at(0),
            lags: true,
            behind: 2,
            replicas: behind,
        };
        assert!(
            replicas(&item).ends_with("The slowest lacks 2 writes of the item for 1.5 s."),
            "{}",
            replicas(&item)
        );
    }
}
