//! Whether a condition is true for an item.
//!
//! Evaluation has no errors: a missing value or a value of the wrong type makes a comparison false, and `<>` true
//! (observed: comparisons-seen). A comparison takes time in proportion to the bytes that it looks at.

use std::cmp::Ordering;

use hashrange_values::{AttributeValue, Comparator, Map, Number};
use memchr::memmem;

use crate::condition::{Condition, Operand, Test};

/// The order of two strings, numbers or binaries; `None` for different types, or types without an order.
///
/// Strings compare by UTF-8 bytes, binaries by unsigned bytes, numbers by value (documented: expression-reference).
#[must_use]
pub fn compare(a: &AttributeValue, b: &AttributeValue) -> Option<Ordering> {
    match (a, b) {
        (AttributeValue::S(a), AttributeValue::S(b)) => Some(a.as_bytes().cmp(b.as_bytes())),
        (AttributeValue::N(a), AttributeValue::N(b)) => Some(a.cmp(b)),
        (AttributeValue::B(a), AttributeValue::B(b)) => Some(a.cmp(b)),
        _ => None,
    }
}

impl Condition {
    /// Whether the condition is true for the item; for a missing item, pass an empty map.
    #[must_use]
    pub fn matches(&self, item: &Map) -> bool {
        self.test.holds(item)
    }
}

impl Test {
    /// Whether the test holds for the item.
    #[must_use]
    pub fn holds(&self, item: &Map) -> bool {
        match self {
            Self::And(tests) => tests.iter().all(|test| test.holds(item)),
            Self::Or(tests) => tests.iter().any(|test| test.holds(item)),
            Self::Not(test) => !test.holds(item),
            Self::Compare { operator, left, right } => compares(*operator, left, right, item),
            Self::Between { subject, lower, upper } => {
                compares(Comparator::LessOrEqual, lower, subject, item)
                    && compares(Comparator::LessOrEqual, subject, upper, item)
            }
            Self::In { subject, list } => subject.with(item, |subject| {
                subject.is_some()
                    && list
                        .iter()
                        .any(|element| element.with(item, |element| element == subject))
            }),
            Self::Exists(operand) => operand.with(item, |value| value.is_some()),
            Self::NotExists(operand) => operand.with(item, |value| value.is_none()),
            Self::HasType { subject, expected } => subject.with(item, |value| {
                value.is_some_and(|value| value.attribute_type() == *expected)
            }),
            Self::BeginsWith { subject, prefix } => both(subject, prefix, item, begins_with),
            Self::Contains { subject, element } => both(subject, element, item, contains),
        }
    }
}

fn both(a: &Operand, b: &Operand, item: &Map, test: fn(&AttributeValue, &AttributeValue) -> bool) -> bool {
    a.with(item, |a| b.with(item, |b| a.zip(b).is_some_and(|(a, b)| test(a, b))))
}

fn compares(operator: Comparator, left: &Operand, right: &Operand, item: &Map) -> bool {
    left.with(item, |left| {
        right.with(item, |right| holds_between(operator, left, right))
    })
}

fn holds_between(operator: Comparator, left: Option<&AttributeValue>, right: Option<&AttributeValue>) -> bool {
    let operands = left.zip(right);
    let ordered = |accepts: fn(Ordering) -> bool| {
        operands
            .and_then(|(left, right)| compare(left, right))
            .is_some_and(accepts)
    };
    match operator {
        Comparator::Equal => operands.is_some_and(|(left, right)| left == right),
        Comparator::NotEqual => operands.is_none_or(|(left, right)| left != right),
        Comparator::Less => ordered(Ordering::is_lt),
        Comparator::LessOrEqual => ordered(Ordering::is_le),
        Comparator::Greater => ordered(Ordering::is_gt),
        Comparator::GreaterOrEqual => ordered(Ordering::is_ge),
    }
}

fn begins_with(value: &AttributeValue, prefix: &AttributeValue) -> bool {
    match (value, prefix) {
        (AttributeValue::S(value), AttributeValue::S(prefix)) => value.starts_with(prefix.as_str()),
        (AttributeValue::B(value), AttributeValue::B(prefix)) => value.starts_with(prefix),
        _ => false,
    }
}

fn contains(value: &AttributeValue, element: &AttributeValue) -> bool {
    match (value, element) {
        (AttributeValue::S(value), AttributeValue::S(part)) => value.contains(part.as_str()),
        (AttributeValue::B(value), AttributeValue::B(part)) => memmem::find(value, part).is_some(),
        (AttributeValue::Ss(members), AttributeValue::S(member)) => members.binary_search(member).is_ok(),
        (AttributeValue::Ns(members), AttributeValue::N(member)) => members.binary_search(member).is_ok(),
        (AttributeValue::Bs(members), AttributeValue::B(member)) => members.binary_search(member).is_ok(),
        (AttributeValue::L(elements), element) => elements.contains(element),
        _ => false,
    }
}

impl Operand {
    /// Passes the operand's value for the item to `look`, if it has one. Most values exist already. Computed values
    /// live only during `look`.
    fn with<R>(&self, item: &Map, look: impl FnOnce(Option<&AttributeValue>) -> R) -> R {
        match self {
            Self::Path(path) => look(path.find(item)),
            Self::Value(value) => look(Some(value)),
            Self::Size(_) | Self::Holds(_) => look(self.made(item).as_ref()),
        }
    }

    /// Computes a value.
    fn made(&self, item: &Map) -> Option<AttributeValue> {
        match self {
            Self::Path(_) | Self::Value(_) => None,
            Self::Size(operand) => {
                let size = operand.with(item, |value| value.and_then(size))?;
                Some(AttributeValue::N(Number::from(i64::try_from(size).ok()?)))
            }
            Self::Holds(test) => Some(AttributeValue::Bool(test.holds(item))),
        }
    }
}

/// Length or number of elements. The length of a string is in UTF-16 code units (inferred: string-size-function).
fn size(value: &AttributeValue) -> Option<usize> {
    match value {
        AttributeValue::S(text) if text.is_ascii() => Some(text.len()),
        AttributeValue::S(text) => Some(text.encode_utf16().count()),
        AttributeValue::B(bytes) => Some(bytes.len()),
        AttributeValue::Ss(members) => Some(members.len()),
        AttributeValue::Ns(members) => Some(members.len()),
        AttributeValue::Bs(members) => Some(members.len()),
        AttributeValue::L(elements) => Some(elements.len()),
        AttributeValue::M(map) => Some(map.len()),
        AttributeValue::N(_) | AttributeValue::Bool(_) | AttributeValue::Null => None,
    }
}
