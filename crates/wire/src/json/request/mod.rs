//! Requests: from a body to a typed request and back.
//!
//! The order of refusals is the service's: JSON of the wrong kind, then the shape's constraints, then values and
//! combinations of parameters. Must not know tables: what depends on a schema is the engine's.

mod absent;
mod checkpoint;
mod encode;
pub(crate) mod legacy;
pub(crate) mod members;
pub(crate) mod parameters;
mod plain;
pub(crate) mod policy;
pub(crate) mod policy_action;
pub(crate) mod search;
pub(crate) mod select;
pub(crate) mod start_key;
pub(crate) mod statement;

use members::{mistyped, refusal};

use super::fields::Fields;
use super::tape::{Node, Tape};
use crate::constraint::{self, Shape};
use crate::operation::Operation;
use crate::reader::Reader;
use crate::rejection::{Rejection, SerializationError, SerializationReason};
use crate::request::Request;

pub use absent::{check_export_arn, check_import_arn, is_absent, refuse_absent};
pub use encode::{encode_request, encode_request_pretty};

/// Reads the body of a request.
///
/// # Errors
/// A [`Rejection`] with the service's own words when the body is not the operation's request or breaks its constraints.
/// Of a transaction an earlier action may have to be told instead, which takes more than reading: see
/// [`Rejection::Transaction`].
pub fn decode(operation: Operation, body: &[u8]) -> Result<Request, Rejection> {
    judge(operation, body, &parse(body)?)
}

/// Reads the body that this tape is of.
fn judge(operation: Operation, body: &[u8], tape: &Tape<'_>) -> Result<Request, Rejection> {
    let root = tape.root();
    let is_keyless = operation == Operation::UpdateItem && root.member("Key").is_none();
    // SearchVectors has a reader of its own, and no second one is known of.
    let is_deep = tape.is_deep() && operation != Operation::SearchVectors;
    let reader = if is_keyless || is_deep { Reader::second(operation) } else { Reader::of(operation) };
    if operation == Operation::SearchVectors {
        object(root)?;
        search::check_members(body, root)?;
    }
    read_as(Request::shape(reader), root, reader.is_second, |fields| Request::read(reader, fields))
}

fn parse(body: &[u8]) -> Result<Tape<'_>, Rejection> {
    Tape::parse_bytes(body).map_err(|error| {
        let reason = SerializationReason::Syntax(error.reason);
        SerializationError { reason, path: String::new(), offset: error.offset }.into()
    })
}

fn object(root: Node<'_>) -> Result<(), Rejection> {
    if root.is_object() {
        return Ok(());
    }
    let reason = SerializationReason::NotAnObject;
    Err(SerializationError { reason, path: String::new(), offset: root.offset() }.into())
}

/// Reads the body of a request that no engine answers.
pub(crate) fn read_transfer<T>(
    shape: &'static Shape,
    body: &[u8],
    build: impl FnOnce(&Fields<'_>) -> Result<T, Rejection>,
) -> Result<T, Rejection> {
    read_as(shape, parse(body)?.root(), false, build)
}

/// Reads a body of this shape.
fn read_as<T>(
    shape: &'static Shape,
    root: Node<'_>,
    is_second: bool,
    build: impl FnOnce(&Fields<'_>) -> Result<T, Rejection>,
) -> Result<T, Rejection> {
    object(root)?;
    let fields = Fields::of(root);
    let outcome = constraint::check_rules(shape, &fields, is_second).map_err(refusal).and_then(|()| build(&fields));
    // Kinds are judged first by the service, but only a request that failed has to be looked at for them: building
    // fails on every value of the wrong kind.
    outcome.map_err(|rejection| match constraint::check_types(&shape.structure, root) {
        Err(mismatch) => mistyped(&mismatch),
        Ok(()) => rejection,
    })
}

/// Holds a typed request against everything [`decode`] checks, for callers that never had a body. Both look at the same
/// tape: there a body was parsed onto it, here the request lays its members out on it.
///
/// # Errors
/// As [`decode`].
pub fn check(request: &Request) -> Result<(), Rejection> {
    if plain::is_plain(request) { Ok(()) } else { check_laid_out(request) }
}

fn check_laid_out(request: &Request) -> Result<(), Rejection> {
    let (body, tape) = encode::lay_out(request);
    judge(request.operation(), body.as_bytes(), &Tape::recorded(&body, tape)).map(drop)
}

#[cfg(test)]
mod batch_tests;
#[cfg(test)]
mod extremes;
#[cfg(test)]
mod round_trips;
#[cfg(test)]
mod stream_tests;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod wrong_kinds;
