//! Keys: choose the value of a request among many values.
//!
//! Weights are integers, and roots are the only floating-point function used: those are exact to the last bit on every
//! target. Must not know what a value is used for.

use std::sync::Arc;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_time::Random;

/// How values are chosen.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum KeyChoice {
    /// All values are equally likely.
    Uniform {
        /// Values.
        values: u64,
    },
    /// The k-th of this many values is chosen in proportion to 1 / k^(quarters / 4).
    Zipf {
        /// Values; at most a million.
        values: u64,
        /// The exponent in quarters: 4 for the usual 1.
        quarters: u32,
    },
    /// One value, the first, gets this share; the others share the rest evenly.
    Hot {
        /// Values, the hot one included.
        values: u64,
        /// Its share in percent.
        percent: u32,
    },
    /// Ascending values without end, for example dates or counters.
    Monotonic,
    /// Few values with a weight each: a status, a country.
    Few {
        /// The values and their relative frequencies.
        weights: Vec<(String, u32)>,
    },
    /// Every value equally often, as the records of a file: value after value, or shuffled. With the same number of
    /// records, two choices are in the same order.
    Records {
        /// Values.
        values: u64,
        /// How often each value occurs; at least once.
        each: u64,
        /// Whether the records are shuffled.
        shuffled: bool,
    },
}

/// The place that the record of this number has among all records, when they are shuffled: a step that shares no
/// divisor with their number visits each place once. About three fifths of the records are between two neighbours.
fn shuffled_place(number: u64, records: u64) -> u64 {
    let divides = |mut one: u64, mut other: u64| {
        while other > 0 {
            (one, other) = (other, one % other);
        }
        one
    };
    let first = u128::from(records) * 618 / 1_000;
    let first = u64::try_from(first).unwrap_or(u64::MAX).max(1);
    let step = (first..=records).find(|step| divides(*step, records) == 1).unwrap_or(1);
    let place = u128::from(number) * u128::from(step) % u128::from(records.max(1));
    u64::try_from(place).unwrap_or(0)
}

/// The maximum number of values of a Zipf distribution.
const MOST_RANKS: u64 = 1_000_000;
/// The weight of the first rank.
const FIRST_WEIGHT: f64 = (1_u64 << 40) as f64;

/// A source of values.
#[derive(Clone, Debug)]
pub struct Keys {
    choice: KeyChoice,
    /// Sums of the weights up to each value, if values have weights. Shared, because every snapshot copies the load.
    sums: Arc<[u64]>,
    next: u64,
}

/// Stores no sums, because they follow from the choice.
impl Checkpointed for Keys {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|_| "choice as postcard 1 writes it, next: number".to_owned())
    }

    fn write(&self, out: &mut Writer) {
        out.serde(&self.choice);
        self.next.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let keys = Self::new(bytes.serde()?);
        Ok(Self {
            next: u64::read(bytes)?,
            ..keys
        })
    }
}

impl Keys {
    /// A source of values with this choice.
    #[must_use]
    pub fn new(choice: KeyChoice) -> Self {
        let sums = match &choice {
            KeyChoice::Zipf { values, quarters } => {
                running((1..=(*values).clamp(1, MOST_RANKS)).map(|rank| rank_weight(rank, *quarters)))
            }
            KeyChoice::Few { weights } => running(weights.iter().map(|(_, weight)| u64::from(*weight))),
            KeyChoice::Uniform { .. } | KeyChoice::Hot { .. } | KeyChoice::Monotonic | KeyChoice::Records { .. } => {
                Arc::default()
            }
        };
        Self { choice, sums, next: 0 }
    }

    /// The number of the next value, from 0.
    pub fn draw(&mut self, random: &mut Random) -> u64 {
        match self.choice {
            KeyChoice::Uniform { values } => random.below(values),
            KeyChoice::Hot { values, percent } if random.below(100) >= u64::from(percent) && values > 1 => {
                1 + random.below(values - 1)
            }
            KeyChoice::Hot { .. } => 0,
            KeyChoice::Monotonic => {
                let number = self.next;
                self.next += 1;
                number
            }
            KeyChoice::Records { values, each, shuffled } => {
                let each = each.max(1);
                let records = values.saturating_mul(each).max(1);
                let number = self.next % records;
                self.next = self.next.wrapping_add(1);
                let place = if shuffled {
                    shuffled_place(number, records)
                } else {
                    number
                };
                place / each
            }
            KeyChoice::Zipf { .. } | KeyChoice::Few { .. } => {
                let point = random.below(self.sums.last().copied().unwrap_or(0));
                self.sums.partition_point(|sum| *sum <= point) as u64
            }
        }
    }

    /// The next value as text: a weighted one by its name, the others as this word and their number, padded so that
    /// they sort by number.
    pub fn draw_text(&mut self, word: &str, random: &mut Random) -> String {
        let number = self.draw(random);
        match &self.choice {
            KeyChoice::Few { weights } => {
                let chosen = usize::try_from(number).ok().and_then(|at| weights.get(at));
                chosen.map_or_else(String::new, |(value, _)| value.clone())
            }
            _ => format!("{word}{number:09}"),
        }
    }
}

fn running(weights: impl Iterator<Item = u64>) -> Arc<[u64]> {
    weights
        .scan(0_u64, |sum, weight| {
            *sum = sum.saturating_add(weight);
            Some(*sum)
        })
        .collect()
}

/// 1 / rank^(quarters / 4), where the first rank has `FIRST_WEIGHT`; never zero.
#[allow(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "between 0 and 2^40, and cut on purpose"
)]
fn rank_weight(rank: u64, quarters: u32) -> u64 {
    let rank = rank as f64;
    let root = rank.sqrt();
    let mut power = 1.0;
    for _ in 0..(quarters / 4).min(8) {
        power *= rank;
    }
    power *= match quarters % 4 {
        1 => root.sqrt(),
        2 => root,
        3 => root * root.sqrt(),
        _ => 1.0,
    };
    ((FIRST_WEIGHT / power) as u64).max(1)
}
