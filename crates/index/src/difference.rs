//! The difference: the change of an item's entry in an index when the item changes.
//!
//! Writes, deletes, TTL deletions and backfill use the same pure function, so that cost and content agree. The table of
//! cases is observed: index-write-units. An identical entry is not written. An entry that moves is deleted and put, and
//! the units of each are rounded separately.

use std::sync::Arc;

use hashrange_values::Item;

use crate::{IndexDefinition, KeySchema, entry};

/// The change of an item's entry in an index.
#[derive(Clone, Debug, PartialEq)]
pub enum Change {
    /// Nothing to write: there is no entry before and after, or it is the same.
    None,
    /// A new entry.
    Put {
        /// The entry.
        new: Arc<Item>,
    },
    /// The entry is deleted.
    Delete {
        /// The entry before the change.
        old: Arc<Item>,
    },
    /// The content changes, and the index key stays the same.
    Replace {
        /// The entry before the change.
        old: Arc<Item>,
        /// The entry after the change.
        new: Arc<Item>,
    },
    /// The index key changes: the old entry is deleted, and a new one is put.
    Move {
        /// The entry before the change.
        old: Arc<Item>,
        /// The entry after the change.
        new: Arc<Item>,
    },
}

/// The change of the entry when the item changes from `before` to `after`. Both images have the same table key.
#[must_use]
pub fn difference(
    before: Option<&Arc<Item>>,
    after: Option<&Arc<Item>>,
    index: &IndexDefinition,
    table_keys: &KeySchema,
) -> Change {
    let entry_of = |item: Option<&Arc<Item>>| item.and_then(|item| entry(item, index, table_keys));
    match (entry_of(before), entry_of(after)) {
        (None, None) => Change::None,
        (None, Some(new)) => Change::Put { new },
        (Some(old), None) => Change::Delete { old },
        (Some(old), Some(new)) if index.vector().map_or_else(|| old == new, |rule| rule.same(&old, &new)) => {
            Change::None
        }
        (Some(old), Some(new)) => {
            let moved = index
                .keys
                .attributes()
                .any(|key| old.get(&key.name) != new.get(&key.name));
            if moved {
                Change::Move { old, new }
            } else {
                Change::Replace { old, new }
            }
        }
    }
}

#[cfg(test)]
mod tests {

    use hashrange_values::{AttributeType, AttributeValue, KeyType, Number};

    use super::*;
    use crate::{IndexKind, KeyAttribute, Projection, ViolationReason};

    fn schema(partition: &str, sort: &str, sort_type: KeyType) -> KeySchema {
        let key = |name: &str, key_type| KeyAttribute {
            name: name.into(),
            key_type,
        };
        KeySchema {
            partition: vec![key(partition, KeyType::S)],
            sort: vec![key(sort, sort_type)],
        }
    }

    fn by_score(projection: Projection) -> IndexDefinition {
        IndexDefinition {
            name: "GameTitleIndex".into(),
            kind: IndexKind::Global,
            keys: schema("GameTitle", "TopScore", KeyType::N),
            projection,
        }
    }

    fn game(score: Option<i64>, wins: i64) -> Arc<Item> {
        let number = |n: i64| AttributeValue::N(Number::from(n));
        let mut item: Item = [
            ("UserId", AttributeValue::string("400")),
            ("GameTitle", AttributeValue::string("Comet Quest")),
            ("Wins", number(wins)),
        ]
        .into_iter()
        .collect();
        if let Some(score) = score {
            item.insert("TopScore", number(score));
        }
        Arc::new(item)
    }

    fn change(before: Option<&Arc<Item>>, after: Option<&Arc<Item>>, projection: Projection) -> Change {
        difference(
            before,
            after,
            &by_score(projection),
            &schema("UserId", "GameTitle", KeyType::S),
        )
    }

    #[test]
    fn every_row_of_the_observed_table() {
        let keys = || Projection::KeysOnly;
        assert_eq!(change(None, Some(&game(None, 1)), keys()), Change::None, "sparse");
        assert!(matches!(
            change(None, Some(&game(Some(1), 1)), keys()),
            Change::Put { .. }
        ));
        assert!(matches!(
            change(Some(&game(Some(1), 1)), None, keys()),
            Change::Delete { .. }
        ));
        assert!(matches!(
            change(Some(&game(Some(1), 1)), Some(&game(None, 1)), keys()),
            Change::Delete { .. }
        ));
        assert!(matches!(
            change(Some(&game(Some(1), 1)), Some(&game(Some(2), 1)), keys()),
            Change::Move { .. }
        ));
        let unprojected = change(Some(&game(Some(1), 1)), Some(&game(Some(1), 2)), keys());
        assert_eq!(unprojected, Change::None, "a change the index does not carry is free");
        let include = Projection::Include(vec!["Wins".into()]);
        assert!(matches!(
            change(Some(&game(Some(1), 1)), Some(&game(Some(1), 2)), include),
            Change::Replace { .. }
        ));
    }

    #[test]
    fn an_entry_of_projection_all_is_the_item_itself() {
        let item = game(Some(1), 1);
        let Change::Put { new } = change(None, Some(&item), Projection::All) else {
            panic!("no entry")
        };
        assert!(Arc::ptr_eq(&item, &new));
    }

    #[test]
    fn a_key_of_another_type_violates_the_index() {
        let mut item = (*game(None, 1)).clone();
        item.insert("TopScore", AttributeValue::string("many"));
        let found = crate::violation(&item, &by_score(Projection::All)).map(|violation| violation.attribute);
        assert_eq!(found.as_deref(), Some("TopScore"));
        assert_eq!(
            change(None, Some(&Arc::new(item.clone())), Projection::All),
            Change::None
        );

        item.insert("GameTitle", AttributeValue::string(&"x".repeat(2_049)));
        let found: Vec<_> = crate::violations(&item, &by_score(Projection::All))
            .map(|violation| violation.reason)
            .collect();
        let size = ViolationReason::Size {
            partition: true,
            bytes: 2_049,
        };
        assert_eq!(
            found,
            [
                size,
                ViolationReason::Type {
                    expected: KeyType::N,
                    found: AttributeType::S
                }
            ]
        );
    }
}
