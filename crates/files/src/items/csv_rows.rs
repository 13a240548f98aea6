//! Reads the rows of a CSV file as raw cells, from pieces of any length.
//!
//! It uses csv-core, which reads from a slice in steps and has no further dependencies. Holds one row at a time, and of a
//! row that is too long only its number of cells. Must not know the meaning of cells.

use csv_core::ReadRecordResult;

/// The byte order mark. Without special handling, it would become part of the first cell.
const MARK: &[u8] = b"\xEF\xBB\xBF";

/// Maximum bytes of a row's cells, and maximum cells, that the reader holds. An item has at most 400 KB
/// (documented: limits-item), and the rest of a file after an open quote is one row.
const LONGEST_ROW: usize = 8 << 20;
const MOST_CELLS: usize = 1 << 19;

/// One row. Its cells are in the reader's buffer.
#[derive(Clone, Copy, Debug)]
pub(super) struct Row {
    /// Its first line, from 1.
    pub(super) line: usize,
    /// Whether the quote of its last cell is open where the file ends.
    pub(super) is_open: bool,
    /// Whether it is too long to hold. Then its cells are unknown.
    pub(super) is_long: bool,
    cells: usize,
    /// Its cells that the buffer had no room for.
    passed: usize,
}

impl Row {
    pub(super) fn count(self) -> usize {
        self.passed + self.cells
    }
}

/// The result of a piece of the file.
pub(super) enum Step {
    /// A row is complete.
    Row(Row),
    /// The piece is consumed.
    More,
    /// The file has ended.
    End,
}

/// Reads rows from the pieces of a file.
#[derive(Debug)]
pub(super) struct Rows {
    /// Lines to pass over before the first row.
    lines_before: usize,
    core: csv_core::Reader,
    delimiter: u8,
    text: Vec<u8>,
    ends: Vec<usize>,
    written: usize,
    cells: usize,
    /// Cells of a long row that are not held, and whether the row is long.
    passed: usize,
    is_long: bool,
    /// Line of the next byte, and first line of the current row, from 1.
    line: usize,
    row_line: usize,
    is_in_row: bool,
    /// Bytes of a byte order mark seen so far; `None` after the first other byte.
    mark: Option<usize>,
}

impl Rows {
    pub(super) fn new(delimiter: u8, lines_before: usize) -> Self {
        let core = csv_core::ReaderBuilder::new().delimiter(delimiter).build();
        let (text, ends) = (vec![0; 256], vec![0; 16]);
        Self {
            lines_before,
            core,
            delimiter,
            text,
            ends,
            written: 0,
            cells: 0,
            passed: 0,
            is_long: false,
            line: 1,
            row_line: 1,
            is_in_row: false,
            mark: Some(0),
        }
    }

    /// Continues in a piece of the file, up to the end of a row. Removes the consumed bytes from the piece.
    pub(super) fn read(&mut self, piece: &mut &[u8]) -> Step {
        if !self.is_in_row {
            self.skip(piece);
            if piece.is_empty() {
                return Step::More;
            }
            self.begin();
        }
        while !piece.is_empty() {
            if let Some(row) = self.step(piece) {
                return Step::Row(row);
            }
        }
        Step::More
    }

    /// Ends the file. Returns its last row if no line end follows it.
    pub(super) fn end(&mut self) -> Step {
        if !self.is_in_row && self.seen_mark() == 0 {
            return Step::End;
        }
        if !self.is_in_row {
            self.begin();
        }
        let is_open = self.end_cell();
        self.is_in_row = false;
        Step::Row(self.row(is_open))
    }

    fn row(&self, is_open: bool) -> Row {
        Row {
            line: self.row_line,
            is_open,
            is_long: self.is_long,
            cells: self.cells,
            passed: self.passed,
        }
    }

    /// Ends the last cell of the file. Returns whether its quote is open, which csv-core does not report: a delimiter
    /// ends any other cell.
    fn end_cell(&mut self) -> bool {
        let (delimiter, before) = ([self.delimiter], self.cells);
        let mut piece = &delimiter[..];
        while !piece.is_empty() {
            self.step(&mut piece);
        }
        let is_open = self.cells == before;
        if let Some(end) = self.ends.get_mut(before).filter(|_| is_open) {
            // The delimiter is the last byte of the open cell.
            *end = self.written.saturating_sub(delimiter.len());
            self.cells += 1;
        }
        is_open
    }

    fn begin(&mut self) {
        (self.is_in_row, self.row_line, self.written, self.cells) = (true, self.line, 0, 0);
        (self.is_long, self.passed) = (false, 0);
        // An incomplete byte order mark is the start of a cell.
        let mut held = MARK.get(..self.seen_mark()).unwrap_or(&[]);
        self.mark = None;
        while !held.is_empty() {
            self.step(&mut held);
        }
    }

    /// Bytes of the buffers.
    #[cfg(test)]
    pub(super) fn held(&self) -> usize {
        self.text.capacity() + self.ends.capacity() * size_of::<usize>()
    }

    /// Number of bytes that may be the start of a byte order mark.
    fn seen_mark(&self) -> usize {
        self.mark.filter(|&seen| seen < MARK.len()).unwrap_or(0)
    }

    /// Executes a step of csv-core.
    fn step(&mut self, piece: &mut &[u8]) -> Option<Row> {
        let text = self.text.get_mut(self.written..).unwrap_or(&mut []);
        let ends = self.ends.get_mut(self.cells..).unwrap_or(&mut []);
        let (result, read, wrote, ended) = self.core.read_record(piece, text, ends);
        let (consumed, rest) = piece.split_at_checked(read).unwrap_or((piece, &[]));
        self.line += consumed.iter().filter(|&&byte| byte == b'\n').count();
        *piece = rest;
        self.written += wrote;
        self.cells += ended;
        match result {
            ReadRecordResult::InputEmpty => {}
            ReadRecordResult::OutputFull if self.text.len() < LONGEST_ROW => self.text.resize(self.text.len() * 2, 0),
            ReadRecordResult::OutputFull => (self.is_long, self.written) = (true, 0),
            ReadRecordResult::OutputEndsFull if self.ends.len() < MOST_CELLS => {
                self.ends.resize(self.ends.len() * 2, 0);
            }
            ReadRecordResult::OutputEndsFull => {
                self.is_long = true;
                self.passed += std::mem::take(&mut self.cells);
            }
            ReadRecordResult::Record => {
                self.is_in_row = false;
                return Some(self.row(false));
            }
            // Only an empty piece ends the file, and no piece is empty.
            ReadRecordResult::End => self.is_in_row = false,
        }
        None
    }

    /// Skips line ends before a row. csv-core could skip them too, but then the row's line number would be unknown.
    fn skip(&mut self, piece: &mut &[u8]) {
        while let Some((&byte, rest)) = piece.split_first() {
            if self.lines_before > 0 {
                self.line += usize::from(byte == b'\n');
                self.lines_before -= usize::from(byte == b'\n');
                self.mark = None;
                *piece = rest;
                continue;
            }
            match self.mark {
                Some(seen) if MARK.get(seen) == Some(&byte) => self.mark = Some(seen + 1),
                _ if self.seen_mark() == 0 && matches!(byte, b'\r' | b'\n') => {
                    self.line += usize::from(byte == b'\n');
                    self.mark = None;
                }
                _ => return,
            }
            *piece = rest;
        }
    }

    /// The cells of the last row.
    pub(super) fn cells(&self, row: Row) -> impl Iterator<Item = &[u8]> {
        let ends = self.ends.get(..row.cells).filter(|_| !row.is_long).unwrap_or(&[]);
        ends.iter().scan(0, |start, &end| {
            let cell = self.text.get(*start..end);
            *start = end;
            cell
        })
    }
}

/// The rows of a complete file.
pub(super) struct WholeRows<'a> {
    rows: Rows,
    rest: &'a [u8],
}

impl<'a> WholeRows<'a> {
    pub(super) fn new(bytes: &'a [u8], delimiter: u8, lines_before: usize) -> Self {
        Self {
            rows: Rows::new(delimiter, lines_before),
            rest: bytes,
        }
    }

    /// The bytes after the last row.
    pub(super) fn rest(&self) -> &'a [u8] {
        self.rest
    }

    /// The cells of the next row. A row with an open quote counts too, because the bytes may be the start of a file.
    pub(super) fn next_row(&mut self) -> Option<impl Iterator<Item = &[u8]>> {
        let row = match self.rows.read(&mut self.rest) {
            Step::Row(row) => row,
            _ => match self.rows.end() {
                Step::Row(row) => row,
                _ => return None,
            },
        };
        Some(self.rows.cells(row))
    }
}
