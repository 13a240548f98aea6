//! The native HTTP endpoint: DynamoDB JSON 1.0 on 127.0.0.1.
//!
//! Owns the socket, the headers, the system clock and the command line. What a request means is decided in `endpoint`
//! and below. Start reading at `http.rs`; `Server` starts it all in a process of your own, as the tests do.

mod clock;
mod http;
mod options;
mod request_id;
mod server;
mod service;

pub use options::{Command, HELP, OptionError, Options, PhysicsPreset, parse};
pub use server::Server;
