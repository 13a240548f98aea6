//! Tests of the language through its public interface: the meaning of valid texts, and the errors of invalid ones.
//!
//! Must not know the implementation.

mod conditions;
mod literals;
mod refusals;
mod robustness;
mod statements;
mod words;

use hashrange_values::{AttributeValue, Comparator, Map, Path, Step, Text};

use crate::*;

fn s(text: &str) -> AttributeValue {
    AttributeValue::string(text)
}

fn n(digits: &str) -> AttributeValue {
    AttributeValue::N(digits.parse().unwrap())
}

fn map<const N: usize>(entries: [(&str, AttributeValue); N]) -> Map {
    entries
        .into_iter()
        .map(|(name, value)| (Text::from(name), value))
        .collect()
}

fn path(attribute: &str, steps: &[Step]) -> Path {
    Path {
        attribute: Text::from(attribute),
        steps: steps.to_vec(),
    }
}

fn key(name: &str) -> Step {
    Step::Key(Text::from(name))
}

fn at(attribute: &str) -> Operand {
    Operand::Path(Path::top(attribute))
}

fn value(value: AttributeValue) -> Operand {
    Operand::Value(value)
}

/// Parses a text that must be a valid statement.
fn read(text: &str) -> Statement {
    parse(text, &[]).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Parses the condition of `SELECT * FROM t WHERE …`.
fn filter(condition: &str) -> Predicate {
    match read(&format!("SELECT * FROM t WHERE {condition}")) {
        Statement::Select(select) => select.filter.unwrap(),
        other => panic!("{other:?}"),
    }
}

/// Returns the error of a text, or `accepted`.
fn said(text: &str) -> String {
    said_with(text, &[])
}

fn said_with(text: &str, parameters: &[AttributeValue]) -> String {
    parse(text, parameters).map_or_else(|error| error.to_string(), |_| "accepted".to_owned())
}
