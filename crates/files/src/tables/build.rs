//! Converts between a tree with the members of CreateTable and a definition.
//!
//! All formats use it; they differ only in names and in omitted parts. `wire` checks whether a table is valid.

use hashrange_values::Text;
use hashrange_wire::{CreateTableRequest, JsonContent, JsonTree, Operation, Request, decode, encode_request};

use super::definition::TableDefinition;
use crate::file_fault::{FileFault, FileReason, LeftOut, under};

/// Maximum length of an attribute name in a definition (documented: limits-names).
const LONGEST_NAME: usize = 255;
/// Members with numbers. Templates can also write them as strings.
const COUNTS: [&str; 7] = [
    "Dimensions",
    "ReadCapacityUnits",
    "WriteCapacityUnits",
    "MaxReadRequestUnits",
    "MaxWriteRequestUnits",
    "ReadUnitsPerSecond",
    "WriteUnitsPerSecond",
];

/// The definition of a table whose request has these members.
pub(crate) fn definition(
    members: Vec<(String, JsonTree)>,
    line: usize,
    path: &str,
) -> Result<TableDefinition, FileFault> {
    let mut tree = JsonTree::from(JsonContent::Object(members));
    count(&mut tree);
    let refused = |words: String| FileFault::new(line, path, FileReason::Refused(words));
    match decode(Operation::CreateTable, tree.to_json().as_bytes()) {
        Ok(Request::CreateTable(create)) => Ok(TableDefinition {
            create,
            time_to_live: None,
            point_in_time_recovery: false,
            recovery_days: None,
            insights: Vec::new(),
        }
        .settled()),
        Ok(_) => Err(refused(String::new())),
        Err(rejection) => Err(refused(
            rejection.service_message().unwrap_or_else(|| rejection.to_string()),
        )),
    }
}

/// The attribute with the expiry time, as named in a file that enables TTL.
pub(crate) fn time_to_live(attribute: Option<&str>, line: usize, path: &str) -> Result<Text, FileFault> {
    let attribute = attribute.filter(|name| (1..=LONGEST_NAME).contains(&name.len()));
    let missing = || {
        FileFault::new(
            line,
            path,
            FileReason::Missing("the attribute of TTL, a name of 1 to 255 bytes,"),
        )
    };
    attribute.map(Text::from).ok_or_else(missing)
}

/// The days that point-in-time recovery keeps, as a number or its text.
pub(crate) fn recovery_days(days: Option<&JsonTree>, path: &str) -> Result<Option<u32>, FileFault> {
    let Some(days) = days else { return Ok(None) };
    let number = match &days.content {
        JsonContent::Number(digits) | JsonContent::Text(digits) => digits.parse().ok(),
        _ => None,
    };
    let wrong = || FileFault::expected(days.line, path, "a number of days");
    number.map(Some).ok_or_else(wrong)
}

/// The names that are read, by the name of what contains them. What is not listed has no members of its own.
pub(crate) type Names<'n> = &'n [(&'n str, &'n [&'n str])];

/// Members that switch a setting on.
const SWITCHES: [&str; 5] = [
    "Enabled",
    "PointInTimeRecoveryEnabled",
    "enabled",
    "stream_enabled",
    "SSEEnabled",
];

/// Notes the members of a tree that are not read, and settings in another shape than an object. `of` names the tree.
pub(crate) fn pass_over(tree: &JsonTree, names: Names<'_>, of: &str, path: &str, left_out: &mut Vec<LeftOut>) {
    let is_one = tree.elements().len() == 1;
    for (place, element) in tree.elements().iter().enumerate() {
        let path = if is_one {
            path.to_owned()
        } else {
            format!("{path}[{place}]")
        };
        pass_over(element, names, of, &path, left_out);
    }
    let expected = |what| FileFault::expected(tree.line, path, what).into();
    let is_scalar = !matches!(
        tree.content,
        JsonContent::Null | JsonContent::Object(_) | JsonContent::List(_)
    );
    if SWITCHES.contains(&of) && tree.truth().is_none() && tree.content != JsonContent::Null {
        left_out.push(expected("true or false"));
    }
    let Some((_, known)) = names.iter().find(|(name, _)| *name == of) else {
        return;
    };
    // An empty name among them: a text stands for the object.
    if is_scalar && !known.contains(&"") {
        left_out.push(expected("an object"));
    }
    for (name, member) in tree.members() {
        let path = under(path, name);
        if known.contains(&name.as_str()) {
            pass_over(member, names, name, &path, left_out);
        } else if member.content != JsonContent::Null {
            left_out.push(LeftOut::new(member.line, path));
        }
    }
}

/// The tags of a map, as CreateTable has them. Names what is no map.
pub(super) fn tags_of(
    tags: Option<&JsonTree>,
    path: impl Fn() -> String,
    left_out: &mut Vec<LeftOut>,
) -> Vec<JsonTree> {
    let Some(tags) = tags else { return Vec::new() };
    if !matches!(tags.content, JsonContent::Object(_)) {
        left_out.push(FileFault::new(tags.line, path(), FileReason::Expected("an object")).into());
    }
    let tag = |(key, value): &(String, JsonTree)| {
        let value = text_of(value).map_or_else(|| value.clone(), |text| text.as_str().into());
        object([named("Key", key.as_str()), named("Value", value)])
    };
    tags.members().iter().map(tag).collect()
}

/// Maximum bytes of a text that is joined from others, because a short file can repeat a long separator very often.
const MOST_JOINED: usize = 1 << 20;

/// The texts with a separator between them; `None` if that is longer than any value of a table.
pub(super) fn joined(texts: &[String], separator: &str) -> Option<String> {
    let separators = separator.len().saturating_mul(texts.len().saturating_sub(1));
    let length = texts.iter().map(String::len).sum::<usize>().saturating_add(separators);
    (length <= MOST_JOINED).then(|| texts.join(separator))
}

/// Converts a number, a Boolean or a string to a string.
pub(super) fn text_of(tree: &JsonTree) -> Option<String> {
    match &tree.content {
        JsonContent::Text(text) | JsonContent::Number(text) => Some(text.clone()),
        JsonContent::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The approximate bytes of a value.
pub(crate) fn bytes_of(tree: &JsonTree) -> usize {
    let parts: usize = match &tree.content {
        JsonContent::Text(text) | JsonContent::Number(text) => text.len(),
        JsonContent::Object(members) => members.iter().map(|(name, member)| name.len() + bytes_of(member)).sum(),
        JsonContent::List(elements) => elements.iter().map(bytes_of).sum(),
        JsonContent::Bool(_) | JsonContent::Null => 0,
    };
    parts + 1
}

/// The members of the request.
pub(crate) fn members(create: &CreateTableRequest) -> Vec<(String, JsonTree)> {
    let text = encode_request(&Request::from(create.clone()));
    match JsonTree::parse(&text).map(|tree| tree.content) {
        Ok(JsonContent::Object(members)) => members,
        _ => Vec::new(),
    }
}

/// Converts numbers that are written as strings to numbers.
fn count(tree: &mut JsonTree) {
    match &mut tree.content {
        JsonContent::List(elements) => elements.iter_mut().for_each(count),
        JsonContent::Object(members) => {
            for (name, member) in members {
                match &member.content {
                    JsonContent::Text(digits) if COUNTS.contains(&name.as_str()) && is_whole(digits) => {
                        member.content = JsonContent::Number(digits.clone());
                    }
                    _ => count(member),
                }
            }
        }
        _ => {}
    }
}

fn is_whole(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    !digits.is_empty() && !digits.starts_with('0') && digits.bytes().all(|byte| byte.is_ascii_digit())
}

/// The table after a change of its request.
pub(super) fn changed(
    table: &TableDefinition,
    line: usize,
    path: &str,
    change: impl FnOnce(&mut Vec<(String, JsonTree)>),
) -> Result<TableDefinition, FileFault> {
    let mut members = members(&table.create);
    change(&mut members);
    let TableDefinition { create, .. } = definition(members, line, path)?;
    let table = table.clone();
    Ok(TableDefinition { create, ..table })
}

/// A member with its name.
pub(crate) fn named(name: &str, value: impl Into<JsonTree>) -> (String, JsonTree) {
    (name.to_owned(), value.into())
}

/// An object of these members.
pub(crate) fn object(members: impl IntoIterator<Item = (String, JsonTree)>) -> JsonTree {
    members.into_iter().collect()
}

/// The members of the tree that have one of these names, unchanged.
pub(crate) fn picked(tree: &JsonTree, names: &[&str]) -> Vec<(String, JsonTree)> {
    let there = |name: &&str| tree.member(name).map(|member| named(name, member.clone()));
    names.iter().filter_map(there).collect()
}
