//! The ledger: what the members of a batch or transaction used, summed by table.
//!
//! Must not know what a member did.

use hashrange_wire::{ConsumedCapacity, ReturnConsumedCapacity, UnitsName};

use crate::state::log::consumption::{Charges, Consumption};

/// Consumption by table, in the order in which the tables were first charged.
#[derive(Debug, Default)]
pub(crate) struct Ledger {
    entries: Vec<(String, Consumption)>,
}

impl Ledger {
    /// Adds what a member used. The report uses the table name of its first member.
    pub(crate) fn add(&mut self, table_name: &str, used: &Consumption) {
        match self.entries.iter_mut().find(|(_, sum)| sum.table == used.table) {
            Some((_, sum)) => sum.add(used),
            None => self.entries.push((table_name.to_owned(), used.clone())),
        }
    }

    /// The reports that a caller requested, one for each table. `named` repeats all units under a second name.
    pub(crate) fn report(
        &self,
        detail: Option<ReturnConsumedCapacity>,
        named: Option<UnitsName>,
    ) -> Option<Vec<ConsumedCapacity>> {
        let detail = detail.filter(|detail| *detail != ReturnConsumedCapacity::None)?;
        let reports = self
            .entries
            .iter()
            .filter_map(|(name, sum)| sum.report(name, Some(detail)));
        Some(reports.map(|report| ConsumedCapacity { named, ..*report }).collect())
    }

    /// The sums, one for each table.
    pub(crate) fn into_consumption(self) -> Charges {
        self.entries.into_iter().map(|(_, sum)| sum).collect()
    }
}
