//! Evaluates HCL values that depend only on the file: literals, and variables and locals with known values.
//!
//! hcl-edit parses the file. Must not know the meaning of the values.

use std::cell::Cell;

use hashrange_wire::{JsonContent, JsonTree};
use hcl_edit::Span;
use hcl_edit::expr::{Expression, ObjectKey, ObjectValue, TraversalOperator, UnaryOperator};
use hcl_edit::structure::Body;
use hcl_edit::template::Element;

use crate::file_fault::{FileFault, FileReason};

/// Maximum depth of nested values, and of variables that refer to other variables.
const MOST_STEPS: usize = 96;
/// Maximum number of variable lookups in a file, because each variable can refer to several others.
const MOST_LOOKED_UP: usize = 10_000;
/// Maximum number of evaluated expressions and bytes of their texts, because a short file can refer to a long value very
/// often.
const MOST_EVALUATED: usize = 16 << 20;
/// Maximum characters of an expression in an error.
const MOST_SHOWN: usize = 60;

/// A file with the values of its variables.
pub(super) struct Scope<'f> {
    body: &'f Body,
    /// The positions of line ends.
    ends: Vec<usize>,
    looked_up: Cell<usize>,
    /// Expressions evaluated so far, with the bytes of their texts.
    evaluated: Cell<usize>,
}

impl<'f> Scope<'f> {
    /// The scope of a file.
    pub(super) fn of(text: &str, body: &'f Body) -> Self {
        let ends = text
            .bytes()
            .enumerate()
            .filter(|(_, byte)| *byte == b'\n')
            .map(|(at, _)| at)
            .collect();
        Self {
            body,
            ends,
            looked_up: Cell::new(0),
            evaluated: Cell::new(0),
        }
    }

    /// The line of a position.
    pub(super) fn line(&self, span: Option<std::ops::Range<usize>>) -> usize {
        let start = span.map_or(0, |span| span.start);
        self.ends.partition_point(|&end| end < start) + 1
    }

    /// The value of an expression. The parser limits the depth of expressions to 64 levels.
    pub(super) fn value(&self, expression: &Expression, path: &str) -> Result<JsonTree, FileFault> {
        self.evaluate(expression, path, 0)
    }

    fn evaluate(&self, expression: &Expression, path: &str, steps: usize) -> Result<JsonTree, FileFault> {
        let unknown = || self.unknown(expression, path);
        if steps > MOST_STEPS || !self.spend(expression) {
            return Err(unknown());
        }
        let content = match expression {
            Expression::Null(_) => JsonContent::Null,
            Expression::Bool(truth) => JsonContent::Bool(*truth.value()),
            Expression::Number(number) => JsonContent::Number(number.value().to_string()),
            Expression::String(text) => JsonContent::Text(text.value().clone()),
            Expression::StringTemplate(template) => JsonContent::Text(literal(template.iter()).ok_or_else(unknown)?),
            Expression::HeredocTemplate(heredoc) => {
                JsonContent::Text(literal(heredoc.template.iter()).ok_or_else(unknown)?)
            }
            Expression::Parenthesis(inner) => return self.evaluate(inner.inner(), path, steps + 1),
            Expression::Array(elements) => JsonContent::List(
                elements
                    .iter()
                    .map(|it| self.evaluate(it, path, steps + 1))
                    .collect::<Result<_, _>>()?,
            ),
            Expression::Object(object) => JsonContent::Object(
                object
                    .iter()
                    .map(|(key, value)| self.member(key, value, path, steps + 1))
                    .collect::<Result<_, _>>()?,
            ),
            Expression::UnaryOp(operation) if *operation.operator.value() == UnaryOperator::Neg => {
                match self.evaluate(&operation.expr, path, steps + 1)?.content {
                    JsonContent::Number(digits) if !digits.starts_with('-') => {
                        JsonContent::Number(format!("-{digits}"))
                    }
                    _ => return Err(unknown()),
                }
            }
            _ => {
                let found = self.reference(expression).ok_or_else(unknown)?;
                return self.evaluate(found, path, steps + 1).map_err(|_| unknown());
            }
        };
        Ok(JsonTree {
            line: self.line(expression.span()),
            content,
        })
    }

    /// Counts an evaluated expression, with the bytes of its text; returns whether it is within the limit.
    fn spend(&self, expression: &Expression) -> bool {
        let text = match expression {
            Expression::String(text) => text.value().len(),
            _ => 0,
        };
        self.evaluated.set(self.evaluated.get() + 1 + text);
        self.evaluated.get() <= MOST_EVALUATED
    }

    fn member(
        &self,
        key: &ObjectKey,
        value: &ObjectValue,
        path: &str,
        steps: usize,
    ) -> Result<(String, JsonTree), FileFault> {
        let name = match key {
            ObjectKey::Ident(name) => name.as_str().to_owned(),
            ObjectKey::Expression(key) => {
                text_of(&self.evaluate(key, path, steps)?).ok_or_else(|| self.unknown(key, path))?
            }
        };
        let value = self.evaluate(value.expr(), &format!("{path}.{name}"), steps)?;
        Ok((name, value))
    }

    fn unknown(&self, expression: &Expression, path: &str) -> FileFault {
        let words: String = expression.to_string().trim().chars().take(MOST_SHOWN).collect();
        FileFault::new(self.line(expression.span()), path, FileReason::Unknown(words))
    }

    /// The expression that `var.name` or `local.name` refers to.
    fn reference(&self, expression: &Expression) -> Option<&'f Expression> {
        let Expression::Traversal(traversal) = expression else {
            return None;
        };
        let Expression::Variable(space) = &traversal.expr else {
            return None;
        };
        let [operator] = traversal.operators.as_slice() else {
            return None;
        };
        let TraversalOperator::GetAttr(name) = operator.value() else {
            return None;
        };
        let body = self.body;
        self.looked_up.set(self.looked_up.get() + 1);
        if self.looked_up.get() > MOST_LOOKED_UP {
            return None;
        }
        match space.value().as_str() {
            "var" => {
                let is_it = |block: &&hcl_edit::structure::Block| {
                    block
                        .labels
                        .first()
                        .is_some_and(|label| label.as_str() == name.as_str())
                };
                let variable = body.get_blocks("variable").find(is_it)?;
                variable.body.get_attribute("default").map(|default| &default.value)
            }
            "local" => {
                let mut locals = body.get_blocks("locals");
                locals
                    .find_map(|block| block.body.get_attribute(name.as_str()))
                    .map(|local| &local.value)
            }
            _ => None,
        }
    }
}

/// Converts a number, a Boolean or a string to a string, like HCL.
pub(super) fn text_of(tree: &JsonTree) -> Option<String> {
    match &tree.content {
        JsonContent::Text(text) | JsonContent::Number(text) => Some(text.clone()),
        JsonContent::Bool(truth) => Some(truth.to_string()),
        _ => None,
    }
}

/// The text of a template without interpolations.
fn literal<'t>(elements: impl Iterator<Item = &'t Element>) -> Option<String> {
    let text = |element: &Element| match element {
        Element::Literal(text) => Some(text.value().clone()),
        _ => None,
    };
    elements.map(text).collect()
}
