//! The cost of the model's writes, by resource.

use std::collections::BTreeMap;

use serde_json::{Map, Value, json};

/// Write units by resource.
#[derive(Clone, Debug, Default)]
pub struct Cost {
    /// The units of the table.
    pub table: u64,
    /// The units of local indexes, by name.
    pub locals: BTreeMap<String, u64>,
    /// The units of global indexes, by name.
    pub globals: BTreeMap<String, u64>,
}

impl Cost {
    /// Adds the cost of another write.
    pub fn add(&mut self, other: &Self) {
        self.table += other.table;
        for (sum, more) in [(&mut self.locals, &other.locals), (&mut self.globals, &other.globals)] {
            for (name, units) in more {
                *sum.entry(name.clone()).or_default() += units;
            }
        }
    }

    /// The report by resource. `named` repeats all units under a second name.
    #[must_use]
    pub fn report(&self, table_name: &str, named: Option<&str>) -> Value {
        let arms = self.locals.values().chain(self.globals.values());
        let mut report = units(self.table + arms.sum::<u64>(), named);
        report["TableName"] = json!(table_name);
        report["Table"] = units(self.table, named);
        for (member, arms) in [
            ("LocalSecondaryIndexes", &self.locals),
            ("GlobalSecondaryIndexes", &self.globals),
        ] {
            if !arms.is_empty() {
                let arms: Map<String, Value> = arms
                    .iter()
                    .map(|(name, count)| (name.clone(), units(*count, named)))
                    .collect();
                report[member] = Value::Object(arms);
            }
        }
        report
    }
}

fn units(count: u64, named: Option<&str>) -> Value {
    let mut units = json!({ "CapacityUnits": count });
    if let Some(name) = named {
        units[name] = json!(count);
    }
    units
}
