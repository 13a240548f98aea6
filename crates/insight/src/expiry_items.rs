//! Items past their time to live, one by one: expired and readable, found, deleted, rescued.
//!
//! Owns what is remembered of items that are gone or rescued. Bounded everywhere.

use std::collections::VecDeque;

use hashrange_engine::{Engine, ExpiryView, TableView};
use hashrange_time::Timestamp;
use hashrange_values::{Item, Text};
use litemap::LiteMap;

use crate::eligibility::{Eligibility, is_mistake};

/// Items kept of each kind.
const KEPT: usize = 60;
/// Items looked at for a value that never expires.
const LOOKED_AT: usize = 400;
/// Items listed that never expire.
const LISTED: usize = 12;

/// An item past its time.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ExpiryItem {
    /// Its primary key.
    pub key: Item,
    /// When it expired.
    pub expired: Timestamp,
    /// How far it has come.
    pub stage: ExpiryStage,
}

/// How far an item has come.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum ExpiryStage {
    /// No sweep has come by.
    Expired,
    /// A sweep found it at this moment; its deletion is on its way.
    Found(Timestamp),
    /// It was deleted at this moment.
    Deleted(Timestamp),
    /// It had expired, and was given another moment at this one.
    Rescued(Timestamp),
}

/// An item that never expires.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct NeverExpires {
    /// Its primary key.
    pub key: Item,
    /// Why.
    pub why: Eligibility,
}

/// What is remembered, table by table.
#[derive(Clone, Debug, Default)]
pub(crate) struct Journeys {
    tables: LiteMap<Text, Journey>,
}

hashrange_checkpoint::fields!(Journeys { tables });

#[derive(Clone, Debug, Default)]
struct Journey {
    found: VecDeque<(Item, Timestamp, Timestamp)>,
    gone: VecDeque<(Item, Timestamp, Timestamp)>,
    rescued: VecDeque<(Item, Timestamp, Timestamp)>,
}

hashrange_checkpoint::fields!(Journey { found, gone, rescued });

impl Journeys {
    pub(crate) fn found(&mut self, table: &Text, at: Timestamp, items: &[(Item, Timestamp)]) {
        let found = &mut self.tables.entry(table.clone()).or_default().found;
        items.iter().for_each(|(key, expired)| keep(found, (key.clone(), *expired, at)));
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

    /// The items of a table that are past their time, the newest of each stage first; those still there before those gone.
    pub(crate) fn items(&self, engine: &Engine, expiry: &ExpiryView, table: &str) -> Vec<ExpiryItem> {
        let now = engine.now();
        let item = |key: &Item, expired, stage| ExpiryItem { key: key.clone(), expired, stage };
        let journey = self.tables.get(table);
        let of = |kind: fn(&Journey) -> &VecDeque<(Item, Timestamp, Timestamp)>| {
            journey.into_iter().flat_map(move |journey| kind(journey).iter().rev())
        };
        // What was deleted or replaced by somebody else is not on its way any more.
        let still = |key: &Item| {
            let item = engine.peek(table, key);
            item.is_some_and(|item| matches!(Eligibility::of(&item, &expiry.attribute, now), Eligibility::Expired(_)))
        };
        let found = of(|journey| &journey.found).filter(|(key, _, _)| still(key));
        let unmet = expiry.soonest.iter().filter(|(_, at)| *at <= now && !is_mistake(*at, now)).take(KEPT);
        let mut items: Vec<ExpiryItem> =
            found.map(|(key, expired, at)| item(key, *expired, ExpiryStage::Found(*at))).collect();
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

/// Items that never expire with the reason, among the first of a table. Tells how many were looked at.
pub(crate) fn never(table: TableView<'_>, attribute: &str, now: Timestamp) -> (Vec<NeverExpires>, usize) {
    let mut looked = 0;
    let mut list = Vec::new();
    for (item, _) in table.items().take(LOOKED_AT) {
        looked += 1;
        let why = Eligibility::of(item, attribute, now);
        if list.len() < LISTED && why.is_never(now) {
            list.push(NeverExpires { key: table.keys().key_of(item), why });
        }
    }
    (list, looked)
}
