//! Rows by their positions in the order of a Scan, and runs of rows that share a partition key value; read-only.
//!
//! It finds a position by counting pages, so that a row far down a large table is cheap to find. Must not know
//! requests.

use std::sync::Arc;

use hashrange_store::Space;
use hashrange_values::Item;

use crate::view::index_view::IndexView;
use crate::view::table_view::TableView;

/// The items of one partition key value, without listing them.
#[derive(Clone, Copy, Debug)]
pub struct CollectionRun<'a> {
    /// Their position on the 128-bit hash range.
    pub place: u128,
    /// The first of them.
    pub first: &'a Arc<Item>,
    /// Their number.
    pub items: usize,
    /// Their bytes.
    pub bytes: u64,
}

impl<'a> TableView<'a> {
    /// The items from this position in hash order on, with their sizes.
    pub fn items_from(self, place: usize) -> impl Iterator<Item = (&'a Arc<Item>, u32)> {
        self.0.items.rows_from(place).map(|(_, row)| (&row.value, row.size))
    }

    /// The position of the item with this primary key in hash order; `None` if it does not exist.
    #[must_use]
    pub fn place_of_item(self, key: &Item) -> Option<usize> {
        self.0.items.place_of(&self.0.row_key(key)?)
    }

    /// Every collection in hash order. Reads no items, only their positions.
    pub fn collection_runs(self) -> impl Iterator<Item = CollectionRun<'a>> {
        runs(&self.0.items)
    }
}

impl<'a> IndexView<'a> {
    /// The entries from this position in hash order on, with their sizes.
    pub fn entries_from(self, place: usize) -> impl Iterator<Item = (&'a Arc<Item>, u32)> {
        self.0.entries.rows_from(place).map(|(_, row)| (&row.value, row.size))
    }

    /// The position of this item's entry in hash order; `None` if the index has no entry under these keys.
    #[must_use]
    pub fn place_of_entry(self, table: TableView<'_>, item: &Item) -> Option<usize> {
        self.0.entries.place_of(&self.0.row_key(item, table.keys())?)
    }
}

/// Rows with one placement are adjacent, even if a partition ends between them.
fn runs(space: &Space<Arc<Item>>) -> impl Iterator<Item = CollectionRun<'_>> {
    let mut rows = space.rows_from(0).peekable();
    std::iter::from_fn(move || {
        let (key, row) = rows.next()?;
        let place = key.placement().as_u128();
        let mut run = CollectionRun {
            place,
            first: &row.value,
            items: 1,
            bytes: u64::from(row.size),
        };
        while let Some((_, row)) = rows.next_if(|(key, _)| key.placement().as_u128() == place) {
            run.items += 1;
            run.bytes += u64::from(row.size);
        }
        Some(run)
    })
}

#[cfg(test)]
mod tests {
    use hashrange_time::Timestamp;
    use hashrange_wire::{Checked, Operation};

    use super::*;
    use crate::{Engine, EngineOptions, Physics};

    const PAIRS: &str = r#"{"TableName":"Pairs","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"N"},{"AttributeName":"s","AttributeType":"N"},
        {"AttributeName":"v","AttributeType":"N"}],
      "KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}],
      "GlobalSecondaryIndexes":[{"IndexName":"ByV","Projection":{"ProjectionType":"KEYS_ONLY"},
        "KeySchema":[{"AttributeName":"v","KeyType":"HASH"}]}]}"#;

    #[test]
    fn places_and_runs_follow_the_walk() {
        let mut engine = Engine::new(EngineOptions {
            physics: Physics::instant(),
            ..EngineOptions::default()
        });
        let mut send = |operation, body: &str| {
            engine
                .handle(
                    Timestamp::from_seconds(1),
                    Checked::decode(operation, body.as_bytes()).unwrap(),
                )
                .unwrap();
        };
        send(Operation::CreateTable, PAIRS);
        for at in 0..600 {
            let (p, s, v) = (at / 3, at % 3, at % 7);
            let item =
                format!(r#"{{"TableName":"Pairs","Item":{{"p":{{"N":"{p}"}},"s":{{"N":"{s}"}},"v":{{"N":"{v}"}}}}}}"#);
            send(Operation::PutItem, &item);
        }
        let table = engine.table("Pairs").unwrap();
        let all: Vec<&Arc<Item>> = table.items().map(|(item, _)| item).collect();
        assert!(
            table
                .items_from(431)
                .map(|(item, _)| item)
                .eq(all[431..].iter().copied())
        );
        assert!(
            all.iter()
                .enumerate()
                .all(|(place, item)| table.place_of_item(item) == Some(place))
        );
        let runs: Vec<CollectionRun<'_>> = table.collection_runs().collect();
        assert_eq!((runs.len(), runs[7].first, runs[7].items), (200, all[21], 3));
        assert_eq!(runs.iter().map(|run| run.bytes).sum::<u64>(), table.bytes());
        let index = table.indexes().next().unwrap();
        let place = index.place_of_entry(table, all[5]).unwrap();
        let (entry, _) = index.entries_from(place).next().unwrap();
        assert_eq!(table.keys().key_of(entry), table.keys().key_of(all[5]));
    }
}
