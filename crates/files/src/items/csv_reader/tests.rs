//! Wide and long CSV files: what the reader holds and does is in proportion to a row, not to the file or to the square of
//! the columns.

use super::*;
use crate::ItemsForm;

/// A header of this many columns, whose names are in descending order.
fn header(columns: usize) -> String {
    let names = (0..columns).rev().map(|number| format!("c{number:05}"));
    names.collect::<Vec<_>>().join(",") + "\n"
}

fn named() -> CsvItems {
    CsvItems::named(CsvHeader::typed(Vec::new()))
}

/// Reads a piece, and returns what ends in it.
fn read(items: &mut CsvItems, mut piece: &[u8]) -> Vec<Outcome> {
    std::iter::from_fn(|| items.read(&mut piece)).collect()
}

fn words(outcomes: Vec<Outcome>) -> Vec<String> {
    let word = |(_, outcome): Outcome| outcome.map_or_else(|error| error.to_string(), |item| item.len().to_string());
    outcomes.into_iter().map(word).collect()
}

#[test]
fn an_item_receives_its_attributes_in_the_order_of_their_names() {
    let mut items = named();
    assert_eq!(read(&mut items, header(MOST_COLUMNS).as_bytes()).len(), 0);
    assert!(items.ranks.iter().copied().eq((0..MOST_COLUMNS).rev()));
    let values = items
        .ranks
        .iter()
        .zip(&items.columns)
        .map(|(rank, column)| (*rank, column.name.clone()));
    let names: Vec<String> = in_order(values.collect()).collect();
    // Each name is after the one before it, so that no attribute moves another one.
    assert!(names.windows(2).all(|pair| pair[0] < pair[1]));
    let row = vec!["1"; MOST_COLUMNS].join(",") + "\n";
    assert_eq!(words(read(&mut items, row.as_bytes())), [MOST_COLUMNS.to_string()]);
    let column = |name: &str| Column {
        name: name.to_owned(),
        kind: ColumnKind::Auto,
    };
    assert_eq!(ranks_of(&["b", "a", "b"].map(column)), [1, 0, 2]);
}

#[test]
fn twenty_thousand_columns_are_refused_before_the_rows() {
    let text = header(20_000) + "1\n2\n";
    let expected = "the file has 20000 columns; the limit is 1000";
    let refused = ItemsForm::guess("a.csv", text.as_bytes()).unwrap_err();
    assert_eq!(refused.to_string(), expected);
    let mut items = named();
    let found = words(read(&mut items, text.as_bytes()));
    let row = |line| format!("line {line}: the row has 1 cells instead of 0");
    assert_eq!(found, [format!("line 1: {expected}"), row(2), row(3)]);
    assert_eq!((items.columns.len(), items.ranks.len()), (0, 0));
}

#[test]
fn what_the_reader_holds_does_not_grow_with_the_file() {
    let mut items = named();
    let names = header(MOST_COLUMNS);
    assert_eq!(read(&mut items, names.as_bytes()).len(), 0);
    let row = vec!["12345"; MOST_COLUMNS].join(",") + "\n";
    let after = |items: &mut CsvItems, rows: usize| {
        for _ in 0..rows {
            assert_eq!(read(items, row.as_bytes()).len(), 1);
        }
        items.rows.held()
    };
    let first = after(&mut items, 1);
    assert_eq!(after(&mut items, 500), first);
    assert!(
        first <= 4 * names.len() + 4 * MOST_COLUMNS * size_of::<usize>(),
        "{first}"
    );
}

#[test]
fn a_long_row_is_named_and_not_held() {
    let slice = vec![b'x'; 1 << 20];
    let commas = vec![b','; 1 << 20];
    for (piece, pieces) in [(&slice, 20), (&commas, 2)] {
        let mut items = named();
        read(&mut items, b"a,b\n1,2\n");
        for _ in 0..pieces {
            assert_eq!(read(&mut items, piece).len(), 0);
        }
        assert!(items.rows.held() <= (8 << 20) + (1 << 19) * size_of::<usize>());
        let found = words(read(&mut items, b"\n3,4\n"));
        assert_eq!(found, ["line 3: the row has more than 8 MB or 524,288 cells", "2"]);
    }
    // The rest of a file after an open quote.
    let mut items = named();
    read(&mut items, b"a,b\n\"");
    for _ in 0..20 {
        assert_eq!(read(&mut items, &slice).len(), 0);
    }
    let end = items.end().into_iter().collect();
    assert_eq!(words(end), ["line 2, column 1: the cell's quote is never closed"]);
}

#[test]
fn a_long_first_row_names_nothing() {
    let mut items = named();
    for _ in 0..9 {
        read(&mut items, &vec![b'x'; 1 << 20]);
    }
    let found = words(read(&mut items, b"\n1\n"));
    let expected = [
        "line 1: the row has more than 8 MB or 524,288 cells",
        "line 2: the row has 1 cells instead of 0",
    ];
    assert_eq!(found, expected);
}

#[test]
fn an_error_has_the_beginning_of_a_long_cell() {
    let plan = CsvPlan {
        lines_before: 0,
        has_header: false,
        columns: vec![Column {
            name: "a".to_owned(),
            kind: ColumnKind::Number,
        }],
        delimiter: b',',
    };
    let mut items = CsvItems::planned(plan);
    let found = words(read(&mut items, ("x".repeat(1 << 20) + "\n").as_bytes()));
    assert!(found[0].len() < 500 && found[0].contains("… is not a number") | found[0].contains("…\" is not a number"));
}
