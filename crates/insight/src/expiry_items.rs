//! Single items past their expiry time: expired and readable, found, deleted, rescued.
//!
//! Owns the stored list of deleted and rescued items. All lists are bounded.

use std::collections::VecDeque;

use hashrange_engine::{Engine, ExpiryView, TableView};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};
use litemap::LiteMap;

use crate::eligibility::{Eligibility, is_mistake};

/// Maximum number of stored items of each kind.
const KEPT: usize = 60;
/// Maximum number of items checked for a value that never expires.
const LOOKED_AT: usize = 400;
/// Maximum number of listed items that never expire.
const LISTED: usize = 12;

/// An item past its expiry time.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryItem {
    /// Its primary key.
    pub key: Item,
    /// When it expired.
    pub expired: Timestamp,
    /// The progress of its expiry.
    pub stage: ExpiryStage,
}

/// The progress of an item's expiry.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ExpiryStage {
    /// No sweep has visited it.
    Expired,
    /// A scanner found it at this time; its deletion is scheduled.
    Found(Timestamp),
    /// It was deleted at this time.
    Deleted(Timestamp),
    /// It had expired, and a write at this time set another expiry time.
    Rescued(Timestamp),
}

/// An item that never expires.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NeverExpires {
    /// Its primary key.
    pub key: Item,
    /// The reason.
    pub why: Eligibility,
}

/// The stored items, by table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journeys {
    tables: LiteMap<Text, ExpiryJourney>,
}

hashrange_checkpoint::fields!(Journeys { tables });

#[derive(Clone, Debug, Default)]
struct ExpiryJourney {
    found: VecDeque<(Item, Timestamp, Timestamp)>,
    gone: VecDeque<(Item, Timestamp, Timestamp)>,
    rescued: VecDeque<(Item, Timestamp, Timestamp)>,
}

hashrange_checkpoint::fields!(ExpiryJourney { found, gone, rescued });

impl Journeys {
    pub(crate) fn found(&mut self, table: &Text, at: Timestamp, items: &[(Item, Timestamp)]) {
        let found = &mut self.tables.entry(table.clone()).or_default().found;
        items
            .iter()
            .for_each(|(key, expired)| keep(found, (key.clone(), *expired, at)));
    }

    pub(crate) fn deleted(&mut self, table: &Text, at: Timestamp, key: &Item, expired: Timestamp) {
        let journey = self.tables.entry(table.clone()).or_default();
        journey.found.retain(|(found, _, _)| found != key);
        keep(&mut journey.gone, (key.clone(), expired, at));
    }

    pub(crate) fn rescued(&mut self, table: &Text, at: Timestamp, key: &Item, expired: Timestamp) {
        let journey = self.tables.entry(table.clone()).or_default();
        journey.found.retain(|(found, _, _)| found != key);
        keep(&mut journey.rescued, (key.clone(), expired, at));
    }

    pub(crate) fn forget(&mut self, table: &Text) {
        self.tables.remove(table);
    }

    /// The items of a table that are past their expiry time. Existing items come before deleted ones, and the latest of
    /// each stage is first.
    pub(crate) fn items(&self, engine: &Engine, expiry: &ExpiryView, table: &str) -> Vec<ExpiryItem> {
        let now = engine.now();
        let item = |key: &Item, expired, stage| ExpiryItem {
            key: key.clone(),
            expired,
            stage,
        };
        let journey = self.tables.get(table);
        let of = |kind: fn(&ExpiryJourney) -> &VecDeque<(Item, Timestamp, Timestamp)>| {
            journey.into_iter().flat_map(move |journey| kind(journey).iter().rev())
        };
        // Items that a request deleted or replaced are not pending any more.
        let still = |key: &Item| {
            let item = engine.peek(table, key);
            item.is_some_and(|item| matches!(Eligibility::of(&item, &expiry.attribute, now), Eligibility::Expired(_)))
        };
        let found = of(|journey| &journey.found).filter(|(key, _, _)| still(key));
        let unmet = expiry
            .soonest
            .iter()
            .filter(|(_, at)| *at <= now && !is_mistake(*at, now))
            .take(KEPT);
        let mut items: Vec<ExpiryItem> = found
            .map(|(key, expired, at)| item(key, *expired, ExpiryStage::Found(*at)))
            .collect();
        items.extend(unmet.map(|(key, at)| item(key, *at, ExpiryStage::Expired)));
        items.extend(of(|past| &past.rescued).map(|(key, gone, at)| item(key, *gone, ExpiryStage::Rescued(*at))));
        items.extend(of(|past| &past.gone).map(|(key, gone, at)| item(key, *gone, ExpiryStage::Deleted(*at))));
        items
    }
}

fn keep(list: &mut VecDeque<(Item, Timestamp, Timestamp)>, one: (Item, Timestamp, Timestamp)) {
    if list.len() == KEPT {
        list.pop_front();
    }
    list.push_back(one);
}

/// Returns items that never expire, with the reason, among the first items of a table. Also returns how many were
/// checked.
pub(crate) fn never(table: TableView<'_>, attribute: &str, now: Timestamp) -> (Vec<NeverExpires>, usize) {
    let mut looked = 0;
    let mut list = Vec::new();
    for (item, _) in table.items().take(LOOKED_AT) {
        looked += 1;
        let why = Eligibility::of(item, attribute, now);
        if list.len() < LISTED && why.is_never(now) {
            list.push(NeverExpires {
                key: table.keys().key_of(item),
                why,
            });
        }
    }
    (list, looked)
}
