//! The history of a table's items while point-in-time recovery is on: what every change took the place of, so that the
//! items of any moment kept can be had again.
//!
//! Bounded by the days of recovery, and by a number of changes and their bytes (a model: the service keeps all of them).

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_store::{Pages, RowKey, Space};
use hashrange_time::Timestamp;
use hashrange_values::Item;

use crate::state::rows::ItemRow;

/// Changes kept of one table at most.
const MOST_CHANGES: usize = 200_000;
/// Bytes of what they took the place of, at most.
const MOST_BYTES: u64 = 256 << 20;

/// What was changed, oldest first. Copies share what neither side has changed since.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    changes: Pages<u64, Past>,
    next: u64,
    /// Bytes of the rows kept.
    bytes: u64,
    /// Moments before this one are no longer kept, for the changes since.
    forgotten: Option<Timestamp>,
}

hashrange_checkpoint::fields!(History { changes, next, bytes, forgotten });

/// A row as it was until a change.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    changed: Timestamp,
    key: RowKey,
    /// `None` where there was none.
    row: Option<ItemRow>,
}

hashrange_checkpoint::fields!(Past { changed, key, row });

impl History {
    /// Notes what a change takes the place of. Changes before `kept_from` are forgotten.
    pub(crate) fn note(&mut self, now: Timestamp, kept_from: Timestamp, key: RowKey, row: Option<ItemRow>) {
        self.bytes += size(row.as_ref());
        self.changes.insert(self.next, Past { changed: now, key, row });
        self.next += 1;
        while let Some((number, oldest)) = self.oldest() {
            let too_much = self.changes.len() > MOST_CHANGES || self.bytes > MOST_BYTES;
            if !too_much && oldest >= kept_from {
                break;
            }
            if too_much {
                // Told and asked for to the millisecond: the next one is kept for certain.
                self.forgotten = Some(Timestamp::from_millis(oldest.millis() + 1));
            }
            if let Some(past) = self.changes.remove(&number) {
                self.bytes = self.bytes.saturating_sub(size(past.row.as_ref()));
            }
        }
    }

    fn oldest(&self) -> Option<(u64, Timestamp)> {
        let (number, past) = self.changes.iter().next()?;
        Some((*number, past.changed))
    }

    /// Moments before this one are no longer kept.
    pub(crate) fn forgotten(&self) -> Option<Timestamp> {
        self.forgotten
    }

    /// The rows changed from one moment on and before another, with the moment of the last of these changes.
    pub(crate) fn changed(&self, from: Timestamp, to: Timestamp) -> BTreeMap<&RowKey, Timestamp> {
        let within = self.changes.iter().map(|(_, past)| past).filter(|past| past.changed >= from && past.changed < to);
        within.map(|past| (&past.key, past.changed)).collect()
    }

    /// The items as they were at a moment, from the items as they are.
    pub(crate) fn items_at(&self, moment: Timestamp, items: &Space<Arc<Item>>) -> Space<Arc<Item>> {
        let mut items = items.clone();
        for (_, past) in self.changes.iter().rev().take_while(|(_, past)| past.changed > moment) {
            match &past.row {
                Some(row) => {
                    items.insert(past.key.clone(), row.clone());
                }
                None => {
                    items.remove(&past.key);
                }
            }
        }
        items
    }
}

/// Bytes of a row, and of a place without one.
fn size(row: Option<&ItemRow>) -> u64 {
    row.map_or(0, |row| u64::from(row.size))
}

#[cfg(test)]
mod tests {
    use hashrange_store::{Row, RowKeyBuilder};
    use hashrange_values::AttributeValue;

    use super::*;

    /// Keys and the number each item holds, in order.
    fn content(items: &Space<Arc<Item>>) -> String {
        let rows = items.partitions().iter().flat_map(|partition| partition.rows());
        rows.map(|(key, row)| format!("{key:?} {:?}; ", row.value)).collect()
    }

    #[test]
    fn every_moment_kept_can_be_had_again() {
        let (mut history, mut items) = (History::default(), Space::new(2));
        let moment = |second: u64| Timestamp::from_seconds(1_000 + second);
        let mut past = vec![(moment(0), content(&items))];
        for second in 1..200 {
            let key = RowKeyBuilder::new(&[&[u8::try_from(second * 7 % 13).unwrap_or_default()]]).finish();
            history.note(moment(second), moment(0), key.clone(), items.get(&key).cloned());
            if second % 5 == 0 {
                items.remove(&key);
            } else {
                let second = i64::try_from(second).unwrap_or_default();
                let item: Item = [("n", AttributeValue::N(second.into()))].into_iter().collect();
                items.insert(key, Row { value: Arc::new(item), size: 10 });
            }
            past.push((moment(second), content(&items)));
        }
        for (moment, content_then) in past {
            assert_eq!(content(&history.items_at(moment, &items)), content_then, "{moment}");
        }
    }

    #[test]
    fn changes_before_the_days_of_recovery_are_forgotten() {
        let mut history = History::default();
        let moment = |second: u64| Timestamp::from_seconds(second);
        for second in 0..10 {
            history.note(moment(second), moment(second.saturating_sub(3)), RowKeyBuilder::new(&[b"a"]).finish(), None);
        }
        assert_eq!(history.changes.len(), 4);
        assert_eq!(history.forgotten(), None, "what recovery does not cover is not missed");
    }

    #[test]
    fn large_rows_are_forgotten_before_many_small_ones() {
        let mut history = History::default();
        let large = Row { value: Arc::new(Item::new()), size: 400 << 10 };
        for second in 0..700 {
            let key = RowKeyBuilder::new(&[b"a"]).finish();
            history.note(Timestamp::from_seconds(second), Timestamp::from_seconds(0), key, Some(large.clone()));
        }
        assert!(history.bytes <= MOST_BYTES && history.changes.len() == 655);
        assert_eq!(history.forgotten(), Some(Timestamp::from_millis(44_001)));
    }
}
