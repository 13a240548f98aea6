//! The interface for programs that record changes: it reports what changed, and restores a recorded state.
//!
//! Changes are noted only on request. They are not part of the state: neither a checkpoint nor a hash contains them.
//! Must not know records, nor which version is right.

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
    /// Sets whether changes are noted. Initially off; never changes a response. Drops the changes noted so far.
    pub fn note_changes(&mut self, on: bool) {
        self.shared.log.changes = on.then(Vec::new);
    }

    /// Whether changes are noted.
    #[must_use]
    pub fn notes_changes(&self) -> bool {
        self.shared.log.changes.is_some()
    }

    /// Takes the changes noted since the last call; `None` if none are noted.
    pub fn take_changes(&mut self) -> Option<Vec<BaseChange>> {
        self.shared.log.changes.as_mut().map(std::mem::take)
    }

    /// Sets an item to a record's version, or deletes it, through the write path. Nothing is charged. Returns whether
    /// the table exists and the key is valid for it.
    pub fn put_back(&mut self, table: &str, key: &Item, item: Option<Item>) -> bool {
        let Some(found) = self.catalogue.get_mut(table) else {
            return false;
        };
        let Some(row) = found.row_key(key).filter(|row| {
            // The key of the item must be the given key.
            item.as_ref()
                .is_none_or(|item| found.row_key(item).as_ref() == Some(row))
        }) else {
            return false;
        };
        let before = found.items.get(&row).cloned();
        let after = item.map(Arc::new).map(|item| Row {
            size: measured(&item),
            value: item,
        });
        if before.is_some() || after.is_some() {
            let plan = WritePlan::of(found, row, before, after, Author::Request);
            write::apply(found, &mut self.shared, plan, Factor::Write);
        }
        true
    }

    /// The table of this name in the form of a checkpoint, from which it can be created again; `None` if it does not
    /// exist.
    #[must_use]
    pub fn table_as_bytes(&self, name: &str) -> Option<Vec<u8>> {
        let mut out = Writer::default();
        Source::of(self.catalogue.get(name)?).definition.write(&mut out);
        Some(out.take())
    }

    /// Creates a table from the bytes of [`Engine::table_as_bytes`], in this version of the checkpoint format. The
    /// table becomes ACTIVE like any other. Does nothing if the name exists.
    ///
    /// # Errors
    /// The bytes are not a valid table.
    pub fn put_back_table(&mut self, name: &str, version: u32, bytes: &[u8]) -> Result<(), Damaged> {
        let mut arena = Arena::of_version(version);
        let definition = TableDefinition::read(&mut Reader::new(bytes, &mut arena))?;
        if self.catalogue.get(name).is_some() {
            return Ok(());
        }
        let shared = &mut self.shared;
        shared.tables_made += 1;
        let id = uuid(&mut shared.random);
        let table = Table::new(shared.tables_made, id, Text::from(name), definition, shared.now);
        let status = Some(table.status());
        lifecycle::creation_due(&table, shared);
        self.catalogue.add(table);
        shared.record(EventKind::Table {
            table: Text::from(name),
            status,
        });
        Ok(())
    }

    /// Deletes a table immediately, as a record requires.
    pub fn take_table_away(&mut self, name: &str) {
        if let Some(table) = self.catalogue.get_mut(name) {
            table.stage = Stage::Deleting;
            let number = table.number;
            lifecycle::finish_deletion(self, name, number);
        }
    }
}
