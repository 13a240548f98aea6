//! A client of an endpoint: sends operations, signed if there is an account, and returns responses unchanged.
//!
//! The commands decide what it requests. Must not know the content of a body.

mod account;
mod client_error;
mod transport;

use std::path::Path;
use std::time::Duration;

use axum::body::Body;
use axum::http::{HeaderName, HeaderValue, Method, Request, header};
use hashrange_endpoint::target_of;
use hashrange_signing::{Address, sign};
use http_body_util::{BodyExt as _, Limited};

use crate::clock;

use account::account;
pub(crate) use account::{Account, Wanted};
pub use client_error::ClientError;
pub(crate) use transport::{Transport, said, transport};

/// The maximum duration of a request, from the connection to the last byte of the response.
const PATIENCE: Duration = Duration::from_secs(60);
/// The maximum size of a response body. A response of BatchGetItem has 16 MB (documented: limits-batches), and JSON is
/// larger than items.
const LONGEST_ANSWER: usize = 64 << 20;

/// A client of one endpoint.
pub struct Client {
    address: Address,
    account: Option<Account>,
    transport: Transport,
}

impl Client {
    /// A client that signs with the credentials of the environment, or of a profile in AWS's files, like AWS's own
    /// tools.
    ///
    /// # Errors
    /// When the URL is invalid, or credentials or a Region are missing.
    pub fn connect(url: &str, profile: Option<&str>, region: Option<&str>) -> Result<Self, ClientError> {
        let wanted = Wanted {
            profile: profile.map(str::to_owned),
            region: region.map(str::to_owned),
        };
        Self::for_account(Address::read(url)?, &wanted, None)
    }

    /// The same for an address, with certificates in addition to the system's.
    ///
    /// # Errors
    /// As for `connect`, and when certificates cannot be read.
    pub(crate) fn for_account(
        address: Address,
        wanted: &Wanted,
        authority: Option<&Path>,
    ) -> Result<Self, ClientError> {
        #[allow(clippy::disallowed_methods, reason = "credentials are in the environment")]
        let variable = |name: &str| std::env::var(name).ok();
        #[allow(clippy::disallowed_methods, reason = "and in files")]
        let file = |path: &Path| std::fs::read_to_string(path).ok();
        let account = account(&address, wanted, &variable, &file)?;
        Self::new(address, Some(account), authority)
    }

    /// A client that signs for an account, if there is one. It trusts certificates of `authority` in addition to the
    /// system's.
    ///
    /// # Errors
    /// When certificates cannot be read.
    pub(crate) fn new(
        address: Address,
        account: Option<Account>,
        authority: Option<&Path>,
    ) -> Result<Self, ClientError> {
        let transport = transport(&address, authority)?;
        Ok(Self {
            address,
            account,
            transport,
        })
    }

    /// The address to which it sends requests.
    pub(crate) fn address(&self) -> &Address {
        &self.address
    }

    /// Sends a request once. Returns status and body of the response.
    ///
    /// # Errors
    /// When there is no complete response.
    pub async fn send(&self, operation: &str, body: String) -> Result<(u16, String), ClientError> {
        let request = self.request(operation, body)?;
        let answered = tokio::time::timeout(PATIENCE, self.exchange(request)).await;
        answered.unwrap_or_else(|_| Err(self.lost(&format!("no response for {} s", PATIENCE.as_secs()))))
    }

    async fn exchange(&self, request: Request<Body>) -> Result<(u16, String), ClientError> {
        let answer = self
            .transport
            .request(request)
            .await
            .map_err(|error| self.lost(&said(&error)))?;
        let status = answer.status().as_u16();
        let body = Limited::new(answer.into_body(), LONGEST_ANSWER).collect().await;
        let bytes = body.map_err(|error| self.lost(&said(error.as_ref())))?.to_bytes();
        Ok((status, String::from_utf8_lossy(&bytes).into_owned()))
    }

    fn request(&self, operation: &str, body: String) -> Result<Request<Body>, ClientError> {
        let target = target_of(operation);
        let address = self.address.for_operation(operation);
        let headers = [
            ("content-type", "application/x-amz-json-1.0"),
            ("x-amz-target", target.as_str()),
        ];
        let added = match &self.account {
            Some(Account { credentials, region }) => {
                sign(credentials, region, clock::now(), &address, (&headers, body.as_bytes()))?
            }
            None => Vec::new(),
        };
        let wrong = |error: &dyn std::fmt::Display| ClientError::Request(error.to_string());
        let builder = Request::builder().method(Method::POST).uri(format!("{address}/"));
        let mut request = builder.body(Body::from(body)).map_err(|error| wrong(&error))?;
        let all = request.headers_mut();
        all.insert(
            header::HOST,
            HeaderValue::try_from(address.authority()).map_err(|error| wrong(&error))?,
        );
        let added = added.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        for (name, value) in headers.into_iter().chain(added) {
            let name = HeaderName::try_from(name).map_err(|error| wrong(&error))?;
            all.insert(name, HeaderValue::try_from(value).map_err(|error| wrong(&error))?);
        }
        Ok(request)
    }

    fn lost(&self, reason: &str) -> ClientError {
        ClientError::Lost {
            address: self.address.clone(),
            reason: reason.to_owned(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_search_goes_to_the_host_that_aws_has_for_it() {
        let sent = |url: &str, operation: &str| {
            let address = Address::read(url).expect("an address");
            let client = Client::new(address, None, None).expect("a client");
            let request = client.request(operation, "{}".to_owned()).expect("a request");
            let host = request.headers().get(header::HOST).expect("a host").clone();
            (request.uri().to_string(), host)
        };
        let search = "search-dynamodb.eu-west-3.amazonaws.com";
        let (uri, host) = sent("http://dynamodb.eu-west-3.amazonaws.com", "SearchVectors");
        assert_eq!(
            (uri, host),
            (format!("http://{search}/"), HeaderValue::from_static(search))
        );
        let (uri, host) = sent("http://127.0.0.1:8000", "SearchVectors");
        let own = HeaderValue::from_static("127.0.0.1:8000");
        assert_eq!((uri.as_str(), host), ("http://127.0.0.1:8000/", own));
    }
}
