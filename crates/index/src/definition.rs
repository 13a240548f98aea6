//! The definition of a secondary index: its name, its keys, and which attributes it carries.

use std::collections::BTreeSet;

use hashrange_values::{Item, Map, Text};

use crate::KeySchema;

/// Local indexes share the table's partition key and its partitions; global ones have their own.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// Local secondary index.
    Local,
    /// Global secondary index.
    Global,
}

/// Which attributes an index carries. Table keys and index keys are always among them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Every attribute.
    All,
    /// Keys only.
    KeysOnly,
    /// Keys and these.
    Include(BTreeSet<Text>),
}

/// A secondary index of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexDefinition {
    /// Its name, unique among the table's indexes.
    pub name: Text,
    /// Local or global.
    pub kind: IndexKind,
    /// Its own key.
    pub keys: KeySchema,
    /// What it carries.
    pub projection: Projection,
}

impl IndexDefinition {
    /// True when entries carry the attribute if the item has it.
    #[must_use]
    pub fn carries(&self, name: &str, table_keys: &KeySchema) -> bool {
        match &self.projection {
            Projection::All => true,
            Projection::KeysOnly => self.keys.contains(name) || table_keys.contains(name),
            Projection::Include(names) => names.contains(name) || self.keys.contains(name) || table_keys.contains(name),
        }
    }

    /// The attributes of an item that its entry carries.
    #[must_use]
    pub fn project(&self, item: &Item, table_keys: &KeySchema) -> Item {
        let mut projected: Map = item
            .iter()
            .filter(|(name, _)| self.carries(name, table_keys))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect();
        projected.shrink();
        projected
    }
}
