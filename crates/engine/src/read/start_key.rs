//! Pages: where one ended, and where the next begins.
//!
//! A starting key is the last key read, of the table and of the index. It is checked against the target, then the range
//! goes on after it.

use hashrange_index::KeyAttribute;
use hashrange_store::KeyRange;
use hashrange_values::Item;
use hashrange_wire::{ServiceError, ValidationError};

use super::Target;

/// The key a page ends with.
pub(crate) fn last_key(target: Target<'_>, item: &Item) -> Item {
    target.key_of(item)
}

/// The part of a Query's range that is left after the starting key.
pub(crate) fn resume_query(
    target: Target<'_>,
    range: KeyRange,
    start: Option<&Item>,
    forward: bool,
) -> Result<KeyRange, ServiceError> {
    let Some(start) = start else { return Ok(range) };
    check(target, start)?;
    let key = target.row_key(start).ok_or(ValidationError::StartKeySchema)?;
    if !range.contains(&key) {
        // The placement leads every row key: rows of another partition key value begin with other bytes.
        let same_partition = range.start.get(..16) == key.as_bytes().get(..16);
        let error = if same_partition { ValidationError::StartKeyPredicate } else { ValidationError::StartKeyOutside };
        return Err(error.into());
    }
    Ok(if forward { range.after(&key) } else { range.before(&key) })
}

/// The part of a Scan's range that is left after the starting key.
pub(crate) fn resume_scan(
    target: Target<'_>,
    range: KeyRange,
    start: Option<&Item>,
    segment: Option<(u32, u32)>,
) -> Result<KeyRange, ServiceError> {
    let Some(start) = start else { return Ok(range) };
    check(target, start)?;
    let key = target.row_key(start).ok_or(ValidationError::StartKeySchema)?;
    match segment {
        Some((segment, total)) if !range.contains(&key) => {
            Err(ValidationError::StartKeySegment { total, segment }.into())
        }
        _ => Ok(range.after(&key)),
    }
}

/// Exactly the key attributes, each of its type.
fn check(target: Target<'_>, start: &Item) -> Result<(), ValidationError> {
    let names = target.key_names();
    if start.len() != names.len() || !names.iter().all(|name| start.contains(name)) {
        return Err(ValidationError::StartKey);
    }
    let typed = |key: &KeyAttribute| start.get(&key.name).is_some_and(|value| key.key_type.matches(value));
    if target.keys().attributes().all(typed) && target.table.keys.attributes().all(typed) {
        Ok(())
    } else {
        Err(ValidationError::StartKeySchema)
    }
}
