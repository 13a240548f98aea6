//! A window of a table's items or an index's entries, in the order of a Scan, without a request.
//!
//! Rows before the window are not walked. The rows of the window are bounded in number and bytes.

use std::sync::Arc;

use hashrange_engine::{KeySchema, Projection};
use hashrange_values::Item;

use super::question::{Question, Service};
use super::questions::ItemsQuestion;
use crate::ItemPreview;

/// Maximum number of rows of a window.
const MOST_ROWS: u32 = 1_000;

/// A window.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Items {
    /// The index that was read; `None` for the table itself.
    pub index: Option<String>,
    /// Total number of rows.
    pub total: u64,
    /// Position of the first row.
    pub from: u64,
    /// The rows.
    pub rows: Vec<ItemPreview>,
    /// Whether rows show whole items, without a projection that leaves attributes out.
    pub whole: bool,
    /// The requested key and its position; `None` if it has no row.
    pub around: Option<(Item, u64)>,
}

impl Question for ItemsQuestion {
    type Reading = Items;

    fn read(&self, Service { engine, .. }: Service<'_>) -> Option<Items> {
        let table = engine.table(&self.table)?;
        let Some(name) = &self.index else {
            let around = self.around.as_ref().and_then(|key| table.place_of_item(key));
            let (from, count) = self.stretch(table.item_count());
            let rows = previews(table.items_from(from).take(count), &[table.keys()]);
            return Some(self.window(table.item_count(), from, rows, true, around));
        };
        let index = table.indexes().find(|index| index.definition().name == *name)?;
        let keys = [table.keys(), &index.definition().keys];
        // An index finds an entry by attributes that only the complete item has.
        let item = self.around.as_ref().and_then(|key| engine.peek(&self.table, key));
        let around = item.and_then(|item| index.place_of_entry(table, &item));
        let (from, count) = self.stretch(index.item_count());
        let rows = previews(index.entries_from(from).take(count), &keys);
        let whole = index.definition().projection == Projection::All;
        Some(self.window(index.item_count(), from, rows, whole, around))
    }
}

impl ItemsQuestion {
    /// Position of the first row, and the number of rows.
    fn stretch(&self, total: usize) -> (usize, usize) {
        let count = self.count.min(MOST_ROWS) as usize;
        let last = total.saturating_sub(count);
        (usize::try_from(self.from).map_or(last, |from| from.min(last)), count)
    }

    fn window(&self, total: usize, from: usize, rows: Vec<ItemPreview>, whole: bool, around: Option<usize>) -> Items {
        Items {
            index: self.index.clone(),
            total: total as u64,
            from: from as u64,
            rows,
            whole,
            around: self.around.clone().zip(around.map(|place| place as u64)),
        }
    }
}

fn previews<'a>(rows: impl Iterator<Item = (&'a Arc<Item>, u32)>, keys: &[&KeySchema]) -> Vec<ItemPreview> {
    rows.map(|(item, size)| ItemPreview::at(item, size, keys)).collect()
}

#[cfg(test)]
mod tests {
    use hashrange_engine::{Engine, EngineOptions, Physics};
    use hashrange_time::Timestamp;
    use hashrange_values::AttributeValue;
    use hashrange_wire::{Checked, Operation};

    use super::*;
    use crate::Insight;

    const TABLE: &str = r#"{"TableName":"Many","BillingMode":"PAY_PER_REQUEST",
      "AttributeDefinitions":[{"AttributeName":"p","AttributeType":"S"},{"AttributeName":"g","AttributeType":"N"}],
      "KeySchema":[{"AttributeName":"p","KeyType":"HASH"}],
      "GlobalSecondaryIndexes":[{"IndexName":"ByG","Projection":{"ProjectionType":"KEYS_ONLY"},
        "KeySchema":[{"AttributeName":"g","KeyType":"HASH"}]}]}"#;

    fn send(engine: &mut Engine, operation: Operation, body: &str) {
        engine
            .handle(
                Timestamp::from_seconds(1),
                Checked::decode(operation, body.as_bytes()).unwrap(),
            )
            .unwrap();
    }

    /// A table with this number of items, of which every second has an entry in the index.
    fn engine(items: u32) -> Engine {
        let mut engine = Engine::new(EngineOptions {
            physics: Physics::instant(),
            ..EngineOptions::default()
        });
        send(&mut engine, Operation::CreateTable, TABLE);
        for at in 0..items {
            let group = if at % 2 == 0 {
                format!(r#","g":{{"N":"{}"}}"#, at % 6)
            } else {
                String::new()
            };
            let body =
                format!(r#"{{"TableName":"Many","Item":{{"p":{{"S":"item {at}"}},"v":{{"S":"value"}}{group}}}}}"#);
            send(&mut engine, Operation::PutItem, &body);
        }
        engine
    }

    fn ask(index: Option<&str>, from: u64, around: Option<&str>) -> ItemsQuestion {
        let around = around.map(|name| [("p", AttributeValue::string(name))].into_iter().collect());
        ItemsQuestion {
            table: "Many".into(),
            index: index.map(str::to_owned),
            from,
            count: 50,
            around,
        }
    }

    fn read(engine: &Engine, ask: &ItemsQuestion) -> Option<Items> {
        ask.read(Service {
            insight: &Insight::default(),
            engine,
            dax: None,
        })
    }

    #[test]
    fn windows_follow_each_other_and_the_last_one_is_full() {
        let engine = engine(180);
        let all: Vec<Arc<Item>> = engine
            .table("Many")
            .unwrap()
            .items()
            .map(|(item, _)| Arc::clone(item))
            .collect();
        for (wanted, from) in [(0, 0), (50, 50), (117, 117), (150, 130), (u64::MAX, 130)] {
            let window = read(&engine, &ask(None, wanted, None)).unwrap();
            assert_eq!((window.total, window.from, window.whole), (180, from, true));
            let start = usize::try_from(from).unwrap();
            assert!(window.rows.iter().map(|row| &row.item).eq(&all[start..start + 50]));
        }
    }

    #[test]
    fn an_item_is_found_in_the_table_and_in_an_index() {
        let engine = engine(180);
        for name in ["item 4", "item 77"] {
            let place = read(&engine, &ask(None, 0, Some(name))).unwrap().around.unwrap().1;
            let found = read(
                &engine,
                &ItemsQuestion {
                    count: 1,
                    ..ask(None, place, None)
                },
            )
            .unwrap();
            assert_eq!(found.rows[0].item.get("p"), Some(&AttributeValue::string(name)));
        }
        let index = read(&engine, &ask(Some("ByG"), 0, Some("item 4"))).unwrap();
        assert_eq!((index.total, index.whole), (90, false));
        let place = usize::try_from(index.around.unwrap().1).unwrap();
        assert_eq!(index.rows.get(place).map(|row| row.item.len()).unwrap_or(2), 2);
        assert_eq!(
            read(&engine, &ask(Some("ByG"), 0, Some("item 77"))).unwrap().around,
            None
        );
        assert_eq!(read(&engine, &ask(None, 0, Some("nobody"))).unwrap().around, None);
    }

    #[test]
    fn what_is_not_there_is_not_read_and_an_empty_table_is_empty() {
        let engine = engine(0);
        let window = read(&engine, &ask(None, 7, None)).unwrap();
        assert_eq!((window.total, window.from, window.rows), (0, 0, Vec::new()));
        assert_eq!(read(&engine, &ask(Some("nothing"), 0, None)), None);
        assert_eq!(
            read(
                &engine,
                &ItemsQuestion {
                    table: "U".into(),
                    ..ask(None, 0, None)
                }
            ),
            None
        );
    }
}
