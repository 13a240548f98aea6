//! Writes responses and errors as the bodies that the service sends, and reads responses.

use super::answer::item::item;
use super::writer::Writer;
use crate::answer_error::AnswerError;
use crate::error::{CancellationReason, ServiceError, Throttled};
use crate::operation::Operation;
use crate::rejection::{Rejection, namespace_of};
use crate::request::Response;

/// Writes a response's body as compact JSON. The body is empty for operations without one.
#[must_use]
pub fn encode_response(response: &Response) -> String {
    let answer = response.answer();
    if !answer.has_body() {
        return String::new();
    }
    let mut out = Writer::with_room(answer.room());
    out.object(|out| answer.write(out));
    out.finish()
}

/// Reads the body of an operation's response, as the service or another endpoint with its protocol writes it.
/// Ignores members that it does not know. A missing member has its default.
///
/// # Errors
/// When the body is not such a response.
pub fn decode_response(operation: Operation, body: &[u8]) -> Result<Response, AnswerError> {
    Response::decode(operation, body)
}

/// Writes a response's body in the pretty layout.
#[must_use]
pub fn encode_response_pretty(response: &Response) -> String {
    let mut out = Writer::pretty();
    out.object(|out| response.answer().write(out));
    out.finish()
}

/// Writes the body of an engine error.
#[must_use]
pub fn encode_error(error: &ServiceError) -> String {
    let mut out = Writer::compact();
    out.object(|out| {
        type_member(out, namespace_of(error), error.exception());
        match error {
            ServiceError::ConditionalCheckFailed { item: found } => item(out, "Item", found.as_deref()),
            ServiceError::TransactionCanceled(reasons) => cancellation_reasons(out, reasons),
            ServiceError::Throttled(throttled) => throttling_reasons(out, throttled),
            _ => {}
        }
        out.text_member(message_member(error), &error.to_string());
    });
    out.finish()
}

/// The spelling of the message member. The exceptions of transactions use `Message`, and all others use `message`, as
/// the service's model does (documented: api-model). A failed condition uses `message`, with and without the item
/// (observed: message-member).
fn message_member(error: &ServiceError) -> &'static str {
    match error {
        ServiceError::AccessDenied(_)
        | ServiceError::TransactionCanceled(_)
        | ServiceError::TransactionInProgress
        | ServiceError::IdempotentParameterMismatch => "Message",
        _ => "message",
    }
}

fn cancellation_reasons(out: &mut Writer, reasons: &[CancellationReason]) {
    out.key("CancellationReasons");
    out.list(|out| {
        for reason in reasons {
            out.element();
            out.object(|out| {
                out.text_member("Code", reason.code());
                item(out, "Item", reason.item());
                out.optional_text("Message", reason.message().as_deref());
            });
        }
    });
}

fn throttling_reasons(out: &mut Writer, throttled: &Throttled) {
    out.key(throttled.reasons_member());
    out.list(|out| {
        for reason in throttled.reasons() {
            out.element();
            out.object(|out| {
                out.text_member("reason", &reason.reason());
                out.text_member("resource", &reason.resource);
            });
        }
    });
}

/// Writes the body of a request's rejection. `SerializationException` spells `Message` with a capital. It has no
/// message for a body that is not JSON (observed: message-member).
#[must_use]
pub fn encode_rejection(rejection: &Rejection) -> String {
    if let Some(error) = rejection.service_error() {
        return encode_error(error);
    }
    let mut out = Writer::compact();
    out.object(|out| {
        type_member(out, rejection.namespace(), rejection.exception());
        out.optional_text("Message", rejection.service_message().as_deref());
    });
    out.finish()
}

fn type_member(out: &mut Writer, namespace: &str, exception: &str) {
    out.text_member("__type", &format!("{namespace}#{exception}"));
}
