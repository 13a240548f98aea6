//! Tests with files of items: small ones in the code, and real ones if available.

use std::path::PathBuf;

use hashrange_values::{AttributeType, Item};
use hashrange_wire::item_to_json;
use proptest::prelude::*;

use super::*;

fn read(bytes: &[u8]) -> (CsvPreview, Vec<Result<Item, RowError>>) {
    let preview = inspect_csv(bytes).unwrap();
    let outcomes = CsvReader::new(bytes, preview.plan.clone()).collect();
    (preview, outcomes)
}

fn names(preview: &CsvPreview) -> Vec<&str> {
    preview.plan.columns.iter().map(|column| column.name.as_str()).collect()
}

fn kinds(preview: &CsvPreview) -> Vec<ColumnKind> {
    preview.plan.columns.iter().map(|column| column.kind).collect()
}

#[test]
fn a_header_names_the_attributes() {
    let file =
        "\u{feff}id,name,active,note\r\n1,\"Greeno, Onfroi\",true,\r\n\r\n2,Lusa,FALSE,\"two\nlines\"\r\n".as_bytes();
    let (preview, outcomes) = read(file);
    assert!(preview.plan.has_header);
    assert_eq!(names(&preview), ["id", "name", "active", "note"]);
    assert_eq!(
        kinds(&preview),
        [
            ColumnKind::Number,
            ColumnKind::String,
            ColumnKind::Bool,
            ColumnKind::String
        ]
    );
    let items: Vec<String> = outcomes
        .into_iter()
        .map(|outcome| item_to_json(&outcome.unwrap()))
        .collect();
    assert_eq!(
        items,
        [
            r#"{"active":{"BOOL":true},"id":{"N":"1"},"name":{"S":"Greeno, Onfroi"}}"#,
            r#"{"active":{"BOOL":false},"id":{"N":"2"},"name":{"S":"Lusa"},"note":{"S":"two\nlines"}}"#,
        ]
    );
}

#[test]
fn without_a_header_columns_have_numbers() {
    let (preview, outcomes) = read(b"1;2009-07-20;007\n2;2009-07-21;008;x\n");
    assert!(!preview.plan.has_header);
    assert_eq!(preview.plan.delimiter, b';');
    assert_eq!(names(&preview), ["column_1", "column_2", "column_3", "column_4"]);
    // A code with leading zeros is not a number.
    assert_eq!(
        kinds(&preview),
        [
            ColumnKind::Number,
            ColumnKind::String,
            ColumnKind::String,
            ColumnKind::String
        ]
    );
    assert_eq!(outcomes.len(), 2);
    assert!(outcomes.iter().all(Result::is_ok));
}

#[test]
fn rows_at_fault_say_where_and_the_rest_is_read() {
    let column = |name: &str, kind| Column {
        name: name.to_owned(),
        kind,
    };
    let plan = CsvPlan {
        lines_before: 0,
        has_header: true,
        columns: vec![
            column("a", ColumnKind::Number),
            column("b", ColumnKind::Bool),
            column("c", ColumnKind::Skip),
        ],
        delimiter: b',',
    };
    let file = b"a,b,c\n1,yes,x\nx,no,\n\"2\",\"may\nbe\",\n1e999,,\n3,0,z,extra\n\xFF,1,\n-0.50,,y";
    let outcomes: Vec<Result<Item, RowError>> = CsvReader::new(file, plan).collect();
    let errors: Vec<String> = outcomes
        .iter()
        .filter_map(|outcome| outcome.as_ref().err())
        .map(ToString::to_string)
        .collect();
    assert_eq!(
        errors,
        [
            "line 3, column 1: \"x\" is not a number",
            "line 4, column 2: \"may\\nbe\" is neither true nor false",
            "line 6, column 1: \"1e999\" is a number out of range",
            "line 7: the row has 4 cells instead of 3",
            "line 8, column 1: the cell is not UTF-8 text",
        ]
    );
    let items: Vec<String> = outcomes
        .iter()
        .filter_map(|outcome| outcome.as_ref().ok())
        .map(item_to_json)
        .collect();
    assert_eq!(items, [r#"{"a":{"N":"1"},"b":{"BOOL":true}}"#, r#"{"a":{"N":"-0.5"}}"#]);
}

#[test]
fn a_quote_that_is_never_closed_is_a_fault_of_its_row() {
    let errors = |file: &[u8]| {
        let (_, outcomes) = read(file);
        let read = outcomes.iter().filter(|outcome| outcome.is_ok()).count();
        let errors = outcomes.into_iter().filter_map(Result::err);
        (read, errors.map(|error| error.to_string()).collect::<Vec<_>>())
    };
    let open = |line: usize, column: usize| {
        vec![format!(
            "line {line}, column {column}: the cell's quote is never closed"
        )]
    };
    assert_eq!(errors(b"id,note\n1,\"broken\n2,b\n3,c\n"), (0, open(2, 2)));
    assert_eq!(errors(b"id,note\n1,a\n2,\"two\nlines\"\n3,\""), (2, open(5, 2)));
    assert_eq!(errors(b"id,note\n1,a\n\"2,b"), (1, open(3, 1)));
    assert_eq!(errors(b"id,note\n1,\"a\"\"\n"), (0, open(2, 2)));
    // A header with an open quote names nothing.
    assert_eq!(errors(b"id,\"note\n1,a\n"), (0, open(1, 2)));
    for whole in [
        "id,note\n1,\"a\"",
        "id,note\n1,\"\"",
        "id,note\n1,\"a\"\"\"",
        "id,note\n1,a\"",
        "id,note\n1,",
    ] {
        assert_eq!(errors(whole.as_bytes()), (1, Vec::new()), "{whole}");
    }
    // Of a file that is cut inside quotes, the first bytes show the columns.
    let preview = inspect_csv(b"id;note\n1;\"two, three").unwrap();
    assert_eq!(preview.rows, [["1", "two, three"]]);
}

#[test]
fn a_mark_keeps_its_type_in_a_column_of_another_type() {
    for kind in [
        ColumnKind::String,
        ColumnKind::Number,
        ColumnKind::Bool,
        ColumnKind::Binary,
        ColumnKind::Auto,
    ] {
        let columns = vec![Column {
            name: "v".to_owned(),
            kind,
        }];
        let plan = CsvPlan {
            lines_before: 0,
            has_header: false,
            columns,
            delimiter: b'|',
        };
        let file =
            b"{\"NULL\":true}\n{\"SS\":[\"a\"]}\n{\"N\":\"7\"}\n{\"S\":\"7\"}\n{\"BOOL\":true}\n{\"B\":\"AA==\"}";
        let found: Vec<AttributeType> = CsvReader::new(file, plan)
            .map(|outcome| outcome.unwrap().get("v").unwrap().attribute_type())
            .collect();
        use AttributeType::{B, Bool, N, Null, S, Ss};
        assert_eq!(found, [Null, Ss, N, S, Bool, B], "{kind:?}");
    }
}

#[test]
fn automatic_columns_judge_every_cell() {
    let columns = vec![Column {
        name: "v".to_owned(),
        kind: ColumnKind::Auto,
    }];
    let plan = CsvPlan {
        lines_before: 0,
        has_header: false,
        columns,
        delimiter: b',',
    };
    let file = b"12\n-0.5\n007\n+1\n1e3\ntrue\n1.\nx\n12345678901234567890123456789012345678";
    let found: Vec<AttributeType> = CsvReader::new(file, plan)
        .map(|outcome| outcome.unwrap().get("v").unwrap().attribute_type())
        .collect();
    use AttributeType::{Bool, N, S};
    assert_eq!(found, [N, N, S, S, S, Bool, S, S, N]);
}

#[test]
fn progress_is_reported_in_bytes() {
    let file = b"a,b\n1,2\n3,4\n";
    let mut reader = CsvReader::new(file, inspect_csv(file).unwrap().plan);
    assert_eq!((reader.position(), reader.len()), (0, 12));
    assert!(reader.next().is_some());
    assert_eq!(reader.position(), 8);
    assert!(reader.next().is_some() && reader.next().is_none());
    assert_eq!(reader.position(), reader.len());
}

fn json_items(text: &str) -> (JsonFormat, Vec<Result<String, String>>) {
    let format = guess_json_format(text);
    let outcomes = JsonReader::new(text, format).map(|outcome| {
        outcome
            .map(|item| item_to_json(&item))
            .map_err(|error| error.to_string())
    });
    (format, outcomes.collect())
}

#[test]
fn json_comes_in_four_arrangements() {
    let expected = vec![
        Ok(r#"{"a":{"S":"]}\"{"}}"#.to_owned()),
        Ok(r#"{"a":{"S":"y"}}"#.to_owned()),
    ];
    for text in [
        r#" [ {"a":"]}\"{"} , {"a":"y"} ] "#,
        "{\"a\":\"]}\\\"{\"}\n{\"a\":\"y\"}\n",
        r#"[{"a":{"S":"]}\"{"}},{"a":{"S":"y"}}]"#,
        r#"{"Count":2,"Items":[{"a":{"S":"]}\"{"}},{"a":{"S":"y"}}],"ScannedCount":2}"#,
        "\u{feff}{\"Item\":{\"a\":{\"S\":\"]}\\\"{\"}}}\n{\"Item\":{\"a\":{\"S\":\"y\"}}}",
    ] {
        assert_eq!(json_items(text).1, expected, "{text}");
    }
    assert_eq!(json_items(r#"{"a":{"S":"x"}}"#).0, JsonFormat::DynamoDb);
    assert_eq!(json_items(r#"{"a":{"S":"x"},"b":1}"#).0, JsonFormat::Plain);
    // An item with a list `Items`.
    assert_eq!(
        json_items(r#"{"Items":[1],"Id":7}"#).1,
        [Ok(r#"{"Id":{"N":"7"},"Items":{"L":[{"N":"1"}]}}"#.to_owned())]
    );
    assert_eq!(json_items("").1, []);
}

#[test]
fn json_at_fault_says_where_and_the_rest_is_read() {
    let text = "[\n{\"a\":{\"S\":\"x\"}},\n7,\n{\"a\":\n{\"N\":\"b\"}},\n{\"a\":{\"S\":\"y\"}},\n{\"a\":";
    let outcomes = json_items(text).1;
    assert_eq!(
        outcomes,
        [
            Ok(r#"{"a":{"S":"x"}}"#.to_owned()),
            Err("line 3, column 1: an item is a JSON object".to_owned()),
            Err("line 5, column 6: The parameter cannot be converted to a numeric value: b".to_owned()),
            Ok(r#"{"a":{"S":"y"}}"#.to_owned()),
            Err("line 7, column 6: the JSON ends too early".to_owned()),
        ]
    );
}

#[test]
fn every_row_and_item_has_a_line() {
    let file = "\u{feff}a,b\n1,x\n\n2,\"two\r\nlines\"\n,\n3,y".as_bytes();
    let mut reader = CsvReader::new(file, inspect_csv(file).unwrap().plan);
    let mut lines = Vec::new();
    while let Some(outcome) = reader.next() {
        outcome.unwrap();
        lines.push(reader.item_line());
    }
    assert_eq!(lines, [2, 4, 7]);

    for (text, expected) in [
        ("[\n{\"a\":\n1},{\"a\":2}\n,\n{\"a\":3}]", vec![2, 3, 5]),
        (
            "{\"Count\":2,\n\"Items\":[{\"a\":{\"N\":\"1\"}},\n{\"a\":{\"N\":\"2\"}}]}",
            vec![2, 3],
        ),
        (
            "\n{\"Item\":\n{\"a\":{\"N\":\"1\"}}}\n{\"Item\":{\"a\":{\"N\":\"2\"}}}",
            vec![2, 4],
        ),
    ] {
        let mut reader = JsonReader::new(text, guess_json_format(text));
        let mut lines = Vec::new();
        while let Some(outcome) = reader.next() {
            outcome.unwrap();
            lines.push(reader.item_line());
        }
        assert_eq!(lines, expected, "{text}");
    }
}

proptest! {
    #[test]
    fn no_file_panics_or_hangs(bytes in proptest::collection::vec(prop_oneof![any::<u8>(), Just(b','), Just(b'"'), Just(b'\n')], 0..80)) {
        let (_, outcomes) = read(&bytes);
        prop_assert!(outcomes.len() <= bytes.len() + 1);
    }

    #[test]
    fn no_json_file_panics_or_hangs(text in r#"[\[\]{}:,"\\ItemsCount0-9 \n-]{0,60}"#) {
        let (_, outcomes) = json_items(&text);
        prop_assert!(outcomes.len() <= text.len() + 1);
    }
}

/// A file of the public labs, if available.
fn lab_file(name: &str) -> Option<Vec<u8>> {
    let path = PathBuf::from(env!("CARGO_MANIFEST_DIR"))
        .join("../../../shared/data")
        .join(name);
    #[expect(
        clippy::disallowed_methods,
        reason = "a test may read a file; the library is handed bytes"
    )]
    let bytes = std::fs::read(path).ok();
    if bytes.is_none() {
        println!("skipped: ../shared/data/{name} is not there");
    }
    bytes
}

#[test]
fn the_labs_employees() {
    let Some(bytes) = lab_file("employees.csv") else { return };
    let (preview, outcomes) = read(&bytes);
    assert!(!preview.plan.has_header);
    assert_eq!((preview.plan.columns.len(), preview.rows.len()), (11, 20));
    assert_eq!(kinds(&preview).first(), Some(&ColumnKind::Number));
    let items: Vec<Item> = outcomes.into_iter().map(Result::unwrap).collect();
    assert_eq!(items.len(), 1_000);
    assert_eq!(items.iter().filter(|item| item.contains("column_11")).count(), 84);
}

#[test]
fn the_labs_log() {
    let Some(bytes) = lab_file("logfile_small1.csv") else {
        return;
    };
    let (preview, outcomes) = read(&bytes);
    assert!(!preview.plan.has_header);
    assert_eq!(preview.plan.columns.len(), 10);
    let items: Vec<Item> = outcomes.into_iter().map(Result::unwrap).collect();
    assert_eq!(items.len(), 500);
    let agent = items
        .first()
        .and_then(|item| item.get("column_10"))
        .map(|value| value.size());
    assert_eq!(agent, Some(72));
}

#[test]
fn the_labs_invoices() {
    let Some(bytes) = lab_file("invoice-data.csv") else {
        return;
    };
    let (preview, outcomes) = read(&bytes);
    assert!(!preview.plan.has_header);
    assert_eq!(kinds(&preview), [ColumnKind::String; 12]);
    assert_eq!(outcomes.iter().filter(|outcome| outcome.is_ok()).count(), 1_000);
}

#[test]
fn a_file_with_too_many_columns_is_refused_before_its_rows_are_read() {
    let file = |columns: usize| {
        format!(
            "{}\n{}\n",
            vec!["name"; columns].join(","),
            vec!["1"; columns].join(",")
        )
    };
    assert_eq!(
        inspect_csv(file(MOST_COLUMNS).as_bytes()).unwrap().plan.columns.len(),
        MOST_COLUMNS
    );
    let refused = inspect_csv(file(20_000).as_bytes()).unwrap_err();
    assert_eq!(refused.to_string(), "the file has 20000 columns; the limit is 1000");
    assert_eq!(
        ItemsForm::guess("wide.csv", file(1_001).as_bytes()),
        Err(TooManyColumns { found: 1_001 }.into())
    );
    let mut reader = ItemsReader::new(ItemsForm::CsvWithHeader(CsvHeader::typed(Vec::new())));
    let rows = reader.push(file(20_000).as_bytes());
    assert_eq!(
        rows[0].item,
        Err(RowError {
            line: 1,
            column: None,
            reason: TooManyColumns { found: 20_000 }.into()
        })
    );
    assert!(rows[1..].iter().all(|row| row.item.is_err()), "no column has a name");
}
