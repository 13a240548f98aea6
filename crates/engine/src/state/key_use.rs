//! The keys that took most of a table or index, counted in bounded room (the space-saving sketch: a new key takes the
//! place of the least used one, and its count with it).
//!
//! What a key took over from others only decides whose place goes next; told is what it surely used itself. Counts as
//! Contributor Insights does: three for a write unit, one for a read unit (documented). Must not know items.

use std::collections::{BTreeMap, VecDeque};

use hashrange_capacity::Units;
use hashrange_store::RowKey;

use crate::state::log::consumption::Direction;

/// Keys counted. The service shows 25 (documented); with four times as many, those are hardly ever wrong.
const COUNTED: usize = 100;

/// The most used keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyUse {
    counts: BTreeMap<RowKey, Used>,
    /// The least used keys when last looked for, in order, and how often all of them were used: looking for them at every
    /// new key took longer than all else a write does.
    least: (u64, VecDeque<RowKey>),
}

hashrange_checkpoint::fields!(KeyUse { counts, least });

/// Twice the units, so that halves count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Used {
    /// As much as it can have been.
    most: u64,
    /// How much of it was the use of the keys whose place it took.
    taken_over: u64,
}

hashrange_checkpoint::fields!(Used { most, taken_over });

impl Used {
    /// As much as it was at least.
    fn surely(self) -> u64 {
        self.most - self.taken_over
    }
}

impl KeyUse {
    /// Counts units of a key.
    pub(crate) fn count(&mut self, key: &RowKey, direction: Direction, units: Units) {
        let weight = match direction {
            Direction::Read => units.as_halves(),
            Direction::Write => units.as_halves().saturating_mul(3),
        };
        if let Some(used) = self.counts.get_mut(key) {
            used.most = used.most.saturating_add(weight);
            return;
        }
        let mut taken_over = 0;
        if self.counts.len() >= COUNTED
            && let Some(least) = self.least_used()
        {
            taken_over = self.counts.remove(&least).map_or(0, |used| used.most);
        }
        self.counts.insert(key.clone(), Used { most: taken_over.saturating_add(weight), taken_over });
    }

    /// The first of the least used keys. No count ever falls below theirs, so they are the least used until they are used.
    fn least_used(&mut self) -> Option<RowKey> {
        let (count, keys) = &mut self.least;
        while let Some(key) = keys.pop_front() {
            if self.counts.get(&key).is_some_and(|used| used.most == *count) {
                return Some(key);
            }
        }
        *count = self.counts.values().map(|used| used.most).min()?;
        keys.extend(self.counts.iter().filter(|(_, used)| used.most == *count).map(|(key, _)| key.clone()));
        keys.pop_front()
    }

    /// The keys with the units they used at least, most used first.
    pub(crate) fn most(&self) -> Vec<(&RowKey, Units)> {
        let mut keys: Vec<(&RowKey, u64)> = self.counts.iter().map(|(key, used)| (key, used.surely())).collect();
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
        assert!(most[0].1 >= Units::whole(2_900) && most[0].1 <= Units::whole(3_000), "{:?}", most[0].1);
        // Each of the others was read once, whatever the keys before it in its place were used.
        assert!(most[1..].iter().all(|(_, units)| *units == Units::halves(1)), "{:?}", most[1]);
    }
}
