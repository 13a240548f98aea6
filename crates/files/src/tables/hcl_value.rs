//! Evaluates HCL values that depend only on the file: literals, templates, conditions, and variables and locals with known
//! values.
//!
//! hcl-edit parses the file, and `hcl_call` has the functions. Must not know the meaning of the values.

use std::cell::{Cell, RefCell};

use hashrange_wire::{JsonContent, JsonTree};
use hcl_edit::Span;
use hcl_edit::expr::{
    BinaryOperator, Expression, FuncCall, ObjectKey, ObjectValue, Traversal, TraversalOperator, UnaryOperator,
};
use hcl_edit::structure::Body;
use hcl_edit::template::{Element, Strip};

use super::build::{bytes_of, named, object, text_of};
use super::hcl_call;

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
    /// The values of names such as `each`, the innermost last.
    bound: RefCell<Vec<(String, JsonTree)>>,
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
            bound: RefCell::new(Vec::new()),
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

    /// Does something while a name has this value.
    pub(super) fn with<T>(&self, name: &str, value: JsonTree, act: impl FnOnce() -> T) -> T {
        self.bound.borrow_mut().push((name.to_owned(), value));
        let done = act();
        self.bound.borrow_mut().pop();
        done
    }

    /// The keys and values that a `for_each` repeats. The elements of a list are their own keys, as in a set.
    pub(super) fn entries(&self, expression: &Expression, path: &str) -> Result<Vec<(String, JsonTree)>, FileFault> {
        let tree = self.value(expression, path)?;
        Ok(match tree.content {
            JsonContent::Object(members) => members,
            JsonContent::List(elements) => {
                let keyed = |(place, element): (usize, JsonTree)| {
                    (text_of(&element).unwrap_or_else(|| place.to_string()), element)
                };
                elements.into_iter().enumerate().map(keyed).collect()
            }
            _ => return Err(self.unknown(expression, path)),
        })
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
            Expression::StringTemplate(template) => self.template(template.iter(), steps).ok_or_else(unknown)?,
            Expression::HeredocTemplate(heredoc) => {
                self.template(heredoc.template.iter(), steps).ok_or_else(unknown)?
            }
            Expression::Conditional(conditional) => {
                let condition = self
                    .evaluate(&conditional.cond_expr, path, steps + 1)?
                    .truth()
                    .ok_or_else(unknown)?;
                let branch = if condition {
                    &conditional.true_expr
                } else {
                    &conditional.false_expr
                };
                return self.evaluate(branch, path, steps + 1);
            }
            Expression::BinaryOp(operation) => {
                let side = |side| self.evaluate(side, path, steps + 1);
                let (one, other) = (side(&operation.lhs_expr)?, side(&operation.rhs_expr)?);
                compare(*operation.operator.value(), &one, &other).ok_or_else(unknown)?
            }
            Expression::FuncCall(call) => {
                let arguments = call.args.iter().map(|it| self.evaluate(it, path, steps + 1));
                let arguments = arguments.collect::<Result<Vec<JsonTree>, _>>()?;
                self.call(call, &arguments).ok_or_else(unknown)?
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
            Expression::Variable(name) => self.bound_to(name.value().as_str()).ok_or_else(unknown)?.content,
            Expression::Traversal(traversal) => self.traverse(traversal, path, steps).ok_or_else(unknown)?.content,
            Expression::UnaryOp(operation) => {
                let value = self.evaluate(&operation.expr, path, steps + 1)?;
                opposite(*operation.operator.value(), &value).ok_or_else(unknown)?
            }
            _ => return Err(unknown()),
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
        self.spend_bytes(1 + text).is_some()
    }

    fn spend_bytes(&self, bytes: usize) -> Option<()> {
        self.evaluated.set(self.evaluated.get().saturating_add(bytes));
        (self.evaluated.get() <= MOST_EVALUATED).then_some(())
    }

    /// The value of a template. A template that is one interpolation has its value, of any type.
    fn template<'t>(&self, elements: impl Iterator<Item = &'t Element>, steps: usize) -> Option<JsonContent> {
        let elements: Vec<&Element> = elements.collect();
        let value = |element: &Element| match element {
            Element::Literal(text) => Some(JsonContent::Text(text.value().clone())),
            Element::Interpolation(part) if part.strip == Strip::None => {
                self.evaluate(&part.expr, "", steps + 1).ok().map(|tree| tree.content)
            }
            _ => None,
        };
        if let [only] = elements.as_slice() {
            return value(only);
        }
        let text = |element: &Element| value(element).and_then(|content| text_of(&content.into()));
        let text: String = elements.into_iter().map(text).collect::<Option<_>>()?;
        self.spend_bytes(text.len())?;
        Some(JsonContent::Text(text))
    }

    fn call(&self, call: &FuncCall, arguments: &[JsonTree]) -> Option<JsonContent> {
        let is_plain = call.name.namespace.is_empty() && !call.args.expand_final();
        let value = hcl_call::call(call.name.name.as_str(), arguments).filter(|_| is_plain)?;
        self.spend_bytes(bytes_of(&value))?;
        Some(value.content)
    }

    fn bound_to(&self, name: &str) -> Option<JsonTree> {
        let bound = self.bound.borrow();
        let (_, value) = bound.iter().rfind(|(other, _)| other == name)?;
        self.spend_bytes(bytes_of(value))?;
        Some(value.clone())
    }

    /// The value of `var.name`, `local.name` or a bound name, and of its parts.
    fn traverse(&self, traversal: &Traversal, path: &str, steps: usize) -> Option<JsonTree> {
        let Expression::Variable(space) = &traversal.expr else {
            return None;
        };
        let mut operators = traversal.operators.iter().map(|operator| operator.value());
        let mut value = match self.bound_to(space.value().as_str()) {
            Some(value) => value,
            None => {
                let TraversalOperator::GetAttr(name) = operators.next()? else {
                    return None;
                };
                self.evaluate(self.reference(space.value().as_str(), name.as_str())?, path, steps + 1)
                    .ok()?
            }
        };
        for operator in operators {
            let key = match operator {
                TraversalOperator::GetAttr(name) => name.as_str().to_owned(),
                TraversalOperator::Index(index) => text_of(&self.evaluate(index, path, steps + 1).ok()?)?,
                TraversalOperator::LegacyIndex(index) => index.value().to_string(),
                _ => return None,
            };
            value = match &value.content {
                JsonContent::List(elements) => elements.get(key.parse::<usize>().ok()?)?.clone(),
                _ => value.member(&key)?.clone(),
            };
        }
        Some(value)
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
    fn reference(&self, space: &str, name: &str) -> Option<&'f Expression> {
        let body = self.body;
        self.looked_up.set(self.looked_up.get() + 1);
        if self.looked_up.get() > MOST_LOOKED_UP {
            return None;
        }
        match space {
            "var" => {
                let is_it = |block: &&hcl_edit::structure::Block| {
                    block.labels.first().is_some_and(|label| label.as_str() == name)
                };
                let variable = body.get_blocks("variable").find(is_it)?;
                variable.body.get_attribute("default").map(|default| &default.value)
            }
            "local" => {
                let mut locals = body.get_blocks("locals");
                locals
                    .find_map(|block| block.body.get_attribute(name))
                    .map(|local| &local.value)
            }
            _ => None,
        }
    }
}

/// The negation of a truth or a number.
fn opposite(operator: UnaryOperator, value: &JsonTree) -> Option<JsonContent> {
    match (operator, &value.content) {
        (UnaryOperator::Not, _) => value.truth().map(|truth| JsonContent::Bool(!truth)),
        (UnaryOperator::Neg, JsonContent::Number(digits)) if !digits.starts_with('-') => {
            Some(JsonContent::Number(format!("-{digits}")))
        }
        _ => None,
    }
}

/// The result of an operator between two values; `None` for arithmetic.
fn compare(operator: BinaryOperator, one: &JsonTree, other: &JsonTree) -> Option<JsonContent> {
    let number = |tree: &JsonTree| text_of(tree)?.parse::<i64>().ok();
    let is_so = match operator {
        BinaryOperator::Eq => one.to_json() == other.to_json(),
        BinaryOperator::NotEq => one.to_json() != other.to_json(),
        BinaryOperator::And => one.truth()? && other.truth()?,
        BinaryOperator::Or => one.truth()? || other.truth()?,
        BinaryOperator::Less => number(one)? < number(other)?,
        BinaryOperator::LessEq => number(one)? <= number(other)?,
        BinaryOperator::Greater => number(one)? > number(other)?,
        BinaryOperator::GreaterEq => number(one)? >= number(other)?,
        _ => return None,
    };
    Some(JsonContent::Bool(is_so))
}

/// The value that `each`, or the name of a `dynamic` block, has for an entry.
pub(super) fn entry(key: &str, value: JsonTree) -> JsonTree {
    object([named("key", key), named("value", value)])
}
