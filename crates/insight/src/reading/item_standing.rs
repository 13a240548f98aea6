//! Where one item stands: in which indexes it is and why not in others, and when it will go.
//!
//! Must not know how any of it is worded, but for what violates the keys of an index.

use std::sync::Arc;

use hashrange_engine::{IndexKind, IndexView, KeyViolation, TableView};
use hashrange_index::{entry, violations};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};

use super::asks::StandingAsk;
use super::question::{Question, Service};
use crate::{BuildViolation, Eligibility, ExpiryStage};

/// Attributes listed that an index does not project.
const MOST_ATTRIBUTES: usize = 12;

/// Where an item stands.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Standing {
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// The item in each index, local ones first.
    pub indexes: Vec<IndexStanding>,
    /// Its expiry; `None` while the table has no time to live.
    pub expiry: Option<ExpiryStanding>,
}

/// An item in an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexStanding {
    /// The index.
    pub index: Text,
    /// Its status, as AWS names it.
    pub status: Text,
    /// Whether it has an entry, and why not.
    pub entry: EntryStanding,
    /// Attributes of the item that the index does not project, some at most.
    pub left_out: Vec<Text>,
}

/// Whether an index has an entry of an item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum EntryStanding {
    /// It has.
    Held,
    /// The item lacks this key attribute.
    NoAttribute(Text),
    /// This key attribute cannot be a key of the index.
    Violates {
        /// The attribute.
        attribute: Text,
        /// What is wrong with it.
        reason: String,
        /// What would bring the item into the index.
        fix: String,
    },
    /// A change is on its way to it.
    OnItsWay {
        /// When the table was written.
        written: Timestamp,
        /// When the index is to apply it.
        due: Timestamp,
    },
    /// The index is not ACTIVE yet: backfilling has not reached the item, or has not begun.
    Backfilling,
    /// None of these: the entry is not there all the same.
    Absent,
}

/// The expiry of an item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryStanding {
    /// The attribute that says when.
    pub attribute: Text,
    /// Whether time to live is on.
    pub enabled: bool,
    /// When the item expires, or why it never does.
    pub eligibility: Eligibility,
    /// When a sweep found it, if one did.
    pub found: Option<Timestamp>,
    /// The next sweep of its partition that has something to find.
    pub sweep: Option<Timestamp>,
}

impl Question for StandingAsk {
    /// `None` for an item that is not there.
    type Reading = Option<Standing>;

    fn read(&self, service: Service<'_>) -> Option<Option<Standing>> {
        let Service { engine, .. } = service;
        let table = engine.table(&self.table)?;
        let Some(item) = engine.peek(&self.table, &self.key) else { return Some(None) };
        let key = table.keys().key_of(&item);
        Some(Some(Standing {
            now: engine.now(),
            indexes: table.indexes().map(|index| of_index(table, index, (&item, &key))).collect(),
            expiry: of_expiry(service, table, (&item, &key)),
        }))
    }
}

fn of_index(table: TableView<'_>, index: IndexView<'_>, (item, key): (&Arc<Item>, &Item)) -> IndexStanding {
    let definition = index.definition();
    let expected = entry(item, definition, table.keys());
    let left_out = expected.as_ref().map(|entry| {
        let without = item.iter().map(|(name, _)| name).filter(|name| !entry.contains(name.as_str()));
        without.take(MOST_ATTRIBUTES).cloned().collect()
    });
    IndexStanding {
        index: definition.name.clone(),
        status: if definition.kind == IndexKind::Local { "ACTIVE".into() } else { index.status().as_str().into() },
        entry: match &expected {
            Some(entry) => held(table, index, (entry, key)),
            None => kept_out(index, (item, key)),
        },
        left_out: left_out.unwrap_or_default(),
    }
}

fn held(table: TableView<'_>, index: IndexView<'_>, (entry, key): (&Arc<Item>, &Item)) -> EntryStanding {
    let is_own = |other: &Arc<Item>| table.keys().key_of(other) == *key;
    let pending = index.pending().rev().find(|change| change.entry.is_some_and(is_own));
    if let Some(change) = pending {
        return EntryStanding::OnItsWay { written: change.written, due: change.due };
    }
    match table.entry(&index.definition().name, entry) {
        Some(_) => EntryStanding::Held,
        None if index.backfilling().is_some() => EntryStanding::Backfilling,
        // Entries of vector indexes have no key of their own to find them by.
        None if index.definition().vector().is_some() => EntryStanding::Held,
        None => EntryStanding::Absent,
    }
}

/// Why an index cannot have an entry of the item.
fn kept_out(index: IndexView<'_>, (item, key): (&Arc<Item>, &Item)) -> EntryStanding {
    let definition = index.definition();
    let vector = definition.vector().map(|rule| &rule.attribute);
    let keys = definition.keys.attributes().map(|key| &key.name).chain(vector);
    if let Some(missing) = keys.into_iter().find(|name| !item.contains(name.as_str())) {
        return EntryStanding::NoAttribute(missing.clone());
    }
    let first = violations(item, definition).next();
    first.map_or(EntryStanding::Absent, |violation| {
        let BuildViolation { attribute, reason, fix, .. } =
            BuildViolation::of(&KeyViolation { key: key.clone(), violation });
        EntryStanding::Violates { attribute, reason, fix }
    })
}

fn of_expiry(service: Service<'_>, table: TableView<'_>, (item, key): (&Item, &Item)) -> Option<ExpiryStanding> {
    let Service { engine, insight, .. } = service;
    let expiry = table.expiry(engine.now())?;
    let place = table.place(key);
    // Partitions come in hash order.
    let partition = place.and_then(|place| table.partitions().take_while(|one| one.from <= place).last());
    let number = partition.map(|partition| partition.number);
    let sweep = expiry.passes.iter().find(|(of, _)| Some(*of) == number).map(|(_, at)| *at);
    let past = insight.expiry_items(engine, table.name()).into_iter().find(|past| past.key == *key);
    let found = past.and_then(|past| if let ExpiryStage::Found(at) = past.stage { Some(at) } else { None });
    let eligibility = Eligibility::of(item, &expiry.attribute, engine.now());
    Some(ExpiryStanding { attribute: expiry.attribute, enabled: expiry.enabled, eligibility, found, sweep })
}
