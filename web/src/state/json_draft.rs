//! A request as JSON while it is typed: the text, and its request or its error.
//!
//! Must not know the form beside it.

use hashrange_protocol::check_body;
use hashrange_wire::{Operation, Rejection, Request, SerializationReason};
use hashrange_words::t;

/// An error at a position of the text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// Byte offset in the text.
    pub offset: usize,
    /// The error.
    pub message: String,
}

/// JSON as typed.
#[derive(Clone, Debug, PartialEq)]
pub struct JsonDraft {
    /// The text.
    pub text: String,
    /// The request.
    pub request: Option<Request>,
    /// The position and reason of a syntax error.
    pub fault: Option<Fault>,
    /// The service's error that does not depend on a table: exception and message.
    pub refused: Option<(String, String)>,
    /// What the form cannot express.
    pub beyond: Option<String>,
}

impl JsonDraft {
    /// Reads a text as the body of an operation.
    #[must_use]
    pub fn read(operation: Operation, text: &str) -> Self {
        let mut draft = Self {
            text: text.to_owned(),
            request: None,
            fault: None,
            refused: None,
            beyond: None,
        };
        match check_body(operation, text) {
            Ok(request) => draft.request = Some(request),
            Err(Rejection::Serialization(error)) => {
                let reason = match &error.reason {
                    SerializationReason::Syntax(reason) => sentence(&reason.to_string()),
                    SerializationReason::NotAnObject => t!("A request is a JSON object.").into(),
                    SerializationReason::Type(text) => text.clone(),
                };
                let place = if error.path.is_empty() {
                    String::new()
                } else {
                    format!("{}: ", error.path)
                };
                draft.fault = Some(Fault {
                    offset: error.offset,
                    message: format!("{place}{reason}"),
                });
            }
            Err(rejection) => {
                draft.refused = Some((rejection.exception().to_owned(), rejection.to_string()));
            }
        }
        draft
    }

    /// Reads a Query if the text has a member that only a Query has, otherwise a Scan.
    #[must_use]
    pub fn read_query_or_scan(text: &str) -> Self {
        let operation = if is_query(text) {
            Operation::Query
        } else {
            Operation::Scan
        };
        Self::read(operation, text)
    }
}

/// Whether a body has a member of a Query that a Scan does not have. Nothing else distinguishes their bodies.
#[must_use]
pub fn is_query(body: &str) -> bool {
    [
        "\"KeyConditionExpression\"",
        "\"KeyConditions\"",
        "\"ScanIndexForward\"",
    ]
    .iter()
    .any(|member| body.contains(member))
}

/// A reason as a sentence.
fn sentence(reason: &str) -> String {
    let mut letters = reason.chars();
    let first = letters
        .next()
        .map(|letter| letter.to_ascii_uppercase().to_string())
        .unwrap_or_default();
    format!("{first}{}.", letters.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_text_is_a_request_a_fault_or_a_refusal() {
        let good = JsonDraft::read(Operation::DeleteTable, "{\"TableName\": \"Thread\"}");
        assert!(good.request.is_some() && good.fault.is_none() && good.refused.is_none());
        let broken = JsonDraft::read(Operation::DeleteTable, "{\"TableName\": }");
        assert_eq!(broken.fault.map(|fault| fault.offset), Some(14));
        let mistyped = JsonDraft::read(Operation::DeleteTable, "{\"TableName\": 5}");
        assert!(mistyped.fault.unwrap().message.starts_with("TableName: "));
        let short = JsonDraft::read(Operation::DeleteTable, "{\"TableName\": \"x\"}");
        assert_eq!(short.refused.unwrap().0, "ValidationException");
    }

    #[test]
    fn key_conditions_make_a_query() {
        let scan = JsonDraft::read_query_or_scan("{\"TableName\":\"Thread\"}");
        assert!(matches!(scan.request, Some(Request::Scan(_))));
        let query = JsonDraft::read_query_or_scan(
            "{\"TableName\":\"Thread\",\"KeyConditionExpression\":\"a = :a\",\"ExpressionAttributeValues\":{\":a\":{\"S\":\"x\"}}}",
        );
        assert!(matches!(query.request, Some(Request::Query(_))));
        for member in ["KeyConditions", "ScanIndexForward"] {
            assert!(
                is_query(&format!("{{\"TableName\":\"Thread\",\"{member}\":null}}")),
                "{member}"
            );
        }
    }
}
