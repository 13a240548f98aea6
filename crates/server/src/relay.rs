//! The command `relay`: makes an endpoint that a page cannot reach available at an address of this machine.
//!
//! For endpoints without CORS, or with a certificate that a browser does not trust. It signs nothing and changes no
//! body: the page has signed for the endpoint's host, which the relay sets. It admits only pages of the given origins,
//! because an admitted page can use what the page signs. Must not know what operations mean.

pub(crate) mod options;
mod relay_failure;

use std::io::{self, Write as _};
use std::net::{IpAddr, Ipv4Addr};
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Body;
use axum::extract::{Request, State};
use axum::http::header::{
    ACCEPT, ACCEPT_ENCODING, AUTHORIZATION, CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE, HOST, USER_AGENT,
};
use axum::http::{HeaderMap, HeaderName, HeaderValue, Method, StatusCode};
use axum::response::Response;
use hashrange_signing::Address;
use http_body_util::Limited;

use crate::body::LARGEST;
use crate::client::{ClientError, Transport, said, transport};
use crate::connection;
use crate::host::Host;
use crate::listening::Listeners;
use crate::options::Bounds;
use crate::origin::{self, Admission, Origins};
use crate::stopping::stop_signal;
use options::{RELAY_HELP, RelayOptions};
pub use relay_failure::RelayFailure;

/// How long the endpoint may take to start its response.
const PATIENCE: Duration = Duration::from_secs(60);
/// The maximum size of a response: JSON is larger than the 16 MB of items that a response may contain
/// (documented: limits-batches).
const LONGEST_ANSWER: usize = 64 << 20;
/// Headers of a request that are passed on, in addition to those of AWS.
const ASKED: [HeaderName; 6] = [
    ACCEPT,
    ACCEPT_ENCODING,
    AUTHORIZATION,
    CONTENT_ENCODING,
    CONTENT_TYPE,
    USER_AGENT,
];
/// Response headers that are passed on, in addition to those of AWS.
const ANSWERED: [HeaderName; 4] = [CONTENT_ENCODING, CONTENT_LENGTH, CONTENT_TYPE, DATE];
/// How the names of AWS's headers begin.
const OF_AWS: [&str; 2] = ["x-amz", "amz-sdk-"];

/// The parts that pass on every request.
struct Relay {
    address: Address,
    transport: Transport,
    origins: Origins,
}

/// Passes requests on until it is stopped.
///
/// # Errors
/// When it cannot listen, or the endpoint's URL or certificates are unusable.
pub async fn run(options: &RelayOptions) -> Result<(), RelayFailure> {
    if options.help {
        return Ok(write!(io::stdout(), "{RELAY_HELP}")?);
    }
    let address = Address::read(&options.to).map_err(ClientError::from)?;
    let transport = transport(&address, options.authority.as_deref())?;
    let listeners = Listeners::bind(Host::Address(IpAddr::V4(Ipv4Addr::LOCALHOST)), options.port).await?;
    let here = listeners.address()?;
    let origins: Vec<String> = options.origins.iter().map(ToString::to_string).collect();
    let mut out = io::stdout();
    writeln!(
        out,
        "Relay at http://{here} to {address}, for pages of {}. Ctrl-C stops it.",
        origins.join(" and ")
    )?;
    out.flush()?;
    let relay = Relay {
        address,
        transport,
        origins: Origins::only(&options.origins),
    };
    let router = Router::new().fallback(respond).with_state(Arc::new(relay));
    let stopped = async {
        // Without signals only a kill ends it.
        if stop_signal().await.is_err() {
            std::future::pending::<()>().await;
        }
    };
    connection::serve(listeners, router, Bounds::default(), stopped).await;
    Ok(())
}

async fn respond(State(relay): State<Arc<Relay>>, request: Request) -> Response {
    let page = match relay.origins.judge(request.headers()) {
        Admission::Page(page) => page,
        Admission::NoPage | Admission::Refused(_) => {
            let text = "The relay allows only pages of its own origins. Allow others with the option --origin.\n";
            return plain(StatusCode::FORBIDDEN, text.to_owned());
        }
    };
    let mut response = match (request.method(), request.uri().path()) {
        (&Method::POST, "/") => relay.pass(request).await,
        (&Method::OPTIONS, "/") => {
            let mut response = Response::new(Body::empty());
            origin::answer_preflight(response.headers_mut(), request.headers());
            response
        }
        _ => plain(
            StatusCode::NOT_FOUND,
            "DynamoDB accepts only POST requests to /.\n".to_owned(),
        ),
    };
    origin::permit(response.headers_mut(), page);
    response
}

impl Relay {
    /// Passes a request on, and its response back, both piece by piece.
    async fn pass(&self, request: Request) -> Response {
        if length(request.headers()).is_some_and(|length| length > LARGEST) {
            return plain(
                StatusCode::PAYLOAD_TOO_LARGE,
                format!("The limit of a request is {LARGEST} bytes.\n"),
            );
        }
        let (head, body) = request.into_parts();
        let mut passed = Request::new(Body::new(Limited::new(body, LARGEST)));
        *passed.method_mut() = Method::POST;
        let address = self.address.for_operation(operation(&head.headers));
        let (Ok(url), Ok(host)) = (
            format!("{address}/").parse(),
            HeaderValue::try_from(address.authority()),
        ) else {
            return plain(StatusCode::BAD_GATEWAY, "The endpoint has no address.\n".to_owned());
        };
        *passed.uri_mut() = url;
        *passed.headers_mut() = chosen(&head.headers, &ASKED);
        passed.headers_mut().insert(HOST, host);
        let lost = |reason: String| {
            plain(
                StatusCode::BAD_GATEWAY,
                format!("No response from {address}: {reason}\n"),
            )
        };
        let answer = match tokio::time::timeout(PATIENCE, self.transport.request(passed)).await {
            Ok(Ok(answer)) => answer,
            Ok(Err(error)) => return lost(said(&error)),
            Err(_) => return lost(format!("no data for {} s", PATIENCE.as_secs())),
        };
        let (head, body) = answer.into_parts();
        let mut response = Response::new(Body::new(Limited::new(body, LONGEST_ANSWER)));
        *response.status_mut() = head.status;
        *response.headers_mut() = chosen(&head.headers, &ANSWERED);
        response
    }
}

/// The operation that a request names.
fn operation(headers: &HeaderMap) -> &str {
    let target = headers.get("x-amz-target").and_then(|target| target.to_str().ok());
    target
        .and_then(|target| target.split_once('.'))
        .map_or("", |(_, name)| name)
}

/// The headers that are passed on.
fn chosen(headers: &HeaderMap, named: &[HeaderName]) -> HeaderMap {
    let is_passed =
        |name: &HeaderName| named.contains(name) || OF_AWS.iter().any(|start| name.as_str().starts_with(start));
    let passed = headers.iter().filter(|(name, _)| is_passed(name));
    passed.map(|(name, value)| (name.clone(), value.clone())).collect()
}

fn length(headers: &HeaderMap) -> Option<usize> {
    headers.get(CONTENT_LENGTH)?.to_str().ok()?.parse().ok()
}

fn plain(status: StatusCode, text: String) -> Response {
    let mut response = Response::new(Body::from(text));
    *response.status_mut() = status;
    response
        .headers_mut()
        .insert(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"));
    response
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_request_names_its_operation_in_a_header() {
        let of = |target: &'static str| {
            let mut headers = HeaderMap::new();
            headers.insert("x-amz-target", HeaderValue::from_static(target));
            operation(&headers).to_owned()
        };
        assert_eq!(of("DynamoDB_20120810.SearchVectors"), "SearchVectors");
        assert_eq!(of("SearchVectors"), "");
        assert_eq!(operation(&HeaderMap::new()), "");
    }
}
