//! The one path Query and Scan take: target -> range -> starting key -> page -> answer.
//!
//! Owns what is read, in which order, how far, and what it costs. Parsing the request's expressions is the operation's.

mod overlay;
mod page;
mod range;
mod selection;
mod start_key;
mod sweep;
mod target;

use hashrange_capacity::Consistency;

pub(crate) use range::{key_range, segment_range};
pub(crate) use selection::{Answer, select};
pub(crate) use start_key::{check_query_start, check_scan_start, last_key, resume_query, resume_scan};
pub(crate) use sweep::{Slice, Sweep, Swept};
pub(crate) use target::Target;

/// Consistency of a plain read.
pub(crate) fn consistency(consistent_read: Option<bool>) -> Consistency {
    if consistent_read == Some(true) { Consistency::Strong } else { Consistency::Eventual }
}
