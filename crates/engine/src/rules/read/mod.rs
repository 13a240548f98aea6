//! The one path Query and Scan take: target -> range -> starting key -> page -> answer.
//!
//! Owns what is read, in which order, how far, and what it costs. Parsing the request's expressions is the operation's.

pub(crate) mod overlay;
pub(crate) mod page;
pub(crate) mod range;
pub(crate) mod selection;
pub(crate) mod start_key;
pub(crate) mod sweep;
pub(crate) mod target;
