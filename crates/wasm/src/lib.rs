//! The engine as a JavaScript package.
//!
//! Owns the border between Rust and JavaScript: one stateful handle, plain objects, `Error`s. Options, events and
//! progress are structures of the border, which serde carries over. Bodies cross as the service's own JSON text, so there
//! is no second set of shapes to keep, and no digit of a number is lost. Must not know what a request means.
//!
//! Nothing panics across the border. Should the engine have a bug, the panic's message goes to the console, the request
//! is answered with an InternalServerError, and the service goes on as if it had never been asked.

mod events;
mod given;
mod guard;
mod handle;
mod number;
mod options;
mod plain;

pub use handle::{Hashrange, contract_version};
pub use options::JsOptions;
