//! The definition of a secondary index: its name, its keys, and which attributes it carries.

use std::collections::BTreeSet;

use hashrange_values::{Item, Map, Text};

use crate::{KeySchema, VectorRule};

/// Local indexes share the table's partition key and its partitions; the others have their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// Local secondary index.
    Local,
    /// Global secondary index.
    Global,
    /// Vector index: searched by nearness, neither queried nor scanned.
    Vector(Box<VectorRule>),
}

hashrange_checkpoint::variants!(IndexKind { Local, Global, Vector(inner) });

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

hashrange_checkpoint::variants!(Projection { All, KeysOnly, Include(inner) });

/// A secondary index of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexDefinition {
    /// Its name, unique among the table's indexes.
    pub name: Text,
    /// Local, global, or for vectors.
    pub kind: IndexKind,
    /// Its own key. That of a vector index is the partition key of its search schema, or the table's: searches without
    /// one look everywhere, and how the service spreads such entries is not documented (a model).
    pub keys: KeySchema,
    /// What it carries.
    pub projection: Projection,
}

hashrange_checkpoint::fields!(IndexDefinition { name, kind, keys, projection });

impl IndexDefinition {
    /// What it searches by, if it is a vector index.
    #[must_use]
    pub fn vector(&self) -> Option<&VectorRule> {
        match &self.kind {
            IndexKind::Vector(rule) => Some(rule),
            IndexKind::Local | IndexKind::Global => None,
        }
    }

    /// Bytes of an entry.
    #[must_use]
    pub fn entry_size(&self, entry: &Item) -> usize {
        self.vector().map_or_else(|| entry.item_size(), |rule| rule.entry_size(entry))
    }

    /// True when entries carry the attribute if the item has it.
    #[must_use]
    pub fn carries(&self, name: &str, table_keys: &KeySchema) -> bool {
        if self.vector().is_some_and(|rule| rule.carries(name)) {
            return true;
        }
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
