//! HTTP as the service speaks it: which requests reach the engine, and the headers of answers.
//!
//! Owns methods, content types, CORS and checksums. Must not know operations. Sources: observed on the real service as
//! written down by dynalite's tests, unless a comment says otherwise.

use std::io::Write as _;
use std::sync::Arc;

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{
    ACCESS_CONTROL_ALLOW_HEADERS, ACCESS_CONTROL_ALLOW_METHODS, ACCESS_CONTROL_ALLOW_ORIGIN, ACCESS_CONTROL_MAX_AGE,
    ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_REQUEST_METHOD, CONTENT_TYPE, ORIGIN,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use http_body_util::BodyExt as _;

use crate::service::Service;

/// Largest body that is read.
const LARGEST_BODY: usize = 16 * 1024 * 1024;
/// How much of a larger body is swallowed, so that its sender gets to read the refusal instead of a broken connection.
const SWALLOWED: usize = 4 * LARGEST_BODY;

const TARGET: HeaderName = HeaderName::from_static("x-amz-target");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-amzn-requestid");
const CHECKSUM: HeaderName = HeaderName::from_static("x-amz-crc32");

/// Content types of requests that are answered, in the same type. The service takes the first two; the last is ours,
/// for clients that speak it.
const JSON_TYPES: [&str; 3] = ["application/json", "application/x-amz-json-1.0", "application/x-amz-json-1.1"];

/// Answers every request: paths mean nothing to the service, except to the health check.
pub(crate) fn router(service: Arc<Service>) -> Router {
    Router::new().fallback(respond).with_state(service)
}

async fn respond(State(service): State<Arc<Service>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    let body = match read(body).await {
        Ok(body) => body,
        Err(status) => return bare(status),
    };
    let mut response = match (&head.method, head.headers.contains_key(ORIGIN)) {
        (&Method::POST, _) => post(&service, &head.headers, &body),
        (&Method::OPTIONS, true) => preflight(&head.headers),
        (&Method::GET, _) if head.uri.path() == "/" => health(&service),
        _ => not_found(),
    };
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::try_from(service.next_request_id()) {
        headers.insert(REQUEST_ID, id);
    }
    if head.headers.contains_key(ORIGIN) {
        headers.insert(ACCESS_CONTROL_ALLOW_ORIGIN, HeaderValue::from_static("*"));
    }
    response
}

/// Reads a body of up to 16 MB; the status to refuse it with otherwise.
async fn read(mut body: Body) -> Result<Vec<u8>, StatusCode> {
    let mut bytes = Vec::new();
    let mut length = 0_usize;
    while let Some(frame) = body.frame().await {
        let Ok(data) = frame.map_err(|_| StatusCode::BAD_REQUEST)?.into_data() else { continue };
        length = length.saturating_add(data.len());
        if length > SWALLOWED {
            break;
        } else if length > LARGEST_BODY {
            bytes = Vec::new();
        } else {
            bytes.extend_from_slice(&data);
        }
    }
    if length > LARGEST_BODY { Err(StatusCode::PAYLOAD_TOO_LARGE) } else { Ok(bytes) }
}

/// An operation, if target and content type say so.
fn post(service: &Service, headers: &HeaderMap, body: &[u8]) -> Response {
    let json_type = json_type(headers);
    if json_type.is_none() && !body.is_empty() {
        return not_found();
    }
    let target = headers.get(TARGET).and_then(|target| target.to_str().ok()).unwrap_or_default();
    let answer = service.answer(target, body);
    if answer.exception == Some("UnknownOperationException") {
        // The service's answer has no message, so the reason is told here.
        let _ = writeln!(std::io::stderr(), "Refused: {target:?} is no operation that is simulated.");
    }
    let status = StatusCode::from_u16(answer.status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
    let [default_type, ..] = JSON_TYPES;
    checked(status, Some(json_type.unwrap_or(default_type)), answer.body)
}

/// The JSON content type of a request, without its parameters, whatever they are.
fn json_type(headers: &HeaderMap) -> Option<&'static str> {
    let found = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let (found, _parameters) = found.split_once(';').unwrap_or((found, ""));
    JSON_TYPES.into_iter().find(|known| known.eq_ignore_ascii_case(found.trim()))
}

/// What load balancers look for. The space at the end belongs to it.
fn health(service: &Service) -> Response {
    checked(
        StatusCode::OK,
        Some("text/plain; charset=utf-8"),
        format!("healthy: dynamodb.{}.amazonaws.com ", service.region()),
    )
}

/// Allows a page of any origin to ask whatever it wants to ask.
fn preflight(asked: &HeaderMap) -> Response {
    let mut response = bare(StatusCode::OK);
    let headers = response.headers_mut();
    for (question, answer) in [
        (ACCESS_CONTROL_REQUEST_HEADERS, ACCESS_CONTROL_ALLOW_HEADERS),
        (ACCESS_CONTROL_REQUEST_METHOD, ACCESS_CONTROL_ALLOW_METHODS),
    ] {
        if let Some(value) = asked.get(question) {
            headers.insert(answer, value.clone());
        }
    }
    headers.insert(ACCESS_CONTROL_MAX_AGE, HeaderValue::from_static("172800"));
    response
}

/// What is no request of the protocol gets XML, of all things.
fn not_found() -> Response {
    checked(StatusCode::NOT_FOUND, None, "<UnknownOperationException/>\n".to_owned())
}

/// A response with the checksum of its body, which some SDKs hold against it.
fn checked(status: StatusCode, content_type: Option<&'static str>, body: String) -> Response {
    let checksum = crc32fast::hash(body.as_bytes());
    let mut response = Response::new(Body::from(Bytes::from(body)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(CHECKSUM, HeaderValue::from(checksum));
    if let Some(content_type) = content_type {
        headers.insert(CONTENT_TYPE, HeaderValue::from_static(content_type));
    }
    response
}

/// A response without a body.
fn bare(status: StatusCode) -> Response {
    let mut response = Response::new(Body::empty());
    *response.status_mut() = status;
    response
}
