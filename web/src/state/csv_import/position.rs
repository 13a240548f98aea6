//! The line of the file on which the next row begins, told from how far the reader has come.
//!
//! Readers tell the lines of rows at fault only; a row that the service refuses needs its line too.

use std::sync::Arc;

/// Follows a reader through a file.
#[derive(Clone, Debug)]
pub struct RowLines {
    bytes: Arc<[u8]>,
    at: usize,
    line: usize,
    /// Bytes that may stand before a row without being part of it.
    between: Vec<u8>,
}

impl RowLines {
    /// At the start of a file. Rows are separated by line ends and by what `between` adds to them.
    #[must_use]
    pub fn new(bytes: Arc<[u8]>, between: &[u8]) -> Self {
        let between = b"\r\n".iter().chain(between).copied().collect();
        Self { bytes, at: 0, line: 1, between }
    }

    /// The line of the row that begins at `position`, or after what may stand between rows there, from 1. Positions must
    /// not decrease.
    pub fn at(&mut self, position: usize) -> usize {
        while let Some(byte) = self.bytes.get(self.at) {
            if self.at >= position && !self.between.contains(byte) {
                break;
            }
            self.line += usize::from(*byte == b'\n');
            self.at += 1;
        }
        self.line
    }
}
