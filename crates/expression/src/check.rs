//! The checks between parsing and evaluation. They refuse expressions that satisfy the grammar.
//!
//! Owns the meaning of an expression's placeholders (`Meanings`). The checks have the service's order.
//! `check/structure.rs` checks names and functions. `check/operands.rs` then checks placeholders, operands and types.
//! `check/overlap.rs` finally compares paths. Must not know items.

mod operands;
mod overlap;
pub(crate) mod rules;
mod structure;

use std::borrow::Cow;

use hashrange_values::{AttributeValue, Path, Step, Text};

pub(crate) use overlap::{check_overlaps, overlap};
pub(crate) use structure::check_structure;

use crate::parser::Parser;
use crate::tree::{NodeId, NodeKind, Part, Tree};
use crate::{ExpressionError, MAX_PATH_LEVELS, Problem, Scope};

/// The meaning of a path or value node.
enum Meaning<'a> {
    /// Not looked up yet, or not necessary for this node.
    None,
    Path(Path),
    Value(&'a AttributeValue),
}

/// The meanings of one expression's placeholders, by node.
pub(crate) struct Meanings<'a> {
    of: Vec<Meaning<'a>>,
}

impl<'a> Meanings<'a> {
    pub(crate) fn new(tree: &Tree) -> Self {
        Self {
            of: (0..tree.len()).map(|_| Meaning::None).collect(),
        }
    }

    /// The document path of a node, parentheses ignored.
    pub(crate) fn path(&self, tree: &Tree, id: NodeId) -> Option<&Path> {
        match self.of.get(tree.ungrouped(id)) {
            Some(Meaning::Path(path)) => Some(path),
            _ => None,
        }
    }

    /// The value of a node, parentheses ignored.
    pub(crate) fn value(&self, tree: &Tree, id: NodeId) -> Option<&'a AttributeValue> {
        match self.of.get(tree.ungrouped(id)) {
            Some(Meaning::Value(value)) => Some(value),
            _ => None,
        }
    }

    /// Looks up the names of a path node; does nothing for other nodes.
    pub(crate) fn resolve_path(
        &mut self,
        parser: &Parser<'_>,
        scope: &mut Scope<'a>,
        id: NodeId,
    ) -> Result<(), ExpressionError> {
        let NodeKind::Path(parts) = parser.tree.kind(id) else {
            return Ok(());
        };
        if matches!(self.of.get(id), Some(Meaning::Path(_))) {
            return Ok(());
        }
        let mut names = parts.iter().map(|part| step(parser, scope, *part));
        let attribute = match names.next().transpose()? {
            Some(Step::Key(name)) => name,
            // By the grammar, every path starts with a name.
            _ => Text::default(),
        };
        let steps = names.collect::<Result<Vec<Step>, ExpressionError>>()?;
        if parts.len() > MAX_PATH_LEVELS {
            return Err(parser.error(parser.tree.span(id), Problem::PathTooDeep { levels: parts.len() }));
        }
        self.set(id, Meaning::Path(Path { attribute, steps }));
        Ok(())
    }

    fn set(&mut self, id: NodeId, meaning: Meaning<'a>) {
        if let Some(slot) = self.of.get_mut(id) {
            *slot = meaning;
        }
    }
}

fn step(parser: &Parser<'_>, scope: &mut Scope<'_>, part: Part) -> Result<Step, ExpressionError> {
    let text = part.span().of(parser.text);
    match part {
        Part::Word(_) => Ok(Step::Key(Text::from(text))),
        Part::Name(span) => match scope.name(text) {
            Some(name) => Ok(Step::Key(name.clone())),
            None => Err(parser.error(
                span,
                Problem::UndefinedName {
                    placeholder: Text::from(text),
                },
            )),
        },
        // The structure check has refused indexes that do not fit. The largest index is beyond any list in any case.
        Part::Index(_) => Ok(Step::Index(text.parse().unwrap_or(usize::MAX))),
    }
}

/// The messages' notation of a path: `[a, [1], b]`.
pub(crate) fn path_notation(path: &Path) -> Text {
    let steps = path.steps.iter().map(|step| match step {
        Step::Key(name) => Cow::Borrowed(name.as_str()),
        Step::Index(index) => Cow::Owned(format!("[{index}]")),
    });
    let parts: Vec<Cow<'_, str>> = std::iter::once(Cow::Borrowed(path.attribute.as_str()))
        .chain(steps)
        .collect();
    Text::from(format!("[{}]", parts.join(", ")))
}
