//! The engine as a JavaScript package.
//!
//! Owns the border between Rust and JavaScript: one stateful handle, plain objects, `Error`s. Options, events and
//! progress are structures that serde converts. Bodies pass as DynamoDB JSON text, so there is no second set of types,
//! and no digit of a number is lost. Must not know what a request means.
//!
//! Nothing panics across the border. If the engine has a bug, the panic's message goes to the console and the request
//! gets an InternalServerError. The service then continues without that request.

mod events;
mod given;
mod guard;
mod handle;
mod number;
mod options;
mod plain;

pub use handle::{Hashrange, contract_version};
pub use options::JsOptions;
