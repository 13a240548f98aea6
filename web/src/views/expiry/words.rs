//! The sentences of the Expiry card. Must not know signals or the DOM.

use hashrange_protocol::{Eligibility, Expiry, ExpiryStage, ScannerLine};
use hashrange_time::Timestamp;

use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(board: &Expiry) -> String {
    let off = if board.enabled { "" } else { " TTL is off; DynamoDB still deletes for a while." };
    let readable = match board.readable {
        0 => "No expired item is left".to_owned(),
        1 => "1 has expired: reads still return it, storage is still billed, and an update can keep it".to_owned(),
        many => {
            format!(
                "{} have expired: reads still return them, storage is still billed, and an update can keep them",
                figures::count(many)
            )
        }
    };
    let deleted = match board.deleted {
        0 => "None deleted yet".to_owned(),
        1 => "1 was deleted".to_owned(),
        many => format!("{} were deleted", figures::count(many)),
    };
    let scanner = |at: Timestamp| format!("; the next scanner pass is in {}", figures::span(at - board.now));
    let next = board.next_pass.map(scanner).unwrap_or_default();
    format!(
        "{} will expire by {}. {readable}{next}. {deleted}.{off}",
        if board.live == 1 { "1 item".to_owned() } else { format!("{} items", figures::count(board.live)) },
        board.attribute
    )
}

/// Why an item never expires.
pub(super) fn never(attribute: &str, why: Eligibility) -> String {
    match why {
        Eligibility::Missing => format!("has no attribute {attribute}"),
        Eligibility::NotANumber => format!("{attribute} is not a Number"),
        Eligibility::NoMoment => format!("{attribute} is not a time in epoch seconds"),
        Eligibility::TooOld => format!("{attribute} is five or more years in the past, so TTL ignores it"),
        Eligibility::Waiting(at) => {
            format!("{attribute} is the year {}: most likely it is in milliseconds, not seconds", year(at))
        }
        Eligibility::Expired(_) => "expires".to_owned(),
    }
}

/// The year of a moment, also beyond all calendars.
fn year(at: Timestamp) -> u64 {
    1_970 + at.seconds() / 31_556_952
}

/// The class of an item's mark.
pub(super) fn class(stage: ExpiryStage) -> &'static str {
    match stage {
        ExpiryStage::Live => "expiry-live",
        ExpiryStage::Expired => "expiry-expired",
        ExpiryStage::Found(_) => "expiry-found",
        ExpiryStage::Deleted(_) => "expiry-deleted",
        ExpiryStage::Rescued(_) => "expiry-rescued",
    }
}

/// How far an item has come, in words.
pub(super) fn stage(stage: ExpiryStage) -> String {
    let at = |moment: Timestamp| figures::moment(moment, 0);
    match stage {
        ExpiryStage::Live => "live".to_owned(),
        ExpiryStage::Expired => "expired, still readable".to_owned(),
        ExpiryStage::Found(moment) => format!("expired, found by a scanner at {}, still readable", at(moment)),
        ExpiryStage::Deleted(moment) => format!("deleted at {}", at(moment)),
        ExpiryStage::Rescued(moment) => format!("rescued by an update at {}", at(moment)),
    }
}

/// A scanner's last pass that found something, and its next one.
pub(super) fn scanner(line: &ScannerLine, now: Timestamp) -> [String; 2] {
    let last = line.last.map_or_else(
        || "–".to_owned(),
        |(at, found)| format!("{} found, {} ago", figures::count(found), figures::span(now - at)),
    );
    let next = line.next.map_or_else(|| "nothing scheduled".to_owned(), |at| format!("in {}", figures::span(at - now)));
    [last, next]
}
