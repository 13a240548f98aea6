//! A typed request as the body that would ask for it.

use crate::json::tape::Recording;
use crate::json::writer::Writer;
use crate::request::Request;

/// The request's body, compact.
#[must_use]
pub fn encode_request(request: &Request) -> String {
    let mut out = Writer::compact();
    write_request(&mut out, request);
    out.finish()
}

/// The request's body, laid out for people.
#[must_use]
pub fn encode_request_pretty(request: &Request) -> String {
    let mut out = Writer::pretty();
    write_request(&mut out, request);
    out.finish()
}

/// The request's body, compact, with its tokens.
pub(super) fn lay_out(request: &Request) -> (String, Recording) {
    let mut out = Writer::recording();
    write_request(&mut out, request);
    out.finish_recording()
}

fn write_request(out: &mut Writer, request: &Request) {
    out.object(|out| request.write(out));
}
