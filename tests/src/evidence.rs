//! The evidence: entries of `evidence.toml`, and the specs that check them.
//!
//! Owns which specs an endpoint receives, their cost, and the outcome by entry. `cargo xtask tidy` checks the file
//! itself. Must not know endpoints.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;
use std::fs;

use crate::foreign::Names;
use crate::rehearsal::{Need, rehearse};
use crate::spec::Spec;

/// Dollars for a million units of an on-demand table in us-east-1 (documented: request-prices).
const MILLION_READS: f64 = 0.125;
const MILLION_WRITES: f64 = 0.625;
/// Dollars per hour for a provisioned unit there (documented: request-prices). A started hour is charged in full.
const READ_HOUR: f64 = 0.000_13;
const WRITE_HOUR: f64 = 0.000_65;

/// The specs that check the entries, by the entry's id.
///
/// # Panics
/// When evidence.toml is missing or damaged.
#[must_use]
pub fn entries() -> BTreeMap<String, Vec<String>> {
    let text = fs::read_to_string(crate::root().join("evidence.toml")).expect("evidence.toml is there");
    let file: toml::Table = text.parse().expect("evidence.toml is TOML");
    let entries = file["evidence"].as_array().expect("a list of entries");
    let specs = |entry: &toml::Value| {
        let specs = entry.get("specs").and_then(toml::Value::as_array).into_iter().flatten();
        specs.filter_map(toml::Value::as_str).map(str::to_owned).collect()
    };
    entries
        .iter()
        .map(|entry| (entry["id"].as_str().expect("a text").to_owned(), specs(entry)))
        .collect()
}

/// Which specs to send, and which not.
#[derive(Debug, Default)]
pub struct Plan {
    /// Specs to send, by name.
    pub specs: BTreeMap<String, Spec>,
    /// Specs that cannot be sent, with the reason.
    pub left_out: BTreeMap<String, String>,
    /// The total needs of the specs to send.
    pub need: Need,
}

impl Plan {
    /// Reads and rehearses the specs of some entries.
    ///
    /// # Panics
    /// When a spec cannot be read.
    #[must_use]
    pub fn of<'e>(specs: impl IntoIterator<Item = &'e String>, names: &Names) -> Self {
        let mut plan = Self::default();
        for name in specs.into_iter().collect::<BTreeSet<_>>() {
            let path = crate::root().join("suite").join(format!("{name}.spec"));
            let spec = Spec::read(&path).unwrap_or_else(|error| panic!("{error}"));
            match rehearse(&spec, names) {
                Ok(need) => {
                    plan.need += need;
                    plan.specs.insert(name.clone(), spec);
                }
                Err(reason) => {
                    plan.left_out.insert(name.clone(), reason);
                }
            }
        }
        plan
    }

    /// The maximum cost of the specs at DynamoDB, in dollars.
    #[must_use]
    #[allow(clippy::cast_precision_loss, reason = "an estimate")]
    pub fn dollars(&self) -> f64 {
        let Need {
            read_units,
            write_units,
            provisioned_reads,
            provisioned_writes,
            ..
        } = self.need;
        (read_units as f64 * MILLION_READS + write_units as f64 * MILLION_WRITES) / 1e6
            + provisioned_reads as f64 * READ_HOUR
            + provisioned_writes as f64 * WRITE_HOUR
    }
}

/// The comparison of an endpoint with the specs of a plan.
#[derive(Debug)]
pub struct Comparison<'p> {
    /// The plan.
    pub plan: &'p Plan,
    /// The differences by spec. Sent specs that are not listed agree.
    pub differences: BTreeMap<String, String>,
}

impl Comparison<'_> {
    /// The numbers of entries that agree, that differ, and for which no spec was sent.
    #[must_use]
    pub fn counts(&self, entries: &BTreeMap<String, Vec<String>>) -> [usize; 3] {
        let mut counts = [0; 3];
        for specs in entries.values() {
            let differs = specs.iter().any(|spec| self.differences.contains_key(spec));
            let is_sent = specs.iter().any(|spec| self.plan.specs.contains_key(spec));
            counts[if differs {
                1
            } else if is_sent {
                0
            } else {
                2
            }] += 1;
        }
        counts
    }

    /// The differences of one entry, spec by spec.
    pub fn of<'o>(&'o self, specs: &'o [String]) -> impl Iterator<Item = (&'o String, &'o String)> {
        specs
            .iter()
            .filter_map(|spec| Some((spec, self.differences.get(spec)?)))
    }
}

impl fmt::Display for Plan {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Need {
            requests,
            read_units,
            write_units,
            tables,
            provisioned_reads,
            provisioned_writes,
        } = self.need;
        writeln!(
            out,
            "{} specs to send, {} not sendable.",
            self.specs.len(),
            self.left_out.len()
        )?;
        writeln!(
            out,
            "About {requests} requests in {tables} tables, each deleted afterwards."
        )?;
        writeln!(
            out,
            "At most about {read_units} read units and {write_units} write units,"
        )?;
        writeln!(
            out,
            "{provisioned_reads} RCU and {provisioned_writes} WCU provisioned for less than an hour each."
        )?;
        write!(
            out,
            "At DynamoDB's prices in us-east-1 this is at most about ${:.2}.",
            self.dollars()
        )
    }
}

#[cfg(test)]
mod tests {
    use super::{Comparison, Plan, entries};
    use crate::foreign::Names;
    use std::collections::BTreeMap;

    #[test]
    fn outcomes_are_counted_by_entry() {
        let specs = ["items/delete", "throttling/burst"].map(str::to_owned);
        let plan = Plan::of(&specs, &Names::new("own_"));
        assert_eq!((plan.specs.len(), plan.left_out.len()), (1, 1));
        assert!(plan.dollars() > 0.0 && plan.dollars() < 1.0, "{}", plan.dollars());
        let [sent, left] = specs;
        let entries: BTreeMap<String, Vec<String>> = [
            ("a-b".to_owned(), vec![sent.clone(), left.clone()]),
            ("c-d".to_owned(), vec![left]),
        ]
        .into();
        let comparison = Comparison {
            plan: &plan,
            differences: BTreeMap::new(),
        };
        assert_eq!(comparison.counts(&entries), [1, 0, 1]);
        let comparison = Comparison {
            plan: &plan,
            differences: [(sent, "it differs".to_owned())].into(),
        };
        assert_eq!(comparison.counts(&entries), [0, 1, 1]);
        assert_eq!(comparison.of(&entries["a-b"]).count(), 1);
    }

    #[test]
    fn entries_are_read() {
        assert!(entries().values().any(|specs| !specs.is_empty()));
    }
}
