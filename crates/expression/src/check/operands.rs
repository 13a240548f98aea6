//! The second check: placeholders, and the number, kinds and types of operands.
//!
//! It checks only facts that the request determines: values, and `size`, which is always a number. The value of a
//! document path depends on the item. There a wrong type makes a comparison false. `check/rules.rs` has the rules, and
//! this file applies them to the nodes of a text. Must not know grammar.

use std::ops::Range;

use hashrange_values::{AttributeType, Text};

use super::rules::{self, Fault, Known, Place, Ruled};
use super::{Meaning, Meanings};
use crate::function::Function;
use crate::parser::{ParsedAction, Parser, Section};
use crate::problem::long_type_name;
use crate::tree::{NodeId, NodeKind, Tree};
use crate::{ExpressionError, Problem, Scope};

use AttributeType::{Bs, N, Ns, Ss};

type Checked = Result<(), ExpressionError>;

impl<'a> Meanings<'a> {
    /// Looks up and checks nodes in order of completion: operands before their users, left before right.
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
                    let problem = Problem::UndefinedValue {
                        placeholder: Text::from(placeholder),
                    };
                    return Err(parser.error(span, problem));
                };
                self.set(id, Meaning::Value(value));
                Ok(())
            }
            NodeKind::Compare { operator, left, right } => self.rule(parser, id, &[*left, *right], |operands| {
                rules::comparison(*operator, operands)
            }),
            NodeKind::Between { subject, lower, upper } => {
                self.rule(parser, id, &[*subject, *lower, *upper], rules::between)
            }
            NodeKind::In { subject, list } => {
                let operands: Vec<NodeId> = std::iter::once(subject).chain(list).copied().collect();
                self.rule(parser, id, &operands, rules::one_of)
            }
            NodeKind::Arithmetic { sign, left, right } => self.rule(parser, id, &[*left, *right], |operands| {
                rules::arithmetic(*sign, operands)
            }),
            NodeKind::Call(call) => match call.function {
                Some(function) => self.rule(parser, id, &call.arguments, |operands| rules::call(function, operands)),
                None => Ok(()),
            },
            NodeKind::Group(_) | NodeKind::And(_) | NodeKind::Or(_) | NodeKind::Not(_) => Ok(()),
        }
    }

    /// Checks the operands of a node against a rule, and determines the position of the error.
    fn rule(
        &self,
        parser: &Parser<'_>,
        id: NodeId,
        operands: &[NodeId],
        rule: impl FnOnce(&[Known<'_>]) -> Ruled,
    ) -> Checked {
        let known: Vec<Known<'_>> = operands
            .iter()
            .map(|operand| self.known(&parser.tree, *operand))
            .collect();
        let Err(Fault { place, problem }) = rule(&known) else {
            return Ok(());
        };
        let whole = parser.tree.span(id);
        let operand = |at: usize| operands.get(at).map_or(whole, |operand| parser.tree.span(*operand));
        let span = match (place, parser.tree.kind(id)) {
            (Place::Operands(first, last), _) => operand(first).to(operand(last)),
            (Place::Name, NodeKind::Call(call)) => call.name,
            (Place::Name | Place::Whole, _) => whole,
        };
        Err(parser.error(span, problem))
    }

    /// The facts about an operand that do not depend on the item. Parentheses are ignored.
    fn known(&self, tree: &Tree, id: NodeId) -> Known<'_> {
        let id = tree.ungrouped(id);
        match (tree.kind(id), self.of.get(id)) {
            (NodeKind::Call(call), _) if call.function == Some(Function::Size) => Known::Type(N),
            (_, Some(Meaning::Path(path))) => Known::Path(path),
            (_, Some(Meaning::Value(value))) => Known::Value(value),
            _ => Known::Nothing,
        }
    }

    /// Checks the operand of `ADD` and `DELETE`.
    pub(crate) fn check_action(&self, parser: &Parser<'_>, section: Section, action: &ParsedAction) -> Checked {
        let allowed: &[AttributeType] = match section {
            Section::Add => &[N, Ss, Ns, Bs],
            Section::Delete => &[Ss, Ns, Bs],
            Section::Set | Section::Remove => return Ok(()),
        };
        let Some(operand) = action.value else { return Ok(()) };
        match self
            .known(&parser.tree, operand)
            .attribute_type()
            .filter(|kind| !allowed.contains(kind))
        {
            Some(kind) => {
                let (action, operand_type) = (section.keyword(), long_type_name(kind));
                Err(parser.error(
                    parser.tree.span(operand),
                    Problem::ActionOperandType { action, operand_type },
                ))
            }
            None => Ok(()),
        }
    }
}
