//! The most used keys of a table or index, counted in bounded memory (the space-saving sketch: a new key replaces the
//! least used key and takes over its count).
//!
//! The count that a key took over only decides which key is replaced next. The reported count is the guaranteed use of
//! the key itself. As in Contributor Insights, a write unit counts three and a read unit counts one
//! (documented: contributor-insights). Must not know items.

use std::collections::{BTreeMap, VecDeque};

use hashrange_capacity::Units;
use hashrange_store::RowKey;

use crate::state::log::consumption::Direction;

/// Number of counted keys. The service shows 25 (documented: contributor-insights). With four times as many counted,
/// these 25 are rarely wrong.
const COUNTED: usize = 100;

/// The most used keys.
#[derive(Clone, Debug, Default)]
pub(crate) struct KeyUse {
    counts: BTreeMap<RowKey, Used>,
    /// The common count of the least used keys, and these keys in order, as of the last search. A search at every new
    /// key took longer than the rest of a write.
    least: (u64, VecDeque<RowKey>),
}

hashrange_checkpoint::fields!(KeyUse { counts, least });

/// Counts of twice the units, so that half units are exact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Used {
    /// The maximum that the key can have used.
    most: u64,
    /// The part of `most` that was taken over from replaced keys.
    taken_over: u64,
}

hashrange_checkpoint::fields!(Used { most, taken_over });

impl Used {
    /// The guaranteed minimum.
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
        self.counts.insert(
            key.clone(),
            Used {
                most: taken_over.saturating_add(weight),
                taken_over,
            },
        );
    }

    /// The first of the least used keys. No count ever falls below theirs, so they stay the least used until they are
    /// used again.
    fn least_used(&mut self) -> Option<RowKey> {
        let (count, keys) = &mut self.least;
        while let Some(key) = keys.pop_front() {
            if self.counts.get(&key).is_some_and(|used| used.most == *count) {
                return Some(key);
            }
        }
        *count = self.counts.values().map(|used| used.most).min()?;
        keys.extend(
            self.counts
                .iter()
                .filter(|(_, used)| used.most == *count)
                .map(|(key, _)| key.clone()),
        );
        keys.pop_front()
    }

    /// The keys with their guaranteed units, most used first.
    pub(crate) fn most(&self) -> Vec<(&RowKey, Units)> {
        let mut keys: Vec<(&RowKey, u64)> = self.counts.iter().map(|(key, used)| (key, used.surely())).collect();
        hashrange_values::sort_by(&mut keys, |one, other| other.1.cmp(&one.1).then(one.0.cmp(other.0)));
        keys.into_iter()
            .map(|(key, halves)| (key, Units::halves(halves)))
            .collect()
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
        assert!(
            most[0].1 >= Units::whole(2_900) && most[0].1 <= Units::whole(3_000),
            "{:?}",
            most[0].1
        );
        // Each of the other keys was read once, whatever the use of earlier keys in its slot.
        assert!(
            most[1..].iter().all(|(_, units)| *units == Units::halves(1)),
            "{:?}",
            most[1]
        );
    }
}
