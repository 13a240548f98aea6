//! Guesses the plan of a CSV file: delimiter, header, names and types of columns. The user confirms or corrects it.
//!
//! It guesses from the first bytes of the file, and refuses only a file with too many columns. A file with cells in DynamoDB JSON was written with
//! types, so the type of each cell is determined separately.

use std::collections::{BTreeMap, BTreeSet};

use super::csv_cell::{marked, plain_number};
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
}

/// Reads the first bytes of a file and guesses its plan.
///
/// # Errors
/// When one of the first rows has more than `MOST_COLUMNS` cells.
pub fn inspect_csv(bytes: &[u8]) -> Result<CsvPreview, TooManyColumns> {
    let (head, cut) = match bytes.get(..MOST_BYTES) {
        Some(head) => (head, true),
        None => (bytes, false),
    };
    let delimiter = guess_delimiter(head);
    let mut rows = read_rows(head, delimiter, MOST_ROWS + 1);
    if cut && rows.len() > 1 && rows.len() <= MOST_ROWS {
        // The last row may be incomplete.
        rows.pop();
    }
    rows.truncate(MOST_ROWS);
    let width = rows.iter().map(Vec::len).max().unwrap_or(0);
    if width > MOST_COLUMNS {
        return Err(TooManyColumns { found: width });
    }
    let has_header = guess_header(&rows);
    let header = if has_header && !rows.is_empty() {
        rows.remove(0)
    } else {
        Vec::new()
    };
    let is_typed = rows.iter().flatten().any(|cell| marked(cell).is_some());
    let kind = |index| {
        if is_typed {
            ColumnKind::Auto
        } else {
            guess_kind(&rows, index)
        }
    };
    let names = name_columns(&header, width).into_iter().enumerate();
    let columns = names
        .map(|(index, name)| Column {
            name,
            kind: kind(index),
        })
        .collect();
    rows.truncate(SHOWN_ROWS);
    Ok(CsvPreview {
        plan: CsvPlan {
            has_header,
            columns,
            delimiter,
        },
        rows,
    })
}

fn read_rows(bytes: &[u8], delimiter: u8, most: usize) -> Vec<Vec<String>> {
    let mut reader = WholeRows::new(bytes, delimiter);
    let mut rows = Vec::new();
    while rows.len() < most {
        let Some(cells) = reader.next_row() else { break };
        rows.push(cells.map(|cell| String::from_utf8_lossy(cell).into_owned()).collect());
    }
    rows
}

/// The delimiter with the most cells in the narrowest of the first rows.
fn guess_delimiter(bytes: &[u8]) -> u8 {
    let mut best = (b',', 1);
    for delimiter in DELIMITERS {
        let widths: Vec<usize> = read_rows(bytes, delimiter, SHOWN_ROWS).iter().map(Vec::len).collect();
        let narrowest = widths.iter().copied().min().unwrap_or(0);
        if narrowest > best.1 {
            best = (delimiter, narrowest);
        }
    }
    best.0
}

/// A header has a name in every cell, no name twice, and no name that is also a value of its column.
fn guess_header(rows: &[Vec<String>]) -> bool {
    let Some((first, rest)) = rows.split_first() else {
        return false;
    };
    let names: Vec<&str> = first.iter().map(|cell| cell.trim()).collect();
    let repeated = |index: usize, cell: &str| rest.iter().any(|row| row.get(index).is_some_and(|other| other == cell));
    !hashrange_values::has_duplicates(&names)
        && first.iter().all(|cell| is_name(cell.trim()))
        && !first.iter().enumerate().any(|(index, cell)| repeated(index, cell))
}

fn is_name(cell: &str) -> bool {
    // Every character outside ASCII counts as a letter, because the header is only a guess.
    let is_letter = |character: char| character.is_ascii_alphabetic() || !character.is_ascii();
    cell.starts_with(|first: char| is_letter(first) || first == '_')
        && cell
            .chars()
            .all(|it| is_letter(it) || it.is_ascii_digit() || " _-.".contains(it))
}

/// Unique names for every column: those of the header, or names such as `column_3`.
fn name_columns(header: &[String], width: usize) -> Vec<String> {
    let mut taken = BTreeSet::new();
    // The next number for a name that occurs again.
    let mut numbers: BTreeMap<String, usize> = BTreeMap::new();
    (0..width)
        .map(|index| {
            let named = header
                .get(index)
                .map(|cell| cell.trim())
                .filter(|cell| !cell.is_empty());
            let base = named.map_or_else(|| format!("column_{}", index + 1), str::to_owned);
            let mut name = base.clone();
            while !taken.insert(name.clone()) {
                let number = numbers.entry(base.clone()).or_insert(2);
                name = format!("{base}_{number}");
                *number += 1;
            }
            name
        })
        .collect()
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
