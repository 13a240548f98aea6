//! Guesses the plan of a CSV file: delimiter, header, names and types of columns. The user confirms or corrects it.
//!
//! It guesses from the first bytes of the file, and refuses only a file with too many columns. A file with cells in
//! DynamoDB JSON was written with types, so the type of each cell is determined separately. Must not know files.

use super::csv_cell::{marked, plain_number};
use super::csv_header::{is_header, name_columns, quotes};
use super::csv_plan::{Column, ColumnKind, CsvPlan, MOST_COLUMNS};
use super::csv_rows::WholeRows;
use super::fault::TooManyColumns;

/// Maximum bytes and rows that are read.
const MOST_BYTES: usize = 256 * 1024;
const MOST_ROWS: usize = 1_000;
/// Maximum rows in the preview.
const SHOWN_ROWS: usize = 20;
const DELIMITERS: [u8; 4] = [b',', b';', b'\t', b'|'];

/// The apparent content of a file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CsvPreview {
    /// The guessed plan.
    pub plan: CsvPlan,
    /// The first rows without the header, at most 20. Bytes that are not UTF-8 are replaced.
    pub rows: Vec<Vec<String>>,
    /// What the file contains and the plan leaves out or names differently, in sentences.
    pub notes: Vec<String>,
}

/// Reads the first bytes of a file and guesses its plan.
///
/// # Errors
/// When one of the first rows has more than `MOST_COLUMNS` cells.
pub fn inspect_csv(bytes: &[u8]) -> Result<CsvPreview, TooManyColumns> {
    inspect_csv_as(bytes, None, None)
}

/// Reads the first bytes of a file and guesses the parts of its plan that the user has not decided.
///
/// # Errors
/// When one of the first rows has more than `MOST_COLUMNS` cells.
pub fn inspect_csv_as(
    bytes: &[u8],
    delimiter: Option<u8>,
    has_header: Option<bool>,
) -> Result<CsvPreview, TooManyColumns> {
    let (head, cut) = match bytes.get(..MOST_BYTES) {
        Some(head) => (head, true),
        None => (bytes, false),
    };
    let before = Before::of(head, delimiter);
    let mut notes = before.notes;
    let (delimiter, lines_before) = (before.delimiter, before.lines);
    let (mut rows, is_quoted) = read_rows(head, delimiter, lines_before, MOST_ROWS + 1);
    if cut && rows.len() > 1 && rows.len() <= MOST_ROWS {
        // The last row may be incomplete.
        rows.pop();
    }
    rows.truncate(MOST_ROWS);
    let mut width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width > MOST_COLUMNS {
        return Err(TooManyColumns { found: width });
    }
    let is_typed = rows.iter().flatten().any(|cell| marked(cell).is_some());
    let is_marked = |row: &Vec<String>| row.iter().any(|cell| marked(cell).is_some());
    let has_header = has_header.unwrap_or_else(|| {
        is_quoted || is_header(&rows) || (is_typed && rows.first().is_some_and(|first| !is_marked(first)))
    });
    let header = if has_header && !rows.is_empty() {
        rows.remove(0)
    } else {
        Vec::new()
    };
    let is_empty = |row: &Vec<String>, at: usize| row.get(at).is_none_or(|cell| cell.trim().is_empty());
    while width > 1
        && !header.is_empty()
        && is_empty(&header, width - 1)
        && rows.iter().all(|row| is_empty(row, width - 1))
    {
        notes.push(format!("Column {width} is empty; it is left out."));
        width -= 1;
    }
    let names = name_columns(&header, width, is_quoted, &mut notes)
        .into_iter()
        .enumerate();
    let kind = |index| {
        if is_typed {
            ColumnKind::Auto
        } else {
            guess_kind(&rows, index)
        }
    };
    let columns = names
        .map(|(index, name)| Column {
            name,
            kind: kind(index),
        })
        .collect();
    rows.truncate(SHOWN_ROWS);
    let plan = CsvPlan {
        lines_before,
        has_header,
        columns,
        delimiter,
    };
    Ok(CsvPreview { plan, rows, notes })
}

/// The lines before the first row, and the delimiter.
struct Before {
    lines: usize,
    delimiter: u8,
    notes: Vec<String>,
}

impl Before {
    /// Recognizes `sep=;` in the first line, as Excel writes it, and comments: lines after `#` with fewer cells than the
    /// row below them.
    fn of(head: &[u8], delimiter: Option<u8>) -> Self {
        let mut rest = head.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(head);
        let (mut lines, mut notes) = (0, Vec::new());
        let mut pass = |line: &[u8], after: &mut &[u8]| {
            lines += 1;
            let words = String::from_utf8_lossy(line.get(..80).unwrap_or(line))
                .trim_end()
                .to_owned();
            notes.push(format!("Line {lines} is not a row: {words}"));
            *after = after.get(line.len()..).unwrap_or(&[]);
        };
        let first = line_of(rest);
        let said = match first.trim_ascii_end().strip_prefix(b"sep=") {
            // A tab at the end is trimmed.
            Some([]) if first.starts_with(b"sep=\t") => Some(b'\t'),
            Some(&[said]) => Some(said),
            _ => None,
        };
        if said.is_some() {
            pass(first, &mut rest);
        }
        let mut after = rest;
        while after.starts_with(b"#") {
            after = after.get(line_of(after).len()..).unwrap_or(&[]);
        }
        let delimiter = delimiter
            .or(said)
            .unwrap_or_else(|| guess_delimiter(if after.is_empty() { rest } else { after }));
        let cells = |bytes| read_rows(bytes, delimiter, 0, 1).0.first().map_or(0, Vec::len);
        let wanted = cells(after);
        while rest.starts_with(b"#") && cells(line_of(rest)) < wanted {
            pass(line_of(rest), &mut rest);
        }
        Self {
            lines,
            delimiter,
            notes,
        }
    }
}

/// The first line, with its end.
fn line_of(bytes: &[u8]) -> &[u8] {
    let end = bytes
        .iter()
        .position(|byte| *byte == b'\n')
        .map_or(bytes.len(), |end| end + 1);
    bytes.get(..end).unwrap_or(bytes)
}

/// The first rows, and whether only the first row has quotes without need, around all its cells: the sign of
/// [`CsvWriter`](crate::CsvWriter) for names that look like values.
fn read_rows(bytes: &[u8], delimiter: u8, lines_before: usize, most: usize) -> (Vec<Vec<String>>, bool) {
    let mut reader = WholeRows::new(bytes, delimiter, lines_before);
    let (mut rows, mut is_quoted) = (Vec::new(), false);
    while rows.len() < most {
        let before = reader.rest();
        let Some(cells) = reader.next_row() else { break };
        let cells: Vec<String> = cells.map(|cell| String::from_utf8_lossy(cell).into_owned()).collect();
        let raw = before.get(..before.len() - reader.rest().len()).unwrap_or(&[]);
        let (all, needless) = quotes(raw, delimiter);
        is_quoted = if rows.is_empty() {
            all && needless
        } else {
            is_quoted && !needless
        };
        rows.push(cells);
    }
    (rows, is_quoted)
}

/// The delimiter with the most cells in the narrowest of the first rows.
fn guess_delimiter(bytes: &[u8]) -> u8 {
    let mut best = (b',', 1);
    for delimiter in DELIMITERS {
        let (rows, _) = read_rows(bytes, delimiter, 0, SHOWN_ROWS);
        let narrowest = rows.iter().map(Vec::len).min().unwrap_or(0);
        if narrowest > best.1 {
            best = (delimiter, narrowest);
        }
    }
    best.0
}

/// The type of all cells of the column; a String if one cell has no other type.
fn guess_kind(rows: &[Vec<String>], index: usize) -> ColumnKind {
    let mut cells = rows
        .iter()
        .filter_map(|row| row.get(index))
        .filter(|cell| !cell.is_empty())
        .peekable();
    if cells.peek().is_none() {
        return ColumnKind::Auto;
    }
    let is_boolean = |cell: &str| cell.eq_ignore_ascii_case("true") || cell.eq_ignore_ascii_case("false");
    let (mut numbers, mut booleans) = (true, true);
    for cell in cells {
        numbers &= plain_number(cell).is_some();
        booleans &= is_boolean(cell);
    }
    match (numbers, booleans) {
        (true, _) => ColumnKind::Number,
        (_, true) => ColumnKind::Bool,
        _ => ColumnKind::String,
    }
}
