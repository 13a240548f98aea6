//! One item or value as DynamoDB JSON, for editors and bulk input. Errors contain positions.
//!
//! Must not know requests. The module `request` adds the request's texts to an error.

use std::fmt;

use hashrange_values::{AttributeValue, Item, Path, Step};

use super::syntax::{SyntaxError, SyntaxReason};
use super::tape::{Node, Tape, TrailStep};
use super::value::{Located, ValueFault, read_map, read_value, write_map, write_value};
use super::writer::Writer;
use crate::constraint::{self, Mismatch};

/// Why a text is not an item, and the position of the error.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemError {
    /// Byte offset in the text.
    pub offset: usize,
    /// Line of the offset, from 1.
    pub line: usize,
    /// Character on that line, from 1.
    pub column: usize,
    /// The attribute or the value inside it, if the error belongs to one.
    pub path: Option<Path>,
    /// The error.
    pub reason: ItemFault,
}

/// An error in a text that should be an item.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ItemFault {
    /// Not JSON.
    #[error("{0}")]
    Syntax(SyntaxReason),
    /// JSON of the wrong kind, in the service's text.
    #[error("{0}")]
    Type(String),
    /// An invalid attribute value, in the service's text.
    #[error("{0}")]
    Value(ValueFault),
    /// The JSON is not an object.
    #[error("an item is a JSON object")]
    NotAnObject,
}

impl fmt::Display for ItemError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(path) = &self.path {
            write!(out, "{path}: ")?;
        }
        write!(out, "{} (line {}, column {})", self.reason, self.line, self.column)
    }
}

impl std::error::Error for ItemError {}

impl ItemError {
    pub(crate) fn new(text: &str, offset: usize, path: Option<Path>, reason: ItemFault) -> Self {
        let before = text.get(..offset).unwrap_or(text);
        let line = before.bytes().filter(|&byte| byte == b'\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |tail| tail.chars().count()) + 1;
        Self {
            offset,
            line,
            column,
            path,
            reason,
        }
    }

    pub(crate) fn syntax(text: &str, error: SyntaxError) -> Self {
        Self::new(text, error.offset, None, ItemFault::Syntax(error.reason))
    }
}

/// Writes an item as DynamoDB JSON: `{"a":{"S":"x"}}`.
#[must_use]
pub fn item_to_json(item: &Item) -> String {
    let mut out = Writer::compact();
    write_map(&mut out, item);
    out.finish()
}

/// Writes an item as DynamoDB JSON, with one attribute per line.
#[must_use]
pub fn item_to_json_pretty(item: &Item) -> String {
    let mut out = Writer::pretty();
    write_map(&mut out, item);
    out.finish()
}

/// Writes a value as DynamoDB JSON: `{"S":"x"}`.
#[must_use]
pub fn attribute_value_to_json(value: &AttributeValue) -> String {
    let mut out = Writer::compact();
    write_value(&mut out, value);
    out.finish()
}

/// Reads an item from DynamoDB JSON.
///
/// # Errors
/// When the text is not JSON, not an object, or contains an invalid attribute value.
pub fn item_from_json(text: &str) -> Result<Item, ItemError> {
    let tape = Tape::parse(text).map_err(|error| ItemError::syntax(text, error))?;
    item_from_node(text, tape.root())
}

fn item_from_node(text: &str, root: Node<'_>) -> Result<Item, ItemError> {
    if !root.is_object() {
        return Err(ItemError::new(text, root.offset(), None, ItemFault::NotAnObject));
    }
    read_map(root, 0).map_err(|located| {
        let (node, reason) = explain(located, constraint::check_item_types(root));
        ItemError::new(text, node.offset(), path_of(&node.trail()), reason)
    })
}

/// Reads one value from DynamoDB JSON.
///
/// # Errors
/// When the text is not JSON or not an attribute value. The error has no path.
pub fn attribute_value_from_json(text: &str) -> Result<AttributeValue, ItemError> {
    let tape = Tape::parse(text).map_err(|error| ItemError::syntax(text, error))?;
    let root = tape.root();
    read_value(root, 0).map_err(|located| {
        let (node, reason) = explain(located, constraint::check_value_types(root));
        ItemError::new(text, node.offset(), None, reason)
    })
}

/// Returns the error's node and text. For JSON of the wrong kind, the type check supplies both.
fn explain<'t>(located: Located<'t>, types: Result<(), Mismatch<'t>>) -> (Node<'t>, ItemFault) {
    match (located.fault, types) {
        (ValueFault::Mistyped, Err(mismatch)) => (mismatch.node, ItemFault::Type(mismatch.text)),
        (fault, _) => (located.node, ItemFault::Value(fault)),
    }
}

/// The document path of a trail through DynamoDB JSON. It omits type descriptors and the positions inside sets.
fn path_of(trail: &[TrailStep<'_>]) -> Option<Path> {
    let (first, rest) = trail.split_first()?;
    let TrailStep::Key(attribute) = *first else { return None };
    let mut path = Path::top(attribute);
    // Below the attribute, a descriptor and a step into its content alternate.
    for pair in rest.chunks(2) {
        let [TrailStep::Key(descriptor), step] = *pair else {
            break;
        };
        match step {
            TrailStep::Key(name) => path.steps.push(Step::Key(name.into())),
            TrailStep::Index(index) if descriptor == "L" => path.steps.push(Step::Index(index)),
            TrailStep::Index(_) => {}
        }
    }
    Some(path)
}
