//! The second check: placeholders, number, kinds and types of operands.
//!
//! Only what the request fixes is judged: values, and `size`, which is always a number. What a document path leads to
//! is known with the item, and then a wrong type just makes a comparison false. Must not know grammar.

use std::ops::Range;

use hashrange_values::{AttributeType, AttributeValue, Text};

use super::{Meaning, Meanings, path_notation};
use crate::function::Function;
use crate::parser::{Action, Parser, Section};
use crate::problem::long_type_name;
use crate::tree::{Call, Comparator, NodeId, NodeKind};
use crate::{ExpressionError, MAX_IN_OPERANDS, Problem, Scope, Span, compare};

use AttributeType::{B, Bs, L, M, N, Ns, S, Ss};

type Checked = Result<(), ExpressionError>;

/// The types a document path may lead to, as the messages list them (in no fixed order; observed).
const ANY_TYPE: &str = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

impl<'a> Meanings<'a> {
    /// Looks up and checks nodes in the order they were completed: operands before what uses them, left before right.
    pub(crate) fn check_operands(
        &mut self,
        parser: &Parser<'_>,
        scope: &mut Scope<'a>,
        nodes: Range<NodeId>,
    ) -> Checked {
        for id in nodes {
            self.check_node(parser, scope, id)?;
        }
        Ok(())
    }

    fn check_node(&mut self, parser: &Parser<'_>, scope: &mut Scope<'a>, id: NodeId) -> Checked {
        let span = parser.tree.span(id);
        match parser.tree.kind(id) {
            NodeKind::Path(_) => self.resolve_path(parser, scope, id),
            NodeKind::Value => {
                let placeholder = span.of(parser.text);
                let Some(value) = scope.value(placeholder) else {
                    let problem = Problem::UndefinedValue { placeholder: Text::from(placeholder) };
                    return Err(parser.error(span, problem));
                };
                self.set(id, Meaning::Value(value));
                Ok(())
            }
            NodeKind::Compare { operator, left, right } => {
                self.distinct(parser, span, operator.symbol(), *left, &[*right])?;
                if matches!(operator, Comparator::Equal | Comparator::NotEqual) {
                    return Ok(());
                }
                self.types(parser, operator.symbol(), &[*left, *right], &[S, N, B])
            }
            NodeKind::Between { subject, lower, upper } => {
                self.distinct(parser, span, "BETWEEN", *subject, &[*lower, *upper])?;
                self.types(parser, "BETWEEN", &[*subject, *lower, *upper], &[S, N, B])?;
                self.bounds(parser, *lower, *upper)
            }
            NodeKind::In { subject, list } => {
                if list.len() > MAX_IN_OPERANDS {
                    return Err(parser.error(span, Problem::TooManyInOperands { count: list.len() }));
                }
                self.distinct(parser, span, "IN", *subject, list)
            }
            NodeKind::Arithmetic { sign, left, right } => self.types(parser, sign.symbol(), &[*left, *right], &[N]),
            NodeKind::Call(call) => match call.function {
                Some(function) => self.check_call(parser, span, function, call),
                None => Ok(()),
            },
            NodeKind::Group(_) | NodeKind::And(_) | NodeKind::Or(_) | NodeKind::Not(_) => Ok(()),
        }
    }

    fn check_call(&self, parser: &Parser<'_>, span: Span, function: Function, call: &Call) -> Checked {
        let arguments = call.arguments.as_slice();
        let count = arguments.len();
        if count != function.operands() {
            return Err(parser.error(call.name, Problem::OperandCount { function, count }));
        }
        let Some((first, rest)) = arguments.split_first() else { return Ok(()) };
        let needs_path =
            matches!(function, Function::AttributeExists | Function::AttributeNotExists | Function::IfNotExists);
        if needs_path && self.path(&parser.tree, *first).is_none() {
            return Err(parser.error(parser.tree.span(*first), Problem::PathRequired { function }));
        }
        // The same list twice is a fair thing to append.
        if function != Function::ListAppend {
            self.distinct(parser, span, function.name(), *first, rest)?;
        }
        match function {
            Function::Size => self.types(parser, function.name(), arguments, &[S, B, Ss, Ns, Bs, L, M]),
            Function::BeginsWith => self.types(parser, function.name(), arguments, &[S, B]),
            Function::ListAppend => self.types(parser, function.name(), arguments, &[L]),
            Function::AttributeType => rest.iter().try_for_each(|kind| self.type_name(parser, *kind)),
            _ => Ok(()),
        }
    }

    /// The second operand of `attribute_type`: a string value that names a type.
    fn type_name(&self, parser: &Parser<'_>, id: NodeId) -> Checked {
        let problem = match self.value(&parser.tree, id) {
            Some(AttributeValue::S(name)) if AttributeType::from_descriptor(name).is_some() => return Ok(()),
            Some(AttributeValue::S(name)) => Problem::InvalidTypeName { name: name.clone() },
            _ => {
                let operand_type = self.static_type(&parser.tree, id).map_or(ANY_TYPE, AttributeType::descriptor);
                Problem::OperandType { operator: Function::AttributeType.name(), operand_type }
            }
        };
        Err(parser.error(parser.tree.span(id), problem))
    }

    /// Refuses operands whose type is fixed and not among those allowed.
    fn types(
        &self,
        parser: &Parser<'_>,
        operator: &'static str,
        operands: &[NodeId],
        allowed: &[AttributeType],
    ) -> Checked {
        for operand in operands {
            let kind = self.static_type(&parser.tree, *operand);
            if let Some(kind) = kind.filter(|kind| !allowed.contains(kind)) {
                let problem = Problem::OperandType { operator, operand_type: kind.descriptor() };
                return Err(parser.error(parser.tree.span(*operand), problem));
            }
        }
        Ok(())
    }

    /// Refuses a document path used with itself.
    fn distinct(
        &self,
        parser: &Parser<'_>,
        span: Span,
        operator: &'static str,
        first: NodeId,
        rest: &[NodeId],
    ) -> Checked {
        let Some(path) = self.path(&parser.tree, first) else { return Ok(()) };
        if rest.iter().any(|other| self.path(&parser.tree, *other) == Some(path)) {
            let problem = Problem::OperandsNotDistinct { operator, first: path_notation(path) };
            return Err(parser.error(span, problem));
        }
        Ok(())
    }

    /// Two values as bounds must have one type and be in order; a path among them is judged with the item.
    fn bounds(&self, parser: &Parser<'_>, lower: NodeId, upper: NodeId) -> Checked {
        let tree = &parser.tree;
        let (Some(low), Some(high)) = (self.value(tree, lower), self.value(tree, upper)) else { return Ok(()) };
        let problem = if low.attribute_type() != high.attribute_type() {
            Problem::BetweenTypes { lower: bound_notation(low), upper: bound_notation(high) }
        } else if compare(low, high).is_some_and(std::cmp::Ordering::is_gt) {
            Problem::BetweenOrder { lower: bound_notation(low), upper: bound_notation(high) }
        } else {
            return Ok(());
        };
        Err(parser.error(tree.span(lower).to(tree.span(upper)), problem))
    }

    /// The operand of `ADD` and `DELETE`.
    pub(crate) fn check_action(&self, parser: &Parser<'_>, section: Section, action: &Action) -> Checked {
        let allowed: &[AttributeType] = match section {
            Section::Add => &[N, Ss, Ns, Bs],
            Section::Delete => &[Ss, Ns, Bs],
            Section::Set | Section::Remove => return Ok(()),
        };
        let Some(operand) = action.value else { return Ok(()) };
        match self.static_type(&parser.tree, operand).filter(|kind| !allowed.contains(kind)) {
            Some(kind) => {
                let (action, operand_type) = (section.keyword(), long_type_name(kind));
                Err(parser.error(parser.tree.span(operand), Problem::ActionOperandType { action, operand_type }))
            }
            None => Ok(()),
        }
    }
}

/// A bound in the notation of the messages: `S:text`, `N:1`. Only scalars get this far.
fn bound_notation(value: &AttributeValue) -> Text {
    Text::from(match value {
        AttributeValue::S(text) => format!("S:{text}"),
        AttributeValue::N(number) => format!("N:{number}"),
        // What the service's own runtime prints for raw bytes (observed).
        AttributeValue::B(bytes) => format!("B:java.nio.HeapByteBuffer[pos=0 lim={0} cap={0}]", bytes.len()),
        other => other.attribute_type().descriptor().to_owned(),
    })
}
