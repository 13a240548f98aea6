//! The seam for whoever keeps records: what changed, and the way to put back what a record says.
//!
//! Changes are noted only while somebody asks for them, and are no part of the state: neither a checkpoint nor a hash has
//! them. Must not know records, nor who is right.

use std::sync::Arc;

use hashrange_capacity::Factor;
use hashrange_checkpoint::{Arena, Checkpointed, Damaged, Reader, Writer};
use hashrange_store::Row;
use hashrange_values::{Item, Text};

use crate::rules::write_plan::WritePlan;
use crate::service::background::lifecycle;
use crate::service::engine::Engine;
use crate::service::operation::create_table::uuid;
use crate::service::write;
use crate::state::author::Author;
use crate::state::backups::Source;
use crate::state::definition::TableDefinition;
use crate::state::log::base_change::BaseChange;
use crate::state::log::event::EventKind;
use crate::state::rows::measured;
use crate::state::table::{Stage, Table};

impl Engine {
    /// Whether changes are noted from now on. Off at first; never changes an answer. What was noted is let go of.
    pub fn note_changes(&mut self, on: bool) {
        self.around.log.changes = on.then(Vec::new);
    }

    /// Whether they are.
    #[must_use]
    pub fn notes_changes(&self) -> bool {
        self.around.log.changes.is_some()
    }

    /// Takes what was noted since the last call; `None` where nothing is noted.
    pub fn take_changes(&mut self) -> Option<Vec<BaseChange>> {
        self.around.log.changes.as_mut().map(std::mem::take)
    }

    /// Puts an item back as a record says it was, or deletes it, by the one path every write takes. Nothing is charged. Whether
    /// there is such a table, and the key is one of its own.
    pub fn put_back(&mut self, table: &str, key: &Item, item: Option<Item>) -> bool {
        let Some(found) = self.catalogue.get_mut(table) else { return false };
        let Some(row) = found.row_key(key).filter(|row| {
            // An item belongs where its own key says.
            item.as_ref().is_none_or(|item| found.row_key(item).as_ref() == Some(row))
        }) else {
            return false;
        };
        let before = found.items.get(&row).cloned();
        let after = item.map(Arc::new).map(|item| Row { size: measured(&item), value: item });
        if before.is_some() || after.is_some() {
            let plan = WritePlan::of(found, row, before, after, Author::Request);
            write::apply(found, &mut self.around, plan, Factor::Write);
        }
        true
    }

    /// What a table of this name could be made from again, in the form of a checkpoint; `None` where there is none.
    #[must_use]
    pub fn table_as_bytes(&self, name: &str) -> Option<Vec<u8>> {
        let mut out = Writer::default();
        Source::of(self.catalogue.get(name)?).definition.write(&mut out);
        Some(out.take())
    }

    /// Makes a table that a record says there was, from those bytes, which are of this version of the forms. It becomes ACTIVE
    /// as any other does. Nothing where there is one of the name.
    ///
    /// # Errors
    /// Where the bytes say no table.
    pub fn put_back_table(&mut self, name: &str, version: u32, bytes: &[u8]) -> Result<(), Damaged> {
        let mut arena = Arena::of_version(version);
        let definition = TableDefinition::read(&mut Reader::new(bytes, &mut arena))?;
        if self.catalogue.get(name).is_some() {
            return Ok(());
        }
        let around = &mut self.around;
        around.tables_made += 1;
        let id = uuid(&mut around.random);
        let table = Table::new(around.tables_made, id, Text::from(name), definition, around.now);
        let status = Some(table.status());
        lifecycle::creation_due(&table, around);
        self.catalogue.add(table);
        around.record(EventKind::Table { table: Text::from(name), status });
        Ok(())
    }

    /// Takes a table away that a record says was gone, at once.
    pub fn take_table_away(&mut self, name: &str) {
        if let Some(table) = self.catalogue.get_mut(name) {
            table.stage = Stage::Deleting;
            let number = table.number;
            lifecycle::finish_deletion(self, name, number);
        }
    }
}
