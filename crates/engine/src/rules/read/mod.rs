//! The read path of Query and Scan: target -> range -> starting key -> page -> response.
//!
//! Owns what is read, the order, the end, and the cost. The operation parses the request's expressions.

pub(crate) mod foreseen;
pub(crate) mod overlay;
pub(crate) mod page;
pub(crate) mod range;
pub(crate) mod selection;
pub(crate) mod start_key;
pub(crate) mod sweep;
pub(crate) mod target;
