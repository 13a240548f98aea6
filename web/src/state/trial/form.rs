//! The settings of the changes that a reader can try, as typed, and the resulting change.

use hashrange_protocol::trial::{Change, IndexChoice};
use hashrange_protocol::{KeyAttribute, KeySchema, Suffix};
use hashrange_values::KeyType;
use hashrange_wire::{Projection, ProjectionType};
use hashrange_words::t;

use super::{About, Meets, Offer};

/// The default units that are proposed for a table on demand.
const USUAL_UNITS: u64 = 100;
/// The maximum number of suffixes of a trial.
const MOST_SUFFIXES: u64 = 1_000;
/// The choice of a new index, which is created first.
pub const NEW: &str = "new";
/// The prefix of an index name in a choice, so that no name equals another choice.
const NAMED: &str = "index:";

/// The choices. Numbers are text, as typed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct TrialForm {
    /// The owner of the units: empty for the table, or the choice of a global index.
    pub units_of: String,
    /// Units a second.
    pub units: String,
    /// The number of suffixes.
    pub suffixes: String,
    /// How a suffix is chosen: `random` or `hash`.
    pub choice: String,
    /// The index whose projection changes.
    pub projected: String,
    /// `ALL`, `INCLUDE` or `KEYS_ONLY`.
    pub projection: String,
    /// Attributes of `INCLUDE`, separated by commas.
    pub attributes: String,
    /// What a Query reads: empty for the table, the choice of an index, or `new`.
    pub query_on: String,
    /// The partition key of a new index.
    pub new_key: String,
    /// Its type.
    pub new_type: String,
}

impl TrialForm {
    /// The defaults: twice the current units, ten suffixes, keys only.
    #[must_use]
    pub fn of(about: &About, meets: &Meets) -> Self {
        let rate = &meets.table.provisioned_throughput;
        let (_, writes) = about.directions();
        let units = if writes {
            rate.write_capacity_units
        } else {
            rate.read_capacity_units
        };
        let units = if units == 0 {
            USUAL_UNITS
        } else {
            units.saturating_mul(2)
        };
        let (indexes, globals) = (indexes_of(meets), globals_of(meets));
        let read = about.index().map(str::to_owned);
        let query_on = match indexes.first() {
            Some(index) => named(index),
            None => NEW.to_owned(),
        };
        Self {
            units_of: read
                .clone()
                .filter(|name| globals.contains(name))
                .map_or_else(String::new, |name| named(&name)),
            units: units.to_string(),
            suffixes: "10".to_owned(),
            choice: "random".to_owned(),
            projected: read
                .or_else(|| indexes.first().cloned())
                .map_or_else(String::new, |name| named(&name)),
            projection: ProjectionType::KeysOnly.to_string(),
            query_on,
            new_type: "S".to_owned(),
            ..Self::default()
        }
    }

    /// The change of a row.
    ///
    /// # Errors
    /// The error of its settings, as text.
    pub fn change(&self, offer: Offer, about: &About, meets: &Meets) -> Result<Change, String> {
        Ok(match offer {
            Offer::Units => self.provisioned(about)?,
            Offer::OnDemand => Change::OnDemand,
            Offer::Suffixes => Change::Suffixes {
                count: number(&self.suffixes, MOST_SUFFIXES).ok_or(t!("Suffixes: a whole number from 1 to 1,000."))?,
                choice: if self.choice == "hash" {
                    Suffix::Hash
                } else {
                    Suffix::Random
                },
            },
            Offer::Projection => {
                let index = name(&self.projected).ok_or(t!("Choose an index."))?.to_owned();
                Change::Projection {
                    index,
                    projection: self.projection()?,
                }
            }
            Offer::Query => Change::QueryInstead { index: self.index()? },
            Offer::Consistency => Change::Consistency {
                strong: !about.is_strong(),
            },
            Offer::HalfSize => Change::HalfSize,
            Offer::Accelerator => Change::Accelerator { on: !meets.dax },
        })
    }

    fn provisioned(&self, about: &About) -> Result<Change, String> {
        let units = number(&self.units, u64::MAX).ok_or(t!("Units: a whole number, 1 or more."))?;
        let (reads, writes) = about.directions();
        let index = name(&self.units_of).map(str::to_owned);
        Ok(Change::Provisioned {
            index,
            reads: reads.then_some(units),
            writes: writes.then_some(units),
        })
    }

    fn projection(&self) -> Result<Projection, String> {
        let listed: Vec<_> = self
            .attributes
            .split(',')
            .map(str::trim)
            .filter(|name| !name.is_empty())
            .collect();
        let (kind, listed) = match self.projection.as_str() {
            "ALL" => (ProjectionType::All, None),
            "INCLUDE" if listed.is_empty() => return Err(t!("INCLUDE needs at least one attribute.").to_owned()),
            "INCLUDE" => (
                ProjectionType::Include,
                Some(listed.into_iter().map(Into::into).collect()),
            ),
            _ => (ProjectionType::KeysOnly, None),
        };
        Ok(Projection {
            projection_type: Some(kind),
            non_key_attributes: listed,
        })
    }

    fn index(&self) -> Result<IndexChoice, String> {
        if let Some(name) = name(&self.query_on) {
            return Ok(IndexChoice::Existing(name.to_owned()));
        }
        if self.query_on != NEW {
            return Ok(IndexChoice::Table);
        }
        let key = self.new_key.trim();
        if key.is_empty() {
            return Err(t!("Enter the partition key of the new index.").to_owned());
        }
        let key_type = match self.new_type.as_str() {
            "N" => KeyType::N,
            "B" => KeyType::B,
            _ => KeyType::S,
        };
        let keys = KeySchema {
            partition: vec![KeyAttribute {
                name: key.into(),
                key_type,
            }],
            sort: Vec::new(),
        };
        let projection = Projection {
            projection_type: Some(ProjectionType::All),
            non_key_attributes: None,
        };
        // Index names have at least 3 letters, and only these letters (documented: limits-names).
        let letters = key.chars().filter(|letter| letter.is_ascii_alphanumeric()).take(200);
        let name = format!("by-{}", letters.collect::<String>());
        Ok(IndexChoice::New { name, keys, projection })
    }
}

/// The indexes of a table, without vector indexes.
#[must_use]
pub fn indexes_of(meets: &Meets) -> Vec<String> {
    let locals = meets
        .table
        .local_secondary_indexes
        .iter()
        .map(|index| index.index_name.clone());
    locals.chain(globals_of(meets)).collect()
}

/// The global indexes of a table.
#[must_use]
pub fn globals_of(meets: &Meets) -> Vec<String> {
    meets
        .table
        .global_secondary_indexes
        .iter()
        .map(|index| index.index_name.clone())
        .collect()
}

/// The choice of an index.
#[must_use]
pub fn named(index: &str) -> String {
    format!("{NAMED}{index}")
}

fn name(choice: &str) -> Option<&str> {
    choice.strip_prefix(NAMED)
}

fn number(text: &str, most: u64) -> Option<u64> {
    text.trim()
        .parse::<u64>()
        .ok()
        .filter(|number| (1..=most).contains(number))
}
