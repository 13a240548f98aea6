//! The native server, started in this process and accessed over a socket.
//!
//! Owns the server's runtime and the client's connection. Must not know specs. It uses the system clock, which tests
//! cannot advance.

use std::io;

use hashrange_endpoint::target_of;
use hashrange_server::{Options, Server};
use tokio::runtime::{Builder, Runtime};

use crate::service::{Answer, Service};

/// A server on a free port, with instant physics. It ends on drop.
pub struct Http {
    client: ureq::Agent,
    url: String,
    /// The server runs while this exists.
    _runtime: Runtime,
}

impl Http {
    /// Starts the server.
    ///
    /// # Errors
    /// When there is no free port or no thread for it.
    pub fn start() -> io::Result<Self> {
        let runtime = Builder::new_multi_thread().worker_threads(1).enable_all().build()?;
        let server = runtime.block_on(Server::start(&Options {
            port: 0,
            ..Options::default()
        }))?;
        let url = server.url();
        // A refusal is a response here, not an error of the connection.
        let client = ureq::Agent::config_builder().http_status_as_error(false).build().into();
        Ok(Self {
            client,
            url,
            _runtime: runtime,
        })
    }

    fn send(&self, operation: &str, body: &str) -> Result<Answer, ureq::Error> {
        let mut response = self
            .client
            .post(&self.url)
            .header("Content-Type", "application/x-amz-json-1.0")
            .header("X-Amz-Target", target_of(operation))
            .send(body)?;
        let status = response.status().as_u16();
        // Twice the maximum page size, because the JSON of a response is longer than the bytes that are charged.
        let body = response.body_mut().with_config().limit(1 << 26).read_to_string()?;
        Ok(Answer { status, body })
    }
}

impl Service for Http {
    fn call(&mut self, operation: &str, body: &str) -> Answer {
        self.send(operation, body).unwrap_or_else(|error| Answer {
            status: 0,
            body: format!("no answer: {error}"),
        })
    }

    fn advance(&mut self, _milliseconds: u64) -> bool {
        false
    }
}
