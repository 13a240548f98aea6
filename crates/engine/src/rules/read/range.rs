//! Converts key conditions to a range of row keys.

use hashrange_expression::{KeyCondition, KeyTerm, KeyTest};
use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_store::{KeyRange, Placement, RowKeyBuilder};
use hashrange_values::{AttributeValue, key_bytes};
use hashrange_wire::ValidationError;

use crate::rules::key_kind::empty_kind;

/// Checks the conditions on one key attribute: the required condition must be present, with a supported operator.
pub(crate) fn check_key(
    condition: &KeyCondition,
    keys: &KeySchema,
    attribute: &KeyAttribute,
) -> Result<(), ValidationError> {
    let terms = &condition.terms;
    if keys.len() == 1 && terms.len() > 1 {
        return Err(ValidationError::KeyConditionNotSupported);
    }
    let is_partition = keys.partition.iter().any(|key| key.name == attribute.name);
    let missing = || ValidationError::KeyConditionMissing(attribute.name.clone());
    let Some(term) = term_of(terms, attribute) else {
        if is_partition {
            return Err(if is_wide(keys) {
                partition_equality(terms, keys)
            } else {
                missing()
            });
        }
        check_later(terms, keys, attribute)?;
        // A test of a non-key attribute is reported as a missing condition on this key attribute (wording
        // observed: multi-attribute-queries).
        return if terms.iter().all(|term| keys.contains(&term.attribute)) {
            Ok(())
        } else {
            Err(missing())
        };
    };
    if term.test == KeyTest::NotIndexable {
        return Err(ValidationError::KeyConditionNotIndexable);
    }
    term.test
        .values()
        .try_for_each(|value| check_operand(value, attribute))?;
    match &term.test {
        KeyTest::Equal(_) => Ok(()),
        _ if is_partition && is_wide(keys) => Err(partition_equality(terms, keys)),
        _ if is_partition => Err(ValidationError::KeyConditionNotSupported),
        _ => check_later(terms, keys, attribute),
    }
}

/// Sort key attributes are used left to right: only the last one with a condition may have a test other than equality
/// (observed: multi-attribute-queries).
fn check_later(terms: &[KeyTerm], keys: &KeySchema, attribute: &KeyAttribute) -> Result<(), ValidationError> {
    let later = keys.sort.iter().skip_while(|key| key.name != attribute.name).skip(1);
    match later.into_iter().find(|key| term_of(terms, key).is_some()) {
        Some(later) => Err(ValidationError::SortKeyEquality {
            key: attribute.name.clone(),
            later: later.name.clone(),
        }),
        None => Ok(()),
    }
}

/// Whether the partition key or the sort key consists of several attributes.
fn is_wide(keys: &KeySchema) -> bool {
    keys.partition.len() > 1 || keys.sort.len() > 1
}

fn partition_equality(terms: &[KeyTerm], keys: &KeySchema) -> ValidationError {
    let equal = |key: &&KeyAttribute| term_of(terms, key).is_some_and(|term| matches!(term.test, KeyTest::Equal(_)));
    let lacking = keys.partition.iter().filter(|key| !equal(key));
    ValidationError::PartitionKeyEquality(lacking.map(|key| key.name.clone()).collect())
}

fn term_of<'t>(terms: &'t [KeyTerm], attribute: &KeyAttribute) -> Option<&'t KeyTerm> {
    terms.iter().find(|term| term.attribute == attribute.name)
}

/// The range of row keys that satisfy the conditions.
pub(crate) fn key_range(condition: &KeyCondition, keys: &KeySchema) -> Result<KeyRange, ValidationError> {
    keys.attributes()
        .try_for_each(|attribute| check_key(condition, keys, attribute))?;
    let mut parts = Vec::new();
    for attribute in &keys.partition {
        match term_of(&condition.terms, attribute).map(|term| &term.test) {
            Some(KeyTest::Equal(value)) => parts.push(operand(value, attribute)?),
            _ => return Err(ValidationError::KeyConditionNotSupported),
        }
    }
    let slices: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    let mut prefix = RowKeyBuilder::new(&slices);
    for attribute in &keys.sort {
        match term_of(&condition.terms, attribute).map(|term| &term.test) {
            Some(KeyTest::Equal(value)) => prefix = prefix.part(&operand(value, attribute)?),
            Some(test) => return bounded(&prefix, test, attribute),
            None => break,
        }
    }
    Ok(spanning(&prefix))
}

/// The range of a Scan, or of one of its segments.
pub(crate) fn segment_range(segment: Option<(u32, u32)>) -> KeyRange {
    let Some((segment, total)) = segment else {
        return KeyRange::all();
    };
    let end = Placement::segment_start(segment + 1, total);
    match Placement::segment_start(segment, total) {
        Some(start) => KeyRange::between(start, end),
        // There are more segments than buckets: the last segments are empty.
        None => KeyRange {
            start: vec![u8::MAX; 17],
            end: Some(Vec::new()),
        },
    }
}

/// Checks that an operand has the attribute's type and is a valid key value.
fn check_operand(value: &AttributeValue, attribute: &KeyAttribute) -> Result<(), ValidationError> {
    if !attribute.key_type.matches(value) {
        return Err(ValidationError::KeyConditionType);
    }
    match empty_kind(value) {
        Some(kind) => Err(ValidationError::EmptyKey {
            name: attribute.name.clone(),
            kind,
        }),
        None => Ok(()),
    }
}

/// The key bytes of an operand of the attribute's type.
fn operand(value: &AttributeValue, attribute: &KeyAttribute) -> Result<Vec<u8>, ValidationError> {
    check_operand(value, attribute)?;
    key_bytes(value, &mut Vec::new())
        .map(<[u8]>::to_vec)
        .ok_or(ValidationError::KeyConditionType)
}

fn spanning(prefix: &RowKeyBuilder) -> KeyRange {
    KeyRange {
        start: prefix.clone().prefix_start(),
        end: Some(prefix.prefix_end()),
    }
}

fn bounded(prefix: &RowKeyBuilder, test: &KeyTest, attribute: &KeyAttribute) -> Result<KeyRange, ValidationError> {
    let at = |value: &AttributeValue| Ok::<_, ValidationError>(prefix.clone().part(&operand(value, attribute)?));
    let all = spanning(prefix);
    Ok(match test {
        KeyTest::Equal(value) => spanning(&at(value)?),
        KeyTest::Less(value) => KeyRange {
            end: Some(at(value)?.prefix_start()),
            ..all
        },
        KeyTest::LessOrEqual(value) => KeyRange {
            end: Some(at(value)?.prefix_end()),
            ..all
        },
        KeyTest::Greater(value) => KeyRange {
            start: at(value)?.prefix_end(),
            ..all
        },
        KeyTest::GreaterOrEqual(value) => KeyRange {
            start: at(value)?.prefix_start(),
            ..all
        },
        KeyTest::Between(low, high) => KeyRange {
            start: at(low)?.prefix_start(),
            end: Some(at(high)?.prefix_end()),
        },
        KeyTest::BeginsWith(value) => spanning(&prefix.clone().open_part(&operand(value, attribute)?)),
        KeyTest::NotIndexable => return Err(ValidationError::KeyConditionNotIndexable),
    })
}
