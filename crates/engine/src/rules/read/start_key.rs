//! Pagination: the key that ends a page, and the start of the next page.
//!
//! A starting key is the last key read, of the table and of the index. The read checks it against the target and
//! continues after it.

use hashrange_expression::{KeyCondition, KeyTerm, KeyTest, value_notation};
use hashrange_index::KeyAttribute;
use hashrange_store::{KeyRange, RowKey};
use hashrange_values::Item;
use hashrange_wire::{ServiceError, ValidationError};

use crate::rules::item_checks::key_size;
use crate::rules::read::range::{check_key, key_range};
use crate::rules::read::target::ReadTarget;

/// The key a page ends with.
pub(crate) fn last_key(target: ReadTarget<'_>, item: &Item) -> Item {
    target.key_of(item)
}

/// The part of a Query's range after the starting key, which is already [checked](check_query_start).
pub(crate) fn resume_query(
    target: ReadTarget<'_>,
    range: KeyRange,
    conditions: &KeyCondition,
    start: Option<&Item>,
    forward: bool,
) -> Result<KeyRange, ServiceError> {
    let Some(start) = start else { return Ok(range) };
    let key = target.row_key(start).ok_or(ValidationError::StartKeySchema)?;
    if !range.contains(&key) {
        return Err(outside(target, conditions, start, &key).into());
    }
    check_has_sort_key(target, start)?;
    Ok(if forward { range.after(&key) } else { range.before(&key) })
}

/// A Query of a table without a sort key returns at most one item, so it never continues (observed: start-key-checks;
/// that a key outside of what it reads is refused before is inferred: start-key-single-item).
fn check_has_sort_key(target: ReadTarget<'_>, start: &Item) -> Result<(), ValidationError> {
    let keys = target.keys();
    let key = keys
        .partition
        .first()
        .filter(|_| target.index.is_none() && keys.sort.is_empty());
    match key.and_then(|key| Some((key, start.get(&key.name)?))) {
        Some((key, value)) => {
            let value = value_notation(value).to_string();
            Err(ValidationError::StartKeyWithoutSortKey {
                name: key.name.clone(),
                value,
            })
        }
        None => Ok(()),
    }
}

/// The reason why a Query refuses a starting key. A condition on the sort key is checked before the partition
/// (observed: start-key-checks).
fn outside(target: ReadTarget<'_>, conditions: &KeyCondition, start: &Item, key: &RowKey) -> ValidationError {
    let keys = target.keys();
    if conditions.terms.len() <= keys.partition.len() {
        return ValidationError::StartKeyOutside;
    }
    let in_partition_of_start = conditions.terms.iter().cloned().map(|term| {
        match start
            .get(&term.attribute)
            .filter(|_| keys.partition.iter().any(|key| key.name == term.attribute))
        {
            Some(value) => KeyTerm {
                test: KeyTest::Equal(value.clone()),
                ..term
            },
            None => term,
        }
    });
    let moved = key_range(
        &KeyCondition {
            terms: in_partition_of_start.collect(),
        },
        keys,
    );
    if moved.is_ok_and(|range| range.contains(key)) {
        ValidationError::StartKeyOnSingleRow
    } else {
        ValidationError::StartKeyPredicate
    }
}

/// The part of a Scan's range after the starting key. The index keys in the starting key are already
/// [checked](check_scan_start).
pub(crate) fn resume_scan(
    target: ReadTarget<'_>,
    range: KeyRange,
    start: Option<&Item>,
    segment: Option<(u32, u32)>,
) -> Result<KeyRange, ServiceError> {
    let Some(start) = start else { return Ok(range) };
    check_table_key(target, start)?;
    if target.index.is_none() && start.len() != target.key_names().len() {
        return Err(ValidationError::StartKeySchema.into());
    }
    let key = target.row_key(start).ok_or(ValidationError::StartKeySchema)?;
    match segment {
        Some((segment, total)) if !range.contains(&key) => {
            Err(ValidationError::StartKeySegment { total, segment }.into())
        }
        _ => Ok(range.after(&key)),
    }
}

/// Checks a Scan's starting key against the keys of the index that it reads. A Scan of a table has one error text for
/// every fault, in a later check (observed: start-key-checks).
pub(crate) fn check_scan_start(target: ReadTarget<'_>, start: Option<&Item>) -> Result<(), ValidationError> {
    let Some(start) = start.filter(|_| target.index.is_some()) else {
        return Ok(());
    };
    check_count(target, start)?;
    target
        .keys()
        .attributes()
        .try_for_each(|key| check_part(target, start, key))
}

/// Checks a Query's starting key against the keys of its target and of the table, and its conditions against the keys.
/// Both are checked attribute by attribute (observed: start-key-checks).
pub(crate) fn check_query_start(
    target: ReadTarget<'_>,
    conditions: &KeyCondition,
    start: Option<&Item>,
) -> Result<(), ValidationError> {
    if let Some(start) = start {
        check_count(target, start)?;
    }
    for key in target.keys().attributes() {
        if let Some(start) = start {
            check_part(target, start, key)?;
        }
        check_key(conditions, target.keys(), key)?;
    }
    start.map_or(Ok(()), |start| check_table_key(target, start))
}

fn check_count(target: ReadTarget<'_>, start: &Item) -> Result<(), ValidationError> {
    if start.len() == target.key_names().len() {
        Ok(())
    } else {
        Err(ValidationError::StartKey)
    }
}

fn check_part(target: ReadTarget<'_>, start: &Item, key: &KeyAttribute) -> Result<(), ValidationError> {
    let value = start.get(&key.name).ok_or(ValidationError::StartKey)?;
    if !key.key_type.matches(value) {
        return Err(ValidationError::KeySchemaMismatch);
    }
    key_size(target.keys(), key, value)
}

fn check_table_key(target: ReadTarget<'_>, start: &Item) -> Result<(), ValidationError> {
    let typed = |key: &KeyAttribute| start.get(&key.name).is_some_and(|value| key.key_type.matches(value));
    if target.table.keys.attributes().all(typed) {
        Ok(())
    } else {
        Err(ValidationError::StartKeySchema)
    }
}
