//! Which requests have an expensive filter or condition. A look at their bytes comes first: it is cheap, and errs on the
//! side of yes. Then the whole request is read.
//!
//! Must not know tables, nor what an expression means.

use hashrange_engine::{Engine, Foresight};
use hashrange_wire::{Checked, Operation};

use crate::{operation_of, read};

/// The length of a body below which no expression is expensive.
const SHORT: usize = 256;
/// The comparisons with items of the maximum size that are not expensive yet.
const CHEAP: usize = 10;

/// Whether a request can be one whose filter or conditions are expensive.
fn may_be_foreseen(target: &str, body: &[u8]) -> bool {
    let Some(body) = str::from_utf8(body).ok().filter(|body| body.len() >= SHORT) else {
        return false;
    };
    match operation_of(target) {
        Some(Operation::Query | Operation::Scan | Operation::ExecuteStatement) => true,
        Some(Operation::PutItem | Operation::UpdateItem | Operation::DeleteItem | Operation::TransactWriteItems) => {
            has_long(body, "\"ConditionExpression\"") || body.contains("\"Expected\"") || hides_letters(body)
        }
        Some(Operation::ExecuteTransaction | Operation::BatchExecuteStatement) => {
            has_long(body, "\"Statement\"") || hides_letters(body)
        }
        _ => false,
    }
}

/// The request, if it can have an expensive filter or conditions. Reading it needs no engine, so that nobody waits for it.
#[must_use]
pub fn foreseeable(target: &str, body: &[u8]) -> Option<Checked> {
    if !may_be_foreseen(target, body) {
        return None;
    }
    read(operation_of(target)?, body).ok()
}

/// The expensive filter of a read, or the expensive conditions of writes, so that the caller can evaluate them while other
/// requests are handled, and pass the result to [`Front::dispatch_foreseen`](crate::Front::dispatch_foreseen). `None`
/// for every other request.
#[must_use]
pub fn foresee(engine: &Engine, target: &str, body: &[u8]) -> Option<Foresight> {
    engine.foresee(&foreseeable(target, body)?)
}

/// Whether the texts of this member can have more comparisons than are cheap.
fn has_long(body: &str, member: &str) -> bool {
    body.contains(member) && body.split(member).skip(1).map(comparisons).sum::<usize>() > CHEAP
}

/// The number of comparisons that the next JSON string has at most. Each has a sign, a comma or a parenthesis, or is one
/// of the two of a `BETWEEN`.
fn comparisons(rest: &str) -> usize {
    let mut bytes = rest.bytes().skip_while(|byte| *byte != b'"').skip(1);
    let mut most = 0;
    while let Some(byte) = bytes.next().filter(|byte| *byte != b'"') {
        most += match byte {
            b'=' | b'<' | b'>' | b',' | b'(' => 1,
            b'W' | b'w' => 2,
            b'\\' => {
                bytes.next();
                0
            }
            _ => 0,
        };
    }
    most
}

/// Whether the body writes letters or signs as numbers, so that a look does not find them. Few clients do.
fn hides_letters(body: &str) -> bool {
    let is_ascii = |rest: &str| rest.starts_with(|digit| matches!(digit, '0'..='7'));
    body.contains("\\u00") && body.split("\\u00").skip(1).any(is_ascii)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::target_of;

    fn is_dear(operation: &str, condition: &str) -> bool {
        let padding = "x".repeat(SHORT);
        let body = format!(r#"{{"Key":{{"a":{{"S":"{padding}"}}}},{condition}}}"#);
        may_be_foreseen(&target_of(operation), body.as_bytes())
    }

    #[test]
    fn short_conditions_cost_no_second_look() {
        let short = r#""ConditionExpression": "attribute_not_exists(pk) OR a < :b""#;
        for operation in [
            "PutItem",
            "UpdateItem",
            "DeleteItem",
            "TransactWriteItems",
            "BatchWriteItem",
        ] {
            assert!(!is_dear(operation, short), "{operation}");
        }
        assert!(!is_dear(
            "ExecuteTransaction",
            r#""Statement": "UPDATE \"T\" SET a = 1 WHERE b = 2""#
        ));
        assert!(!may_be_foreseen("DynamoDB_20120810.Scan", b"{}"));
    }

    #[test]
    fn many_comparisons_are_noticed_however_they_are_written() {
        let terms = |term: &str| [term; 11].join(" OR ");
        for term in ["a=:a", "contains(a, :a)", "a BETWEEN :a AND :b", "size(a) < :a"] {
            let condition = format!(r#""ConditionExpression":"{}""#, terms(term));
            assert!(is_dear("PutItem", &condition), "{condition}");
            let statement = format!(r#""Statement" : "DELETE FROM \"T\" WHERE {}""#, terms(term));
            assert!(is_dear("BatchExecuteStatement", &statement), "{statement}");
        }
        let each = r#""ConditionExpression":"a = :a AND b > :b","#.repeat(6);
        assert!(
            is_dear("TransactWriteItems", &format!("{each}\"x\":1")),
            "of all actions"
        );
        assert!(is_dear("DeleteItem", r#""ConditionE\u0078pression":"a""#));
        assert!(is_dear("PutItem", r#""Expected":{}"#));
        assert!(!is_dear("PutItem", r#""other":"\u00e9""#), "a letter that no name has");
    }
}
