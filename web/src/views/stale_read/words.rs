//! The sentences of the Stale read card. Must not know signals or the DOM.

use hashrange_insight::{Answered, ReplicaView, image_diff};
use hashrange_values::Item;

use super::reading::{Pair, Read, Replica};
use crate::state::item_rows::cell_text;
use crate::views::figures;

/// Attributes named in a tight place.
const NAMED: usize = 2;

/// What is being seen.
pub(super) fn sentence(replicas: &[Replica], lags: bool) -> String {
    let behind = replicas.iter().filter(|replica| replica.missing > 0).count();
    match (lags, behind) {
        (false, _) => "Followers have no lag in the physics in force, so an eventually consistent read is never stale \
                       here; the button below lets them lag."
            .to_owned(),
        (true, 0) => "All three replicas have the item as it is: either read answers the same.".to_owned(),
        (true, 1) => {
            "One of three replicas has not caught up: one eventually consistent read in three is stale.".to_owned()
        }
        (true, _) => {
            "Two of three replicas have not caught up: two eventually consistent reads in three are stale.".to_owned()
        }
    }
}

/// A replica's name, by its number.
pub(super) fn replica(number: usize) -> &'static str {
    match number {
        0 => "leader",
        1 => "follower 1",
        _ => "follower 2",
    }
}

/// What a replica has where it differs from the newest image; otherwise that it has it.
pub(super) fn has(replica: &ReplicaView, newest: Option<&Item>) -> String {
    let Some(item) = &replica.item else { return "no item".to_owned() };
    if replica.missing == 0 {
        return "up to date".to_owned();
    }
    let lines = image_diff(Some(item), newest);
    let other: Vec<String> = lines
        .iter()
        .filter(|line| !line.is_same())
        .take(NAMED)
        .map(|line| {
            let value = line.old.as_ref().map_or_else(|| "missing".to_owned(), cell_text);
            format!("{} {value}", line.name)
        })
        .collect();
    if other.is_empty() { "an older image".to_owned() } else { other.join(", ") }
}

/// Which replica answered.
pub(super) fn answered(answered: &Answered) -> String {
    match answered.replica {
        Some(number) => format!("answered by the {}", replica(number)),
        None => "answered by any replica: none lags".to_owned(),
    }
}

/// How far an answer is behind.
pub(super) fn behind(read: &Read) -> String {
    match (read.behind(), read.answered.missing) {
        (Some(behind), 1) => format!("stale: 1 write and {} behind", figures::span(behind)),
        (Some(behind), writes) => format!("stale: {writes} writes and {} behind", figures::span(behind)),
        (None, _) => "up to date".to_owned(),
    }
}

/// Both answers in one sentence.
pub(super) fn pair(pair: &Pair) -> String {
    match pair.eventual.behind() {
        Some(behind) => format!(
            "The eventually consistent read met a replica that is {} behind; the strongly consistent one asked the leader.",
            figures::span(behind)
        ),
        None if pair.eventual.answered.replica.is_none() => {
            "Both answers are the same, as they always are where followers have no lag.".to_owned()
        }
        None => "The eventually consistent read met a replica that has every write of this item.".to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_sentence_tells_how_many_reads_are_stale() {
        let replica = |missing| Replica { missing, stale_since: None, complete: None, has: String::new() };
        let replicas = [replica(0), replica(1), replica(2)];
        assert!(sentence(&replicas, true).contains("two eventually consistent reads in three"));
        assert!(sentence(&replicas[..2], true).contains("one eventually consistent read in three"));
        assert!(sentence(&replicas[..1], true).contains("answers the same"));
        assert!(sentence(&replicas[..1], false).contains("no lag"));
    }
}
