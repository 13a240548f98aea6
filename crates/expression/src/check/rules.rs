//! The rules for operands: their number, kinds and types, for each operator and function.
//!
//! Owns the errors that do not depend on the item: those of values, and of operands that always have the same type.
//! Must not know the positions of operands in a text.

use hashrange_values::{AttributeType, AttributeValue, Comparator, Path, Text};

use super::path_notation;
use crate::function::Function;
use crate::tree::Sign;
use crate::{MAX_IN_OPERANDS, Problem, compare};

use AttributeType::{B, Bs, L, M, N, Ns, S, Ss};

/// The possible types of a document path, as the messages list them (in no fixed order;
/// observed: expression-operand-words).
const ANY_TYPE: &str = "{NS,SS,L,BS,N,M,B,BOOL,NULL,S}";

/// The facts about an operand without an item.
#[derive(Clone, Copy)]
pub(crate) enum Known<'a> {
    /// A document path.
    Path(&'a Path),
    /// A value of the request.
    Value(&'a AttributeValue),
    /// An operand that always has this type.
    Type(AttributeType),
    /// Nothing is known.
    Nothing,
}

/// An error of operands.
pub(crate) struct Fault {
    pub(crate) place: Place,
    pub(crate) problem: Problem,
}

/// The part of an operator with its operands that has the error.
#[derive(Clone, Copy)]
pub(crate) enum Place {
    /// The whole operator with its operands.
    Whole,
    /// The name of the function.
    Name,
    /// These operands, from the first to the last, counted from 0.
    Operands(usize, usize),
}

pub(crate) type Ruled = Result<(), Fault>;

impl Fault {
    fn whole(problem: Problem) -> Self {
        Self {
            place: Place::Whole,
            problem,
        }
    }

    fn operand(at: usize, problem: Problem) -> Self {
        Self {
            place: Place::Operands(at, at),
            problem,
        }
    }
}

impl<'a> Known<'a> {
    fn path(self) -> Option<&'a Path> {
        match self {
            Self::Path(path) => Some(path),
            _ => None,
        }
    }

    fn value(self) -> Option<&'a AttributeValue> {
        match self {
            Self::Value(value) => Some(value),
            _ => None,
        }
    }

    pub(crate) fn attribute_type(self) -> Option<AttributeType> {
        match self {
            Self::Value(value) => Some(value.attribute_type()),
            Self::Type(kind) => Some(kind),
            Self::Path(_) | Self::Nothing => None,
        }
    }
}

/// Checks the operands of a comparison.
pub(crate) fn comparison(operator: Comparator, operands: &[Known<'_>]) -> Ruled {
    distinct(operator.symbol(), operands)?;
    if matches!(operator, Comparator::Equal | Comparator::NotEqual) {
        return Ok(());
    }
    types(operator.symbol(), operands, &[S, N, B])
}

/// Checks an operand and its two bounds.
pub(crate) fn between(operands: &[Known<'_>]) -> Ruled {
    distinct("BETWEEN", operands)?;
    types("BETWEEN", operands, &[S, N, B])?;
    bounds(operands)
}

/// Checks an operand and a list of others.
pub(crate) fn one_of(operands: &[Known<'_>]) -> Ruled {
    let count = operands.len().saturating_sub(1);
    if count > MAX_IN_OPERANDS {
        return Err(Fault::whole(Problem::TooManyInOperands { count }));
    }
    distinct("IN", operands)
}

/// Checks two numbers to add or subtract.
pub(crate) fn arithmetic(sign: Sign, operands: &[Known<'_>]) -> Ruled {
    types(sign.symbol(), operands, &[N])
}

/// Checks the operands of a function.
pub(crate) fn call(function: Function, operands: &[Known<'_>]) -> Ruled {
    let count = operands.len();
    if count != function.operands() {
        return Err(Fault {
            place: Place::Name,
            problem: Problem::OperandCount { function, count },
        });
    }
    let needs_path = matches!(
        function,
        Function::AttributeExists | Function::AttributeNotExists | Function::IfNotExists
    );
    if needs_path && operands.first().and_then(|first| first.path()).is_none() {
        return Err(Fault::operand(0, Problem::PathRequired { function }));
    }
    // Appending a list to itself is valid.
    if function != Function::ListAppend {
        distinct(function.name(), operands)?;
    }
    match function {
        Function::Size => types(function.name(), operands, &[S, B, Ss, Ns, Bs, L, M]),
        Function::BeginsWith => types(function.name(), operands, &[S, B]),
        Function::ListAppend => types(function.name(), operands, &[L]),
        Function::AttributeType => operands.get(1).map_or(Ok(()), |kind| type_name(*kind)),
        _ => Ok(()),
    }
}

/// Checks the second operand of `attribute_type`: a string value that names a type.
fn type_name(operand: Known<'_>) -> Ruled {
    let problem = match operand.value() {
        Some(AttributeValue::S(name)) if AttributeType::from_descriptor(name).is_some() => return Ok(()),
        Some(AttributeValue::S(name)) => Problem::InvalidTypeName { name: name.clone() },
        _ => {
            let operand_type = operand.attribute_type().map_or(ANY_TYPE, AttributeType::descriptor);
            Problem::OperandType {
                operator: Function::AttributeType.name(),
                operand_type,
            }
        }
    };
    Err(Fault::operand(1, problem))
}

/// Refuses operands of a fixed type that is not allowed.
fn types(operator: &'static str, operands: &[Known<'_>], allowed: &[AttributeType]) -> Ruled {
    for (at, operand) in operands.iter().enumerate() {
        if let Some(kind) = operand.attribute_type().filter(|kind| !allowed.contains(kind)) {
            return Err(Fault::operand(
                at,
                Problem::OperandType {
                    operator,
                    operand_type: kind.descriptor(),
                },
            ));
        }
    }
    Ok(())
}

/// Refuses a document path that is an operand together with itself.
fn distinct(operator: &'static str, operands: &[Known<'_>]) -> Ruled {
    let Some((first, rest)) = operands.split_first() else {
        return Ok(());
    };
    let Some(path) = first.path() else { return Ok(()) };
    if rest.iter().any(|other| other.path() == Some(path)) {
        return Err(Fault::whole(Problem::OperandsNotDistinct {
            operator,
            first: path_notation(path),
        }));
    }
    Ok(())
}

/// Checks that two values as bounds have the same type and are in ascending order. If a bound is a path, the check
/// needs the item.
fn bounds(operands: &[Known<'_>]) -> Ruled {
    let [_, lower, upper] = operands else { return Ok(()) };
    let (Some(low), Some(high)) = (lower.value(), upper.value()) else {
        return Ok(());
    };
    let problem = if low.attribute_type() != high.attribute_type() {
        Problem::BetweenTypes {
            lower: value_notation(low),
            upper: value_notation(high),
        }
    } else if compare(low, high).is_some_and(std::cmp::Ordering::is_gt) {
        Problem::BetweenOrder {
            lower: value_notation(low),
            upper: value_notation(high),
        }
    } else {
        return Ok(());
    };
    Err(Fault {
        place: Place::Operands(1, 2),
        problem,
    })
}

/// A scalar in the messages' notation: `S:text`, `N:1`.
#[must_use]
pub fn value_notation(value: &AttributeValue) -> Text {
    Text::from(match value {
        AttributeValue::S(text) => format!("S:{text}"),
        AttributeValue::N(number) => format!("N:{number}"),
        // The service's runtime prints raw bytes in this form (observed: expression-operand-words).
        AttributeValue::B(bytes) => format!("B:java.nio.HeapByteBuffer[pos=0 lim={0} cap={0}]", bytes.len()),
        other => other.attribute_type().descriptor().to_owned(),
    })
}
