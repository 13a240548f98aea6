//! Evaluates HCL values that depend only on the file: literals, templates, conditions, and variables and locals with known
//! values.
//!
//! `crate::hcl` parses the file, and `hcl_call` has the functions. Must not know the meaning of the values.

use std::cell::{Cell, RefCell};
use std::rc::Rc;

use hashrange_wire::{JsonContent, JsonTree};

use super::build::{bytes_of, named, object, text_of};
use super::hcl_call;
use super::places::Places;

use crate::file_fault::{FileFault, FileReason, under};
use crate::hcl::{Body, Call, Expression, Form, Key, Part, Piece, Step};

/// Maximum depth of nested values, and of variables that refer to other variables.
const MOST_STEPS: usize = 96;
/// Maximum number of variable lookups in a file, because each variable can refer to several others.
const MOST_LOOKED_UP: usize = 10_000;
/// Maximum number of evaluated expressions and bytes of their texts, numbers and names, because a short file can refer to a long value very
/// often.
const MOST_EVALUATED: usize = 16 << 20;
/// Maximum characters of an expression in an error.
const MOST_SHOWN: usize = 60;

/// A file with the values of its variables.
pub(super) struct Scope<'f> {
    /// The values of variables, and those of locals.
    variables: Values<'f>,
    locals: Values<'f>,
    looked_up: Cell<usize>,
    /// Expressions evaluated so far, with the bytes of their texts.
    evaluated: Cell<usize>,
    /// The values of names such as `each`, the innermost last.
    bound: RefCell<Vec<(Rc<str>, JsonTree)>>,
}

/// Expressions that are found by their names. Of two equal names, the later counts.
struct Values<'f> {
    expressions: Vec<&'f Expression<'f>>,
    places: Places<'f>,
}

impl<'f> Values<'f> {
    fn of((names, expressions): (Vec<&'f str>, Vec<&'f Expression<'f>>)) -> Self {
        let places = Places::of(names);
        Self { expressions, places }
    }

    fn get(&self, name: &str) -> Option<&'f Expression<'f>> {
        self.expressions.get(self.places.get(name)?).copied()
    }
}

impl<'f> Scope<'f> {
    /// The scope of a file.
    pub(super) fn of(body: &'f Body<'f>) -> Self {
        let (mut variables, mut locals) = ((Vec::new(), Vec::new()), (Vec::new(), Vec::new()));
        // Of two equal names, that of the earlier block holds, and in one block, which only JSON can have, the later.
        for part in body.parts.iter().rev() {
            let Part::Block(block) = part else { continue };
            match (block.name, block.labels.as_slice()) {
                ("variable", [name]) => {
                    if let Some(value) = block.body.value("default") {
                        variables.0.push(name.as_ref());
                        variables.1.push(value);
                    }
                }
                ("locals", []) => {
                    for part in &block.body.parts {
                        let Part::Attribute(attribute) = part else { continue };
                        locals.0.push(attribute.name);
                        locals.1.push(&attribute.value);
                    }
                }
                _ => {}
            }
        }
        Self {
            variables: Values::of(variables),
            locals: Values::of(locals),
            looked_up: Cell::new(0),
            evaluated: Cell::new(0),
            bound: RefCell::new(Vec::new()),
        }
    }

    /// The value of an expression. The parser limits the depth of expressions to 64 levels.
    pub(super) fn value(&self, expression: &Expression<'_>, path: &str) -> Result<JsonTree, FileFault> {
        self.evaluate(expression, path, 0)
    }

    /// Does something while a name has this value.
    pub(super) fn with<T>(&self, name: &Rc<str>, value: JsonTree, act: impl FnOnce() -> T) -> T {
        self.bound.borrow_mut().push((Rc::clone(name), value));
        let done = act();
        self.bound.borrow_mut().pop();
        done
    }

    /// The keys and values that a `for_each` repeats. The elements of a list are their own keys, as in a set.
    pub(super) fn entries(
        &self,
        expression: &Expression<'_>,
        path: &str,
    ) -> Result<Vec<(String, JsonTree)>, FileFault> {
        let tree = self.value(expression, path)?;
        Ok(match tree.content {
            JsonContent::Object(members) => members,
            JsonContent::List(elements) => {
                let keyed = |(place, element): (usize, JsonTree)| {
                    (text_of(&element).unwrap_or_else(|| place.to_string()), element)
                };
                elements.into_iter().enumerate().map(keyed).collect()
            }
            _ => return Err(unknown(expression, path)),
        })
    }

    fn evaluate(&self, expression: &Expression<'_>, path: &str, steps: usize) -> Result<JsonTree, FileFault> {
        let fault = || unknown(expression, path);
        if steps > MOST_STEPS || !self.spend(expression) {
            return Err(fault());
        }
        let content = match &expression.form {
            Form::Null => JsonContent::Null,
            Form::Bool(truth) => JsonContent::Bool(*truth),
            Form::Number(digits) => JsonContent::Number(digits.clone()),
            Form::Template(pieces) => self.template(pieces, steps).ok_or_else(fault)?,
            Form::Conditional(parts) => {
                let [condition, yes, no] = parts.as_ref();
                let holds = self.evaluate(condition, path, steps + 1)?.truth().ok_or_else(fault)?;
                return self.evaluate(if holds { yes } else { no }, path, steps + 1);
            }
            Form::Binary(operator, operands) => {
                let [one, other] = operands.as_ref();
                let one = self.evaluate(one, path, steps + 1)?;
                let other = self.evaluate(other, path, steps + 1)?;
                compare(operator, &one, &other).ok_or_else(fault)?
            }
            Form::Call(call) => {
                let arguments = call.arguments.iter().map(|it| self.evaluate(it, path, steps + 1));
                let arguments = arguments.collect::<Result<Vec<JsonTree>, _>>()?;
                self.call(call, &arguments).ok_or_else(fault)?
            }
            Form::Parenthesis(inner) => return self.evaluate(inner, path, steps + 1),
            Form::List(elements) => {
                let elements = elements.iter().map(|it| self.evaluate(it, path, steps + 1));
                JsonContent::List(elements.collect::<Result<_, _>>()?)
            }
            Form::Object(members) => {
                let members = members
                    .iter()
                    .map(|(key, value)| self.member(key, value, path, steps + 1));
                JsonContent::Object(hcl_call::later_wins(members.collect::<Result<_, _>>()?))
            }
            Form::Variable(name) => self.bound_to(name).ok_or_else(fault)?.content,
            Form::Traversal(value, way) => self.traverse(value, way, path, steps).ok_or_else(fault)?.content,
            Form::Unary(sign, operand) => {
                let value = self.evaluate(operand, path, steps + 1)?;
                opposite(*sign, &value).ok_or_else(fault)?
            }
            Form::For => return Err(fault()),
        };
        Ok(JsonTree {
            line: expression.line,
            content,
        })
    }

    /// Counts an evaluated expression, with the bytes of a text or of a number; returns whether it is within the limit.
    fn spend(&self, expression: &Expression<'_>) -> bool {
        let text = match &expression.form {
            Form::Template(_) => expression.text.len(),
            Form::Number(digits) => digits.len(),
            _ => 0,
        };
        self.spend_bytes(1 + text).is_some()
    }

    /// Counts bytes that are copied; `None` above the limit.
    fn spend_bytes(&self, bytes: usize) -> Option<()> {
        self.evaluated.set(self.evaluated.get().saturating_add(bytes));
        (self.evaluated.get() <= MOST_EVALUATED).then_some(())
    }

    /// The value of a template. A template that is one interpolation has its value, of any type.
    fn template(&self, pieces: &[Piece<'_>], steps: usize) -> Option<JsonContent> {
        let value = |piece: &Piece<'_>| match piece {
            Piece::Text(text) => Some(JsonContent::Text(text.clone())),
            Piece::Value(part) => self.evaluate(part, "", steps + 1).ok().map(|tree| tree.content),
            Piece::Other => None,
        };
        if let [only] = pieces {
            return value(only);
        }
        let text = |piece: &Piece<'_>| value(piece).and_then(|content| text_of(&content.into()));
        let text: String = pieces.iter().map(text).collect::<Option<_>>()?;
        self.spend_bytes(text.len())?;
        Some(JsonContent::Text(text))
    }

    fn call(&self, call: &Call<'_>, arguments: &[JsonTree]) -> Option<JsonContent> {
        let value = hcl_call::call(call.name, arguments).filter(|_| call.is_plain)?;
        self.spend_bytes(bytes_of(&value))?;
        Some(value.content)
    }

    fn bound_to(&self, name: &str) -> Option<JsonTree> {
        let bound = self.bound.borrow();
        let (_, value) = bound.iter().rfind(|(other, _)| **other == *name)?;
        self.spend_bytes(bytes_of(value))?;
        Some(value.clone())
    }

    /// The value of `var.name`, `local.name` or a bound name, and of its parts.
    fn traverse(&self, root: &Expression<'_>, way: &[Step<'_>], path: &str, steps: usize) -> Option<JsonTree> {
        let Form::Variable(space) = root.form else {
            return None;
        };
        let mut way = way.iter();
        let mut value = match self.bound_to(space) {
            Some(value) => value,
            None => {
                let Step::Name(name) = way.next()? else {
                    return None;
                };
                self.evaluate(self.reference(space, name)?, path, steps + 1).ok()?
            }
        };
        for step in way {
            let key = match step {
                Step::Name(name) => (*name).to_owned(),
                Step::Index(index) => text_of(&self.evaluate(index, path, steps + 1).ok()?)?,
                Step::Splat => return None,
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
        key: &Key<'_>,
        value: &Expression<'_>,
        path: &str,
        steps: usize,
    ) -> Result<(String, JsonTree), FileFault> {
        let name = match key {
            Key::Name(name) => (*name).to_owned(),
            Key::Computed(key) => text_of(&self.evaluate(key, path, steps)?).ok_or_else(|| unknown(key, path))?,
        };
        self.spend_bytes(name.len()).ok_or_else(|| unknown(value, path))?;
        let value = self.evaluate(value, &under(path, &name), steps)?;
        Ok((name, value))
    }

    /// The expression that `var.name` or `local.name` refers to.
    fn reference(&self, space: &str, name: &str) -> Option<&'f Expression<'f>> {
        self.looked_up.set(self.looked_up.get() + 1);
        if self.looked_up.get() > MOST_LOOKED_UP {
            return None;
        }
        match space {
            "var" => self.variables.get(name),
            "local" => self.locals.get(name),
            _ => None,
        }
    }
}

/// The fault of an expression whose value is not known.
fn unknown(expression: &Expression<'_>, path: &str) -> FileFault {
    let words: String = expression.text.chars().take(MOST_SHOWN).collect();
    FileFault::new(expression.line, path, FileReason::Unknown(words))
}

/// The negation of a truth or a number.
fn opposite(sign: char, value: &JsonTree) -> Option<JsonContent> {
    match (sign, &value.content) {
        ('!', _) => value.truth().map(|truth| JsonContent::Bool(!truth)),
        ('-', JsonContent::Number(digits)) if !digits.starts_with('-') => {
            Some(JsonContent::Number(format!("-{digits}")))
        }
        _ => None,
    }
}

/// The result of an operator between two values; `None` for arithmetic.
fn compare(operator: &str, one: &JsonTree, other: &JsonTree) -> Option<JsonContent> {
    let number = |tree: &JsonTree| text_of(tree)?.parse::<i64>().ok();
    let is_so = match operator {
        "==" => one.to_json() == other.to_json(),
        "!=" => one.to_json() != other.to_json(),
        "&&" => one.truth()? && other.truth()?,
        "||" => one.truth()? || other.truth()?,
        "<" => number(one)? < number(other)?,
        "<=" => number(one)? <= number(other)?,
        ">" => number(one)? > number(other)?,
        ">=" => number(one)? >= number(other)?,
        _ => return None,
    };
    Some(JsonContent::Bool(is_so))
}

/// The value that `each`, or the name of a `dynamic` block, has for an entry.
pub(super) fn entry(key: &str, value: JsonTree) -> JsonTree {
    object([named("key", key), named("value", value)])
}
