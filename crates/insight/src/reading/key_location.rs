//! The location of one key of a table or index: a typed key, or the key of an item in the table.

use hashrange_values::{Item, Text};

use super::question::{Question, Service};
use super::questions::{KeyLocationQuestion, KeyToLocate};
use crate::KeyLocation;

/// A key and its location.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct LocatedKey {
    /// The partition key attributes with their values, in the order of the key schema.
    pub key: Item,
    /// The location of the key.
    pub place: KeyLocation,
}

impl Question for KeyLocationQuestion {
    type Reading = LocatedKey;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<LocatedKey> {
        let view = engine.table(&self.table)?;
        let schema = view.keys_of(self.index.as_deref())?;
        let key = match &self.key {
            KeyToLocate::Item(key) => &*engine.peek(&self.table, key)?,
            KeyToLocate::Key(key) => key,
        };
        let place = insight.key_location(engine, &self.table, self.index.as_deref(), key)?;
        let named = |name: &Text| Some((name.clone(), key.get(name)?.clone()));
        Some(LocatedKey {
            key: schema.partition.iter().filter_map(|part| named(&part.name)).collect(),
            place,
        })
    }
}
