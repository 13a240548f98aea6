//! The definition of a secondary index: its name, its keys, and its projected attributes.

use hashrange_values::{Item, Map, Text};

use crate::{KeySchema, VectorRule};

/// Local indexes share the table's partition key and its partitions; the others have their own.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// Local secondary index.
    Local,
    /// Global secondary index.
    Global,
    /// Vector index. Searches find the nearest vectors; Query and Scan do not apply.
    Vector(Box<VectorRule>),
}

hashrange_checkpoint::variants!(IndexKind { Local, Global, Vector(inner) });

/// The projected attributes of an index. They always include the table keys and index keys.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// Every attribute.
    All,
    /// Keys only.
    KeysOnly,
    /// The keys and these attributes, in ascending order.
    Include(Vec<Text>),
}

hashrange_checkpoint::variants!(Projection { All, KeysOnly, Include(inner) });

/// A secondary index of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexDefinition {
    /// Its name, unique among the table's indexes.
    pub name: Text,
    /// Local, global, or for vectors.
    pub kind: IndexKind,
    /// The index key. For a vector index, it is the partition key of its search schema, or otherwise that of the table.
    /// Searches without a partition key search all entries. The service's distribution of such entries is
    /// not documented (a model).
    pub keys: KeySchema,
    /// The attributes that it projects.
    pub projection: Projection,
}

hashrange_checkpoint::fields!(IndexDefinition {
    name,
    kind,
    keys,
    projection
});

impl IndexDefinition {
    /// Its search rule, if it is a vector index.
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
        self.vector()
            .map_or_else(|| entry.item_size(), |rule| rule.entry_size(entry))
    }

    /// True if entries contain this attribute of their items.
    #[must_use]
    pub fn carries(&self, name: &str, table_keys: &KeySchema) -> bool {
        if self.vector().is_some_and(|rule| rule.carries(name)) {
            return true;
        }
        match &self.projection {
            Projection::All => true,
            Projection::KeysOnly => self.keys.contains(name) || table_keys.contains(name),
            Projection::Include(names) => {
                names.binary_search_by(|other| other.as_str().cmp(name)).is_ok()
                    || self.keys.contains(name)
                    || table_keys.contains(name)
            }
        }
    }

    /// The attributes of an item that its entry contains.
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
