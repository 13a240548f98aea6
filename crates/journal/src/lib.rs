//! The journal: all actions on an engine, with their times, as bytes.
//!
//! A journal is a header and then records, which are only ever appended. Replaying the records on an engine with the
//! header's seed produces the same state. This crate must not know where the bytes are stored, nor what a request
//! means. All numbers are little-endian; lengths are LEB128.
//!
//! ```text
//! header  "HRJ"  version u16  semantics u16  seed u64  opened at u64  CRC-32 of all before
//! record  payload length  CRC-32 of length and payload  payload
//! payload sequence u64  at u64  semantics  length of changes  changes  kind u8  fields of the kind
//! ```
//!
//! The semantics of a record are the version of its service's rules; its changes are its outcome (`changes.rs`).

mod changes;
mod error;
mod header;
mod length;
mod line;
mod pieces;
mod reader;
mod record;
mod salvage;
mod workspace_file;
mod writer;

pub use changes::Changes;
pub use error::{Extent, JournalError, Reason, Torn};
pub use header::{FORMAT_VERSION, HEADER_BYTES, Header, encode_header};
pub use line::{Line, Return};
pub use pieces::{Piece, pieces, records_at};
pub use reader::{Journal, Reader, read};
pub use record::{Entry, Outcome, Record, encode_record};
pub use salvage::{Found, Salvage};
pub use workspace_file::{FILE_VERSION, FileError, WorkspaceFile, read_file, write_file};
pub use writer::Writer;

#[cfg(test)]
mod tests;
