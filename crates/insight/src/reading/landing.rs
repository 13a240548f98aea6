//! Where one key of a table or index lands: a key that was typed, or that of an item in the table.

use hashrange_values::{Item, Text};

use super::asks::{LandingAsk, LandingKey};
use super::question::{Question, Service};
use crate::Landing;

/// A key and its place.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Landed {
    /// The partition key attributes with their values, in the order of the key schema.
    pub key: Item,
    /// Where they land.
    pub place: Landing,
}

impl Question for LandingAsk {
    type Reading = Landed;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Landed> {
        let view = engine.table(&self.table)?;
        let schema = match &self.index {
            None => view.keys(),
            Some(name) => &view.indexes().find(|index| index.definition().name == *name)?.definition().keys,
        };
        let key = match &self.key {
            LandingKey::Item(key) => &*engine.peek(&self.table, key)?,
            LandingKey::Key(key) => key,
        };
        let place = insight.landing(engine, &self.table, self.index.as_deref(), key)?;
        let named = |name: &Text| Some((name.clone(), key.get(name)?.clone()));
        Some(Landed { key: schema.partition.iter().filter_map(|part| named(&part.name)).collect(), place })
    }
}
