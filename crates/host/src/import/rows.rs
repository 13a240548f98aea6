//! The rows of a file that arrives in parts, one at a time.
//!
//! Must not know where parts come from.

use std::collections::VecDeque;

use hashrange_files::{ItemRead, ItemsForm, ItemsReader};

/// The number of bytes read at a time. Progress advances by this number.
const SLICE: usize = 1024;

/// A file being read.
pub(super) struct Rows {
    /// The reader; `None` after the end of the file.
    reader: Option<ItemsReader>,
    part: Vec<u8>,
    /// The number of bytes read of the part.
    at: usize,
    ready: VecDeque<ItemRead>,
    /// The number of bytes read of the file.
    position: u64,
}

impl Rows {
    /// Creates the rows of a file that begins with this part.
    pub(super) fn new(form: ItemsForm, part: Vec<u8>) -> Self {
        Self {
            reader: Some(ItemsReader::new(form)),
            part,
            at: 0,
            ready: VecDeque::new(),
            position: 0,
        }
    }

    /// The next row; `None` at the end of the part.
    pub(super) fn next(&mut self) -> Option<ItemRead> {
        while self.ready.is_empty() {
            let rest = self.part.get(self.at..).filter(|rest| !rest.is_empty())?;
            let slice = rest.get(..SLICE).unwrap_or(rest);
            self.ready.extend(self.reader.as_mut()?.push(slice));
            self.at += slice.len();
            self.position += slice.len() as u64;
        }
        self.ready.pop_front()
    }

    /// Continues with the next part.
    pub(super) fn go_on(&mut self, part: Vec<u8>) {
        (self.part, self.at) = (part, 0);
    }

    /// Ends the file. Returns whether it had not ended before. `next` then returns the last rows.
    pub(super) fn end(&mut self) -> bool {
        let reader = self.reader.take();
        let ends = reader.is_some();
        self.ready.extend(reader.map(ItemsReader::finish).unwrap_or_default());
        ends
    }

    /// The number of bytes read so far.
    pub(super) fn position(&self) -> u64 {
        self.position
    }
}

#[cfg(test)]
mod tests {
    use hashrange_files::JsonFormat;

    use super::*;

    #[test]
    fn rows_are_the_same_however_the_file_is_cut() {
        let file: String = (0..3_000).map(|number| format!("{{\"Id\":\"ñ{number}\"}}\n")).collect();
        for cut in [1, 7, 1_000, SLICE, file.len() - 1] {
            let (head, tail) = file.as_bytes().split_at(cut);
            let mut rows = Rows::new(ItemsForm::Json(JsonFormat::Plain), head.to_vec());
            let mut read: Vec<ItemRead> = std::iter::from_fn(|| rows.next()).collect();
            rows.go_on(tail.to_vec());
            read.extend(std::iter::from_fn(|| rows.next()));
            assert!(rows.end() && !rows.end());
            read.extend(std::iter::from_fn(|| rows.next()));
            assert_eq!((read.len(), rows.position()), (3_000, file.len() as u64), "{cut}");
            assert!(
                read.iter()
                    .enumerate()
                    .all(|(place, row)| row.line == place + 1 && row.item.is_ok()),
                "{cut}"
            );
        }
    }
}
