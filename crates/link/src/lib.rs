//! A workspace as the text of a link: the actions that led to its state, its clock and its view.
//!
//! The same state always has the same text, which omits defaults. `FORMAT.md` describes the bytes. Must not know JSON,
//! what a request means, nor the address around the text.

pub mod bounds;
mod bytes;
mod content;
mod error;
mod link;
mod past;
mod text;

pub use bounds::Excess;
pub use error::LinkError;
pub use link::{Link, OPENED_AT, SEED, SEMANTICS, SETTINGS, SPEED};
pub use text::{FORMAT_VERSION, MOST_CHARACTERS, MOST_READ, decode, encode, read, write};

#[cfg(test)]
mod tests;
