//! A table's items with their history, independent of the engine: the items at any restorable time, and the changes of
//! a period. Must not know who reads.
//!
//! A snapshot is cheap, because items are shared. Its evaluation can take long: the engine continues meanwhile.

use std::sync::Arc;

use hashrange_index::KeySchema;
use hashrange_store::Space;
use hashrange_time::{Duration, Timestamp};
use hashrange_values::Item;

use crate::state::history::History;
use crate::view::table_view::TableView;

/// The items of a table with their history.
#[derive(Clone, Debug)]
pub struct PastItems {
    keys: KeySchema,
    items: Space<Arc<Item>>,
    history: History,
    covered_from: Timestamp,
}

/// The items of a table as they were at a time.
#[derive(Clone, Debug)]
pub struct ItemsThen(Space<Arc<Item>>);

/// The change of an item in a period.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemChange {
    /// Its primary key.
    pub key: Item,
    /// The item before the period.
    pub before: Option<Arc<Item>>,
    /// The item after it.
    pub after: Option<Arc<Item>>,
    /// The time of its last change within the period.
    pub changed: Timestamp,
}

impl TableView<'_> {
    /// Its items with their history; `None` while point-in-time recovery is off.
    #[must_use]
    pub fn past_items(self, now: Timestamp) -> Option<PastItems> {
        let (days, since) = self.0.settings.recovery?;
        Some(PastItems {
            keys: self.0.keys.clone(),
            items: self.0.items.clone(),
            history: self.0.history.clone(),
            covered_from: since.max(now - Duration::from_days(u64::from(days))),
        })
    }
}

impl PastItems {
    /// The primary key of the items.
    pub(crate) fn keys(&self) -> &KeySchema {
        &self.keys
    }

    /// A table without items, for tests of what needs only its keys.
    #[cfg(test)]
    pub(crate) fn empty(keys: KeySchema) -> Self {
        let (items, history) = (Space::new(1), History::default());
        Self {
            keys,
            items,
            history,
            covered_from: Timestamp::default(),
        }
    }

    /// The start of recovery: when it was enabled, or the start of the recovery period.
    #[must_use]
    pub fn covered_from(&self) -> Timestamp {
        self.covered_from
    }

    /// The first restorable time. It is later than the start of recovery if the history dropped changes because there
    /// were too many (a model, see `state/history.rs`).
    #[must_use]
    pub fn kept_from(&self) -> Timestamp {
        self.history
            .forgotten()
            .map_or(self.covered_from, |forgotten| forgotten.max(self.covered_from))
    }

    /// The items as they were at a time.
    #[must_use]
    pub fn at(&self, time: Timestamp) -> ItemsThen {
        ItemsThen(self.history.items_at(time, &self.items))
    }

    /// The changes from one time (included) to another (excluded): each item once, with its first and last image. Does
    /// not report an item that was created and deleted within the period (documented: exports-output).
    pub fn changes(&self, from: Timestamp, to: Timestamp) -> Vec<ItemChange> {
        let just_before = |time: Timestamp| time - Duration::from_micros(1);
        let before = self.history.items_at(just_before(from), &self.items);
        let after = self.history.items_at(just_before(to), &self.items);
        let changed = self.history.changed(from, to).into_iter();
        let change = |(key, changed)| {
            let image = |items: &Space<Arc<Item>>| items.get(key).map(|row| Arc::clone(&row.value));
            let (before, after) = (image(&before), image(&after));
            let key = self.keys.key_of(after.as_deref().or(before.as_deref())?);
            Some(ItemChange {
                key,
                before,
                after,
                changed,
            })
        };
        changed.filter_map(change).collect()
    }
}

impl ItemsThen {
    /// The items with their sizes, partition by partition.
    pub fn partitions(&self) -> impl Iterator<Item = impl Iterator<Item = (&Arc<Item>, u32)>> {
        self.0
            .partitions()
            .iter()
            .map(|partition| partition.rows().map(|(_, row)| (&row.value, row.size)))
    }
}

#[cfg(test)]
mod tests {
    use hashrange_wire::{
        AttributeDefinition, BillingMode, Checked, CreateTableRequest, DeleteItemRequest, KeyRole, KeySchemaElement,
        PointInTimeRecoverySpecification, PutItemRequest, UpdateContinuousBackupsRequest,
    };

    use super::*;
    use crate::Engine;
    use crate::state::options::EngineOptions;
    use hashrange_values::{AttributeValue, KeyType};

    fn second(number: u64) -> Timestamp {
        Timestamp::from_seconds(1_000 + number)
    }

    fn item(key: &str, value: i64) -> Item {
        [
            ("k", AttributeValue::string(key)),
            ("v", AttributeValue::N(value.into())),
        ]
        .into_iter()
        .collect()
    }

    fn send(engine: &mut Engine, at: u64, request: impl Into<hashrange_wire::Request>) {
        let request = Checked::of(request).expect("a good request");
        engine.handle(second(at), request).expect("it is answered");
    }

    fn put(engine: &mut Engine, at: u64, key: &str, value: i64) {
        let item = item(key, value);
        send(
            engine,
            at,
            PutItemRequest {
                table_name: "Music".into(),
                item,
                ..PutItemRequest::default()
            },
        );
    }

    fn delete(engine: &mut Engine, at: u64, key: &str) {
        let key = [("k", AttributeValue::string(key))].into_iter().collect();
        send(
            engine,
            at,
            DeleteItemRequest {
                table_name: "Music".into(),
                key,
                ..DeleteItemRequest::default()
            },
        );
    }

    fn recovered() -> Engine {
        let mut engine = Engine::new(EngineOptions {
            start: second(0),
            ..EngineOptions::default()
        });
        send(
            &mut engine,
            0,
            CreateTableRequest {
                table_name: "Music".to_owned(),
                attribute_definitions: vec![AttributeDefinition {
                    attribute_name: "k".into(),
                    attribute_type: KeyType::S,
                }],
                key_schema: vec![KeySchemaElement {
                    attribute_name: "k".into(),
                    key_type: KeyRole::Hash,
                }],
                billing_mode: Some(BillingMode::PayPerRequest),
                ..CreateTableRequest::default()
            },
        );
        assert!(
            engine
                .table("Music")
                .expect("it is there")
                .past_items(second(0))
                .is_none(),
            "recovery is off"
        );
        send(
            &mut engine,
            1,
            UpdateContinuousBackupsRequest {
                table_name: "Music".to_owned(),
                point_in_time_recovery_specification: PointInTimeRecoverySpecification {
                    point_in_time_recovery_enabled: true,
                    ..PointInTimeRecoverySpecification::default()
                },
            },
        );
        engine
    }

    #[test]
    fn items_are_as_they_were_whatever_came_after() {
        let mut engine = recovered();
        put(&mut engine, 10, "a", 1);
        put(&mut engine, 20, "a", 2);
        let past = engine
            .table("Music")
            .and_then(|table| table.past_items(second(20)))
            .expect("recovery is on");
        put(&mut engine, 30, "a", 3);
        let then = |time: u64| -> Vec<Item> {
            let items = past.at(second(time));
            items
                .partitions()
                .flatten()
                .map(|(item, _)| Item::clone(item))
                .collect()
        };
        assert_eq!(then(9), Vec::<Item>::new());
        assert_eq!((then(10), then(19)), (vec![item("a", 1)], vec![item("a", 1)]));
        assert_eq!(then(99), [item("a", 2)], "taken before the third");
        assert_eq!((past.covered_from(), past.kept_from()), (second(1), second(1)));
    }

    #[test]
    fn a_change_has_the_first_and_the_last_image_of_its_period() {
        let mut engine = recovered();
        put(&mut engine, 5, "kept", 1);
        put(&mut engine, 5, "changed", 1);
        put(&mut engine, 5, "gone", 1);
        put(&mut engine, 10, "changed", 2);
        put(&mut engine, 11, "changed", 3);
        put(&mut engine, 12, "new", 1);
        delete(&mut engine, 13, "gone");
        put(&mut engine, 14, "short", 1);
        delete(&mut engine, 15, "short");
        put(&mut engine, 20, "changed", 4);
        let past = engine
            .table("Music")
            .and_then(|table| table.past_items(second(20)))
            .expect("recovery is on");
        let mut found: Vec<_> = past
            .changes(second(10), second(20))
            .into_iter()
            .map(|change| {
                let value = |image: Option<Arc<Item>>| image.and_then(|item| item.get("v").cloned());
                let key = change.key.get("k").cloned();
                (
                    format!("{key:?}"),
                    value(change.before),
                    value(change.after),
                    change.changed,
                )
            })
            .collect();
        found.sort_by_key(|(key, ..)| key.clone());
        let number = |value: i64| Some(AttributeValue::N(value.into()));
        let name = |key: &str| format!("{:?}", Some(AttributeValue::string(key)));
        assert_eq!(
            found,
            [
                (name("changed"), number(1), number(3), second(11)),
                (name("gone"), number(1), None, second(13)),
                (name("new"), None, number(1), second(12)),
            ]
        );
        assert_eq!(
            past.changes(second(12), second(13)).len(),
            1,
            "from is in it, to is not"
        );
    }
}
