//! The single item that a condition names: an equality on every key attribute, and further conditions.
//!
//! Must not know what happens to the item.

use hashrange_expression::{Operand, Test};
use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_values::{AttributeType, AttributeValue, Comparator, Item};
use hashrange_wire::StatementFault;

/// What a second value of a key attribute means.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Conflict {
    /// An error: the condition names two items (writes; observed: statement-write-keys).
    Refused,
    /// An ordinary condition (`EXISTS`; observed: statement-write-keys).
    Condition,
}

/// The key of an item and the further conditions.
pub(crate) struct NamedKey {
    pub(crate) key: Item,
    pub(crate) rest: Vec<Test>,
}

/// Separates the equalities on key attributes from a condition. Equalities in parentheses count too
/// (observed: statement-write-keys).
pub(crate) fn named(keys: &KeySchema, filter: Option<&Test>, conflict: Conflict) -> Result<NamedKey, StatementFault> {
    let mut named = NamedKey {
        key: Item::new(),
        rest: Vec::new(),
    };
    if let Some(test) = filter {
        named.take(keys, test, conflict)?;
    }
    if named.key.len() != keys.len() {
        return Err(StatementFault::NoKey);
    }
    for attribute in keys.attributes() {
        if let Some(value) = named.key.get(&attribute.name) {
            check_type(attribute, value)?;
        }
    }
    Ok(named)
}

/// Refuses a value that cannot be a value of the key.
pub(crate) fn check_type(attribute: &KeyAttribute, value: &AttributeValue) -> Result<(), StatementFault> {
    let kind = value.attribute_type();
    if !matches!(kind, AttributeType::S | AttributeType::N | AttributeType::B) {
        return Err(StatementFault::NoKeyType {
            name: attribute.name.clone(),
            kind: kind.descriptor(),
        });
    }
    if attribute.key_type.matches(value) {
        Ok(())
    } else {
        Err(StatementFault::KeyType(attribute.name.clone()))
    }
}

impl NamedKey {
    /// Recurses as deep as the condition.
    fn take(&mut self, keys: &KeySchema, test: &Test, conflict: Conflict) -> Result<(), StatementFault> {
        if let Test::And(tests) = test {
            return tests.iter().try_for_each(|test| self.take(keys, test, conflict));
        }
        let equality = equality(test).filter(|(name, _)| keys.contains(name));
        match equality.map(|(name, value)| (name, value, self.key.get(name))) {
            None => self.rest.push(test.clone()),
            Some((name, value, None)) => {
                self.key.insert(name, value.clone());
            }
            Some((_, value, Some(first))) if value == first => {}
            Some((name, ..)) if conflict == Conflict::Refused => return Err(StatementFault::TwoKeys(name.into())),
            Some(_) => self.rest.push(test.clone()),
        }
        Ok(())
    }
}

/// The attribute and the value of an equality.
fn equality(test: &Test) -> Option<(&str, &AttributeValue)> {
    let Test::Compare {
        operator: Comparator::Equal,
        left,
        right,
    } = test
    else {
        return None;
    };
    match (left, right) {
        (Operand::Path(path), Operand::Value(value)) | (Operand::Value(value), Operand::Path(path))
            if path.is_top() =>
        {
            Some((&path.attribute, value))
        }
        _ => None,
    }
}
