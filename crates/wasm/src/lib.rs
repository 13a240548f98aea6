//! The engine as a JavaScript package.
//!
//! Owns the border between Rust and JavaScript: one stateful handle, plain objects, `Error`s. Bodies cross it as the
//! service's own JSON text, so there is no second set of shapes to keep. Must not know what a request means.
//!
//! Nothing panics across the border on purpose. Should the engine have a bug, the panic's message goes to the console
//! and the call ends in a `RuntimeError`; the handle is of no use afterwards.

mod events;
mod handle;
mod number;
mod object;
mod options;

pub use handle::{Hashrange, contract_version};
pub use options::JsOptions;
