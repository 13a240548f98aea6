//! The outcome of a trial: both sides, and their difference.
//!
//! Must not know how the sides were run.

use hashrange_engine::Direction;
use serde::{Deserialize, Serialize};

use crate::figures::{Figures, Throttle};
use crate::sentence::sentence;
use crate::{Change, Note};

/// Both sides of a trial.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Outcome {
    /// The change.
    pub change: Change,
    /// The figures without the change, from the repeated run: the original.
    pub without: Figures,
    /// The figures with the change.
    pub with: Figures,
    /// The figures with the change minus those without.
    pub difference: Difference,
    /// Whether the change helps: fewer requests fail, or the same number with fewer units or with cache hits.
    pub helps: bool,
    /// The most frequent throttle with the change.
    pub limit: Option<Throttle>,
    /// Remarks in addition to the figures.
    pub notes: Vec<Note>,
    /// The result, in words.
    pub sentence: String,
}

/// What a change adds; negative for savings.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Difference {
    /// Requests sent.
    pub requests: i64,
    /// Requests that succeed.
    pub answered: i64,
    /// Attempts that are throttled.
    pub throttled: i64,
    /// Attempts that are refused for another reason.
    pub refused: i64,
    /// Twice the read units.
    pub read_half_units: i64,
    /// Twice the write units.
    pub write_half_units: i64,
    /// Items and entries read.
    pub items_read: i64,
    /// Bytes of the table and all indexes afterwards.
    pub bytes: i64,
}

impl Outcome {
    pub(crate) fn of(change: Change, noun: &str, (without, with): (Figures, Figures), notes: Vec<Note>) -> Self {
        let difference = Difference::between(&without, &with);
        let helps = helps(&without, &with);
        let sentence = sentence(&change, noun, (&without, &with));
        let limit = with.throttles.first().cloned();
        Self {
            change,
            without,
            with,
            difference,
            helps,
            limit,
            notes,
            sentence,
        }
    }
}

impl Difference {
    fn between(without: &Figures, with: &Figures) -> Self {
        let of = |figure: fn(&Figures) -> u64| less(figure(with), figure(without));
        Self {
            requests: of(|figures| figures.requests),
            answered: of(|figures| figures.answered),
            throttled: of(|figures| figures.throttled),
            refused: of(|figures| figures.refused),
            read_half_units: of(|figures| figures.total(Direction::Read).as_halves()),
            write_half_units: of(|figures| figures.total(Direction::Write).as_halves()),
            items_read: of(|figures| figures.items_read),
            bytes: of(|figures| figures.bytes.iter().map(|bytes| bytes.bytes).sum()),
        }
    }
}

fn less(one: u64, other: u64) -> i64 {
    let span = i64::try_from(one.abs_diff(other)).unwrap_or(i64::MAX);
    if one < other { -span } else { span }
}

fn helps(without: &Figures, with: &Figures) -> bool {
    let units =
        |figures: &Figures| figures.total(Direction::Read).as_halves() + figures.total(Direction::Write).as_halves();
    match with.failed().cmp(&without.failed()) {
        std::cmp::Ordering::Less => true,
        std::cmp::Ordering::Greater => false,
        std::cmp::Ordering::Equal => {
            (units(with), with.throttled) < (units(without), without.throttled) && with.requests <= without.requests
                || with.hits > without.hits
        }
    }
}
