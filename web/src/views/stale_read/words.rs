//! The sentences of the Stale read card. Must not know signals or the DOM.

use hashrange_protocol::{AnsweredBy, ReplicaImage};
use hashrange_values::{AttributeValue, Text};

use super::reading::{Pair, Read, Replica};
use crate::state::item_rows::cell_text;
use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(replicas: &[Replica], lags: bool) -> String {
    let behind = replicas.iter().filter(|replica| replica.missing > 0).count();
    match (lags, behind) {
        (false, _) => "Followers have no lag in the physics in force, so an eventually consistent read is never stale \
                       here; the button below lets them lag."
            .to_owned(),
        (true, 0) => "All three replicas are up to date: both reads return the same item.".to_owned(),
        (true, 1) => "One of three replicas is behind: one eventually consistent read in three is stale.".to_owned(),
        (true, _) => "Two of three replicas are behind: two eventually consistent reads in three are stale.".to_owned(),
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
pub(super) fn has(replica: &ReplicaImage) -> String {
    match (replica.there, replica.missing) {
        (false, _) => return "no item".to_owned(),
        (true, 0) => return "up to date".to_owned(),
        (true, _) => {}
    }
    let attribute = |(name, value): &(Text, Option<AttributeValue>)| {
        format!("{name} {}", value.as_ref().map_or_else(|| "missing".to_owned(), cell_text))
    };
    let other: Vec<String> = replica.differs.iter().map(attribute).collect();
    if other.is_empty() { "an older image".to_owned() } else { other.join(", ") }
}

/// Which replica answered.
pub(super) fn answered(answered: &AnsweredBy) -> String {
    match answered.replica {
        Some(number) => format!("answered by the {}", replica(number)),
        None => "answered by any replica: none is behind".to_owned(),
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
            "The eventually consistent read asked a replica that is {} behind. The strongly consistent read asked the leader.",
            figures::span(behind)
        ),
        None if pair.eventual.answered.replica.is_none() => {
            "Both reads returned the same item: replicas have no lag.".to_owned()
        }
        None => "The eventually consistent read asked a replica that is up to date.".to_owned(),
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
        assert!(sentence(&replicas[..1], true).contains("return the same item"));
        assert!(sentence(&replicas[..1], false).contains("no lag"));
    }

    #[test]
    fn an_older_image_is_told_by_what_differs() {
        let image = |there, missing, differs: &[(&str, Option<&str>)]| ReplicaImage {
            there,
            missing,
            stale_since: None,
            complete: None,
            differs: differs.iter().map(|(name, value)| ((*name).into(), value.map(AttributeValue::string))).collect(),
        };
        assert_eq!(has(&image(false, 1, &[])), "no item");
        assert_eq!(has(&image(true, 0, &[])), "up to date");
        assert_eq!(has(&image(true, 1, &[])), "an older image");
        assert_eq!(has(&image(true, 2, &[("a", Some("1")), ("b", None)])), "a 1, b missing");
    }
}
