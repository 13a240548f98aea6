//! Write sharding: one logical key spread over several partition key values by suffixes, and read together again.
//!
//! Must not know what a key's partition can take beyond the formula.

use hashrange_time::Random;
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::QueryRequest;

/// Write units a second that one partition gives (documented).
const PARTITION_WRITE_UNITS: u64 = 1_000;
/// Bytes of one write unit (documented).
const WRITE_UNIT_BYTES: u64 = 1_024;

/// The fewest suffixes that carry this load on one logical key: writes a second × size in KB, rounded up, / 1,000
/// (documented). Suffixes drawn at random need more, as the fullest of them gets more than its share.
#[must_use]
pub fn least_suffixes(writes_per_second: u64, item_bytes: u64) -> u64 {
    let units = item_bytes.div_ceil(WRITE_UNIT_BYTES).max(1);
    writes_per_second.saturating_mul(units).div_ceil(PARTITION_WRITE_UNITS).max(1)
}

/// How the suffix of a write is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Suffix {
    /// At random: even, but a reader does not know it.
    Random,
    /// One after the other: the most even.
    Rotation,
    /// The product of the code points of an attribute the reader knows, modulo the count, plus 1 (documented). Uneven: a
    /// product has many small factors.
    CodePoints,
    /// A hash (FNV-1a, mixed) of an attribute the reader knows, brought into the range.
    Hash,
}

/// A range of suffixes, 1 to `count`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Suffixes {
    /// How many; none counts as one.
    pub count: u64,
    /// What stands between key and suffix, `-` or `.` for example.
    pub separator: char,
    /// How one is chosen.
    pub choice: Suffix,
    turn: u64,
}

hashrange_checkpoint::by_serde!(Suffixes);

impl Suffixes {
    /// Suffixes 1 to `count`.
    #[must_use]
    pub const fn new(count: u64, separator: char, choice: Suffix) -> Self {
        Self { count, separator, choice, turn: 0 }
    }

    /// Whose turn it was last; nobody's at first.
    pub(super) const fn turn(&self) -> u64 {
        self.turn
    }

    /// The same where it was this one's turn.
    pub(super) const fn at_turn(self, turn: u64) -> Self {
        Self { turn, ..self }
    }

    /// The suffix of the next write of an item whose known attribute has this value.
    pub fn next(&mut self, known: &str, random: &mut Random) -> u64 {
        match self.choice {
            Suffix::Random => random.below(self.count.max(1)) + 1,
            Suffix::Rotation => {
                self.turn = self.turn % self.count.max(1) + 1;
                self.turn
            }
            Suffix::CodePoints | Suffix::Hash => self.calculated(known).unwrap_or(1),
        }
    }

    /// The suffix a reader calculates; `None` when it does not follow from the attribute.
    #[must_use]
    pub fn calculated(&self, known: &str) -> Option<u64> {
        let count = self.count.max(1);
        match self.choice {
            Suffix::Random | Suffix::Rotation => None,
            Suffix::CodePoints => {
                let product = known
                    .chars()
                    .fold(1_u128, |product, letter| product * u128::from(u32::from(letter)) % u128::from(count));
                u64::try_from(product % u128::from(count)).ok().map(|rest| rest + 1)
            }
            Suffix::Hash => {
                let hash = known.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
                });
                // Mixed once more: values that differ in their last letter only would differ in few bits.
                Some(Random::new(hash).below(count) + 1)
            }
        }
    }

    /// The partition key value with this suffix.
    #[must_use]
    pub fn value(&self, key: &str, suffix: u64) -> String {
        format!("{key}{}{suffix}", self.separator)
    }

    /// Every partition key value of a logical key.
    pub fn values<'a>(&'a self, key: &'a str) -> impl Iterator<Item = String> + 'a {
        (1..=self.count.max(1)).map(move |suffix| self.value(key, suffix))
    }
}

/// The queries that read a logical key whole, one for each suffix: to be sent together and merged. Each has pages of its
/// own, and rounds its cost by itself. `begins` limits them to sort keys that begin so, by sort key name and beginning.
#[must_use]
pub fn gather(
    table: &str,
    partition: &str,
    key: &str,
    suffixes: &Suffixes,
    begins: Option<(&str, &str)>,
) -> Vec<QueryRequest> {
    let query = |value: String| {
        let mut values = Item::new();
        values.insert(":value", AttributeValue::string(&value));
        let mut names = vec![(Text::from("#partition"), Text::from(partition))];
        let mut condition = "#partition = :value".to_owned();
        if let Some((sort, start)) = begins {
            condition.push_str(" AND begins_with(#sort, :start)");
            names.push((Text::from("#sort"), Text::from(sort)));
            values.insert(":start", AttributeValue::string(start));
        }
        QueryRequest {
            table_name: table.to_owned(),
            key_condition_expression: Some(condition),
            expression_attribute_names: Some(names.into_iter().collect()),
            expression_attribute_values: Some(values),
            ..QueryRequest::default()
        }
    };
    suffixes.values(key).map(query).collect()
}
