//! All item collections of a table in a bounded number of bars. Each bar sums neighbouring collections in hash order.

use std::ops::Range;

use hashrange_engine::Engine;

/// Some neighbouring collections in hash order.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bar {
    /// Position of the first collection of the bar in the table.
    pub first: usize,
    /// Number of collections.
    pub collections: usize,
    /// Number of items in these collections.
    pub items: usize,
    /// Bytes of the items.
    pub bytes: u64,
    /// Bytes of the largest collection.
    pub largest: u64,
}

/// A range of a table's collections.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct CollectionOverview {
    /// Total number of collections.
    pub total: usize,
    /// The bars of the range, without gaps.
    pub bars: Vec<Bar>,
}

/// Divides the collections of a range of positions in hash order into a limited number of bars. Each bar has the same
/// number of collections. Without a range, covers the whole table. Walks all items once, without a charge.
#[must_use]
pub fn collection_overview(
    engine: &Engine,
    table: &str,
    stretch: Option<Range<usize>>,
    most: usize,
) -> CollectionOverview {
    let Some(table) = engine.table(table) else {
        return CollectionOverview::default();
    };
    let sizes: Vec<(usize, u64)> = table.collection_runs().map(|run| (run.items, run.bytes)).collect();
    let stretch = stretch.unwrap_or(0..sizes.len());
    let chosen = sizes
        .get(stretch.start.min(sizes.len())..stretch.end.min(sizes.len()))
        .unwrap_or_default();
    let count = chosen.len().min(most);
    let mut bars: Vec<Bar> = Vec::with_capacity(count);
    for (at, (items, bytes)) in chosen.iter().enumerate() {
        // The first collection of bar b is the least with at * count / len = b.
        if at * count / chosen.len() == bars.len() {
            bars.push(Bar {
                first: stretch.start + at,
                ..Bar::default()
            });
        }
        if let Some(bar) = bars.last_mut() {
            bar.collections += 1;
            bar.items += items;
            bar.bytes += bytes;
            bar.largest = bar.largest.max(*bytes);
        }
    }
    CollectionOverview {
        total: sizes.len(),
        bars,
    }
}

#[cfg(test)]
mod tests {
    use hashrange_engine::{Engine, EngineOptions, Physics};
    use hashrange_time::Timestamp;
    use hashrange_wire::{Checked, Operation};

    use super::*;

    fn engine(collections: usize) -> Engine {
        let options = EngineOptions {
            physics: Physics::instant(),
            ..EngineOptions::default()
        };
        let mut engine = Engine::new(options);
        let mut send = |operation, body: &str| {
            let now = Timestamp::from_seconds(1_571_820_000);
            engine
                .handle(
                    now,
                    Checked::decode(operation, body.as_bytes()).expect("it is a request"),
                )
                .expect("it is carried out")
        };
        send(
            Operation::CreateTable,
            r#"{"TableName":"Pairs","BillingMode":"PAY_PER_REQUEST","AttributeDefinitions":[{"AttributeName":"p","AttributeType":"N"},{"AttributeName":"s","AttributeType":"N"}],"KeySchema":[{"AttributeName":"p","KeyType":"HASH"},{"AttributeName":"s","KeyType":"RANGE"}]}"#,
        );
        for at in 0..collections * 2 {
            let item = format!(
                r#"{{"TableName":"Pairs","Item":{{"p":{{"N":"{}"}},"s":{{"N":"{}"}}}}}}"#,
                at / 2,
                at % 2
            );
            send(Operation::PutItem, &item);
        }
        engine
    }

    #[test]
    fn a_stretch_is_reported_in_bars_without_a_gap() {
        let engine = engine(25);
        let whole = collection_overview(&engine, "Pairs", None, 10);
        assert_eq!((whole.total, whole.bars.len()), (25, 10));
        let mut next = 0;
        for bar in &whole.bars {
            assert_eq!((bar.first, bar.items), (next, bar.collections * 2));
            assert!(bar.collections == 2 || bar.collections == 3);
            next += bar.collections;
        }
        assert_eq!(next, 25);
        let part = collection_overview(&engine, "Pairs", Some(5..9), 10);
        let places: Vec<(usize, usize)> = part.bars.iter().map(|bar| (bar.first, bar.collections)).collect();
        assert_eq!(places, [(5, 1), (6, 1), (7, 1), (8, 1)]);
        assert_eq!(part.bars[0].largest, part.bars[0].bytes);
    }

    #[test]
    fn nothing_and_what_is_not_there_have_no_bars() {
        let engine = engine(3);
        assert_eq!(collection_overview(&engine, "Pairs", Some(3..9), 10).bars, []);
        assert_eq!(collection_overview(&engine, "Pairs", Some(7..9), 10).bars, []);
        assert_eq!(
            collection_overview(&engine, "U", None, 10),
            CollectionOverview::default()
        );
    }
}
