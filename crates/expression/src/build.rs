//! Builds the parts of expressions without an expression text, and applies the rules of expression texts to them.
//!
//! Owns the checked constructors of tests, operands, values and updates. Must not know the language of their callers.

use hashrange_values::{AttributeType, AttributeValue, Comparator, Path};

use crate::check::overlap;
use crate::check::rules::{self, Fault, Known};
use crate::function::Usage;
use crate::{ActionKind, Function, Operand, Problem, SetValue, Sign, Test, Update};

impl Test {
    /// A comparison of two operands.
    ///
    /// # Errors
    /// A path compared with itself, or an operand of a type that has no order.
    pub fn compare(operator: Comparator, left: Operand, right: Operand) -> Result<Self, Problem> {
        ruled(rules::comparison(operator, &[left.known(), right.known()]))?;
        Ok(Self::Compare { operator, left, right })
    }

    /// An operand between two bounds.
    ///
    /// # Errors
    /// The errors of a comparison, and bounds of different types or in descending order.
    pub fn between(subject: Operand, lower: Operand, upper: Operand) -> Result<Self, Problem> {
        ruled(rules::between(&[subject.known(), lower.known(), upper.known()]))?;
        Ok(Self::Between { subject, lower, upper })
    }

    /// An operand that equals one in a list.
    ///
    /// # Errors
    /// More than 100 operands in the list, or a path compared with itself.
    pub fn one_of(subject: Operand, list: Vec<Operand>) -> Result<Self, Problem> {
        let operands: Vec<Known<'_>> = std::iter::once(&subject).chain(&list).map(Operand::known).collect();
        ruled(rules::one_of(&operands))?;
        Ok(Self::In { subject, list })
    }

    /// A function used as a condition.
    ///
    /// # Errors
    /// An unknown function, or the wrong number, kinds or types of operands.
    pub fn call(function: Function, operands: Vec<Operand>) -> Result<Self, Problem> {
        if function.usage() != Usage::Condition {
            return Err(Problem::FunctionMisplaced { function });
        }
        check_call(function, &operands)?;
        let mut operands = operands.into_iter();
        let (first, second) = (operands.next(), operands.next());
        let test = first.and_then(|subject| match (function, second) {
            (Function::AttributeExists, _) => Some(Self::Exists(subject)),
            (Function::AttributeNotExists, _) => Some(Self::NotExists(subject)),
            (Function::AttributeType, Some(Operand::Value(AttributeValue::S(name)))) => {
                AttributeType::from_descriptor(&name).map(|expected| Self::HasType { subject, expected })
            }
            (Function::BeginsWith, Some(prefix)) => Some(Self::BeginsWith { subject, prefix }),
            (Function::Contains, Some(element)) => Some(Self::Contains { subject, element }),
            _ => None,
        });
        // After the check, the result is always a condition.
        test.ok_or(Problem::FunctionMisplaced { function })
    }
}

impl Operand {
    /// The size of another operand.
    ///
    /// # Errors
    /// Any number of operands except one, or an operand of a type without a size.
    pub fn size(operands: Vec<Self>) -> Result<Self, Problem> {
        check_call(Function::Size, &operands)?;
        let operand = operands.into_iter().next();
        operand
            .map(|operand| Self::Size(Box::new(operand)))
            .ok_or(Problem::FunctionMisplaced {
                function: Function::Size,
            })
    }

    fn known(&self) -> Known<'_> {
        match self {
            Self::Path(path) => Known::Path(path),
            Self::Value(value) => Known::Value(value),
            Self::Size(_) => Known::Type(AttributeType::N),
            Self::Holds(_) => Known::Type(AttributeType::Bool),
        }
    }
}

impl SetValue {
    /// A sum or difference of two numbers.
    ///
    /// # Errors
    /// A value of another type.
    pub fn sum(sign: Sign, left: Self, right: Self) -> Result<Self, Problem> {
        ruled(rules::arithmetic(sign, &[left.known(), right.known()]))?;
        Ok(Self::Sum {
            sign,
            left: Box::new(left),
            right: Box::new(right),
        })
    }

    /// The concatenation of two lists.
    ///
    /// # Errors
    /// Any number of operands except two, or a value of another type.
    pub fn list_append(lists: Vec<Self>) -> Result<Self, Problem> {
        let function = Function::ListAppend;
        let operands: Vec<Known<'_>> = lists.iter().map(Self::known).collect();
        ruled(rules::call(function, &operands))?;
        let count = lists.len();
        match <[Self; 2]>::try_from(lists) {
            Ok([first, second]) => Ok(Self::ListAppend {
                first: Box::new(first),
                second: Box::new(second),
            }),
            Err(_) => Err(Problem::OperandCount { function, count }),
        }
    }

    fn known(&self) -> Known<'_> {
        match self {
            Self::Path(path) => Known::Path(path),
            Self::Value(value) => Known::Value(value),
            Self::IfNotExists { .. } | Self::ListAppend { .. } | Self::Sum { .. } => Known::Nothing,
        }
    }
}

impl Update {
    /// Creates an update without an expression. The paths are checked.
    ///
    /// # Errors
    /// Paths that repeat, overlap or contradict each other.
    pub fn checked(actions: Vec<(Path, ActionKind)>) -> Result<Self, Problem> {
        let paths: Vec<&Path> = actions.iter().map(|(path, _)| path).collect();
        match overlap(&paths) {
            Some((_, problem)) => Err(problem),
            None => Ok(Self::new(actions)),
        }
    }
}

fn check_call(function: Function, operands: &[Operand]) -> Result<(), Problem> {
    let operands: Vec<Known<'_>> = operands.iter().map(Operand::known).collect();
    ruled(rules::call(function, &operands))
}

fn ruled(ruled: rules::Ruled) -> Result<(), Problem> {
    ruled.map_err(|Fault { problem, .. }| problem)
}
