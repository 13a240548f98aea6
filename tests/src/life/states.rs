//! The invariants after every step: items, partitions and indexes that are up to date.

use std::collections::{BTreeMap, BTreeSet};

use hashrange_engine::{IndexView, PartitionView};
use hashrange_wire::IndexStatus;

use super::items::{fitting, numbered};
use super::ledger::number;
use super::table::{Life, TABLE};

impl Life {
    /// All invariants.
    pub(super) fn check(&mut self) -> Result<(), String> {
        self.note_state();
        let table = self.service.engine().table(TABLE).ok_or("the table is gone")?;
        // Exactly the acknowledged writes. A transaction is in the ledger completely or not at all.
        let held = numbered(table.items().map(|(item, _)| item));
        let expected: BTreeMap<String, String> = self
            .ledger
            .present()
            .map(|(name, item)| (name.clone(), number(item)))
            .collect();
        if held != expected {
            return Err(format!("the table is {held:?}\nit must be {expected:?}"));
        }
        covers(table.partitions(), table.item_count())
            .map_err(|message| format!("the table's partitions {message}"))?;
        for index in table.indexes() {
            covers(index.partitions(), index.item_count())
                .map_err(|message| format!("{}'s partitions {message}", index.definition().name))?;
            if index.status() == IndexStatus::Active && index.queued() == 0 {
                self.check_index(index)?;
            }
        }
        Ok(())
    }

    /// Checks that an index that is up to date has exactly the entries that follow from the items. Violating items have
    /// no entry.
    fn check_index(&self, index: IndexView<'_>) -> Result<(), String> {
        let (held, expected) = (
            numbered(index.entries().map(|(entry, _)| entry)),
            fitting(index, self.ledger.present()),
        );
        if held == expected {
            return Ok(());
        }
        Err(format!(
            "{} is {held:?}\nit must be {expected:?}",
            index.definition().name
        ))
    }

    pub(super) fn check_all_caught_up(&self) -> Result<(), String> {
        let table = self.service.engine().table(TABLE).ok_or("the table is gone")?;
        let behind: usize = table.indexes().map(IndexView::queued).sum::<usize>() + table.behind(self.now());
        let settled = table.indexes().all(|index| index.status() == IndexStatus::Active);
        if behind > 0 || !settled {
            return Err(format!("{behind} changes are still on their way, settled: {settled}"));
        }
        Ok(())
    }
}

/// Checks that partitions start at the start of the hash range, are in its order, and contain every row once.
pub(super) fn covers(partitions: impl Iterator<Item = PartitionView>, rows: usize) -> Result<(), String> {
    let partitions: Vec<PartitionView> = partitions.collect();
    let numbers: BTreeSet<u32> = partitions.iter().map(|partition| partition.number).collect();
    let sum: usize = partitions.iter().map(|partition| partition.items).sum();
    let ordered = partitions.windows(2).all(|pair| pair[0].from <= pair[1].from);
    let begins = partitions.first().is_some_and(|first| first.from == 0);
    if begins && ordered && numbers.len() == partitions.len() && sum == rows {
        return Ok(());
    }
    Err(format!("do not cover the range: {rows} rows in {partitions:?}"))
}
