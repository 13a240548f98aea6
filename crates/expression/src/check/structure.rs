//! The first check: reserved words, list indexes, and names and positions of functions.
//!
//! The service walks an expression from left to right and stops at the first problem. Every problem here is at one
//! token, so the leftmost one is reported. Must not know placeholders.

use std::ops::Range;

use hashrange_values::Text;

use crate::function::{Function, Usage};
use crate::parser::Parser;
use crate::tree::{Call, CallPlace, NodeId, NodeKind, Part};
use crate::{ExpressionError, ExpressionKind, Problem, Span, is_reserved};

/// Checks the nodes of one action, or of a complete condition or projection.
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
        Part::Index(_) if !is_index(word) => Problem::IndexOutOfRange {
            index: Text::from(word),
        },
        _ => return None,
    };
    Some((part.span(), problem))
}

/// Whether these digits are an index that a list can have: up to 4294967294. That is observed: list-indexes of updates,
/// and inferred: list-indexes-elsewhere of other expressions.
fn is_index(digits: &str) -> bool {
    digits.parse::<u32>().is_ok_and(|index| index != u32::MAX)
}

fn call_problem(parser: &Parser<'_>, call: &Call) -> Option<Problem> {
    let Some(function) = call.function else {
        return Some(Problem::UnknownFunction {
            function: Text::from(call.name.of(parser.text)),
        });
    };
    if parser.kind == ExpressionKind::Update {
        // `list_append` inside another function is refused, `if_not_exists` is accepted
        // (observed: expression-function-checks).
        let nested = call.place == CallPlace::Argument && function == Function::ListAppend;
        return match function.usage() {
            Usage::Update => nested.then_some(Problem::FunctionMisplaced { function }),
            Usage::Condition | Usage::Operand => Some(Problem::FunctionNotInUpdate { function }),
        };
    }
    match (function.usage(), call.place) {
        (Usage::Update, _) => Some(Problem::FunctionNotInCondition { function }),
        (Usage::Condition, CallPlace::Operand | CallPlace::Argument) | (Usage::Operand, CallPlace::Alone) => {
            Some(Problem::FunctionMisplaced { function })
        }
        // The number of operands is checked later, after each operand (observed: expression-function-checks).
        _ => None,
    }
}
