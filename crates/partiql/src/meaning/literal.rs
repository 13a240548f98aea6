//! Literals: strings, numbers, booleans, null, lists, maps and sets as attribute values.
//!
//! Owns the path of errors inside a literal: `root.a[0]`, where `root` is the literal itself. Must not know the
//! position of a literal in its statement.

use std::fmt;

use hashrange_values::{AttributeValue, List, MAX_NESTING, Map, Number, Text, set_of};

use super::{Read, Reader, description};
use crate::tree::{Expr, ExprKind};
use crate::{Problem, Span};

/// A position inside a literal.
#[derive(Clone, Copy)]
struct Trail<'t> {
    outer: Option<&'t Trail<'t>>,
    step: Step<'t>,
    level: usize,
}

#[derive(Clone, Copy)]
enum Step<'t> {
    Root,
    Name(&'t str),
    Place(usize),
}

impl<'t> Trail<'t> {
    const ROOT: Self = Self {
        outer: None,
        step: Step::Root,
        level: 0,
    };

    fn to(&'t self, step: Step<'t>) -> Self {
        Self {
            outer: Some(self),
            step,
            level: self.level + 1,
        }
    }

    fn text(&self) -> Text {
        Text::from(self.to_string())
    }
}

impl fmt::Display for Trail<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if let Some(outer) = self.outer {
            outer.fmt(out)?;
        }
        match self.step {
            Step::Root => out.write_str("root"),
            Step::Name(name) => write!(out, ".{name}"),
            Step::Place(place) => write!(out, "[{place}]"),
        }
    }
}

impl Reader<'_> {
    /// Reads the value of a literal or a parameter.
    pub(super) fn value(&self, expr: Expr) -> Read<AttributeValue> {
        match expr.kind {
            ExprKind::Parameter(place) => self.parameter(place, expr.span),
            _ => self.literal(expr, Trail::ROOT),
        }
    }

    /// Reads the attributes of a map literal. Each value is a separate literal or parameter
    /// (observed: statement-literals, the trail of each begins anew).
    pub(super) fn attributes(&self, members: Vec<(Expr, Expr)>) -> Read<Map> {
        self.members(members, Trail::ROOT, |_, value| self.value(value))
    }

    /// Reads a literal. Recurses as deep as the literal, at most 32 levels.
    fn literal(&self, expr: Expr, trail: Trail<'_>) -> Read<AttributeValue> {
        let span = expr.span;
        if trail.level >= MAX_NESTING {
            return self.fail(span, Problem::Nesting(trail.text()));
        }
        Ok(match expr.kind {
            ExprKind::Text(text) => AttributeValue::S(text),
            ExprKind::Number(digits) => AttributeValue::N(self.number(&digits, span, trail)?),
            ExprKind::Truth(truth) => AttributeValue::Bool(truth),
            ExprKind::Null => AttributeValue::Null,
            ExprKind::List(elements) => {
                let elements = elements.into_iter().enumerate();
                let elements = elements.map(|(place, element)| self.literal(element, trail.to(Step::Place(place))));
                AttributeValue::L(elements.collect::<Read<_>>()?)
            }
            ExprKind::Struct(members) => AttributeValue::M(self.members(members, trail, |name, value| {
                self.literal(value, trail.to(Step::Name(name)))
            })?),
            ExprKind::Bag(members) => self.set(members, span, trail)?,
            ExprKind::Ion(text) => {
                return self.fail(
                    span,
                    Problem::IonLiteral {
                        text,
                        under: trail.text(),
                    },
                );
            }
            _ => {
                let what = description(&expr);
                return self.fail(
                    span,
                    Problem::DataType {
                        what,
                        under: trail.text(),
                    },
                );
            }
        })
    }

    fn members(
        &self,
        members: Vec<(Expr, Expr)>,
        trail: Trail<'_>,
        mut read: impl FnMut(&str, Expr) -> Read<AttributeValue>,
    ) -> Read<Map> {
        let mut map = Map::new();
        for (key, value) in members {
            let span = key.span;
            let ExprKind::Text(name) = key.kind else {
                let what = description(&key);
                return self.fail(
                    span,
                    Problem::TupleKey {
                        what,
                        under: trail.text(),
                    },
                );
            };
            match name.len() {
                0 => return self.fail(span, Problem::EmptyAttributeName),
                1..=65_535 => {}
                _ => return self.fail(span, Problem::LongAttributeName),
            }
            let value = read(&name, value)?;
            if map.insert(name.clone(), value).is_some() {
                return self.fail(
                    span,
                    Problem::DuplicateKey {
                        key: name,
                        under: trail.text(),
                    },
                );
            }
        }
        Ok(map)
    }

    fn number(&self, digits: &str, span: Span, trail: Trail<'_>) -> Read<Number> {
        digits.parse().or_else(|error| {
            self.fail(
                span,
                Problem::Number {
                    error,
                    under: trail.text(),
                },
            )
        })
    }

    /// Reads a set of only strings or only numbers.
    fn set(&self, members: Vec<Expr>, span: Span, trail: Trail<'_>) -> Read<AttributeValue> {
        if members.is_empty() {
            return self.fail(span, Problem::EmptyBag);
        }
        let written = members.iter().map(|member| match &member.kind {
            ExprKind::Text(text) | ExprKind::Number(text) => text.as_str(),
            _ => "",
        });
        let written = Text::from(written.collect::<Vec<_>>().join(", "));
        if members.iter().all(|member| matches!(member.kind, ExprKind::Text(_))) {
            let texts = members.into_iter().filter_map(|member| match member.kind {
                ExprKind::Text(text) => Some(text),
                _ => None,
            });
            return match set_of(texts.collect()) {
                Some(texts) => Ok(AttributeValue::Ss(texts)),
                None => self.fail(span, Problem::DuplicateStrings(written)),
            };
        }
        let numbers = members.iter().map(|member| match &member.kind {
            ExprKind::Number(digits) => self.number(digits, member.span, trail),
            _ => self.fail(span, Problem::BagType),
        });
        match set_of(numbers.collect::<Read<List<Number>>>()?) {
            Some(numbers) => Ok(AttributeValue::Ns(numbers)),
            None => self.fail(
                span,
                Problem::DuplicateNumbers {
                    members: written,
                    under: trail.text(),
                },
            ),
        }
    }
}
