//! The engine as a JavaScript package.
//!
//! Owns the border between Rust and JavaScript: one stateful handle, plain objects, `Error`s. Bodies cross it as the
//! service's own JSON text, so there is no second set of shapes to keep, and no digit of a number is lost. Must not know
//! what a request means.
//!
//! Nothing panics across the border. Should the engine have a bug, the panic's message goes to the console, the request
//! is answered with an InternalServerError, and the service goes on as if it had never been asked.

mod events;
mod guard;
mod handle;
mod number;
mod object;
mod options;

pub use handle::{Hashrange, contract_version};
pub use options::JsOptions;
