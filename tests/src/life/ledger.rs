//! The ledger: every acknowledged write, and the states of each item with their times.
//!
//! It shares no code with the crates. Must not know how a write is requested.

use std::collections::BTreeMap;

use hashrange_time::{Duration, Timestamp};
use serde_json::Value;

/// Seconds after which an item is too old to expire: five years (documented: ttl-expiry).
const TOO_OLD: u64 = 5 * 365 * 86_400;

/// The states of one item: the start time, and the item from then on.
type States = Vec<(Timestamp, Option<Value>)>;

/// The acknowledged writes. Items have the name `pk/sk`.
#[derive(Clone, Debug, Default)]
pub(super) struct Ledger {
    items: BTreeMap<String, States>,
}

impl Ledger {
    /// Records an acknowledged write.
    pub(super) fn write(&mut self, name: &str, item: Option<Value>, at: Timestamp) {
        let states = self.items.entry(name.to_owned()).or_default();
        if states.last().and_then(|(_, item)| item.as_ref()).is_some() || item.is_some() {
            states.push((at, item));
        }
    }

    /// Records a deletion by TTL. The item must exist, be expired, and not be too old.
    pub(super) fn expire(&mut self, name: &str, at: Timestamp) -> Result<(), String> {
        let item = self
            .item(name)
            .ok_or_else(|| format!("{name} expired, but there is none"))?;
        let until = item["until"]["N"].as_str().and_then(|text| text.parse::<u64>().ok());
        let now = at.seconds();
        match until {
            Some(until) if until <= now && until + TOO_OLD > now => {
                self.write(name, None, at);
                Ok(())
            }
            _ => Err(format!("{name} expired at {now}, but it is {item}")),
        }
    }

    /// The current item.
    pub(super) fn item(&self, name: &str) -> Option<&Value> {
        self.items.get(name)?.last()?.1.as_ref()
    }

    /// Every existing item.
    pub(super) fn present(&self) -> impl Iterator<Item = (&String, &Value)> {
        self.items
            .iter()
            .filter_map(|(name, states)| Some((name, states.last()?.1.as_ref()?)))
    }

    /// Every item at a time.
    pub(super) fn at(&self, moment: Timestamp) -> BTreeMap<String, Value> {
        let then = |states: &States| states.iter().rev().find(|(from, _)| *from <= moment)?.1.clone();
        self.items
            .iter()
            .filter_map(|(name, states)| Some((name.clone(), then(states)?)))
            .collect()
    }

    /// Every item's states, oldest first: the number of the write, `None` for a deletion.
    pub(super) fn histories(&self) -> BTreeMap<String, Vec<Option<String>>> {
        let numbers = |states: &States| states.iter().map(|(_, item)| item.as_ref().map(number)).collect();
        let histories = self.items.iter().map(|(name, states)| (name.clone(), numbers(states)));
        histories
            .filter(|(_, states): &(_, Vec<_>)| !states.is_empty())
            .collect()
    }

    /// Whether the item had the state of this write (`None`: absent) at any time in the last `lag`, and whether it
    /// still has that state.
    pub(super) fn was(&self, name: &str, seen: Option<&str>, (now, lag): (Timestamp, Duration)) -> (bool, bool) {
        let since = Timestamp::from_micros(now.micros().saturating_sub(lag.micros()));
        let Some(states) = self.items.get(name) else {
            return (seen.is_none(), true);
        };
        let is = |item: &Option<Value>| item.as_ref().map(number).as_deref() == seen;
        let mut until = now;
        for (place, (from, item)) in states.iter().enumerate().rev() {
            if until < since {
                return (false, false);
            }
            if is(item) {
                return (true, place + 1 == states.len());
            }
            until = *from;
        }
        // Before its first state it did not exist.
        (seen.is_none() && until >= since, false)
    }
}

/// The number of the write that created this state of the item.
pub(super) fn number(item: &Value) -> String {
    item["v"]["N"].as_str().unwrap_or_default().to_owned()
}
