//! Conditions: the part after `WHERE`.
//!
//! Owns which expressions are conditions and which are operands. A condition is also an operand, of type boolean
//! (observed: statement-conditions). The number and types of a function's operands are not checked here. Must not know
//! items.

use hashrange_values::{AttributeType, AttributeValue, Comparator, Text};

use super::{Read, Reader, description, operator};
use crate::tree::{Expr, ExprKind, Symbolic};
use crate::words::condition;
use crate::{Function, Operand, Predicate, Problem, Span};

/// The position of a condition. It decides the error for an expression that is not a condition.
#[derive(Clone, Copy)]
enum Place {
    Whole,
    AndOr,
    Not,
}

impl Reader<'_> {
    /// Reads a complete condition.
    pub(super) fn predicate(&self, expr: Expr) -> Read<Predicate> {
        self.condition(expr, Place::Whole)
    }

    /// Reads a condition. Recurses as deep as the tree, which has a limit.
    fn condition(&self, expr: Expr, place: Place) -> Read<Predicate> {
        let span = expr.span;
        match expr.kind {
            ExprKind::And(parts) => Ok(Predicate::And(self.conditions(parts)?)),
            ExprKind::Or(parts) => Ok(Predicate::Or(self.conditions(parts)?)),
            ExprKind::Not(inner) => Ok(Predicate::Not(Box::new(self.condition(*inner, Place::Not)?))),
            ExprKind::Binary(symbolic, left, right) => match comparator(symbolic) {
                Some(comparator) => Ok(Predicate::Compare(
                    comparator,
                    self.operand(*left)?,
                    self.operand(*right)?,
                )),
                None => self.fail(span, Problem::ConditionOperator(Text::const_new(symbolic.text()))),
            },
            ExprKind::Between(operands) => {
                let [subject, lower, upper] = *operands;
                Ok(Predicate::Between(
                    self.operand(subject)?,
                    self.operand(lower)?,
                    self.operand(upper)?,
                ))
            }
            ExprKind::In(subject, list) => self.membership(*subject, *list),
            ExprKind::Is(subject, name) => self.typed(*subject, &name, span),
            ExprKind::Call(name, arguments) => match condition(&name) {
                Some(function) => Ok(Predicate::Call(function, self.operands(arguments)?)),
                None => self.fail(span, Problem::Function(name)),
            },
            ExprKind::CallWithStar(name) => self.fail(span, Problem::Function(name)),
            ExprKind::Signed(sign, _) => self.fail(span, Problem::ConditionOperator(Text::const_new(sign.text()))),
            _ => self.fail(
                span,
                match place {
                    Place::Whole => Problem::NotACondition,
                    Place::AndOr => Problem::AndOrArgument,
                    Place::Not => Problem::NotArgument,
                },
            ),
        }
    }

    fn conditions(&self, parts: Vec<Expr>) -> Read<Vec<Predicate>> {
        parts
            .into_iter()
            .map(|part| self.condition(part, Place::AndOr))
            .collect()
    }

    fn operands(&self, parts: Vec<Expr>) -> Read<Vec<Operand>> {
        parts.into_iter().map(|part| self.operand(part)).collect()
    }

    fn operand(&self, expr: Expr) -> Read<Operand> {
        let span = expr.span;
        match expr.kind {
            ExprKind::Path(path) => self.path(path, span).map(Operand::Path),
            ExprKind::StrayPath => self.fail(span, Problem::PathComponent),
            ExprKind::Missing => self.fail(span, Problem::MissingCompared),
            ExprKind::Call(name, arguments) if condition(&name) == Some(Function::Size) => {
                self.operands(arguments).map(Operand::Size)
            }
            ExprKind::Binary(symbolic, ..) if comparator(symbolic).is_none() => {
                self.fail(span, Problem::ConditionOperator(Text::const_new(symbolic.text())))
            }
            ExprKind::Signed(sign, _) => self.fail(span, Problem::ConditionOperator(Text::const_new(sign.text()))),
            ExprKind::And(_)
            | ExprKind::Or(_)
            | ExprKind::Not(_)
            | ExprKind::Binary(..)
            | ExprKind::Between(_)
            | ExprKind::In(..)
            | ExprKind::Is(..)
            | ExprKind::Call(..)
            | ExprKind::CallWithStar(_) => Ok(Operand::Truth(Box::new(self.condition(expr, Place::Whole)?))),
            ExprKind::Select(_) | ExprKind::Insert(_) | ExprKind::Update(_) | ExprKind::Delete(_) => {
                self.fail(span, Problem::Token(Text::const_new(operator(&expr.kind))))
            }
            _ => self.value(expr).map(Operand::Value),
        }
    }

    fn membership(&self, subject: Expr, list: Expr) -> Read<Predicate> {
        let span = list.span;
        let subject = self.operand(subject)?;
        match list.kind {
            ExprKind::List(elements) | ExprKind::Bag(elements) if !elements.is_empty() => {
                Ok(Predicate::In(subject, self.operands(elements)?))
            }
            _ => self.fail(span, Problem::InList),
        }
    }

    /// Reads `IS` and a type. A missing value has no type, not even null (observed: statement-conditions).
    fn typed(&self, subject: Expr, name: &str, span: Span) -> Read<Predicate> {
        let subject = match subject.kind {
            ExprKind::Missing => return self.fail(span, Problem::IsArgument),
            _ => match self.operand(subject)? {
                subject @ (Operand::Path(_) | Operand::Value(_)) => subject,
                Operand::Size(_) | Operand::Truth(_) => return self.fail(span, Problem::IsArgument),
            },
        };
        let expected = match name {
            "MISSING" => return Ok(Predicate::Call(Function::AttributeNotExists, vec![subject])),
            "NULL" => AttributeType::Null,
            "BOOL" | "BOOLEAN" => AttributeType::Bool,
            "BLOB" => AttributeType::B,
            "STRING" => AttributeType::S,
            "NUMERIC" => AttributeType::N,
            "STRUCT" | "TUPLE" => AttributeType::M,
            "LIST" => AttributeType::L,
            _ => return self.fail(span, Problem::IsType(Text::from(name))),
        };
        let expected = Operand::Value(AttributeValue::string(expected.descriptor()));
        Ok(Predicate::Call(Function::AttributeType, vec![subject, expected]))
    }

    /// Reads the attribute of an `ORDER BY`.
    pub(super) fn ordering(&self, expr: Expr) -> Read<Text> {
        let span = expr.span;
        let what = match expr.kind {
            ExprKind::Path(path) if path.steps.is_empty() => return Ok(path.root),
            ExprKind::Path(_) => Text::const_new("Path"),
            ExprKind::Text(_) | ExprKind::Number(_) | ExprKind::Truth(_) | ExprKind::Null => Text::const_new("Literal"),
            _ => description(&expr),
        };
        self.fail(span, Problem::OrderArgument(what))
    }
}

fn comparator(symbolic: Symbolic) -> Option<Comparator> {
    Some(match symbolic {
        Symbolic::Equal => Comparator::Equal,
        Symbolic::NotEqual => Comparator::NotEqual,
        Symbolic::Less => Comparator::Less,
        Symbolic::LessOrEqual => Comparator::LessOrEqual,
        Symbolic::Greater => Comparator::Greater,
        Symbolic::GreaterOrEqual => Comparator::GreaterOrEqual,
        _ => return None,
    })
}
