//! Judges whether the first row of a CSV file names its columns, and takes the names.
//!
//! A header is the usual case. What cannot name anything (a number, a date, an address) speaks against it; what is
//! unclear (an empty cell, a name twice, a name that is also a value) needs a column that differs below it. Must not
//! know how rows are read.

use litemap::LiteMap;

/// Maximum bytes of a name that is not marked as one by its quotes.
const LONGEST_NAME: usize = 255;
/// Characters of names beside letters and digits.
const SIGNS: &str = " _-.#$%()[]/:+&'*@?,\r\n";

/// Whether the first row names the columns of the others.
pub(super) fn is_header(rows: &[Vec<String>]) -> bool {
    let Some((first, rest)) = rows.split_first() else {
        return false;
    };
    let below = |index: usize| {
        rest.iter()
            .filter_map(move |row| row.get(index))
            .map(|cell| cell.trim())
            .filter(|cell| !cell.is_empty())
    };
    // An empty column at the end, of a comma after each row, says nothing.
    let mut cells: Vec<&str> = first.iter().map(|cell| cell.trim()).collect();
    while cells.last().is_some_and(|cell| cell.is_empty()) && below(cells.len() - 1).next().is_none() {
        cells.pop();
    }
    let named = || cells.iter().filter(|cell| !cell.is_empty()).enumerate();
    let is_year_name = |index: usize| !below(index).any(is_year);
    let are_names = cells
        .iter()
        .enumerate()
        .all(|(index, cell)| cell.is_empty() || is_name(cell) || (is_year(cell) && is_year_name(index)));
    let is_unclear = cells.iter().any(|cell| cell.is_empty())
        || hashrange_values::has_duplicates(&cells)
        || cells
            .iter()
            .enumerate()
            .any(|(index, cell)| below(index).any(|other| other == *cell));
    let differs = |(index, cell): (usize, &&str)| {
        let kind = kind_of(cell);
        below(index).next().is_some() && below(index).all(|other| kind_of(other) != kind)
    };
    are_names && named().any(|(_, cell)| is_name(cell)) && (!is_unclear || cells.iter().enumerate().any(differs))
}

/// Whether a text can name a column: it does not look like a value.
fn is_name(cell: &str) -> bool {
    // Every character outside ASCII counts as a letter, because the header is only a guess.
    let is_letter = |character: char| character.is_ascii_alphabetic() || !character.is_ascii();
    let mut signs = cell
        .trim_start_matches(|first: char| "#$%([/.:@*'&_".contains(first))
        .chars();
    let begins = signs.find(|first| *first != ' ').is_none_or(is_letter) && !cell.starts_with(['-', '+', ',', '?']);
    let is_address = cell.contains("://")
        || cell
            .split_once('@')
            .is_some_and(|(user, host)| !user.is_empty() && host.contains('.'));
    let is_truth = cell.eq_ignore_ascii_case("true") || cell.eq_ignore_ascii_case("false");
    begins
        && !is_address
        && !is_truth
        && cell.len() <= LONGEST_NAME
        && cell
            .chars()
            .all(|it| is_letter(it) || it.is_ascii_digit() || SIGNS.contains(it))
}

/// Whether a text is a year, as it names a column of figures.
fn is_year(cell: &str) -> bool {
    cell.len() == 4 && cell.parse().is_ok_and(|year: u16| (1900..2100).contains(&year))
}

/// A coarse kind of a cell, by which a name differs from the values below it.
fn kind_of(cell: &str) -> u8 {
    let first = cell.chars().next();
    if cell.eq_ignore_ascii_case("true") || cell.eq_ignore_ascii_case("false") {
        return 1;
    }
    match first {
        None => 0,
        Some('0'..='9' | '-' | '+' | '.' | '$') => 2,
        Some(first) if first.is_ascii_lowercase() => 3,
        Some(_) => 4,
    }
}

/// Unique names for every column: those of the header, or names such as `column_3`. Notes every name that is not in
/// the file.
pub(super) fn name_columns(header: &[String], width: usize, is_exact: bool, notes: &mut Vec<String>) -> Vec<String> {
    let mut names: Vec<String> = Vec::with_capacity(width);
    // The next number for a name that occurs again.
    let mut numbers: LiteMap<String, usize> = LiteMap::new();
    for index in 0..width {
        let cell = header.get(index).map(|cell| if is_exact { cell } else { cell.trim() });
        let named = cell.filter(|cell| !cell.is_empty());
        let base = named.map_or_else(|| format!("column_{}", index + 1), str::to_owned);
        let mut name = base.clone();
        while names.contains(&name) {
            let number = numbers.entry(base.clone()).or_insert(2);
            name = format!("{base}_{number}");
            *number += 1;
        }
        if !header.is_empty() && named != Some(&name) {
            let why = named.map_or_else(|| "has no name".to_owned(), |named| format!("is another {named}"));
            notes.push(format!("Column {} {why}; it is named {name}.", index + 1));
        }
        names.push(name);
    }
    names
}

/// Whether all cells of a raw row are in quotes, and whether one is without need.
pub(super) fn quotes(row: &[u8], delimiter: u8) -> (bool, bool) {
    let row = row.trim_ascii();
    let mut rest = Some(row.strip_prefix(b"\xEF\xBB\xBF").unwrap_or(row));
    let (mut all, mut needless) = (true, false);
    while let Some(cell) = rest {
        let end = if cell.first() == Some(&b'"') {
            let (end, has_need) = quoted_end(cell, delimiter);
            needless |= !has_need;
            end
        } else {
            all = false;
            cell.iter().position(|byte| *byte == delimiter).unwrap_or(cell.len())
        };
        rest = cell.get(end..).and_then(|rest| rest.strip_prefix(&[delimiter]));
    }
    (all, needless)
}

/// The end of a cell in quotes, and whether it contains something that needs them.
fn quoted_end(cell: &[u8], delimiter: u8) -> (usize, bool) {
    let (mut at, mut has_need) = (1, false);
    loop {
        match (cell.get(at), cell.get(at + 1)) {
            (None, _) => return (at, has_need),
            (Some(b'"'), Some(b'"')) => {
                has_need = true;
                at += 2;
            }
            (Some(b'"'), _) => return (at + 1, has_need),
            (Some(byte), _) => {
                has_need |= *byte == delimiter || b"\r\n".contains(byte);
                at += 1;
            }
        }
    }
}

/// Whether a name is recognized as one without quotes, and unchanged.
pub(super) fn is_plain_name(name: &str) -> bool {
    is_name(name) && name.trim() == name && !name.starts_with('\u{feff}')
}
