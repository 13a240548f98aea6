//! What an item's value of the expiry attribute means: whether it is ever deleted, and when.

use hashrange_time::Timestamp;
use hashrange_values::{AttributeValue, Item};

/// Values older than this are taken for mistakes (documented: five years).
const OLDEST_SECONDS: u64 = 5 * 365 * 86_400;
/// A moment this far ahead is hardly meant: most likely the value counts milliseconds (a choice).
const FAR_SECONDS: u64 = 500 * 365 * 86_400;

/// What an item's value means for its expiry. Only `Waiting` and `Expired` ones are ever deleted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Eligibility {
    /// The attribute is not there: the item never expires.
    Missing,
    /// It is no Number: the item never expires (documented).
    NotANumber,
    /// It is no moment there is: negative, or past all calendars.
    NoMoment,
    /// It is five years old or older, and taken for a mistake (documented).
    TooOld,
    /// It expires at this moment.
    Waiting(Timestamp),
    /// It expired at this moment.
    Expired(Timestamp),
}

impl Eligibility {
    /// Whether an item with such a value is never deleted, or only in a time to come that cannot be meant.
    #[must_use]
    pub fn is_never(self, now: Timestamp) -> bool {
        match self {
            Self::Missing | Self::NotANumber | Self::NoMoment | Self::TooOld => true,
            Self::Waiting(at) => (at - now).seconds() > FAR_SECONDS,
            Self::Expired(_) => false,
        }
    }

    /// That of an item under this attribute now.
    #[must_use]
    pub fn of(item: &Item, attribute: &str, now: Timestamp) -> Self {
        let Some(value) = item.get(attribute) else { return Self::Missing };
        let AttributeValue::N(number) = value else { return Self::NotANumber };
        let Some(second) = number.whole_part().and_then(|whole| u64::try_from(whole).ok()) else {
            return Self::NoMoment;
        };
        if now.seconds().saturating_sub(second) >= OLDEST_SECONDS {
            return Self::TooOld;
        }
        // An item expires when its value is less than the time (documented).
        let moment = Timestamp::from_seconds(second.saturating_add(1));
        if moment <= now { Self::Expired(moment) } else { Self::Waiting(moment) }
    }
}

/// Whether a moment lies so far back that the value is taken for a mistake.
pub(crate) fn is_mistake(at: Timestamp, now: Timestamp) -> bool {
    now.seconds().saturating_sub(at.seconds().saturating_sub(1)) >= OLDEST_SECONDS
}
