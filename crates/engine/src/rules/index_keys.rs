//! Checks of index keys and vectors: which items and updates the indexes of a table refuse, with the error texts.
//!
//! If several indexes refuse an item, the error names the first index by name, whatever its kind
//! (observed: index-key-order). Must not know what an index stores.

use hashrange_expression::Update;
use hashrange_index::{VectorFault, Violation, ViolationReason, violations};
use hashrange_store::RowKey;
use hashrange_values::{Item, Text};
use hashrange_wire::{KeyPart, ServiceError, ValidationError, VectorItemError};

use crate::rules::key_kind::kind_of;
use crate::state::index::Index;
use crate::state::table::Table;

/// An update and the item before the update.
#[derive(Clone, Copy)]
pub(crate) struct Updated<'a> {
    pub(crate) before: Option<&'a Item>,
    pub(crate) update: Option<&'a Update>,
}

/// Refuses an item whose attributes cannot be keys or vectors of the table's indexes. Skips indexes whose backfill has
/// not passed the item's row.
pub(crate) fn of_item(table: &Table, item: &Item) -> Result<(), ServiceError> {
    let following = table
        .indexes
        .iter()
        .filter(|index| index.follows(|| table.row_key(item)));
    match first(following, item, |_, _| true) {
        Some((found, index)) => Err(refusal(found, index)),
        None => Ok(()),
    }
}

/// Refuses values of an update that cannot be index keys. The check reads neither the item nor the condition (found by
/// public suites; the order is inferred: index-key-checks-order).
pub(crate) fn given(table: &Table, key: &RowKey, update: &Update) -> Result<(), ServiceError> {
    let following = || table.indexes.iter().filter(|index| index.follows(|| Some(key.clone())));
    let scalar = |index: &&Index| index.definition.vector().is_none();
    let mut given = Item::new();
    for (name, value) in update.given() {
        if following()
            .filter(scalar)
            .any(|index| index.definition.keys.contains(name))
        {
            given.insert(name.clone(), value.clone());
        }
    }
    match first(following().filter(scalar), &given, |_, _| true) {
        Some((found, index)) => Err(refusal_of_update(found, index, false)),
        None => Ok(()),
    }
}

/// Refuses the result of an update if an index cannot contain it. Vectors that the update leaves unchanged are not
/// checked (observed: vector-unchanged).
pub(crate) fn of_result(table: &Table, item: &Item, updated: Updated<'_>) -> Result<(), ServiceError> {
    let following = table
        .indexes
        .iter()
        .filter(|index| index.follows(|| table.row_key(item)));
    let counts = |index: &Index, violation: &Violation| {
        let before = updated.before.and_then(|before| before.get(&violation.attribute));
        index.definition.vector().is_none() || before.is_none() || before != item.get(&violation.attribute)
    };
    match first(following, item, counts) {
        Some((found, index)) => {
            let computed = updated.update.is_some_and(|update| update.computes(&found.attribute));
            Err(refusal_of_update(found, index, computed))
        }
        None => Ok(()),
    }
}

/// The first index by name that the item violates.
fn first<'a>(
    indexes: impl Iterator<Item = &'a Index>,
    item: &Item,
    counts: impl Fn(&Index, &Violation) -> bool,
) -> Option<(Violation, &'a Index)> {
    let refusing = indexes.filter_map(|index| {
        let found = violations(item, &index.definition).find(|violation| counts(index, violation))?;
        Some((found, index))
    });
    refusing.min_by_key(|(_, index)| &index.definition.name)
}

/// The error of an update. Some faults of computed values have their own text.
fn refusal_of_update(found: Violation, index: &Index, computed: bool) -> ServiceError {
    match found.reason {
        ViolationReason::Type { .. } if computed => ValidationError::IndexKeyTypeByUpdate.into(),
        ViolationReason::Size { .. } if computed => ValidationError::IndexKeySizeByUpdate.into(),
        ViolationReason::Empty { expected } => ValidationError::EmptyIndexKeyByUpdate {
            kind: kind_of(expected),
        }
        .into(),
        _ => refusal(found, index),
    }
}

fn refusal(found: Violation, index: &Index) -> ServiceError {
    let name = index.definition.name.clone();
    let attribute = found.attribute;
    match found.reason {
        ViolationReason::Vector(fault) => ValidationError::from(vector_error(fault, attribute, name)).into(),
        ViolationReason::SearchType {
            expected,
            found: actual,
        } => {
            let (expected, actual) = (expected.descriptor(), actual.descriptor());
            ValidationError::from(VectorItemError::SchemaType {
                attribute,
                expected,
                actual,
                index: name,
            })
            .into()
        }
        ViolationReason::Type {
            expected,
            found: actual,
        } => {
            let (expected, actual) = (expected.descriptor(), actual.descriptor());
            ValidationError::IndexKeyType {
                expected,
                actual,
                name: attribute,
                index: name.to_string(),
            }
            .into()
        }
        ViolationReason::Size { partition, .. } => ValidationError::KeySize {
            part: if partition { KeyPart::Partition } else { KeyPart::Sort },
        }
        .into(),
        ViolationReason::Empty { expected } => ValidationError::EmptyIndexKey {
            name: attribute,
            kind: kind_of(expected),
            index: name.to_string(),
        }
        .into(),
    }
}

fn vector_error(fault: VectorFault, attribute: Text, index: Text) -> VectorItemError {
    match fault {
        VectorFault::NotAList => VectorItemError::NotAList { attribute, index },
        VectorFault::Size {
            expected,
            found: actual,
        } => VectorItemError::Size {
            attribute,
            expected,
            actual,
            index,
        },
        VectorFault::Element { at, found } => VectorItemError::Element {
            attribute,
            at,
            actual: found.descriptor(),
            index,
        },
        VectorFault::Range { at, value } => VectorItemError::Range {
            attribute,
            at,
            value: value.scientific(),
            index,
        },
    }
}
