//! Tests of the language through its public interface, with tables of cases.
//!
//! The messages in these tables are the service's, as recorded by people who measured them. The project's reference of
//! DynamoDB's dynamics names the sources. Must not know the implementation.

mod condition_checks;
mod condition_matches;
mod key_conditions;
mod printed;
mod projections;
mod robustness;
mod scopes;
mod syntax;
mod update_apply;
mod update_checks;

use hashrange_values::{AttributeValue, Map, Number, Text, set_of};
use litemap::LiteMap;

use crate::*;

type Names = LiteMap<Text, Text>;

fn s(text: &str) -> AttributeValue {
    AttributeValue::string(text)
}

fn n(text: &str) -> AttributeValue {
    AttributeValue::N(number(text))
}

fn number(text: &str) -> Number {
    text.parse().unwrap()
}

fn b(bytes: &[u8]) -> AttributeValue {
    AttributeValue::B(bytes.into())
}

fn ss(members: &[&str]) -> AttributeValue {
    AttributeValue::Ss(set_of(members.iter().map(|member| Text::from(*member)).collect()).expect("a set"))
}

fn ns(members: &[&str]) -> AttributeValue {
    AttributeValue::Ns(set_of(members.iter().map(|member| number(member)).collect()).expect("a set"))
}

fn bs(members: &[&[u8]]) -> AttributeValue {
    AttributeValue::Bs(set_of(members.iter().map(|member| (*member).into()).collect()).expect("a set"))
}

fn l<const N: usize>(elements: [AttributeValue; N]) -> AttributeValue {
    AttributeValue::L(elements.into())
}

fn m<const N: usize>(entries: [(&str, AttributeValue); N]) -> AttributeValue {
    AttributeValue::M(map(entries))
}

fn map<const N: usize>(entries: [(&str, AttributeValue); N]) -> Map {
    entries.into_iter().collect()
}

fn names(pairs: &[(&str, &str)]) -> Names {
    pairs
        .iter()
        .map(|(placeholder, name)| (Text::from(*placeholder), Text::from(*name)))
        .collect()
}

/// Parses one expression of any kind and returns its error.
fn refusal(kind: ExpressionKind, text: &str, names: &Names, values: &Map) -> Option<ExpressionError> {
    let scope = &mut Scope::new(Some(names), Some(values));
    match kind {
        ExpressionKind::Condition | ExpressionKind::Filter => parse_condition(kind, text, scope).err(),
        ExpressionKind::KeyCondition => parse_key_condition(text, scope).err(),
        ExpressionKind::Projection => parse_projection(text, scope).err(),
        ExpressionKind::Update => parse_update(text, scope).err(),
        ExpressionKind::SearchCondition => parse_search_condition(text, scope).err(),
    }
}

/// Returns the error's message, or `accepted`.
fn message(kind: ExpressionKind, text: &str, names: &Names, values: &Map) -> String {
    refusal(kind, text, names, values).map_or_else(|| "accepted".to_owned(), |error| error.to_string())
}

/// Returns the part of the text in the error's span.
fn underlined(kind: ExpressionKind, text: &str, names: &Names, values: &Map) -> String {
    let span = refusal(kind, text, names, values).and_then(|error| error.span).unwrap();
    text[span.start..span.end].to_owned()
}

fn filter(text: &str, names: &Names, values: &Map) -> String {
    message(ExpressionKind::Filter, text, names, values)
}
