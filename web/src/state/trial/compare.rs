//! Both sides of an outcome as rows: without the change, with the change, and the difference.

use hashrange_protocol::trial::{Difference, Figures, Outcome};
use hashrange_protocol::{Direction, Units};
use hashrange_words::t;

use crate::state::figures::{count, units};

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Compared {
    /// The counted figure.
    pub label: &'static str,
    /// The value without the change.
    pub without: String,
    /// The value with the change.
    pub with: String,
    /// The change minus the original; `0` if they are equal.
    pub difference: String,
}

type CountOf = fn(&Figures) -> u64;
type Between = fn(&Difference) -> i64;

/// Counts of an outcome.
fn counts() -> [(&'static str, CountOf, Between); 6] {
    [
        (t!("Requests"), |side| side.requests, |it| it.requests),
        (t!("Succeeded"), |side| side.answered, |it| it.answered),
        (t!("Throttled"), |side| side.throttled, |it| it.throttled),
        (t!("Other refusals"), |side| side.refused, |it| it.refused),
        (t!("Items read"), |side| side.items_read, |it| it.items_read),
        (
            t!("Bytes stored"),
            |side| side.bytes.iter().map(|stored| stored.bytes).sum(),
            |it| it.bytes,
        ),
    ]
}
/// The index of the units in `counts()`.
const UNITS_AT: usize = 4;

/// The rows of an outcome.
#[must_use]
pub fn compared(outcome: &Outcome) -> Vec<Compared> {
    let Outcome {
        without,
        with,
        difference,
        ..
    } = outcome;
    let mut rows: Vec<Compared> = counts()
        .into_iter()
        .map(|(label, of, between)| Compared {
            label,
            without: count(of(without)),
            with: count(of(with)),
            difference: signed(between(difference), count),
        })
        .collect();
    let halves = |halves: u64| units(Units::halves(halves));
    let unit = |label, direction, between| {
        let used = |side: &Figures| units(side.total(direction));
        Compared {
            label,
            without: used(without),
            with: used(with),
            difference: signed(between, halves),
        }
    };
    let both = [
        unit(t!("Read units"), Direction::Read, difference.read_half_units),
        unit(t!("Write units"), Direction::Write, difference.write_half_units),
    ];
    rows.splice(UNITS_AT..UNITS_AT, both);
    if without.hits > 0 || with.hits > 0 {
        let between = i64::try_from(with.hits.abs_diff(without.hits)).unwrap_or(i64::MAX);
        let between = if with.hits < without.hits { -between } else { between };
        let (without, with) = (count(without.hits), count(with.hits));
        rows.push(Compared {
            label: t!("DAX cache hits"),
            without,
            with,
            difference: signed(between, count),
        });
    }
    rows
}

fn signed(number: i64, write: impl Fn(u64) -> String) -> String {
    let sign = match number {
        0 => "",
        1.. => "+",
        _ => "−",
    };
    format!("{sign}{}", write(number.unsigned_abs()))
}
