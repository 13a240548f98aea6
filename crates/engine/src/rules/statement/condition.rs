//! Converts conditions of statements to conditions of expressions, and checks the rules that both languages share.
//!
//! Must not know tables.

use hashrange_expression::{Function, Operand, Problem, Test};
use hashrange_partiql as partiql;

/// Converts a condition. Recurses as deep as the statement is nested, which is bounded.
pub(crate) fn test(predicate: partiql::Predicate) -> Result<Test, Problem> {
    use partiql::Predicate;
    match predicate {
        Predicate::And(parts) => parts.into_iter().map(test).collect::<Result<_, _>>().map(Test::And),
        Predicate::Or(parts) => parts.into_iter().map(test).collect::<Result<_, _>>().map(Test::Or),
        Predicate::Not(inner) => Ok(Test::Not(Box::new(test(*inner)?))),
        Predicate::Compare(comparator, left, right) => Test::compare(comparator, operand(left)?, operand(right)?),
        Predicate::Between(subject, lower, upper) => Test::between(operand(subject)?, operand(lower)?, operand(upper)?),
        Predicate::In(subject, list) => Test::one_of(operand(subject)?, operands(list)?),
        Predicate::Call(name, arguments) => Test::call(function(name), operands(arguments)?),
    }
}

fn operands(operands: Vec<partiql::Operand>) -> Result<Vec<Operand>, Problem> {
    operands.into_iter().map(operand).collect()
}

fn operand(from: partiql::Operand) -> Result<Operand, Problem> {
    match from {
        partiql::Operand::Path(path) => Ok(Operand::Path(path)),
        partiql::Operand::Value(value) => Ok(Operand::Value(value)),
        partiql::Operand::Size(arguments) => Operand::size(operands(arguments)?),
        partiql::Operand::Truth(predicate) => Ok(Operand::Holds(Box::new(test(*predicate)?))),
    }
}

fn function(name: partiql::Function) -> Function {
    match name {
        partiql::Function::AttributeExists => Function::AttributeExists,
        partiql::Function::AttributeNotExists => Function::AttributeNotExists,
        partiql::Function::AttributeType => Function::AttributeType,
        partiql::Function::BeginsWith => Function::BeginsWith,
        partiql::Function::Contains => Function::Contains,
        partiql::Function::Size => Function::Size,
    }
}
