//! HTTP as the service implements it: which requests reach the engine, and the headers of responses.
//!
//! Owns methods, paths, content types and checksums, and the order of the checks. Must not know operations. Sources:
//! the real service (observed: http-behaviour) as written down by dynalite's tests, unless a comment states another
//! source.

use std::collections::BTreeSet;
use std::io::Write as _;
use std::sync::{Arc, Mutex, PoisonError};

use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::{Request, State};
use axum::http::header::{CONNECTION, CONTENT_ENCODING, CONTENT_TYPE, SERVER};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use hashrange_endpoint::{Answer, SCALING_API_VERSION, refuse_unread, target_of};

use crate::body::{Bodies, BodyError, Received};
use crate::clock;
use crate::content_encoding::{UnknownCoding, content_encoding};
use crate::content_negotiation::negotiate;
use crate::host_header::{host_of, with_endpoint};
use crate::options::Options;
use crate::origin::{self, Admission, Origins};
use crate::regions::Regions;
use crate::service::Service;
use crate::signature::{self, AccessKey, Distrust};
use crate::transfer::{Transfers, transfer_of};

/// The minimum size of a response that is compressed on a client's request. The service does not compress short ones
/// (observed: compressed-responses, 4,117 bytes are compressed and 4,094 are not).
const COMPRESSION_THRESHOLD: usize = 4_096;

/// The maximum size of a request's head: the line and all headers (found by public suites).
const LONGEST_HEAD: usize = 16 * 1024;

/// The maximum number of refused targets and origins that are reported, and the maximum length of each.
const MOST_REPORTED: usize = 50;
const LONGEST_REPORTED: usize = 100;

const TARGET: HeaderName = HeaderName::from_static("x-amz-target");
const REQUEST_ID: HeaderName = HeaderName::from_static("x-amzn-requestid");
const CHECKSUM: HeaderName = HeaderName::from_static("x-amz-crc32");

/// The `Server` header. The service's value is `Server`.
const NAME: HeaderValue = HeaderValue::from_static(concat!("Hashrange/", env!("CARGO_PKG_VERSION")));

/// Content types of accepted requests; the response has the same type. The service accepts the first two. The last is
/// that of Application Auto Scaling, accepted for its clients.
const JSON_TYPES: [&str; 3] = [
    "application/json",
    "application/x-amz-json-1.0",
    "application/x-amz-json-1.1",
];

/// The path of requests.
const PATH: &str = "/";

/// The paths of health checks. The service has the second since September 2025 (observed: health-path). The same
/// response on both paths is inferred: health-words.
const HEALTH_PATHS: [&str; 2] = ["/", "/health"];

/// The parts that handle every request.
struct Handler {
    regions: Arc<Regions>,
    /// Exports and imports, with a folder for them.
    transfers: Option<Arc<Transfers>>,
    bodies: Bodies,
    key: Option<AccessKey>,
    origins: Origins,
    /// Targets and origins whose refusal was reported.
    refused: Mutex<BTreeSet<String>>,
}

/// Handles every request, with any method and path.
pub(crate) fn router(regions: Arc<Regions>, transfers: Option<Arc<Transfers>>, options: &Options) -> Router {
    let (bodies, key) = (Bodies::new(&options.bounds), options.require_signature.clone());
    let origins = Origins::new(&options.allow_origins);
    let handler = Handler {
        regions,
        transfers,
        bodies,
        key,
        origins,
        refused: Mutex::default(),
    };
    Router::new().fallback(respond).with_state(Arc::new(handler))
}

async fn respond(State(handler): State<Arc<Handler>>, request: Request) -> Response {
    let (head, body) = request.into_parts();
    if length(&head) > LONGEST_HEAD {
        return closing(StatusCode::BAD_REQUEST);
    }
    let page = match handler.origins.judge(&head.headers) {
        Admission::NoPage => None,
        Admission::Page(page) => Some(page),
        Admission::Refused(origin) => return handler.turn_away(&origin),
    };
    let body = match handler.bodies.receive(body).await {
        Ok(body) => body,
        Err(untaken) => return not_taken(untaken),
    };
    let mut response = match (&head.method, head.uri.path()) {
        (&Method::POST, PATH) => handler.post(&head, body).await,
        (&Method::OPTIONS, PATH) if page.is_some() => preflight(&head.headers),
        (&Method::GET, path) if HEALTH_PATHS.contains(&path) => health(handler.regions.first(), &head.headers),
        _ => not_found(),
    };
    let headers = response.headers_mut();
    if let Ok(id) = HeaderValue::try_from(handler.regions.first().next_request_id()) {
        headers.insert(REQUEST_ID, id);
    }
    if let Some(page) = page {
        origin::permit(headers, page);
    }
    response
}

/// The bytes of a request's head as it was sent, except for blanks.
fn length(head: &Parts) -> usize {
    let line = head.method.as_str().len() + head.uri.to_string().len() + "  HTTP/1.1\r\n\r\n".len();
    let header = |(name, value): (&HeaderName, &HeaderValue)| name.as_str().len() + value.len() + ": \r\n".len();
    line + head.headers.iter().map(header).sum::<usize>()
}

impl Handler {
    /// Refuses a page, and reports once per origin how to admit it.
    fn turn_away(&self, origin: &str) -> Response {
        self.report_refused(origin, "is not a page on this machine; allow it with --allow-origin");
        let text = "The server does not allow pages of this origin. Allow it with the option --allow-origin.\n";
        let mut response = checked(
            StatusCode::FORBIDDEN,
            Some("text/plain; charset=utf-8"),
            text.as_bytes().to_vec(),
        );
        response
            .headers_mut()
            .insert(CONNECTION, HeaderValue::from_static("close"));
        response
    }

    /// Handles an operation, if target and content type are valid.
    async fn post(&self, head: &Parts, mut sent: Received) -> Response {
        let json_type = json_type(&head.headers);
        if json_type.is_none() && !sent.bytes.is_empty() {
            return not_found();
        }
        let [default_type, ..] = JSON_TYPES;
        let json_type = json_type.unwrap_or(default_type);
        let decompressed = match self.decompress(head, &mut sent).await {
            Ok(decompressed) => decompressed,
            // The operation and the signature are not checked then (observed: compressed-requests for the first of
            // them).
            Err(BodyError::BadEncoding) => return answered(Answer::internal_server_error(), json_type, &head.headers),
            Err(untaken) => return not_taken(untaken),
        };
        let body = decompressed.as_deref().unwrap_or(&sent.bytes);
        let target = head
            .headers
            .get(TARGET)
            .and_then(|target| target.to_str().ok())
            .unwrap_or_default();
        let Some(service) = self.regions.of(&head.headers) else {
            return answered(Answer::internal_server_error(), json_type, &head.headers);
        };
        let transfer = self
            .transfers
            .as_ref()
            .and_then(|transfers| Some((transfers, transfer_of(target)?)));
        if let Err(distrust) = self.check_signature(&service, head, &sent.bytes) {
            // The engine does not know exports.
            let known = if transfer.is_some() {
                &target_of("ListExports")
            } else {
                target
            };
            return match refuse_unread(known, body) {
                Some(answer) if is_foreign(&answer, target, json_type) => not_found(),
                Some(answer) => answered(answer, json_type, &head.headers),
                None => distrusted(&distrust, json_type),
            };
        }
        let answer = match transfer {
            Some((transfers, operation)) => transfers.answer(&service, operation, body).await,
            None => service.answer_client(target, body).await,
        };
        if answer.exception == Some("UnknownOperationException") {
            self.report_refused(target, "is not a simulated operation");
        }
        if is_foreign(&answer, target, json_type) {
            return not_found();
        }
        answered(with_endpoint(answer, target, &head.headers), json_type, &head.headers)
    }

    /// The decompressed body; `None` for a body that is not compressed. An empty body is not compressed either, so it
    /// must have no content encoding (observed: compressed-requests).
    async fn decompress(&self, head: &Parts, sent: &mut Received) -> Result<Option<Vec<u8>>, BodyError> {
        match content_encoding(&head.headers).map_err(|UnknownCoding| BodyError::BadEncoding)? {
            Some(coding) => self.bodies.decompress(coding, sent).await.map(Some),
            None => Ok(None),
        }
    }

    /// Reports why an operation or a page was refused, because the response has no message for its sender. It reports
    /// each once, up to a limit, so that no client can fill the log.
    fn report_refused(&self, what: &str, why: &str) {
        let what: String = what.chars().take(LONGEST_REPORTED).collect();
        let mut refused = self.refused.lock().unwrap_or_else(PoisonError::into_inner);
        if refused.len() < MOST_REPORTED && refused.insert(what.clone()) {
            let _ = writeln!(std::io::stderr(), "Refused: {what:?} {why}.");
        }
    }

    fn check_signature(&self, service: &Service, head: &Parts, sent: &[u8]) -> Result<(), Distrust> {
        let Some(key) = &self.key else { return Ok(()) };
        signature::check(key, &service.settings().region, clock::now(), head, sent)
    }
}

/// Whether a body does not belong to this service: its content type is that of Application Auto Scaling, its target is
/// not, and it is not JSON. SDKs can send JSON with this type.
fn is_foreign(answer: &Answer, target: &str, json_type: &str) -> bool {
    // Only a body that is not JSON has this exception without a message.
    let is_no_json = answer.exception == Some("SerializationException") && answer.message.is_none();
    let [.., scaling_type] = JSON_TYPES;
    is_no_json && json_type == scaling_type && !target.starts_with(SCALING_API_VERSION)
}

/// A response of the engine, compressed if it is long and the client accepts that.
fn answered(answer: Answer, json_type: &'static str, asked: &HeaderMap) -> Response {
    let (status, body) = (status(answer.status), answer.body.into_bytes());
    let coding = if body.len() < COMPRESSION_THRESHOLD {
        None
    } else {
        negotiate(asked)
    };
    let Some(coding) = coding else {
        return checked(status, Some(json_type), body);
    };
    let mut response = checked(status, Some(json_type), coding.compress(&body));
    response
        .headers_mut()
        .insert(CONTENT_ENCODING, HeaderValue::from_static(coding.name()));
    response
}

fn status(number: u16) -> StatusCode {
    StatusCode::from_u16(number).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR)
}

/// The response to a request without a valid signature.
fn distrusted(distrust: &Distrust, json_type: &'static str) -> Response {
    let kind = format!("com.amazon.coral.service#{}", distrust.exception());
    let body = serde_json::json!({ "__type": kind, "message": distrust.message() });
    checked(StatusCode::BAD_REQUEST, Some(json_type), body.to_string().into_bytes())
}

/// The response to a request whose body was not read completely.
fn not_taken(untaken: BodyError) -> Response {
    let status = match untaken {
        BodyError::TooLarge => StatusCode::PAYLOAD_TOO_LARGE,
        BodyError::TooSlow => StatusCode::REQUEST_TIMEOUT,
        // SDKs retry after this status.
        BodyError::NoRoom => StatusCode::SERVICE_UNAVAILABLE,
        BodyError::Broken | BodyError::BadEncoding => StatusCode::BAD_REQUEST,
    };
    closing(status)
}

/// A response without a body, after which the connection ends.
fn closing(status: StatusCode) -> Response {
    let mut response = bare(status);
    response
        .headers_mut()
        .insert(CONNECTION, HeaderValue::from_static("close"));
    response
}

/// The JSON content type of a request, without its parameters.
fn json_type(headers: &HeaderMap) -> Option<&'static str> {
    let found = headers.get(CONTENT_TYPE)?.to_str().ok()?;
    let (found, _parameters) = found.split_once(';').unwrap_or((found, ""));
    JSON_TYPES
        .into_iter()
        .find(|known| known.eq_ignore_ascii_case(found.trim()))
}

/// The response to a load balancer: the host as the request names it, and a trailing space (observed: health-path,
/// without a port; that a port stays is inferred: health-words). Without a host in the request, it contains the
/// service's own.
fn health(service: &Service, asked: &HeaderMap) -> Response {
    let host = match host_of(asked) {
        Some(host) => host.to_owned(),
        None => format!("dynamodb.{}.amazonaws.com", service.settings().region),
    };
    let text = format!("healthy: {host} ");
    checked(StatusCode::OK, Some("text/plain; charset=utf-8"), text.into_bytes())
}

/// A CORS preflight, which a browser sends before a page's request.
fn preflight(asked: &HeaderMap) -> Response {
    let mut response = bare(StatusCode::OK);
    origin::answer_preflight(response.headers_mut(), asked);
    response
}

/// The response to other requests: XML, as from the service.
fn not_found() -> Response {
    checked(StatusCode::NOT_FOUND, None, b"<UnknownOperationException/>\n".to_vec())
}

/// A response with the checksum of its body as it is sent, compressed or not (observed: compressed-responses). Some
/// SDKs verify it.
fn checked(status: StatusCode, content_type: Option<&'static str>, body: Vec<u8>) -> Response {
    let checksum = crc32fast::hash(&body);
    let mut response = Response::new(Body::from(Bytes::from(body)));
    *response.status_mut() = status;
    let headers = response.headers_mut();
    headers.insert(SERVER, NAME);
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
    response.headers_mut().insert(SERVER, NAME);
    response
}
