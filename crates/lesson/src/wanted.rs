//! Conditions in words: the requirements of a goal, for the learner.
//!
//! Must not know whether a condition is true.

use hashrange_wire::{JsonContent, JsonForm, JsonTree};
use hashrange_words::counted;
use hashrange_workload::Figure;

use crate::condition::{Comparison, Condition, Operand};
use crate::expression::{Asked, Expression, Operator, Value};

/// Maximum number of shown letters of a part of a response.
const LONGEST: usize = 80;
/// The word for a value that does not exist: the status of a deleted index.
const NOTHING: &str = "nothing";

/// The words of a condition. `value` returns the current value of a sum, which the right side shows.
pub(crate) fn words(condition: &Condition, value: &dyn Fn(&Expression) -> String) -> String {
    match condition {
        Condition::All(all) => all.iter().map(|one| words(one, value)).collect::<Vec<_>>().join("; "),
        Condition::Refused(exception) => format!("The request is refused with {exception}"),
        Condition::Answer(operation, expected) => {
            let parts = answer(expected);
            let name = operation.name();
            if parts.is_empty() {
                format!("{name} succeeds")
            } else {
                format!("{name} {parts}")
            }
        }
        Condition::Compare(left, comparison, right) => {
            let right = match right {
                Operand::Text(text) => value_or_nothing(text),
                Operand::Sum(sum) => value(sum),
            };
            let (number, is) = (if counts(left) { "The number of " } else { "The " }, sign(*comparison));
            match (left, *comparison, right.as_str()) {
                (
                    Expression::Figure(Asked {
                        figure: Figure::Status(Some(index)),
                        ..
                    }),
                    Comparison::Same,
                    NOTHING,
                ) => {
                    format!("{index} is deleted")
                }
                (Expression::Figure(asked), Comparison::Same, "0") if counts(left) && asked.table.is_none() => {
                    format!("There are no {}", sum(left))
                }
                _ => format!("{number}{} {is} {right}", sum(left)),
            }
        }
    }
}

/// Whether the words of a sum are in the plural: a number of things.
fn counts(expression: &Expression) -> bool {
    match expression {
        Expression::Figure(asked) => !matches!(
            asked.figure,
            Figure::Status(_)
                | Figure::Percent(_)
                | Figure::Value(_)
                | Figure::Answer(_)
                | Figure::Refusal
                | Figure::Message
                | Figure::More
                | Figure::Picked
                | Figure::Kept(_)
                | Figure::Place(_)
                | Figure::PlaceIn(..)
                | Figure::Hottest(_)
                | Figure::Contributor(_)
                | Figure::Share(_)
        ),
        Expression::Of(left, ..) => counts(left),
        Expression::Number(_) | Expression::Up(_) | Expression::Down(_) => false,
    }
}

/// A value as the learner sees it, rounded to hundredths: seconds have more digits than anyone reads.
pub(crate) fn shown(value: &Value) -> String {
    match value {
        Value::Number(number) => Value::Number((number * 100.0).round() / 100.0).to_string(),
        Value::Text(text) => value_or_nothing(text),
    }
}

/// Returns the value, or "none" in words: a deleted index has no status.
fn value_or_nothing(value: &str) -> String {
    if value.is_empty() {
        NOTHING.to_owned()
    } else {
        value.to_owned()
    }
}

const fn sign(comparison: Comparison) -> &'static str {
    match comparison {
        Comparison::Same => "is",
        Comparison::Different => "is not",
        Comparison::Less => "is less than",
        Comparison::AtMost => "is at most",
        Comparison::More => "is more than",
        Comparison::AtLeast => "is at least",
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
        Expression::Of(left, Operator::Minus, right) if matches!(&**right, Expression::Figure(asked) if matches!(asked.figure, Figure::Kept(_))) =>
        {
            format!("{} beyond {}", sum(left), sum(right))
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
        Figure::Percent(index) => format!("percentage of the table that {index} has passed"),
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
        Figure::Price(charge) => format!("price of {charge}"),
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

/// What an expected response returns and reads, as the end of a sentence.
fn answer(expected: &JsonTree) -> String {
    let number = |name: &str| u64::of_tree(expected.member(name)?).ok();
    let content = |name: &str| expected.member(name).map(|member| &member.content);
    let returned = match (content("Items"), content("Item"), number("Count")) {
        (Some(JsonContent::List(items)), ..) => Some(listed(items)),
        (_, Some(JsonContent::Object(item)), _) => Some(format!("the item with {}", attributes(item))),
        (.., Some(count)) => Some(counted(count, "item")),
        _ => None,
    };
    let named = |name: &str| match name {
        "Items" | "Item" => returned.is_none(),
        "Count" | "ScannedCount" => false,
        _ => true,
    };
    let others = expected.members().iter().filter(|(name, _)| named(name)).map(part);
    let all: Vec<String> = returned.clone().into_iter().chain(others).collect();
    let reads = number("ScannedCount").map(|read| format!("reads {}", counted(read, "item")));
    let returns = (!all.is_empty()).then(|| format!("returns {}", all.join(", ")));
    returns.into_iter().chain(reads).collect::<Vec<_>>().join(" and ")
}

/// Items of a response by their expected attributes.
fn listed(items: &[JsonTree]) -> String {
    let known: Vec<String> = items
        .iter()
        .map(JsonTree::members)
        .filter(|item| !item.is_empty())
        .map(attributes)
        .collect();
    let names = known.join("; ");
    match items.len() {
        0 => "no item".to_owned(),
        1 if !known.is_empty() => format!("only the item with {names}"),
        all if all == known.len() => format!("only the {all} items with {names}"),
        all if known.is_empty() => counted(all as u64, "item"),
        all => format!("{}, among them {names}", counted(all as u64, "item")),
    }
}

/// The expected attributes of an item, without their types.
fn attributes(item: &[(String, JsonTree)]) -> String {
    let value = |value: &JsonTree| match value.members().first() {
        Some((_, typed)) => typed.text().map_or_else(|| typed.to_json(), str::to_owned),
        None => value.text().unwrap_or_default().to_owned(),
    };
    let one = |(name, typed): &(String, JsonTree)| format!("{name} {}", value(typed));
    cut(&item.iter().map(one).collect::<Vec<_>>().join(" and "))
}

/// A part of an expected response: numbers and texts by name, the rest as JSON.
fn part((name, value): &(String, JsonTree)) -> String {
    match &value.content {
        JsonContent::Text(text) if text == "$any" => name.clone(),
        JsonContent::Text(text) if text == "$absent" => format!("no {name}"),
        JsonContent::Text(text) => format!("{name} {text}"),
        JsonContent::Object(inner) if !inner.iter().any(|(key, _)| key.starts_with('$')) => {
            format!("{name} with {}", inner.iter().map(part).collect::<Vec<_>>().join(", "))
        }
        _ => format!("{name} {}", cut(&value.to_json())),
    }
}

fn cut(text: &str) -> String {
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}…", text.get(..end).unwrap_or_default()),
        None => text.to_owned(),
    }
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
            ("throttled = 0", "There are no throttled requests"),
            (
                "items = 0 ; items > 1",
                "There are no items; The number of items is more than 1",
            ),
            (
                "rate @Small >= 150",
                "The number of provisioned write units of Small is at least 150",
            ),
            ("rate @Small = 0", "The number of provisioned write units of Small is 0"),
            (
                "status GameTitleIndex = ACTIVE",
                "The status of GameTitleIndex is ACTIVE",
            ),
            ("status WinIndex = \"\"", "WinIndex is deleted"),
            ("items = kept all", "The number of items is 7"),
            (
                "elapsed - kept start <= 8",
                "The number of seconds since start is at most 8",
            ),
            (
                "used-reads - kept before <= 5",
                "The number of read units used so far beyond what was noted as before is at most 5",
            ),
            (
                "refused ValidationException",
                "The request is refused with ValidationException",
            ),
            ("asked = 1", "The number of partitions read is 1"),
            (
                "answer Query {\"Count\":2,\"ScannedCount\":2}",
                "Query returns 2 items and reads 2 items",
            ),
            (
                "answer Query {\"Count\":\"$any\",\"ScannedCount\":1}",
                "Query reads 1 item",
            ),
            (
                "answer Query {\"Items\":[{\"GameTitle\":{\"S\":\"Galaxy Invaders\"}}],\"ScannedCount\":1}",
                "Query returns only the item with GameTitle Galaxy Invaders and reads 1 item",
            ),
            (
                "answer Query {\"Items\":[{\"Id\":{\"S\":\"a\"}},{},{\"Id\":{\"N\":\"3\"}}]}",
                "Query returns 3 items, among them Id a; Id 3",
            ),
            (
                "answer GetItem {\"Item\":{\"TopScore\":{\"N\":\"7000\"},\"UserId\":{\"S\":\"104\"}}}",
                "GetItem returns the item with TopScore 7000 and UserId 104",
            ),
            ("answer DeleteTable", "DeleteTable succeeds"),
            (
                "hits > 3",
                "The number of reads that DAX served from its cache is more than 3",
            ),
            (
                "answer CreateTable {\"TableDescription\":{\"LocalSecondaryIndexes\":\"$absent\"}}",
                "CreateTable returns TableDescription with no LocalSecondaryIndexes",
            ),
        ] {
            assert_eq!(of(condition), said);
        }
    }
}
