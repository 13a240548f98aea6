//! The server for `violations`: sends one request after the other, signed if there is a key.
//!
//! Owns retries when the service throttles. Must not know items.

use std::io;
use std::path::Path;
use std::time::Duration;

use hashrange_signing::{Address, Credentials};
use hashrange_wire::{DescribeTableResponse, ErrorBody, TableDescription};
use serde_json::{Value, json};
use tokio::runtime::{Builder, Runtime};

use super::configuration::properties;
use super::violation_error::ViolationError;
use crate::client::{Account, Client, ClientError};

/// The maximum number of attempts for a throttled request.
const MOST_TRIES: u32 = 10;
/// The wait before the first retry. Each further wait is twice as long.
pub(super) const FIRST_WAIT: Duration = Duration::from_millis(25);

/// A running server.
pub(super) struct Endpoint {
    client: Client,
    runtime: Runtime,
}

/// Reads a file of credentials: lines with `accessKey` and `secretKey` (documented: violation-detector).
///
/// # Errors
/// When one is missing.
pub(super) fn access_key(path: &Path, text: &str) -> Result<Credentials, ViolationError> {
    let values = properties(text);
    let pair = values.get("accessKey").zip(values.get("secretKey"));
    pair.map(|(id, secret)| Credentials {
        key_id: (*id).to_owned(),
        secret: (*secret).to_owned(),
        token: None,
    })
    .ok_or_else(|| ViolationError::Configuration(format!("{}: accessKey and secretKey are required", path.display())))
}

impl Endpoint {
    /// The server at a URL.
    ///
    /// # Errors
    /// When the URL is invalid.
    pub(super) fn new(url: &str, region: &str, key: Option<Credentials>) -> Result<Self, ViolationError> {
        let wrong = |error: &dyn std::fmt::Display| ViolationError::Configuration(format!("--endpoint: {error}"));
        let address = Address::read(url).map_err(|error| wrong(&error))?;
        let account = key.map(|credentials| Account {
            credentials,
            region: region.to_owned(),
        });
        let client = Client::new(address, account, None).map_err(|error| wrong(&error))?;
        Ok(Self {
            client,
            runtime: Builder::new_current_thread().enable_all().build()?,
        })
    }

    /// Sends a request and returns the response.
    ///
    /// # Errors
    /// When there is no response, or the request is refused.
    pub(super) fn ask(&self, operation: &'static str, body: &Value) -> Result<Value, ViolationError> {
        let text = self.ask_text(operation, body)?;
        serde_json::from_str(&text).map_err(|error| self.unreachable(error.into()))
    }

    /// The description of a table.
    ///
    /// # Errors
    /// When there is no response, or the request is refused.
    pub(super) fn describe(&self, table: &str) -> Result<TableDescription, ViolationError> {
        let text = self.ask_text("DescribeTable", &json!({ "TableName": table }))?;
        let answer = DescribeTableResponse::decode(text.as_bytes());
        let answer = answer.map_err(|error| self.unreachable(io::Error::other(error)))?;
        Ok(*answer.table)
    }

    /// Sends a request, and retries it when it is throttled.
    fn ask_text(&self, operation: &'static str, body: &Value) -> Result<String, ViolationError> {
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

    fn unreachable(&self, error: io::Error) -> ViolationError {
        ViolationError::Unreachable {
            endpoint: self.client.address().authority().to_owned(),
            error,
        }
    }

    fn ask_once(&self, operation: &'static str, body: &Value) -> Result<String, ViolationError> {
        let sent = self.runtime.block_on(self.client.send(operation, body.to_string()));
        let (status, text) = sent.map_err(|error| match error {
            ClientError::Lost { reason, .. } => self.unreachable(io::Error::other(reason)),
            error => self.unreachable(io::Error::other(error)),
        })?;
        if status == 200 {
            return Ok(text);
        }
        if let Err(error) = serde_json::from_str::<Value>(&text) {
            return Err(self.unreachable(error.into()));
        }
        let ErrorBody { exception, message } = ErrorBody::read(&text);
        Err(ViolationError::Refused {
            operation,
            exception,
            message,
        })
    }
}

/// Waits in real time, like any client.
pub(super) fn pause(time: Duration) {
    #[allow(clippy::disallowed_methods, reason = "the server's time is not its own")]
    std::thread::sleep(time);
}

fn is_throttling(exception: &str) -> bool {
    [
        "ThrottlingException",
        "ProvisionedThroughputExceededException",
        "RequestLimitExceeded",
    ]
    .contains(&exception)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn credentials_have_two_lines() {
        let path = Path::new("credentials");
        let key = access_key(path, "accessKey = id\nsecretKey = se=cret\n").expect("both are there");
        assert_eq!((key.key_id.as_str(), key.secret.as_str()), ("id", "se=cret"));
        assert!(access_key(path, "accessKey = id").is_err());
    }
}
