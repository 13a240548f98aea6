//! The key schema: the attributes of a key, with their types.
//!
//! Both parts are lists: a table has one partition key attribute and at most one sort key attribute. A global secondary
//! index has up to four of each (documented: multi-attribute-keys).

use hashrange_values::{AttributeValue, Item, KeyType, Map, Text};

/// Maximum bytes of a partition key value (documented: limits-item).
pub const MAX_PARTITION_KEY_BYTES: usize = 2048;
/// Maximum bytes of a sort key value (documented: limits-item).
pub const MAX_SORT_KEY_BYTES: usize = 1024;

/// A key attribute's name and type.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeyAttribute {
    /// The attribute.
    pub name: Text,
    /// The type its values must have.
    pub key_type: KeyType,
}

hashrange_checkpoint::fields!(KeyAttribute { name, key_type });

/// The attributes of a primary key, in order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct KeySchema {
    /// Partition key; never empty.
    pub partition: Vec<KeyAttribute>,
    /// Sort key; empty for a simple primary key.
    pub sort: Vec<KeyAttribute>,
}

hashrange_checkpoint::fields!(KeySchema { partition, sort });

impl KeySchema {
    /// All key attributes, partition key first.
    pub fn attributes(&self) -> impl Iterator<Item = &KeyAttribute> {
        self.partition.iter().chain(&self.sort)
    }

    /// Number of key attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.partition.len() + self.sort.len()
    }

    /// Never true: a key has at least a partition key.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// True with several partition key or several sort key attributes.
    #[must_use]
    pub fn is_multi_attribute(&self) -> bool {
        self.partition.len() > 1 || self.sort.len() > 1
    }

    /// True when the attribute is part of this key.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.attributes().any(|attribute| attribute.name == name)
    }

    /// The key attributes of an item. Omits those that the item does not have.
    #[must_use]
    pub fn key_of(&self, item: &Item) -> Map {
        self.attributes()
            .filter_map(|attribute| Some((attribute.name.clone(), item.get(&attribute.name)?.clone())))
            .collect()
    }

    /// The partition key attributes of an item; `None` if one is missing.
    #[must_use]
    pub fn partition_of(&self, item: &Item) -> Option<Map> {
        let of = |key: &KeyAttribute| Some((key.name.clone(), item.get(&key.name)?.clone()));
        self.partition.iter().map(of).collect()
    }

    /// Values of the partition key attributes, in order; `None` if one is missing.
    pub fn partition_values<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = Option<&'a AttributeValue>> {
        self.partition.iter().map(|attribute| item.get(&attribute.name))
    }

    /// Values of the sort key attributes, in order; `None` if one is missing.
    pub fn sort_values<'a>(&'a self, item: &'a Item) -> impl Iterator<Item = Option<&'a AttributeValue>> {
        self.sort.iter().map(|attribute| item.get(&attribute.name))
    }
}
