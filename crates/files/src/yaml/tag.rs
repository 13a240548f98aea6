//! What tags make of values: CloudFormation's short forms such as `!Ref`, and the tags of YAML itself.
//!
//! A tag without a meaning here becomes a function that nobody knows, so that only what contains it is refused. Must not
//! know events.

use hashrange_wire::{JsonContent, JsonTree};
use saphyr_parser::Tag;

use super::scalar;

/// A text with its tag.
pub(super) fn scalar(tag: Option<&Tag>, text: &str, is_plain: bool, line: usize) -> JsonContent {
    let literal = || JsonContent::Text(text.to_owned());
    let Some(tag) = tag else {
        return if is_plain { scalar::plain(text) } else { literal() };
    };
    match (tag.is_yaml_core_schema(), tag.suffix.as_str()) {
        (true, "null" | "bool" | "int" | "float") => scalar::plain(text),
        // `! text` is a text too.
        (true, "str") | (false, "!" | "") => literal(),
        (false, "GetAtt") => {
            let parts = text
                .splitn(2, '.')
                .map(|part| at(line, JsonContent::Text(part.to_owned())));
            function(tag, JsonContent::List(parts.collect()), line)
        }
        _ => function(tag, literal(), line),
    }
}

/// A mapping or a sequence with its tag.
pub(super) fn collection(tag: Option<&Tag>, content: JsonContent, line: usize) -> JsonContent {
    match tag {
        None => content,
        Some(tag) if tag.is_yaml_core_schema() && matches!(tag.suffix.as_str(), "map" | "seq") => content,
        Some(tag) => function(tag, content, line),
    }
}

/// The long form of a function of CloudFormation (documented: cloudformation-templates).
fn function(tag: &Tag, argument: JsonContent, line: usize) -> JsonContent {
    let name = match (tag.handle.as_str(), tag.suffix.as_str()) {
        ("!", name @ ("Ref" | "Condition")) => name.to_owned(),
        ("!", name) => format!("Fn::{name}"),
        (handle, name) => format!("Fn::{handle}{name}"),
    };
    JsonContent::Object(vec![(name, at(line, argument))])
}

fn at(line: usize, content: JsonContent) -> JsonTree {
    JsonTree { line, content }
}
