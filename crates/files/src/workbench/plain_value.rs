//! Gives types to plain JSON inside the maps and lists of an item in DynamoDB JSON.
//!
//! A string is a String, a number a Number, and so on (model). Must not know where an item comes from.

use hashrange_values::AttributeType;
use hashrange_wire::{JsonContent, JsonTree};

use crate::file_fault::{FileFault, FileReason, under};

/// The item with types for its plain values. Notes each of them.
pub(super) fn with_types(item: &JsonTree, path: &str, plain: &mut Vec<FileFault>) -> JsonTree {
    let member = |(name, value): &(String, JsonTree)| {
        let path = under(path, name);
        (name.clone(), inside(value, &path, plain))
    };
    item.members().iter().map(member).collect()
}

/// The type descriptor of a value in DynamoDB JSON, with its content.
fn described(value: &JsonTree) -> Option<(AttributeType, &JsonTree)> {
    let [(descriptor, content)] = value.members() else {
        return None;
    };
    AttributeType::from_descriptor(descriptor).map(|kind| (kind, content))
}

/// A value in DynamoDB JSON, with types for what is plain inside it.
fn inside(value: &JsonTree, path: &str, plain: &mut Vec<FileFault>) -> JsonTree {
    match (described(value), value) {
        (Some((AttributeType::M, content)), _) if !content.members().is_empty() => {
            of("M", with_types_of(content, path, plain))
        }
        (Some((AttributeType::L, content)), _) => {
            let element = |(place, element): (usize, &JsonTree)| one(element, &format!("{path}[{place}]"), plain);
            let elements: Vec<JsonTree> = content.elements().iter().enumerate().map(element).collect();
            of("L", elements.into())
        }
        _ => value.clone(),
    }
}

fn with_types_of(map: &JsonTree, path: &str, plain: &mut Vec<FileFault>) -> JsonTree {
    let member = |(name, value): &(String, JsonTree)| (name.clone(), one(value, &under(path, name), plain));
    map.members().iter().map(member).collect()
}

/// A value inside a map or a list: typed, or plain.
fn one(value: &JsonTree, path: &str, plain: &mut Vec<FileFault>) -> JsonTree {
    if described(value).is_some() {
        return inside(value, path, plain);
    }
    plain.push(FileFault::new(value.line, path, FileReason::Plain));
    typed(value)
}

/// A plain value with the type that JSON gives it.
fn typed(value: &JsonTree) -> JsonTree {
    match &value.content {
        JsonContent::Null => of("NULL", true.into()),
        JsonContent::Bool(truth) => of("BOOL", (*truth).into()),
        JsonContent::Number(digits) => of("N", digits.as_str().into()),
        JsonContent::Text(text) => of("S", text.as_str().into()),
        JsonContent::List(elements) => of("L", elements.iter().map(typed).collect::<Vec<_>>().into()),
        JsonContent::Object(members) => {
            let member = |(name, value): &(String, JsonTree)| (name.clone(), typed(value));
            of("M", members.iter().map(member).collect())
        }
    }
}

fn of(descriptor: &str, content: JsonTree) -> JsonTree {
    std::iter::once((descriptor.to_owned(), content)).collect()
}
