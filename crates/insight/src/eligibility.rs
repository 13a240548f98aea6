//! The meaning of an item's TTL attribute: whether it is ever deleted, and when.

use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item};

/// The age from which TTL treats a value as a mistake (documented: ttl-expiry, five years).
const OLDEST_SECONDS: u64 = 5 * 365 * 86_400;
/// A time this far ahead is probably a mistake: most likely the value counts milliseconds (a choice).
const FAR_SECONDS: u64 = 500 * 365 * 86_400;

/// The meaning of an item's value for its expiry. Only `Waiting` and `Expired` items are ever deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Eligibility {
    /// The attribute is missing: the item never expires.
    Missing,
    /// The attribute is not a Number: the item never expires (documented: ttl-expiry).
    NotANumber,
    /// The value is not a valid time: it is negative or too large.
    NoMoment,
    /// The time is at least five years ago and is treated as a mistake (documented: ttl-expiry).
    TooOld,
    /// It expires at this time.
    Waiting(Timestamp),
    /// It expired at this time.
    Expired(Timestamp),
}

impl Eligibility {
    /// Whether an item with this value is never deleted, or only in an implausible future.
    #[must_use]
    pub fn is_never(self, now: Timestamp) -> bool {
        match self {
            Self::Missing | Self::NotANumber | Self::NoMoment | Self::TooOld => true,
            Self::Waiting(at) => (at - now).seconds() > FAR_SECONDS,
            Self::Expired(_) => false,
        }
    }

    /// Returns the eligibility of an item by this TTL attribute now.
    #[must_use]
    pub fn of(item: &Item, attribute: &str, now: Timestamp) -> Self {
        let Some(value) = item.get(attribute) else {
            return Self::Missing;
        };
        let AttributeValue::N(number) = value else {
            return Self::NotANumber;
        };
        let Some(second) = number.whole_part().and_then(|whole| u64::try_from(whole).ok()) else {
            return Self::NoMoment;
        };
        if now.seconds().saturating_sub(second) >= OLDEST_SECONDS {
            return Self::TooOld;
        }
        // An item expires when its value is less than the current time (documented: ttl-expiry).
        let moment = Timestamp::from_seconds(second.saturating_add(1));
        if moment <= now {
            Self::Expired(moment)
        } else {
            Self::Waiting(moment)
        }
    }
}

/// Whether a time is so long ago that the value is probably a mistake.
pub(crate) fn is_mistake(at: Timestamp, now: Timestamp) -> bool {
    now.seconds().saturating_sub(at.seconds().saturating_sub(1)) >= OLDEST_SECONDS
}
