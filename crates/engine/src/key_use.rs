//! The keys that took most of a table or index, counted in bounded room (the space-saving sketch: a new key takes the
//! place of the least used one, and its count with it).
//!
//! Counts as Contributor Insights does: three for a write unit, one for a read unit (documented). Must not know items.

use std::collections::{BTreeMap, VecDeque};

use hashrange_capacity::Units;
use hashrange_store::RowKey;

use crate::Direction;

/// Keys counted. The service shows 25 (documented); with four times as many, those are hardly ever wrong.
const COUNTED: usize = 100;

/// The most used keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyUse {
    /// Twice the units, so that halves count.
    counts: BTreeMap<RowKey, u64>,
    /// The least used keys when last looked for, in order, and how often all of them were used: looking for them at every
    /// new key took longer than all else a write does.
    least: (u64, VecDeque<RowKey>),
}

impl KeyUse {
    /// Counts units of a key.
    pub(crate) fn count(&mut self, key: &RowKey, direction: Direction, units: Units) {
        let weight = match direction {
            Direction::Read => units.as_halves(),
            Direction::Write => units.as_halves().saturating_mul(3),
        };
        if let Some(count) = self.counts.get_mut(key) {
            *count = count.saturating_add(weight);
            return;
        }
        let mut base = 0;
        if self.counts.len() >= COUNTED
            && let Some(least) = self.least_used()
        {
            base = self.counts.remove(&least).unwrap_or(0);
        }
        self.counts.insert(key.clone(), base.saturating_add(weight));
    }

    /// The first of the least used keys. No count ever falls below theirs, so they are the least used until they are used.
    fn least_used(&mut self) -> Option<RowKey> {
        let (count, keys) = &mut self.least;
        while let Some(key) = keys.pop_front() {
            if self.counts.get(&key) == Some(count) {
                return Some(key);
            }
        }
        *count = self.counts.values().copied().min()?;
        keys.extend(self.counts.iter().filter(|(_, used)| **used == *count).map(|(key, _)| key.clone()));
        keys.pop_front()
    }

    /// The keys with their units, most used first.
    pub(crate) fn most(&self) -> Vec<(&RowKey, Units)> {
        let mut keys: Vec<(&RowKey, u64)> = self.counts.iter().map(|(key, count)| (key, *count)).collect();
        hashrange_values::sort_by(&mut keys, |one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        keys.into_iter().map(|(key, halves)| (key, Units::halves(halves))).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashrange_store::RowKeyBuilder;

    #[test]
    fn the_hottest_key_is_found_among_many_in_bounded_room() {
        let mut used = KeyUse::default();
        let key = |number: u32| RowKeyBuilder::new(&[&number.to_be_bytes()]).finish();
        for number in 0..10_000 {
            used.count(&key(number + 10), Direction::Read, Units::halves(1));
            if number % 10 == 0 {
                used.count(&key(1), Direction::Write, Units::whole(1));
            }
        }
        let most = used.most();
        assert_eq!((most.len(), most[0].0), (COUNTED, &key(1)));
        assert!(most[0].1 >= Units::whole(3_000) && most[0].1 <= Units::whole(3_200), "{:?}", most[0].1);
    }
}
