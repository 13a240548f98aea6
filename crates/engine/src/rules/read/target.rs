//! The target of a Query or Scan: the table, or one of its indexes.

use std::sync::Arc;

use hashrange_capacity::{Consistency, Units};
use hashrange_index::KeySchema;
use hashrange_store::{RowKey, Space};
use hashrange_values::{Item, Text, sort};
use hashrange_wire::ValidationError;

use crate::state::followers::Followers;
use crate::state::index::Index;
use crate::state::log::consumption::{Consumption, Direction, Resource};
use crate::state::table::Table;

/// The rows to read.
#[derive(Clone, Copy)]
pub(crate) struct ReadTarget<'a> {
    pub(crate) table: &'a Table,
    pub(crate) index: Option<&'a Index>,
}

impl<'a> ReadTarget<'a> {
    /// Finds the index; without an index name, the target is the table.
    pub(crate) fn find(table: &'a Table, index_name: Option<&str>) -> Result<Self, ValidationError> {
        let Some(name) = index_name else {
            return Ok(Self { table, index: None });
        };
        let index = table.index(name).filter(|index| index.is_there());
        let index = index.ok_or_else(|| ValidationError::NoSuchIndex(name.to_owned()))?;
        Ok(Self {
            table,
            index: Some(index),
        })
    }

    /// Refuses a strongly consistent read of a global index.
    pub(crate) fn check_consistency(self, consistent: Option<bool>) -> Result<(), ValidationError> {
        match self.index {
            Some(index) if !index.is_local() && consistent == Some(true) => {
                Err(ValidationError::ConsistentReadOnGlobalIndex)
            }
            _ => Ok(()),
        }
    }

    /// Refuses a read of an index that is not readable yet.
    pub(crate) fn check_readable(self) -> Result<(), ValidationError> {
        match self.index {
            Some(index) if !index.is_readable() => {
                Err(ValidationError::IndexNotActive(index.definition.name.to_string()))
            }
            _ => Ok(()),
        }
    }

    /// The keys that order the rows.
    pub(crate) fn keys(&self) -> &'a KeySchema {
        self.index.map_or(&self.table.keys, |index| &index.definition.keys)
    }

    /// The rows.
    pub(crate) fn space(&self) -> &'a Space<Arc<Item>> {
        self.index.map_or(&self.table.items, |index| &index.entries)
    }

    /// The writes that the followers of the rows have not received.
    pub(crate) fn followers(&self) -> &'a Followers {
        self.index.map_or(&self.table.followers, |index| &index.followers)
    }

    /// The row key of an item or entry of this target.
    pub(crate) fn row_key(&self, item: &Item) -> Option<RowKey> {
        match self.index {
            Some(index) => index.row_key(item, &self.table.keys),
            None => self.table.row_key(item),
        }
    }

    /// The key attributes of the table and, for an index, of the index.
    pub(crate) fn key_of(&self, item: &Item) -> Item {
        let mut key = self.table.keys.key_of(item);
        if let Some(index) = self.index {
            for (name, value) in index.definition.keys.key_of(item) {
                key.insert(name, value);
            }
        }
        key
    }

    /// The names of the attributes in a starting key.
    pub(crate) fn key_names(&self) -> Vec<&'a Text> {
        let own = self
            .index
            .into_iter()
            .flat_map(|index| index.definition.keys.attributes());
        let mut names: Vec<&Text> = self.table.keys.attributes().chain(own).map(|key| &key.name).collect();
        sort(&mut names);
        names.dedup();
        names
    }

    pub(crate) fn is_local_index(&self) -> bool {
        self.index.is_some_and(Index::is_local)
    }

    /// True for a vector index, which supports neither Query nor Scan.
    pub(crate) fn is_vector_index(&self) -> bool {
        self.index.is_some_and(|index| index.definition.vector().is_some())
    }

    /// The arms of a read: walked entries are charged to the index, fetched items to the table
    /// (documented: local-indexes).
    pub(crate) fn consumption(&self, walked: Units, fetched: Units) -> Consumption {
        if self.index.is_none() {
            return Consumption::of_table(&self.table.name, Direction::Read, walked);
        }
        let mut consumption = Consumption::of_table(&self.table.name, Direction::Read, fetched);
        consumption.charge(self.resource(), walked);
        consumption
    }

    /// The resource that is charged for the read.
    pub(crate) fn resource(&self) -> Resource {
        match self.index {
            None => Resource::Table,
            Some(index) if index.is_local() => Resource::LocalIndex(index.definition.name.clone()),
            Some(index) => Resource::GlobalIndex(index.definition.name.clone()),
        }
    }
}

/// The consistency of a non-transactional read.
pub(crate) fn consistency(consistent_read: Option<bool>) -> Consistency {
    if consistent_read == Some(true) {
        Consistency::Strong
    } else {
        Consistency::Eventual
    }
}
