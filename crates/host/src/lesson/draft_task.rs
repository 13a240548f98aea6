//! The task of a drafted assignment, from the latest Query of the workspace: what it asks for in words, its conditions,
//! and the Query as the solution.
//!
//! Must not know how the tables of an assignment are written.

use hashrange_endpoint::target_of;
use hashrange_journal::Entry;
use hashrange_wire::{JsonForm, JsonTree, Operation};

use crate::core::Core;

/// Maximum number of steps to look back for a Query.
const MOST_STEPS: u64 = 1_000;
/// Maximum number of items that a condition lists by their keys.
const MOST_ITEMS: usize = 10;
/// Maximum number of words of a condition in a task.
const MOST_WORDS: usize = 24;

/// The lines of a task. `None` if the workspace has no Query, or none that finds something now.
pub(super) fn of_latest_query(core: &Core) -> Option<String> {
    let timeline = core.timeline();
    let place = timeline.place();
    let places = (place.saturating_sub(MOST_STEPS) + 1..=place).rev();
    let body = places
        .into_iter()
        .find_map(|place| match &timeline.record_at(place)?.entry {
            Entry::Request { operation, body } if operation == Operation::Query.name() => Some(body.as_str()),
            _ => None,
        })?;
    let query = JsonTree::parse(body).ok()?;
    let asked = query.clone().with("ReturnConsumedCapacity", "TOTAL".into())?;
    let mut aside = timeline.aside(place).ok()?;
    let now = aside.engine().now();
    let answer = aside
        .dispatch(now, &target_of(Operation::Query.name()), asked.to_json().as_bytes())
        .answer;
    let answer = JsonTree::parse(&answer.body).ok()?;
    let (say, goal) = (say(&query)?, goal(core, &query, &answer)?);
    let table = query.text_of("TableName")?;
    Some(format!(
        "say {say}\n# The conditions, with ; between them. Other figures: used-writes, throttled-reads, items, count.\n\
         goal {goal}\n\
         hint A Query needs the partition key of the table or of one of its indexes. A filter does not reduce the cost.\n\
         solve > Query {}\n\
         done You found them with one Query of {table}, which reads only items with the same partition key.\n",
        body.replace(['\n', '\r'], " ").replace('<', "\\u003c")
    ))
}

/// The task in one sentence. `None` if the condition has no short words.
fn say(query: &JsonTree) -> Option<String> {
    let table = query.text_of("TableName")?;
    let condition = written(query, query.text_of("KeyConditionExpression")?)?;
    let filter = match query.text_of("FilterExpression") {
        Some(filter) => format!(", and of these only those with {}", written(query, filter)?),
        None => String::new(),
    };
    let words = condition.split(' ').chain(filter.split(' ')).count();
    let say =
        format!("Find the items of {table} with {condition}{filter}. Use one Query that costs no more than it must.");
    (words <= MOST_WORDS && !say.contains(['{', '}', '|', '\n'])).then_some(say)
}

/// Comparisons as words, the longer signs first.
const COMPARISONS: [(&str, &str); 5] = [
    ("<>", " other than "),
    ("<=", " at most "),
    (">=", " at least "),
    ("<", " less than "),
    (">", " more than "),
];

/// An expression with the names and values in the place of their substitutes, and with comparisons as words.
fn written(query: &JsonTree, expression: &str) -> Option<String> {
    let mut words = String::new();
    let mut rest = expression;
    while let Some(at) = rest.find(['#', ':']) {
        let (before, from) = rest.split_at(at);
        let is_part = |(place, letter): &(usize, char)| *place == 0 || letter.is_alphanumeric() || *letter == '_';
        let length = from
            .char_indices()
            .take_while(is_part)
            .map(|(_, letter)| letter.len_utf8())
            .sum();
        let (substitute, after) = from.split_at(length);
        words.push_str(&compared(before));
        if substitute.starts_with('#') {
            words.push_str(query.member("ExpressionAttributeNames")?.text_of(substitute)?);
        } else {
            let (_, value) = query
                .member("ExpressionAttributeValues")?
                .member(substitute)?
                .members()
                .first()?;
            words.push_str(&format!("\"{}\"", value.text()?));
        }
        rest = after;
    }
    words.push_str(&compared(rest));
    Some(words)
}

fn compared(part: &str) -> String {
    let words = COMPARISONS
        .iter()
        .fold(part.to_owned(), |words, (sign, word)| words.replace(sign, word));
    words.replace("  ", " ")
}

/// The conditions: the items by their keys, or their number if they are many, and the cost of the Query.
fn goal(core: &Core, query: &JsonTree, answer: &JsonTree) -> Option<String> {
    let count = u64::of_tree(answer.member("Count")?).ok()?;
    let cost = answer.member("ConsumedCapacity")?.member("CapacityUnits")?.to_json();
    if count == 0 || answer.member("LastEvaluatedKey").is_some() {
        return None;
    }
    let items = answer.member("Items").map(JsonTree::elements);
    let table = core.engine().table(query.text_of("TableName")?)?;
    let key = |item: &JsonTree| {
        let mut key = Vec::new();
        for name in table.keys().attributes().map(|key| key.name.as_str()) {
            key.extend(item.member(name).map(|value| (name, value.clone())));
        }
        JsonTree::object(key).to_json()
    };
    let listed = items.filter(|items| items.len() <= MOST_ITEMS).map(|items| {
        let items: Vec<String> = items.iter().map(key).collect();
        format!(",\"Items\":{{\"$unordered\":[{}]}}", items.join(","))
    });
    Some(format!(
        "answer Query {{\"Count\":{count}{}}} ; cost <= {cost} ; requests Scan = 0",
        listed.unwrap_or_default()
    ))
}

#[cfg(test)]
mod tests {
    use hashrange_wire::JsonTree;

    use super::written;

    #[test]
    fn an_expression_is_written_with_names_values_and_words() {
        let query = JsonTree::parse(
            r##"{"ExpressionAttributeNames":{"#f":"ForumName","#date":"Posted"},
            "ExpressionAttributeValues":{":f":{"S":"EC2"},":d":{"N":"7"},":flag":{"BOOL":true}}}"##,
        )
        .expect("JSON");
        let of = |expression: &str| written(&query, expression);
        assert_eq!(
            of("#f = :f AND #date >= :d").as_deref(),
            Some("ForumName = \"EC2\" AND Posted at least \"7\"")
        );
        assert_eq!(of("#date<>:d").as_deref(), Some("Posted other than \"7\""));
        assert_eq!((of("#other = :f"), of("#f = :flag")), (None, None), "no words for them");
    }
}
