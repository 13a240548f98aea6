//! Conditions in words: the requirements of a goal, for the learner.
//!
//! Must not know whether a condition is true.

use hashrange_workload::Figure;
use serde_json::Value as Json;

use crate::condition::{Comparison, Condition, Operand};
use crate::expression::{Expression, Operator};

/// Maximum number of shown letters of a part of a response.
const LONGEST: usize = 80;

/// The words of a condition. `value` returns the current value of a sum, which the right side shows.
pub(crate) fn words(condition: &Condition, value: &dyn Fn(&Expression) -> String) -> String {
    match condition {
        Condition::All(all) => all.iter().map(|one| words(one, value)).collect::<Vec<_>>().join(", "),
        Condition::Refused(exception) => format!("the request is refused with {exception}"),
        Condition::Answer(operation, expected) => {
            let parts = answer(expected);
            let name = operation.name();
            if parts.is_empty() {
                format!("{name} succeeds")
            } else {
                format!("{name} returns {parts}")
            }
        }
        Condition::Compare(left, comparison, right) => {
            let right = match right {
                Operand::Text(text) => value_or_nothing(text),
                Operand::Sum(sum) => value(sum),
            };
            format!("{} {} {right}", sum(left), sign(*comparison))
        }
    }
}

/// Returns the value, or "none" in words: a deleted index has no status.
pub(crate) fn value_or_nothing(value: &str) -> String {
    if value.is_empty() {
        "nothing".to_owned()
    } else {
        value.to_owned()
    }
}

const fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Same => "=",
        Comparison::Different => "≠",
        Comparison::Less => "<",
        Comparison::AtMost => "≤",
        Comparison::More => ">",
        Comparison::AtLeast => "≥",
    }
}

fn sum(expression: &Expression) -> String {
    match expression {
        Expression::Number(number) => number.to_string(),
        Expression::Figure(asked) => {
            let table = asked
                .table
                .as_ref()
                .map(|table| format!(" of {table}"))
                .unwrap_or_default();
            format!("{}{table}", figure(&asked.figure))
        }
        Expression::Of(left, Operator::Minus, right) if since(left, right).is_some() => {
            format!("seconds since {}", since(left, right).unwrap_or_default())
        }
        Expression::Of(left, operator, right) => {
            let operator = match operator {
                Operator::Plus => "+",
                Operator::Minus => "−",
                Operator::Times => "×",
                Operator::Over => "/",
            };
            format!("{} {operator} {}", sum(left), sum(right))
        }
        Expression::Up(inner) => format!("{}, rounded up", sum(inner)),
        Expression::Down(inner) => format!("{}, rounded down", sum(inner)),
    }
}

/// The name under which a lesson stored the time, if a sum is the time since then.
fn since<'a>(left: &Expression, right: &'a Expression) -> Option<&'a str> {
    match (left, right) {
        (Expression::Figure(now), Expression::Figure(then)) => match (&now.figure, &then.figure) {
            (Figure::Elapsed, Figure::Kept(name)) => Some(name),
            _ => None,
        },
        _ => None,
    }
}

fn figure(figure: &Figure) -> String {
    let of = |words: &str, name: &Option<String>| match name {
        Some(name) => format!("{words} of {name}"),
        None => words.to_owned(),
    };
    match figure {
        Figure::Items => "items".to_owned(),
        Figure::Entries(index) => format!("entries of {index}"),
        Figure::Waiting(index) => format!("changes not yet in {index}"),
        Figure::Status(index) => of("status", index),
        Figure::Percent(index) => format!("percent of the table that {index} has passed"),
        Figure::Rate(index) => of("provisioned write units", index),
        Figure::ReadRate(index) => of("provisioned read units", index),
        Figure::Cost => "capacity units of the request".to_owned(),
        Figure::CostOf(part) if part == "table" => "capacity units in the table".to_owned(),
        Figure::CostOf(index) => format!("capacity units in {index}"),
        Figure::Asked => "partitions read".to_owned(),
        Figure::Throttled => "throttled requests".to_owned(),
        Figure::Answered => "successful requests".to_owned(),
        Figure::LoadRate => "requests a second".to_owned(),
        Figure::LoadSeconds => "seconds of the load".to_owned(),
        Figure::Suffixes => "suffixes".to_owned(),
        Figure::Count => "items returned".to_owned(),
        Figure::Scanned => "items read".to_owned(),
        Figure::Value(name) => format!("{name} of the first item returned"),
        Figure::ItemBytes(key) => format!("bytes of the item {key}"),
        Figure::EntryBytes(index, key) => format!("bytes of the entry of {key} in {index}"),
        Figure::Collection(key) => format!("bytes of the item collection {key}"),
        Figure::Expiring => "items that will expire".to_owned(),
        Figure::Deleted => "items deleted by TTL".to_owned(),
        Figure::Indexes => "indexes".to_owned(),
        Figure::Elapsed => "seconds since the lesson began".to_owned(),
        Figure::Requests(None) => "requests by hand".to_owned(),
        Figure::Requests(Some(operation)) => format!("{operation} requests"),
        Figure::Kept(name) => format!("what was noted as {name}"),
        other => described(other),
    }
}

/// Describes a figure that no goal of this project uses.
fn described(figure: &Figure) -> String {
    let same = |name: &&str| {
        let (word, of) = name.split_once(' ').unwrap_or((name, ""));
        Figure::read(&format!("{word} {of}")).is_ok_and(|read| read == *figure)
    };
    let word = Figure::WORDS.iter().find(|word| same(&word.name));
    word.map_or_else(|| "the figure".to_owned(), |word| word.meaning.to_owned())
}

/// Parts of an expected response: numbers and texts by name, the rest as JSON.
fn answer(expected: &Json) -> String {
    let Json::Object(members) = expected else {
        return String::new();
    };
    let part = |(name, value): (&String, &Json)| match value {
        Json::String(text) if text == "$any" => name.clone(),
        Json::String(text) if text == "$absent" => format!("no {name}"),
        Json::String(text) => format!("{name} {text}"),
        Json::Object(inner) if !inner.keys().any(|key| key.starts_with('$')) && name != "Item" => {
            format!("{name} with {}", answer(value))
        }
        Json::Array(_) | Json::Object(_) => {
            let text = value.to_string();
            let cut: String = text.chars().take(LONGEST).collect();
            format!("{name} {cut}{}", if cut.len() < text.len() { "…" } else { "" })
        }
        other => format!("{name} {other}"),
    };
    members.iter().map(part).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(text: &str) -> String {
        words(&Condition::read(text).unwrap(), &|sum| match sum {
            Expression::Number(number) => number.to_string(),
            _ => "7".to_owned(),
        })
    }

    #[test]
    fn a_condition_reads_as_a_learner_reads_it() {
        for (condition, said) in [
            ("throttled = 0", "throttled requests = 0"),
            ("rate @Small >= 150", "provisioned write units of Small ≥ 150"),
            ("status GameTitleIndex = ACTIVE", "status of GameTitleIndex = ACTIVE"),
            ("status WinIndex = \"\"", "status of WinIndex = nothing"),
            ("items = kept all", "items = 7"),
            ("elapsed - kept start <= 8", "seconds since start ≤ 8"),
            (
                "answer Query {\"Count\":2,\"ScannedCount\":2}",
                "Query returns Count 2, ScannedCount 2",
            ),
            ("answer DeleteTable", "DeleteTable succeeds"),
            ("hits > 3", "reads that DAX served from its cache > 3"),
            (
                "answer CreateTable {\"TableDescription\":{\"LocalSecondaryIndexes\":\"$absent\"}}",
                "CreateTable returns TableDescription with no LocalSecondaryIndexes",
            ),
        ] {
            assert_eq!(of(condition), said);
        }
    }
}
