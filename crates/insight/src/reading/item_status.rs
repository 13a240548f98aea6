//! The status of one item: which indexes contain it, why others do not, and when it expires.
//!
//! Must not know how a status is worded, except violations of index keys.

use std::sync::Arc;

use hashrange_engine::{IndexKind, IndexView, KeyViolation, TableView};
use hashrange_index::{entry, violations};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};

use super::question::{Question, Service};
use super::questions::ItemStatusQuestion;
use crate::{BuildViolation, Eligibility, ExpiryStage};

/// Maximum number of listed attributes that an index does not project.
const MOST_ATTRIBUTES: usize = 12;

/// The state of an item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ItemStatus {
    /// Virtual time of the reading.
    pub now: Timestamp,
    /// The item in each index, local ones first.
    pub indexes: Vec<IndexPresence>,
    /// Its expiry; `None` without TTL.
    pub expiry: Option<ExpiryStatus>,
}

/// An item in an index.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct IndexPresence {
    /// The index.
    pub index: Text,
    /// Its status, as AWS names it.
    pub status: Text,
    /// Whether it has an entry, or why it has none.
    pub entry: EntryStatus,
    /// Attributes of the item that the index does not project, a limited number.
    pub left_out: Vec<Text>,
}

/// Whether an index has an entry of an item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum EntryStatus {
    /// The index has an entry.
    Held,
    /// The item lacks this key attribute.
    NoAttribute(Text),
    /// The value of this key attribute is not valid for the index.
    Violates {
        /// The attribute.
        attribute: Text,
        /// Why it is not valid.
        reason: String,
        /// The change that would add the item to the index.
        fix: String,
    },
    /// A change of it is pending.
    OnItsWay {
        /// When the item was written to the table.
        written: Timestamp,
        /// When the index is due to apply it.
        due: Timestamp,
    },
    /// The index is not ACTIVE yet: the backfill has not reached the item, or has not started.
    Backfilling,
    /// The entry is missing for another reason.
    Absent,
}

/// The expiry of an item.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryStatus {
    /// The attribute with the expiry time.
    pub attribute: Text,
    /// Whether TTL is on.
    pub enabled: bool,
    /// When the item expires, or why it never does.
    pub eligibility: Eligibility,
    /// When a scanner found it, if one did.
    pub found: Option<Timestamp>,
    /// The next sweep of its partition that has something to find.
    pub sweep: Option<Timestamp>,
}

impl Question for ItemStatusQuestion {
    /// `None` for a missing item.
    type Reading = Option<ItemStatus>;

    fn read(&self, service: Service<'_>) -> Option<Option<ItemStatus>> {
        let Service { engine, .. } = service;
        let table = engine.table(&self.table)?;
        let Some(item) = engine.peek(&self.table, &self.key) else {
            return Some(None);
        };
        let key = table.keys().key_of(&item);
        Some(Some(ItemStatus {
            now: engine.now(),
            indexes: table
                .indexes()
                .map(|index| of_index(table, index, (&item, &key)))
                .collect(),
            expiry: of_expiry(service, table, (&item, &key)),
        }))
    }
}

fn of_index(table: TableView<'_>, index: IndexView<'_>, (item, key): (&Arc<Item>, &Item)) -> IndexPresence {
    let definition = index.definition();
    let expected = entry(item, definition, table.keys());
    let left_out = expected.as_ref().map(|entry| {
        let without = item
            .iter()
            .map(|(name, _)| name)
            .filter(|name| !entry.contains(name.as_str()));
        without.take(MOST_ATTRIBUTES).cloned().collect()
    });
    IndexPresence {
        index: definition.name.clone(),
        status: if definition.kind == IndexKind::Local {
            "ACTIVE".into()
        } else {
            index.status().as_str().into()
        },
        entry: match &expected {
            Some(entry) => held(table, index, (entry, key)),
            None => kept_out(index, (item, key)),
        },
        left_out: left_out.unwrap_or_default(),
    }
}

fn held(table: TableView<'_>, index: IndexView<'_>, (entry, key): (&Arc<Item>, &Item)) -> EntryStatus {
    let is_own = |other: &Arc<Item>| table.keys().key_of(other) == *key;
    let pending = index.pending().rev().find(|change| change.entry.is_some_and(is_own));
    if let Some(change) = pending {
        return EntryStatus::OnItsWay {
            written: change.written,
            due: change.due,
        };
    }
    match table.entry(&index.definition().name, entry) {
        Some(_) => EntryStatus::Held,
        None if index.backfilling().is_some() => EntryStatus::Backfilling,
        // An entry of a vector index has no key by which it could be found.
        None if index.definition().vector().is_some() => EntryStatus::Held,
        None => EntryStatus::Absent,
    }
}

/// Why an index cannot have an entry of the item.
fn kept_out(index: IndexView<'_>, (item, key): (&Arc<Item>, &Item)) -> EntryStatus {
    let definition = index.definition();
    let vector = definition.vector().map(|rule| &rule.attribute);
    let keys = definition.keys.attributes().map(|key| &key.name).chain(vector);
    if let Some(missing) = keys.into_iter().find(|name| !item.contains(name.as_str())) {
        return EntryStatus::NoAttribute(missing.clone());
    }
    let first = violations(item, definition).next();
    first.map_or(EntryStatus::Absent, |violation| {
        let BuildViolation {
            attribute, reason, fix, ..
        } = BuildViolation::of(&KeyViolation {
            key: key.clone(),
            violation,
        });
        EntryStatus::Violates { attribute, reason, fix }
    })
}

fn of_expiry(service: Service<'_>, table: TableView<'_>, (item, key): (&Item, &Item)) -> Option<ExpiryStatus> {
    let Service { engine, insight, .. } = service;
    let expiry = table.expiry(engine.now())?;
    let place = table.place(key);
    // Partitions are in hash order.
    let partition = place.and_then(|place| table.partitions().take_while(|one| one.from <= place).last());
    let number = partition.map(|partition| partition.number);
    let sweep = expiry
        .passes
        .iter()
        .find(|(of, _)| Some(*of) == number)
        .map(|(_, at)| *at);
    let past = insight
        .expiry_items(engine, table.name())
        .into_iter()
        .find(|past| past.key == *key);
    let found = past.and_then(|past| {
        if let ExpiryStage::Found(at) = past.stage {
            Some(at)
        } else {
            None
        }
    });
    let eligibility = Eligibility::of(item, &expiry.attribute, engine.now());
    Some(ExpiryStatus {
        attribute: expiry.attribute,
        enabled: expiry.enabled,
        eligibility,
        found,
        sweep,
    })
}
