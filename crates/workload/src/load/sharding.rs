//! Write sharding: suffixes spread one logical key over several partition key values, and readers merge them again.
//!
//! Must not know what a key's partition can serve beyond the formula.

use hashrange_time::Random;
use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::QueryRequest;

/// Write units per second of one partition (documented: partition-ceilings).
const PARTITION_WRITE_UNITS: u64 = 1_000;
/// Bytes of one write unit (documented: capacity-units).
const WRITE_UNIT_BYTES: u64 = 1_024;

/// The minimum number of suffixes for this load on one logical key: writes per second × size in KB, rounded up, / 1,000
/// (documented: choosing-partition-keys). Random suffixes need more, because the fullest of them gets more than its
/// share.
#[must_use]
pub fn least_suffixes(writes_per_second: u64, item_bytes: u64) -> u64 {
    let units = item_bytes.div_ceil(WRITE_UNIT_BYTES).max(1);
    writes_per_second
        .saturating_mul(units)
        .div_ceil(PARTITION_WRITE_UNITS)
        .max(1)
}

/// How the suffix of a write is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Suffix {
    /// At random: even, but a reader cannot calculate it.
    Random,
    /// In rotation: the most even.
    Rotation,
    /// The product of the code points of an attribute that the reader knows, modulo the count, plus 1
    /// (documented: write-sharding). Uneven: a product has many small factors.
    CodePoints,
    /// A hash (FNV-1a, mixed) of an attribute that the reader knows, reduced to the range.
    Hash,
}

/// A range of suffixes, 1 to `count`.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Suffixes {
    /// The number of suffixes; zero means one.
    pub count: u64,
    /// The separator of key and suffix, `-` or `.` for example.
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
        Self {
            count,
            separator,
            choice,
            turn: 0,
        }
    }

    /// The last used turn; zero at first.
    pub(super) const fn turn(&self) -> u64 {
        self.turn
    }

    /// The same range, with this last used turn.
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

    /// The suffix a reader calculates; `None` if it does not follow from the attribute.
    #[must_use]
    pub fn calculated(&self, known: &str) -> Option<u64> {
        let count = self.count.max(1);
        match self.choice {
            Suffix::Random | Suffix::Rotation => None,
            Suffix::CodePoints => {
                let product = known.chars().fold(1_u128, |product, letter| {
                    product * u128::from(u32::from(letter)) % u128::from(count)
                });
                u64::try_from(product % u128::from(count)).ok().map(|rest| rest + 1)
            }
            Suffix::Hash => {
                let hash = known.bytes().fold(0xCBF2_9CE4_8422_2325_u64, |hash, byte| {
                    (hash ^ u64::from(byte)).wrapping_mul(0x0000_0100_0000_01B3)
                });
                // Mixed again, because values that differ only in their last letter have similar hashes.
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

/// The queries that read a complete logical key, one per suffix. The caller sends them together and merges the results.
/// Each query has its own pages, and rounds its own cost. `begins` limits them to sort keys with a prefix, by sort key
/// name and prefix.
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
