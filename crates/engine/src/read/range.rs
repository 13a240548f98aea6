//! From key conditions to a range of row keys.

use hashrange_expression::{KeyCondition, KeyTerm, KeyTest};
use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_store::{KeyRange, Placement, RowKeyBuilder};
use hashrange_values::{AttributeValue, key_bytes};
use hashrange_wire::ValidationError;

use crate::operation::empty_kind;

/// The range of row keys that satisfy the conditions.
pub(crate) fn key_range(condition: &KeyCondition, keys: &KeySchema) -> Result<KeyRange, ValidationError> {
    let mut terms: Vec<&KeyTerm> = condition.terms.iter().collect();
    let mut parts = Vec::new();
    for attribute in &keys.partition {
        let term =
            take(&mut terms, attribute).ok_or_else(|| ValidationError::KeyConditionMissing(attribute.name.clone()))?;
        let KeyTest::Equal(value) = &term.test else { return Err(ValidationError::KeyConditionNotSupported) };
        parts.push(operand(value, attribute)?);
    }
    let slices: Vec<&[u8]> = parts.iter().map(Vec::as_slice).collect();
    let mut prefix = RowKeyBuilder::new(&slices, 0);
    let mut sort = keys.sort.iter();
    // Sort key attributes left to right: equalities first, then at most one other test, nothing after it.
    for attribute in sort.by_ref() {
        let Some(term) = take(&mut terms, attribute) else { break };
        match &term.test {
            KeyTest::Equal(value) => prefix = prefix.part(&operand(value, attribute)?),
            test => {
                no_terms_left(&terms, keys)?;
                return bounded(&prefix, test, attribute);
            }
        }
    }
    no_terms_left(&terms, keys)?;
    Ok(spanning(&prefix))
}

/// The range of a Scan, or of one of its segments.
pub(crate) fn segment_range(segment: Option<(u32, u32)>) -> KeyRange {
    let Some((segment, total)) = segment else { return KeyRange::all() };
    let end = Placement::segment_start(segment + 1, total);
    match Placement::segment_start(segment, total) {
        Some(start) => KeyRange::between(start, end),
        // More segments than buckets: the last ones are empty.
        None => KeyRange { start: vec![u8::MAX; 17], end: Some(Vec::new()) },
    }
}

fn take<'t>(terms: &mut Vec<&'t KeyTerm>, attribute: &KeyAttribute) -> Option<&'t KeyTerm> {
    let at = terms.iter().position(|term| term.attribute == attribute.name)?;
    Some(terms.remove(at))
}

fn no_terms_left(terms: &[&KeyTerm], keys: &KeySchema) -> Result<(), ValidationError> {
    let Some(extra) = terms.first() else { return Ok(()) };
    // A test of an attribute that is no key stands where the sort key's should (observed wording).
    match keys.sort.first() {
        Some(sort) if extra.attribute != sort.name => Err(ValidationError::KeyConditionMissing(sort.name.clone())),
        _ => Err(ValidationError::KeyConditionNotSupported),
    }
}

/// The key bytes of an operand of the attribute's type.
fn operand(value: &AttributeValue, attribute: &KeyAttribute) -> Result<Vec<u8>, ValidationError> {
    if !attribute.key_type.matches(value) {
        return Err(ValidationError::KeyConditionType);
    }
    if let Some(kind) = empty_kind(value) {
        return Err(ValidationError::EmptyKeyInItem { name: attribute.name.clone(), kind });
    }
    key_bytes(value, &mut Vec::new()).map(<[u8]>::to_vec).ok_or(ValidationError::KeyConditionType)
}

fn spanning(prefix: &RowKeyBuilder) -> KeyRange {
    KeyRange { start: prefix.clone().prefix_start(), end: Some(prefix.prefix_end()) }
}

fn bounded(prefix: &RowKeyBuilder, test: &KeyTest, attribute: &KeyAttribute) -> Result<KeyRange, ValidationError> {
    let at = |value: &AttributeValue| Ok::<_, ValidationError>(prefix.clone().part(&operand(value, attribute)?));
    let all = spanning(prefix);
    Ok(match test {
        KeyTest::Equal(value) => spanning(&at(value)?),
        KeyTest::Less(value) => KeyRange { end: Some(at(value)?.prefix_start()), ..all },
        KeyTest::LessOrEqual(value) => KeyRange { end: Some(at(value)?.prefix_end()), ..all },
        KeyTest::Greater(value) => KeyRange { start: at(value)?.prefix_end(), ..all },
        KeyTest::GreaterOrEqual(value) => KeyRange { start: at(value)?.prefix_start(), ..all },
        KeyTest::Between(low, high) => KeyRange { start: at(low)?.prefix_start(), end: Some(at(high)?.prefix_end()) },
        KeyTest::BeginsWith(value) => spanning(&prefix.clone().open_part(&operand(value, attribute)?)),
    })
}
