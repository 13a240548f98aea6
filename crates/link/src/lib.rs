//! A workspace as the text of a link: what led to its state, its clock and its view.
//!
//! The same state gives the same text, and what is usual is left out. `FORMAT.md` describes the bytes. Must not know JSON, what
//! a request means, nor where the text stands.

mod bytes;
mod content;
mod error;
mod link;
mod past;
mod text;

pub use error::LinkError;
pub use link::{Link, OPENED_AT, SEED, SEMANTICS, SETTINGS, SPEED};
pub use text::{FORMAT_VERSION, MOST_CHARACTERS, MOST_READ, pack, read, unpack, write};

#[cfg(test)]
mod tests;
