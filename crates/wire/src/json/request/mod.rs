//! Reads a body as a typed request, and writes a typed request as a body.
//!
//! Errors have the service's order: JSON of the wrong kind, then the shape's constraints, then values and combinations
//! of parameters. Must not know tables: the engine checks what depends on a schema.

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

pub use absent::{check_bulk_operation_arn, check_export_arn, check_import_arn, is_absent, refuse_absent};
pub use encode::{encode_request, encode_request_pretty};

/// Reads the body of a request.
///
/// # Errors
/// A [`Rejection`] with the service's text when the body is not the operation's request or breaks its constraints. In a
/// transaction, an earlier action can have an error that only the engine detects: see [`Rejection::Transaction`].
pub fn decode(operation: Operation, body: &[u8]) -> Result<Request, Rejection> {
    judge(operation, body, &parse(body)?)
}

/// Reads the body of a request while it is written: a member may be missing or break its constraints, such as a text that
/// is still empty.
///
/// # Errors
/// A [`Rejection`] for a text that is no JSON object, and for a value of the wrong kind.
pub fn decode_draft(operation: Operation, body: &[u8]) -> Result<Request, Rejection> {
    let tape = parse(body)?;
    object(tape.root())?;
    Request::read(Reader::of(operation), &Fields::of(tape.root()))
}

/// Reads the body of this tape.
fn judge(operation: Operation, body: &[u8], tape: &Tape<'_>) -> Result<Request, Rejection> {
    let root = tape.root();
    let is_keyless = operation == Operation::UpdateItem && root.member("Key").is_none();
    // SearchVectors has its own reader. No second reader is known.
    let is_deep = tape.is_deep() && operation != Operation::SearchVectors;
    let reader = if is_keyless || is_deep {
        Reader::second(operation)
    } else {
        Reader::of(operation)
    };
    if operation == Operation::SearchVectors {
        object(root)?;
        search::check_members(body, root)?;
    }
    read_as(Request::shape(reader), root, reader.is_second, |fields| {
        Request::read(reader, fields)
    })
}

fn parse(body: &[u8]) -> Result<Tape<'_>, Rejection> {
    Tape::parse_bytes(body).map_err(|error| {
        let reason = SerializationReason::Syntax(error.reason);
        SerializationError {
            reason,
            path: String::new(),
            offset: error.offset,
        }
        .into()
    })
}

fn object(root: Node<'_>) -> Result<(), Rejection> {
    if root.is_object() {
        return Ok(());
    }
    let reason = SerializationReason::NotAnObject;
    Err(SerializationError {
        reason,
        path: String::new(),
        offset: root.offset(),
    }
    .into())
}

/// Reads the body of a request that the engine does not handle.
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
    let outcome = constraint::check_rules(shape, &fields, is_second)
        .map_err(refusal)
        .and_then(|()| build(&fields));
    // The service checks kinds first. Only a failed request needs this check, because reading fails on every value of
    // the wrong kind.
    outcome.map_err(|rejection| match constraint::check_types(&shape.structure, root) {
        Err(mismatch) => mistyped(&mismatch),
        Ok(()) => rejection,
    })
}

/// Checks a typed request as [`decode`] checks a body, for callers without a body. Both read a tape: `decode` parses a
/// body into it, and this function writes the request's members into it.
///
/// # Errors
/// As [`decode`].
pub fn check(request: &Request) -> Result<(), Rejection> {
    if plain::is_plain(request) {
        Ok(())
    } else {
        check_laid_out(request)
    }
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
