//! Lines of a reader, of bounded length, with their numbers and sizes in bytes.
//!
//! Must not know their content.

use std::io::{self, BufRead};

/// The maximum length of a line: more than an item of 400 KB in its longest notation.
const LONGEST: usize = 8 << 20;

/// Lines being read.
pub(super) struct Lines<R> {
    reader: R,
    line: Vec<u8>,
    number: u64,
    bytes: u64,
}

impl<R: BufRead> Lines<R> {
    pub(super) fn new(reader: R) -> Self {
        Self {
            reader,
            line: Vec::new(),
            number: 0,
            bytes: 0,
        }
    }

    /// Reads the next line, which is then in `line`; false at the end.
    ///
    /// # Errors
    /// When it cannot be read, or is too long.
    pub(super) fn read(&mut self) -> io::Result<bool> {
        self.line.clear();
        self.number += 1;
        loop {
            let buffer = self.reader.fill_buf()?;
            if buffer.is_empty() {
                return Ok(!self.line.is_empty());
            }
            let end = buffer.iter().position(|byte| *byte == b'\n');
            let taken = end.map_or(buffer.len(), |end| end + 1);
            if self.line.len() + taken > LONGEST {
                return Err(io::Error::other(format!("the line is longer than {LONGEST} bytes")));
            }
            self.line.extend_from_slice(buffer.get(..taken).unwrap_or(buffer));
            self.reader.consume(taken);
            self.bytes += taken as u64;
            if end.is_some() {
                return Ok(true);
            }
        }
    }

    /// The latest line, with its end.
    pub(super) fn line(&self) -> &[u8] {
        &self.line
    }

    /// The number of the line, from 1.
    pub(super) fn number(&self) -> u64 {
        self.number
    }

    /// Bytes read since the last call.
    pub(super) fn take_bytes(&mut self) -> u64 {
        std::mem::take(&mut self.bytes)
    }
}
