//! Attribute values in the model: the JSON of the protocol, with independent rules.
//!
//! Owns sizes, order, equality and small decimal numbers. Shares no code with the crates that it checks.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde_json::{Value, json};

/// An item, or part of one: values as DynamoDB JSON, by name.
pub type Attributes = BTreeMap<String, Value>;

/// A number with three decimals, as an integer of thousandths.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Decimal(pub i128);

impl Decimal {
    /// Reads a text with at most three decimals and no exponent.
    #[must_use]
    pub fn parse(text: &str) -> Self {
        let (sign, digits) = text.strip_prefix('-').map_or((1, text), |rest| (-1, rest));
        let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
        let fraction = format!("{fraction:0<3}");
        assert_eq!(fraction.len(), 3, "the model knows three decimals only: {text}");
        let thousandths: i128 = format!("{whole}{fraction}").parse().expect("digits");
        Self(sign * thousandths)
    }

    /// The number as the service writes it.
    #[must_use]
    pub fn text(self) -> String {
        let (whole, fraction) = (self.0.unsigned_abs() / 1000, self.0.unsigned_abs() % 1000);
        let text = format!("{whole}.{fraction:03}");
        let sign = if self.0 < 0 { "-" } else { "" };
        format!("{sign}{}", text.trim_end_matches('0').trim_end_matches('.'))
    }
}

/// The only type descriptor of a value, and its content.
#[must_use]
pub fn parts(value: &Value) -> (&str, &Value) {
    let (kind, content) = value
        .as_object()
        .and_then(|members| members.iter().next())
        .expect("a value has a type");
    (kind, content)
}

/// Bytes of a value.
#[must_use]
pub fn size_of(value: &Value) -> u64 {
    let (kind, content) = parts(value);
    let sum = |size: fn(&str) -> u64| -> u64 { texts(content).map(size).sum() };
    match kind {
        "S" => text_size(content.as_str().expect("a text")),
        "N" => number_size(content.as_str().expect("a number")),
        "B" => binary_size(content.as_str().expect("base 64")),
        "BOOL" | "NULL" => 1,
        "SS" => sum(text_size),
        "NS" => sum(number_size),
        "BS" => sum(binary_size),
        "L" => 3 + elements(content).map(|element| 1 + size_of(element)).sum::<u64>(),
        "M" => {
            let members = content.as_object().expect("a map");
            3 + members
                .iter()
                .map(|(name, value)| 1 + name.len() as u64 + size_of(value))
                .sum::<u64>()
        }
        other => panic!("no type {other}"),
    }
}

/// Bytes of an item: names and values.
#[must_use]
pub fn item_size(item: &Attributes) -> u64 {
    item.iter()
        .map(|(name, value)| name.len() as u64 + size_of(value))
        .sum()
}

fn text_size(text: &str) -> u64 {
    text.len() as u64
}

fn binary_size(text: &str) -> u64 {
    decode(text).len() as u64
}

/// One byte, one for every two digits on either side of the point, one for the sign. Zeros at both ends do not count.
fn number_size(text: &str) -> u64 {
    let digits = text.trim_start_matches('-');
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let whole = whole.trim_start_matches('0');
    let fraction = fraction.trim_end_matches('0');
    let (whole, fraction) = match (whole, fraction) {
        ("", fraction) => ("", fraction.trim_start_matches('0')),
        (whole, "") => (whole.trim_end_matches('0'), ""),
        both => both,
    };
    if whole.is_empty() && fraction.is_empty() {
        return 1;
    }
    let sign = u64::from(text.starts_with('-'));
    1 + (whole.len() as u64).div_ceil(2) + (fraction.len() as u64).div_ceil(2) + sign
}

/// The bytes of a base 64 text.
#[must_use]
pub fn decode(text: &str) -> Vec<u8> {
    STANDARD.decode(text).expect("base 64")
}

/// Base 64 of bytes, as a value.
#[must_use]
pub fn binary(bytes: &[u8]) -> Value {
    json!({ "B": STANDARD.encode(bytes) })
}

/// The texts of a set.
pub fn texts(content: &Value) -> impl Iterator<Item = &str> {
    elements(content).filter_map(Value::as_str)
}

/// The elements of a list or set.
pub fn elements(content: &Value) -> impl Iterator<Item = &Value> {
    content.as_array().into_iter().flatten()
}

/// Whether two values are equal. Sets are equal in any order.
#[must_use]
pub fn same(a: &Value, b: &Value) -> bool {
    let ((kind, one), (other_kind, other)) = (parts(a), parts(b));
    if kind != other_kind {
        return false;
    }
    match kind {
        "SS" | "NS" | "BS" => {
            let sorted = |content| {
                let mut members: Vec<&str> = texts(content).collect();
                members.sort_unstable();
                members
            };
            sorted(one) == sorted(other)
        }
        "L" => {
            let (one, other): (Vec<_>, Vec<_>) = (elements(one).collect(), elements(other).collect());
            one.len() == other.len() && one.iter().zip(&other).all(|(a, b)| same(a, b))
        }
        "M" => {
            let (one, other) = (one.as_object().expect("a map"), other.as_object().expect("a map"));
            one.len() == other.len()
                && one
                    .iter()
                    .all(|(name, value)| other.get(name).is_some_and(|found| same(value, found)))
        }
        _ => one == other,
    }
}

/// The order of two values, if they are strings, numbers or binaries of one type.
#[must_use]
pub fn order(a: &Value, b: &Value) -> Option<Ordering> {
    let ((kind, one), (other_kind, other)) = (parts(a), parts(b));
    let (one, other) = (one.as_str()?, other.as_str()?);
    match (kind, other_kind) {
        ("S", "S") => Some(one.as_bytes().cmp(other.as_bytes())),
        ("N", "N") => Some(Decimal::parse(one).cmp(&Decimal::parse(other))),
        ("B", "B") => Some(decode(one).cmp(&decode(other))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_have_the_sizes_seen_on_the_service() {
        for (text, bytes) in [
            ("0", 1),
            ("1", 2),
            ("12", 2),
            ("100", 2),
            ("123", 3),
            ("1010", 3),
            ("0.15", 2),
            ("1.5", 3),
            ("100.5", 4),
            ("-42", 3),
        ] {
            assert_eq!(number_size(text), bytes, "{text}");
            assert_eq!(Decimal::parse(text).text(), text);
        }
    }
}
