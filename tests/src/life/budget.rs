//! Budgets: no window consumes more than its buckets allow: rate × window, the burst, and one request's debt.
//!
//! Must not know how buckets work.

use std::collections::BTreeMap;

use hashrange_engine::{Consumption, Direction, Resource, Throttling, ThrottlingPhysics, Units};
use hashrange_time::Timestamp;
use serde_json::{Value, json};

/// Read and write units a second of the table, and of each index.
const TABLE: (u64, u64) = (4, 3);
const INDEX: (u64, u64) = (4, 2);

/// The units consumed from each resource, stored as the maximum excess of any window until now over its rate.
#[derive(Clone, Debug)]
pub(super) struct Budgets {
    burst: u64,
    limited: bool,
    /// The excess by resource and direction.
    excess: BTreeMap<(String, Direction), Excess>,
}

#[derive(Clone, Copy, Debug)]
struct Excess {
    units: f64,
    at: Timestamp,
    largest: f64,
}

impl Budgets {
    pub(super) fn new(throttling: &ThrottlingPhysics) -> Self {
        Self {
            burst: throttling.burst.seconds().max(1),
            limited: throttling.mode != Throttling::Off,
            excess: BTreeMap::new(),
        }
    }

    pub(super) const fn rate_of_table(&self) -> (u64, u64) {
        TABLE
    }

    /// A global index in the form of requests.
    pub(super) fn index(&self, name: &str, attribute: &str) -> Value {
        json!({
            "IndexName": name, "Projection": { "ProjectionType": "ALL" },
            "KeySchema": [{ "AttributeName": attribute, "KeyType": "HASH" }],
            "ProvisionedThroughput": { "ReadCapacityUnits": INDEX.0, "WriteCapacityUnits": INDEX.1 },
        })
    }

    /// Adds the units of a request.
    pub(super) fn spend(&mut self, consumption: &[Consumption], at: Timestamp) -> Result<(), String> {
        for used in consumption {
            let mut sums: BTreeMap<String, Units> = BTreeMap::new();
            for arm in used.arms() {
                let resource = match &arm.resource {
                    Resource::Table | Resource::LocalIndex(_) => String::new(),
                    Resource::GlobalIndex(name) | Resource::VectorIndex(name) => name.to_string(),
                };
                *sums.entry(resource).or_insert(Units::ZERO) += arm.units;
            }
            for (resource, units) in sums {
                self.take(resource, used.direction, units, at)?;
            }
        }
        Ok(())
    }

    /// Adds the units of an index's backfill.
    pub(super) fn fill(&mut self, index: &str, units: Units, at: Timestamp) -> Result<(), String> {
        self.take(index.to_owned(), Direction::Write, units, at)
    }

    fn take(&mut self, resource: String, direction: Direction, units: Units, at: Timestamp) -> Result<(), String> {
        let rates = if resource.is_empty() { TABLE } else { INDEX };
        let rate = if direction == Direction::Read { rates.0 } else { rates.1 } as f64;
        let key = (resource, direction);
        let excess = self.excess.entry(key.clone()).or_insert(Excess {
            units: 0.0,
            at,
            largest: 0.0,
        });
        let passed = (at - excess.at).as_seconds_f64();
        let units = units.as_f64();
        excess.units = (excess.units - rate * passed).max(0.0) + units;
        excess.at = at;
        excess.largest = excess.largest.max(units);
        let most = rate * self.burst as f64 + excess.largest + 0.001;
        if self.limited && excess.units > most {
            return Err(format!(
                "{key:?}: {} units beyond its rate, at most {most} can be",
                excess.units
            ));
        }
        Ok(())
    }
}
