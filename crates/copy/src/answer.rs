//! The meaning of a reply: a body, a reason to send the request again, or a refusal.
//!
//! Must not know operations.

use hashrange_wire::ErrorBody;

use crate::request::Reply;

/// Exceptions after which the same request may succeed later (documented: error-handling). CreateTable responds with
/// `LimitExceededException` while too many tables are being created.
const THROTTLING: [&str; 5] = [
    "ThrottlingException",
    "ProvisionedThroughputExceededException",
    "RequestLimitExceeded",
    "LimitExceededException",
    "Throttling",
];
/// Exceptions for an endpoint's internal errors (documented: error-handling).
const TROUBLE: [&str; 3] = ["InternalServerError", "InternalFailure", "ServiceUnavailable"];

/// The meaning of a reply.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Answer {
    /// The body of a success.
    Body(String),
    /// The request must be sent again.
    Again(Again),
    /// The endpoint refuses the request.
    Refused(ErrorBody),
}

/// The reason why a request must be sent again.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Again {
    /// Whether the endpoint throttled the request. Otherwise it has an internal error or is unreachable.
    pub(crate) throttled: bool,
    /// Its message.
    pub(crate) reason: String,
}

/// Reads a reply.
pub(crate) fn read(reply: Reply) -> Answer {
    let (status, body) = match reply {
        Reply::Lost(reason) => {
            return Answer::Again(Again {
                throttled: false,
                reason,
            });
        }
        Reply::Answered { status: 200, body } => return Answer::Body(body),
        Reply::Answered { status, body } => (status, body),
    };
    let error = ErrorBody::read(&body);
    let throttled = THROTTLING.contains(&error.exception.as_str());
    // Status 501 means that the endpoint does not have the operation.
    let trouble = status >= 500 && status != 501;
    if throttled || trouble || status == 429 || TROUBLE.contains(&error.exception.as_str()) {
        let throttled = throttled || status == 429;
        return Answer::Again(Again {
            throttled,
            reason: format!("HTTP {status} {} {}", error.exception, error.message),
        });
    }
    Answer::Refused(error.or_status(status, &body))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn of(status: u16, body: &str) -> Answer {
        read(Reply::Answered {
            status,
            body: body.to_owned(),
        })
    }

    #[test]
    fn throttles_troubles_and_lost_answers_are_sent_again() {
        let again = |answer: Answer| match answer {
            Answer::Again(again) => Some(again.throttled),
            _ => None,
        };
        let throttled = r#"{"__type":"com.amazonaws.dynamodb.v20120810#ProvisionedThroughputExceededException"}"#;
        assert_eq!(again(of(400, throttled)), Some(true));
        assert_eq!(again(of(429, "")), Some(true));
        assert_eq!(again(of(503, "<html>")), Some(false));
        assert_eq!(again(of(400, r#"{"__type":"x#InternalServerError"}"#)), Some(false));
        assert_eq!(again(read(Reply::Lost("reset".to_owned()))), Some(false));
    }

    #[test]
    fn refusals_have_a_name_and_a_message() {
        let refusal = |exception: &str, message: &str| {
            Answer::Refused(ErrorBody {
                exception: exception.to_owned(),
                message: message.to_owned(),
            })
        };
        let body = r#"{"__type":"com.amazon.coral.validate#ValidationException","message":"no"}"#;
        assert_eq!(of(400, body), refusal("ValidationException", "no"));
        assert_eq!(
            of(403, r#"{"__type":"a#AccessDenied","Message":"no"}"#),
            refusal("AccessDenied", "no")
        );
        assert_eq!(of(404, "not here"), refusal("HTTP 404", "not here"));
        assert_eq!(of(200, "{}"), Answer::Body("{}".to_owned()));
    }
}
