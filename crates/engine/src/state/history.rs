//! The history of a table's items while point-in-time recovery is on: the replaced versions, which reconstruct the
//! items of any restorable time.
//!
//! The history is bounded by the recovery period, and by a number of changes and their bytes (a model: the service
//! stores all of them).

use std::sync::Arc;

use hashrange_store::{Pages, Remains, RowKey, Space};
use hashrange_time::Timestamp;
use hashrange_values::{Item, to_map};
use litemap::LiteMap;

use crate::state::rows::ItemRow;

/// Maximum number of stored changes of one table.
const MOST_CHANGES: usize = 200_000;
/// Maximum number of bytes of replaced versions.
const MOST_BYTES: u64 = 256 << 20;

/// The changes, oldest first. Copies share the parts that neither side has changed since.
#[derive(Clone, Debug, Default)]
pub(crate) struct History {
    changes: Pages<u64, Past>,
    next: u64,
    /// Bytes of the stored rows.
    bytes: u64,
    /// Times before this one are not restorable any more.
    forgotten: Option<Timestamp>,
}

hashrange_checkpoint::fields!(History {
    changes,
    next,
    bytes,
    forgotten
});

/// A row before a change.
#[derive(Clone, Debug)]
pub(crate) struct Past {
    changed: Timestamp,
    key: RowKey,
    /// `None` if there was no item.
    row: Option<ItemRow>,
}

hashrange_checkpoint::fields!(Past { changed, key, row });

impl History {
    /// Stores the version that a change replaces. Drops changes before `kept_from`.
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
                // Times are reported and requested in milliseconds. The next millisecond is certainly restorable.
                self.forgotten = Some(Timestamp::from_millis(oldest.millis() + 1));
            }
            if let Some(past) = self.changes.remove(&number) {
                self.bytes = self.bytes.saturating_sub(size(past.row.as_ref()));
            }
        }
    }

    /// Leaves the changes to be freed.
    pub(crate) fn discard(self, remains: &mut Remains) {
        remains.add(self.changes);
    }

    fn oldest(&self) -> Option<(u64, Timestamp)> {
        let (number, past) = self.changes.iter().next()?;
        Some((*number, past.changed))
    }

    /// Times before this one are not restorable any more.
    pub(crate) fn forgotten(&self) -> Option<Timestamp> {
        self.forgotten
    }

    /// The rows changed between two times (the second excluded), with the time of the last change.
    pub(crate) fn changed(&self, from: Timestamp, to: Timestamp) -> LiteMap<&RowKey, Timestamp> {
        let within = self
            .changes
            .iter()
            .map(|(_, past)| past)
            .filter(|past| past.changed >= from && past.changed < to);
        to_map(within.map(|past| (&past.key, past.changed)))
    }

    /// The items as they were at a time, from the current items.
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

/// Bytes of a row; 0 without one.
fn size(row: Option<&ItemRow>) -> u64 {
    row.map_or(0, |row| u64::from(row.size))
}

#[cfg(test)]
mod tests {
    use hashrange_store::{Row, RowKeyBuilder};
    use hashrange_values::AttributeValue;

    use super::*;

    /// Keys and values of all items, in order.
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
                items.insert(
                    key,
                    Row {
                        value: Arc::new(item),
                        size: 10,
                    },
                );
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
            history.note(
                moment(second),
                moment(second.saturating_sub(3)),
                RowKeyBuilder::new(&[b"a"]).finish(),
                None,
            );
        }
        assert_eq!(history.changes.len(), 4);
        assert_eq!(history.forgotten(), None, "what recovery does not cover is not missed");
    }

    #[test]
    fn large_rows_are_forgotten_before_many_small_ones() {
        let mut history = History::default();
        let large = Row {
            value: Arc::new(Item::new()),
            size: 400 << 10,
        };
        for second in 0..700 {
            let key = RowKeyBuilder::new(&[b"a"]).finish();
            history.note(
                Timestamp::from_seconds(second),
                Timestamp::from_seconds(0),
                key,
                Some(large.clone()),
            );
        }
        assert!(history.bytes <= MOST_BYTES && history.changes.len() == 655);
        assert_eq!(history.forgotten(), Some(Timestamp::from_millis(44_001)));
    }
}
