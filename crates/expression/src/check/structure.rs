//! The first check: reserved words, list indexes, names and places of functions.
//!
//! The service walks an expression in the order it is written and stops at the first problem; every problem here is at
//! one token, so that is the one that stands furthest left. Must not know placeholders.

use std::ops::Range;

use hashrange_values::Text;

use crate::function::{Function, Home};
use crate::parser::Parser;
use crate::tree::{Call, NodeId, NodeKind, Part, Standing};
use crate::{ExpressionError, ExpressionKind, Problem, Span, is_reserved};

/// Checks the nodes of one action, or of a whole condition or projection.
pub(crate) fn check_structure(parser: &Parser<'_>, nodes: Range<NodeId>) -> Result<(), ExpressionError> {
    let found = nodes.filter_map(|id| match parser.tree.kind(id) {
        NodeKind::Path(parts) => parts.iter().find_map(|part| part_problem(parser.text, *part)),
        NodeKind::Call(call) => call_problem(parser, call).map(|problem| (call.name, problem)),
        _ => None,
    });
    match found.min_by_key(|(span, _)| span.start) {
        Some((span, problem)) => Err(parser.error(span, problem)),
        None => Ok(()),
    }
}

fn part_problem(text: &str, part: Part) -> Option<(Span, Problem)> {
    let word = part.span().of(text);
    let problem = match part {
        Part::Word(_) if is_reserved(word) => Problem::ReservedWord { word: Text::from(word) },
        Part::Index(_) if word.parse::<i32>().is_err() => Problem::IndexOutOfRange { index: Text::from(word) },
        _ => return None,
    };
    Some((part.span(), problem))
}

fn call_problem(parser: &Parser<'_>, call: &Call) -> Option<Problem> {
    let Some(function) = call.function else {
        return Some(Problem::UnknownFunction { function: Text::from(call.name.of(parser.text)) });
    };
    if parser.kind == ExpressionKind::Update {
        // `list_append` inside another function is refused, `if_not_exists` is not (observed).
        let nested = call.standing == Standing::Argument && function == Function::ListAppend;
        return match function.home() {
            Home::Update => nested.then_some(Problem::FunctionMisplaced { function }),
            Home::Condition | Home::Operand => Some(Problem::FunctionNotInUpdate { function }),
        };
    }
    match (function.home(), call.standing) {
        (Home::Update, _) => Some(Problem::FunctionNotInCondition { function }),
        (Home::Condition, Standing::Operand | Standing::Argument) | (Home::Operand, Standing::Alone) => {
            Some(Problem::FunctionMisplaced { function })
        }
        // Operands are counted after each of them was looked at (observed).
        _ => None,
    }
}
