//! The sentences of the Expiry card. Must not know signals or the DOM.

use hashrange_protocol::{Eligibility, Expiry, ExpiryStage, ScannerLine};
use hashrange_time::Timestamp;

use crate::views::figures;

/// What is being seen.
pub(super) fn sentence(board: &Expiry) -> String {
    let off = if board.enabled { "" } else { " Time to live is switched off; deletions go on for a while." };
    let readable = match board.readable {
        0 => "None has expired and still stands".to_owned(),
        1 => "1 has expired and can still be read, is still billed, and can still be rescued".to_owned(),
        many => {
            format!(
                "{} have expired and can still be read, are still billed, and can still be rescued",
                figures::count(many)
            )
        }
    };
    let deleted = match board.deleted {
        0 => "None was deleted so far".to_owned(),
        1 => "1 was deleted".to_owned(),
        many => format!("{} were deleted", figures::count(many)),
    };
    let scanner = |at: Timestamp| format!("; the next scanner comes in {}", figures::span(at - board.now));
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
        Eligibility::NoMoment => format!("{attribute} is no moment in epoch seconds"),
        Eligibility::TooOld => format!("{attribute} lies five years or more in the past, and is taken for a mistake"),
        Eligibility::Waiting(at) => {
            format!("{attribute} means the year {}: most likely it is in milliseconds, not seconds", year(at))
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
    let next = line.next.map_or_else(|| "nothing to find".to_owned(), |at| format!("in {}", figures::span(at - now)));
    [last, next]
}
