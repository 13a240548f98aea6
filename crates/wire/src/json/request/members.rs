//! Reads the members of a body by kind, and refuses members of another kind.
//!
//! The shape's rules have already checked that the required members exist.

use hashrange_values::{Item, Map, Text, to_map};
use litemap::LiteMap;

use crate::constraint::{self, Mismatch};
use crate::error::{ServiceError, ValidationError};
use crate::json::tape::{Node, TrailStep};
use crate::json::value::{Located, ValueFault, boolean, read_map};
use crate::reader::Reader;
use crate::rejection::{Rejection, SerializationError, SerializationReason};

/// An error with this project's own text.
pub(crate) fn refusal(text: impl Into<String>) -> Rejection {
    Rejection::Service(ServiceError::Validation(ValidationError::Shape(text.into())))
}

/// An error of its own type.
pub(crate) fn invalid(error: impl Into<ServiceError>) -> Rejection {
    error.into().into()
}

pub(crate) fn mistyped(mismatch: &Mismatch<'_>) -> Rejection {
    let steps = mismatch.node.trail();
    let path: Vec<String> = steps
        .iter()
        .map(|step| match step {
            TrailStep::Key(name) => (*name).to_owned(),
            TrailStep::Index(index) => index.to_string(),
        })
        .collect();
    let reason = SerializationReason::Type(mismatch.text.clone());
    SerializationError {
        reason,
        path: path.join("."),
        offset: mismatch.node.offset(),
    }
    .into()
}

/// The error for a value of the wrong kind. The caller's type check replaces this text.
pub(crate) fn wrong_kind(node: Node<'_>) -> Rejection {
    mistyped(&Mismatch {
        node,
        text: ValueFault::Mistyped.to_string(),
    })
}

/// The elements of a list.
pub(crate) fn elements(node: Node<'_>) -> Result<impl Iterator<Item = Node<'_>>, Rejection> {
    if node.is_list() {
        Ok(node.elements())
    } else {
        Err(wrong_kind(node))
    }
}

/// The members of a map.
pub(crate) fn members(node: Node<'_>) -> Result<impl Iterator<Item = (&str, Node<'_>)>, Rejection> {
    if node.is_object() {
        Ok(node.members())
    } else {
        Err(wrong_kind(node))
    }
}

/// The members of a map in ascending order of their names. If a name repeats, its last member counts.
pub(crate) fn sorted(node: Node<'_>) -> Result<LiteMap<&str, Node<'_>>, Rejection> {
    members(node).map(to_map)
}

/// Reads each of the sorted members.
pub(crate) fn by_name<'t, T>(
    members: LiteMap<&str, Node<'t>>,
    mut read: impl FnMut(Node<'t>) -> Result<T, Rejection>,
) -> Result<LiteMap<String, T>, Rejection> {
    let mut entries = Vec::with_capacity(members.len());
    for (name, node) in members {
        entries.push((name.to_owned(), read(node)?));
    }
    Ok(LiteMap::from_sorted_store_unchecked(entries))
}

pub(crate) fn string(node: Node<'_>) -> Result<String, Rejection> {
    node.text().map(str::to_owned).ok_or_else(|| wrong_kind(node))
}

pub(crate) fn truth(node: Node<'_>) -> Result<bool, Rejection> {
    boolean(node).ok_or_else(|| wrong_kind(node))
}

pub(crate) fn count<T: TryFrom<i64>>(node: Node<'_>) -> Result<T, Rejection> {
    constraint::whole_number(node)
        .and_then(|whole| T::try_from(whole).ok())
        .ok_or_else(|| wrong_kind(node))
}

/// Reads a word of a closed set. The shape's rules have refused other words.
pub(crate) fn word<T>(node: Node<'_>, from_wire: impl FnOnce(&str) -> Option<T>) -> Result<T, Rejection> {
    node.text().and_then(from_wire).ok_or_else(|| wrong_kind(node))
}

/// Reads a map of attributes, such as `Key` or `Item`.
pub(crate) fn attributes(reader: Reader, node: Option<Node<'_>>) -> Result<Item, Rejection> {
    let Some(node) = node else { return Ok(Map::new()) };
    read_map(node, 0).map_err(|located| value_refusal(reader, located))
}

pub(crate) fn value_refusal(reader: Reader, located: Located<'_>) -> Rejection {
    if located.fault == ValueFault::Mistyped {
        return wrong_kind(located.node);
    }
    let fault = located.found_by(reader).fault;
    let text = fault.text(reader);
    refusal(if fault.is_enveloped() {
        reader.enveloped(text)
    } else {
        text
    })
}

/// Reads a list; `element` reads each element.
pub(crate) fn list<'t, T>(
    node: Node<'t>,
    element: impl Fn(Node<'t>) -> Result<T, Rejection>,
) -> Result<Vec<T>, Rejection> {
    let mut list = Vec::new();
    for node in elements(node)? {
        list.push(element(node)?);
    }
    Ok(list)
}

/// A member whose existence the shape's rules have checked.
pub(crate) fn needed<'t>(node: Node<'t>, name: &str) -> Result<Node<'t>, Rejection> {
    node.member(name).ok_or_else(|| wrong_kind(node))
}

/// Reads the name in a member.
pub(crate) fn name_member(node: Node<'_>, name: &str) -> Result<Text, Rejection> {
    let member = needed(node, name)?;
    member.text().map(Text::from).ok_or_else(|| wrong_kind(member))
}
