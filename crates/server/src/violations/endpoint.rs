//! The server as `violations` speaks to it: one request on one connection, signed where a key is given.
//!
//! Owns what a request looks like on the wire, and trying again when the service asks for patience. Must not know items.

use std::io::{self, Read as _, Write as _};
use std::net::TcpStream;
use std::path::Path;
use std::time::Duration;

use hashrange_endpoint::target_of;
use serde_json::Value;

use super::configuration::properties;
use super::violation_error::ViolationError;
use crate::clock;
use crate::signature::{AccessKey, Signed, sign};

/// How often a throttled request is sent again before it is given up.
const MOST_TRIES: u32 = 10;
/// How long the first of these waits; each waits twice as long as the one before.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(25);

/// A running server.
pub(super) struct Endpoint {
    /// Host and port.
    address: String,
    region: String,
    key: Option<AccessKey>,
}

/// Reads a file of credentials: lines with `accessKey` and `secretKey` (documented).
///
/// # Errors
/// When one is missing.
pub(super) fn access_key(path: &Path, text: &str) -> Result<AccessKey, ViolationError> {
    let values = properties(text);
    let pair = values.get("accessKey").zip(values.get("secretKey"));
    pair.and_then(|(id, secret)| AccessKey::from_pair(&format!("{id}:{secret}")))
        .ok_or_else(|| ViolationError::Configuration(format!("{}: accessKey and secretKey are needed", path.display())))
}

impl Endpoint {
    /// The server at a URL.
    ///
    /// # Errors
    /// When it is no URL of a server without encryption.
    pub(super) fn new(url: &str, region: &str, key: Option<AccessKey>) -> Result<Self, ViolationError> {
        let address = url.strip_prefix("http://").map(|rest| rest.trim_end_matches('/'));
        let address = address
            .filter(|rest| !rest.is_empty() && !rest.contains('/'))
            .ok_or_else(|| ViolationError::Configuration(format!("--endpoint is http://host:port, not {url:?}")))?;
        let port = address.rsplit_once(':').is_some_and(|(_, port)| port.parse::<u16>().is_ok());
        let address = if port { address.to_owned() } else { format!("{address}:80") };
        Ok(Self { address, region: region.to_owned(), key })
    }

    /// Sends a request, again when it is throttled, and hands out the answer.
    ///
    /// # Errors
    /// When there is no answer, or it is a refusal.
    pub(super) fn ask(&self, operation: &'static str, body: &Value) -> Result<Value, ViolationError> {
        let mut wait = FIRST_WAIT;
        for _ in 1..MOST_TRIES {
            match self.ask_once(operation, body) {
                Err(ViolationError::Refused { exception, .. }) if is_throttling(&exception) => {}
                outcome => return outcome,
            }
            pause(wait);
            wait *= 2;
        }
        self.ask_once(operation, body)
    }

    fn ask_once(&self, operation: &'static str, body: &Value) -> Result<Value, ViolationError> {
        let unreachable = |error| ViolationError::Unreachable { endpoint: self.address.clone(), error };
        let (status, text) = self.exchange(&target_of(operation), &body.to_string()).map_err(unreachable)?;
        let answer: Value = serde_json::from_str(&text).map_err(|error| unreachable(error.into()))?;
        if status == 200 {
            return Ok(answer);
        }
        let word = |name: &str| answer.get(name).and_then(Value::as_str).unwrap_or_default();
        let message = [word("message"), word("Message")].concat();
        let exception = word("__type").rsplit('#').next().unwrap_or_default().to_owned();
        Err(ViolationError::Refused { operation, exception, message })
    }

    /// Status and body of the answer.
    fn exchange(&self, target: &str, body: &str) -> io::Result<(u16, String)> {
        #[allow(clippy::disallowed_methods, reason = "it is a client")]
        let mut stream = TcpStream::connect(&self.address)?;
        let mut head = format!(
            "POST / HTTP/1.1\r\nhost: {}\r\nconnection: close\r\ncontent-type: application/x-amz-json-1.0\r\n\
             x-amz-target: {target}\r\ncontent-length: {}\r\n",
            self.address,
            body.len()
        );
        if let Some(key) = &self.key {
            let Signed { date, authorization } =
                sign(key, &self.region, clock::now(), (&self.address, target, body.as_bytes()));
            head += &format!("x-amz-date: {date}\r\nauthorization: {authorization}\r\n");
        }
        stream.write_all(format!("{head}\r\n{body}").as_bytes())?;
        let mut received = Vec::new();
        stream.read_to_end(&mut received)?;
        let text = String::from_utf8_lossy(&received);
        let (head, body) = text.split_once("\r\n\r\n").ok_or(io::ErrorKind::UnexpectedEof)?;
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok());
        Ok((status.ok_or(io::ErrorKind::InvalidData)?, body.to_owned()))
    }
}

/// Waits, as a client does, by the clock on the wall.
pub(super) fn pause(time: Duration) {
    #[allow(clippy::disallowed_methods, reason = "the server's time is not its own")]
    std::thread::sleep(time);
}

fn is_throttling(exception: &str) -> bool {
    ["ThrottlingException", "ProvisionedThroughputExceededException", "RequestLimitExceeded"].contains(&exception)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_server_is_a_host_and_a_port() {
        let address = |url: &str| Endpoint::new(url, "r", None).map(|endpoint| endpoint.address).map_err(|_| ());
        assert_eq!(address("http://127.0.0.1:8000/"), Ok("127.0.0.1:8000".to_owned()));
        assert_eq!(address("http://localhost"), Ok("localhost:80".to_owned()));
        assert_eq!(address("http://[::1]:8000"), Ok("[::1]:8000".to_owned()));
        for url in ["https://127.0.0.1:8000", "127.0.0.1:8000", "http://", "http://a/b"] {
            assert_eq!(address(url), Err(()), "{url}");
        }
    }

    #[test]
    fn credentials_have_two_lines() {
        let path = Path::new("credentials");
        let key = access_key(path, "accessKey = id\nsecretKey = se=cret\n").expect("both are there");
        assert_eq!(Some(key), AccessKey::from_pair("id:se=cret"));
        assert!(access_key(path, "accessKey = id").is_err());
    }
}
