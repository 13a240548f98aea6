//! An independent model of the service: tables are lists of items, and every request reads all of them.
//!
//! It is slow and simple, so that its correctness is obvious. It shares no code with the crates, and supports only the
//! simulator's requests.

pub mod condition;
pub mod cost;
pub mod placement;
pub mod read;
pub mod several;
pub mod update;
pub mod value;
pub mod write;

use std::collections::BTreeSet;

use serde_json::{Value, json};

use value::{Attributes, item_size};

/// A key attribute and its type: `S`, `N` or `B`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Key {
    /// Its name.
    pub name: String,
    /// Its type.
    pub kind: &'static str,
}

/// The attributes of an index, besides the keys of index and table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Projection {
    /// No other attributes.
    KeysOnly,
    /// These.
    Include(BTreeSet<String>),
    /// All.
    All,
}

/// An index.
#[derive(Clone, Debug)]
pub struct Index {
    /// Its name.
    pub name: String,
    /// Local or global.
    pub local: bool,
    /// Its partition key.
    pub partition: Key,
    /// Its sort key.
    pub sort: Option<Key>,
    /// What it projects.
    pub projection: Projection,
}

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// Its name.
    pub name: String,
    /// Its partition key.
    pub partition: Key,
    /// Its sort key.
    pub sort: Option<Key>,
    /// Its indexes.
    pub indexes: Vec<Index>,
    /// The number of partitions of the table and of every index: 4 on demand, 1 with little provisioned throughput.
    pub partitions: u32,
    /// Its items, in no order.
    pub items: Vec<Attributes>,
}

impl Table {
    /// The request that creates it.
    #[must_use]
    pub fn create_request(&self) -> Value {
        let provisioned = json!({ "ReadCapacityUnits": 5, "WriteCapacityUnits": 5 });
        let mut keys: Vec<&Key> = Vec::new();
        for key in self.keys().chain(self.indexes.iter().flat_map(Index::keys)) {
            if !keys.contains(&key) {
                keys.push(key);
            }
        }
        let definitions: Vec<Value> = keys
            .iter()
            .map(|key| json!({ "AttributeName": key.name, "AttributeType": key.kind }))
            .collect();
        let mut request = json!({
            "TableName": self.name,
            "AttributeDefinitions": definitions,
            "KeySchema": schema(&self.partition, self.sort.as_ref()),
            "StreamSpecification": { "StreamEnabled": true, "StreamViewType": "NEW_AND_OLD_IMAGES" },
        });
        if self.partitions == 1 {
            request["ProvisionedThroughput"] = provisioned.clone();
        } else {
            request["BillingMode"] = json!("PAY_PER_REQUEST");
        }
        for (member, local) in [("LocalSecondaryIndexes", true), ("GlobalSecondaryIndexes", false)] {
            let indexes: Vec<Value> = self
                .indexes
                .iter()
                .filter(|index| index.local == local)
                .map(|index| {
                    let mut described = index.describe();
                    if !local && self.partitions == 1 {
                        described["ProvisionedThroughput"] = provisioned.clone();
                    }
                    described
                })
                .collect();
            if !indexes.is_empty() {
                request[member] = Value::Array(indexes);
            }
        }
        request
    }

    /// Its key attributes.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.partition).chain(&self.sort)
    }

    /// The primary key of an item.
    #[must_use]
    pub fn key_of(&self, item: &Attributes) -> Attributes {
        self.keys()
            .map(|key| (key.name.clone(), item[&key.name].clone()))
            .collect()
    }

    /// The item with this primary key.
    #[must_use]
    pub fn find(&self, key: &Attributes) -> Option<&Attributes> {
        self.items
            .iter()
            .find(|item| self.keys().all(|name| item[&name.name] == key[&name.name]))
    }

    /// Puts or removes the item with this primary key.
    pub fn replace(&mut self, key: &Attributes, after: Option<Attributes>) {
        let names: Vec<String> = self.keys().map(|key| key.name.clone()).collect();
        self.items
            .retain(|item| !names.iter().all(|name| item[name] == key[name]));
        self.items.extend(after);
    }
}

impl Index {
    /// Its key attributes.
    pub fn keys(&self) -> impl Iterator<Item = &Key> {
        std::iter::once(&self.partition).chain(&self.sort)
    }

    /// The entry of an item. `None` if the item lacks any of the index's key attributes.
    #[must_use]
    pub fn entry(&self, table: &Table, item: &Attributes) -> Option<Attributes> {
        if !self.keys().all(|key| item.contains_key(&key.name)) {
            return None;
        }
        let held = |name: &String| self.holds(table, name);
        Some(
            item.iter()
                .filter(|(name, _)| held(name))
                .map(|(name, value)| (name.clone(), value.clone()))
                .collect(),
        )
    }

    /// Whether entries contain the attribute.
    #[must_use]
    pub fn holds(&self, table: &Table, name: &str) -> bool {
        let key = table.keys().chain(self.keys()).any(|key| key.name == name);
        key || match &self.projection {
            Projection::All => true,
            Projection::KeysOnly => false,
            Projection::Include(names) => names.contains(name),
        }
    }

    fn describe(&self) -> Value {
        let projection = match &self.projection {
            Projection::All => json!({ "ProjectionType": "ALL" }),
            Projection::KeysOnly => json!({ "ProjectionType": "KEYS_ONLY" }),
            Projection::Include(names) => json!({ "ProjectionType": "INCLUDE", "NonKeyAttributes": names }),
        };
        json!({
            "IndexName": self.name,
            "KeySchema": schema(&self.partition, self.sort.as_ref()),
            "Projection": projection,
        })
    }
}

fn schema(partition: &Key, sort: Option<&Key>) -> Value {
    let mut elements = vec![json!({ "AttributeName": partition.name, "KeyType": "HASH" })];
    elements.extend(sort.map(|sort| json!({ "AttributeName": sort.name, "KeyType": "RANGE" })));
    Value::Array(elements)
}

/// The write units for this many bytes.
#[must_use]
pub fn write_units(bytes: u64) -> u64 {
    bytes.div_ceil(1024).max(1)
}

/// The half units of an eventually consistent read of this many bytes.
#[must_use]
pub fn read_steps(bytes: u64) -> u64 {
    bytes.div_ceil(4096).max(1)
}

/// The larger of two items' write units, at least one.
#[must_use]
pub fn write_units_of(before: Option<&Attributes>, after: Option<&Attributes>) -> u64 {
    [before, after]
        .into_iter()
        .flatten()
        .map(|item| write_units(item_size(item)))
        .max()
        .unwrap_or(1)
}

/// Attributes as a JSON object.
#[must_use]
pub fn object(attributes: &Attributes) -> Value {
    Value::Object(
        attributes
            .iter()
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect(),
    )
}
