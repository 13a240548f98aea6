//! Writes a typed request as its body.

use crate::json::tape::Recording;
use crate::json::writer::Writer;
use crate::request::Request;

/// Writes the request's body as compact JSON.
#[must_use]
pub fn encode_request(request: &Request) -> String {
    let mut out = Writer::compact();
    write_request(&mut out, request);
    out.finish()
}

/// Writes the request's body in the pretty layout.
#[must_use]
pub fn encode_request_pretty(request: &Request) -> String {
    let mut out = Writer::pretty();
    write_request(&mut out, request);
    out.finish()
}

/// Writes the request's body as compact JSON and records its tokens.
pub(super) fn lay_out(request: &Request) -> (String, Recording) {
    let mut out = Writer::recording();
    write_request(&mut out, request);
    out.finish_recording()
}

fn write_request(out: &mut Writer, request: &Request) {
    out.object(|out| request.write(out));
}
