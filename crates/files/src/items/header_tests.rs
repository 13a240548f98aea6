//! Headers as real files have them, and names that look like values.

use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::item_to_json;
use proptest::collection::vec;
use proptest::prelude::*;

use super::*;

/// The names of the columns, the items and the notes of a file that is read with its guessed plan.
fn read(file: &str) -> (Vec<String>, Vec<String>, Vec<String>) {
    let preview = inspect_csv(file.as_bytes()).unwrap();
    let names = preview.plan.columns.iter().map(|column| column.name.clone()).collect();
    let items = CsvReader::new(file.as_bytes(), preview.plan);
    let items = items.map(|item| item.map_or_else(|error| error.to_string(), |item| item_to_json(&item)));
    (names, items.collect(), preview.notes)
}

#[test]
fn names_have_signs_years_and_values_of_their_columns() {
    for (file, names, item) in [
        (
            "Item #,Cost ($),Buyer\n17,2.50,Eve\n",
            vec!["Item #", "Cost ($)", "Buyer"],
            r#"{"Buyer":{"S":"Eve"},"Cost ($)":{"N":"2.5"},"Item #":{"N":"17"}}"#,
        ),
        (
            "key,aws:rep:deleting\nk1,false\n",
            vec!["key", "aws:rep:deleting"],
            r#"{"aws:rep:deleting":{"BOOL":false},"key":{"S":"k1"}}"#,
        ),
        (
            "a.b,c[0],d/e\nx,y,z\n",
            vec!["a.b", "c[0]", "d/e"],
            r#"{"a.b":{"S":"x"},"c[0]":{"S":"y"},"d/e":{"S":"z"}}"#,
        ),
        (
            "pk#org,1999\nq,3\n",
            vec!["pk#org", "1999"],
            r#"{"1999":{"N":"3"},"pk#org":{"S":"q"}}"#,
        ),
        (
            "kind,town\nkind,Oslo\n",
            vec!["kind", "town"],
            r#"{"kind":{"S":"kind"},"town":{"S":"Oslo"}}"#,
        ),
    ] {
        let (found, items, notes) = read(file);
        assert_eq!((found, notes), (names.into_iter().map(str::to_owned).collect(), vec![]));
        assert_eq!(items, [item], "{file}");
    }
}

#[test]
fn rows_of_values_are_no_header() {
    for file in [
        "Oslo,Norway\nBergen,Norway\nParis,France\n",
        "Eve,Oslo,2021\nBob,Rome,2022\n",
        "x,eve@example.com\ny,bob@example.com\n",
        "A1,$12.00\nA2,$1.00\n",
        "x,2020-01-01\n",
    ] {
        assert!(!inspect_csv(file.as_bytes()).unwrap().plan.has_header, "{file}");
    }
}

#[test]
fn what_is_left_out_or_named_differently_is_noted() {
    let (names, items, notes) = read("id,v,\n1,a,\n2,b,\n");
    assert_eq!((names, items.len()), (vec!["id".to_owned(), "v".to_owned()], 2));
    assert_eq!(notes, ["Column 3 is empty; it is left out."]);
    let (names, _, notes) = read(",v,v\n0,1,2\n");
    assert_eq!(names, ["column_1", "v", "v_2"]);
    let words = [
        "Column 1 has no name; it is named column_1.",
        "Column 3 is another v; it is named v_2.",
    ];
    assert_eq!(notes, words);
}

#[test]
fn lines_before_the_header_are_recognized_and_noted() {
    for (file, note) in [
        ("sep=|\nid|v\n1|a\n", "Line 1 is not a row: sep=|"),
        ("\u{feff}sep=\t\r\nid\tv\r\n1\ta\r\n", "Line 1 is not a row: sep="),
        ("# made \"today\nid,v\n1,a\n", "Line 1 is not a row: # made \"today"),
    ] {
        let (names, items, notes) = read(file);
        assert_eq!(names, ["id", "v"], "{file}");
        assert_eq!(items, [r#"{"id":{"N":"1"},"v":{"S":"a"}}"#], "{file}");
        assert_eq!(notes, [note]);
    }
    assert_eq!(read("#id,v\n1,a\n").0, ["#id", "v"]);
}

#[test]
fn cells_of_the_console_are_lists_and_maps() {
    let file = "id,l,m,n\na,\"[{\"\"S\"\":\"\"x\"\"}]\",\"{\"\"a\"\":{\"\"S\"\":\"\"b\"\"}}\",7\n";
    let item = r#"{"id":{"S":"a"},"l":{"L":[{"S":"x"}]},"m":{"M":{"a":{"S":"b"}}},"n":{"N":"7"}}"#;
    assert_eq!(read(file).1, [item]);
}

#[test]
fn a_choice_of_header_or_delimiter_plans_the_types_again() {
    let file = b"1001,9\n1002,10\n";
    let kinds = |has_header| -> Vec<ColumnKind> {
        let plan = inspect_csv_as(file, None, Some(has_header)).unwrap().plan;
        plan.columns.iter().map(|column| column.kind).collect()
    };
    assert_eq!(kinds(true), [ColumnKind::Number, ColumnKind::Number]);
    let plan = inspect_csv_as(b"a;b|1\nc;d|2\n", Some(b'|'), Some(false)).unwrap().plan;
    assert_eq!(
        plan.columns.iter().map(|it| it.kind).collect::<Vec<_>>(),
        [ColumnKind::String, ColumnKind::Number]
    );
}

proptest! {
    #[test]
    fn our_own_files_are_read_with_every_name(
        names in proptest::sample::subsequence(
            &["2024", "7", "true", " x", "a@b.c", "http://x", "a,b", "{\"S\":\"x\"}", "{}", "sep=;", "#", "é\n", "\u{feff}", "x\"y", "-", "12/3/17"][..],
            0..6,
        ),
        rows in vec(vec(proptest::sample::select(&["x", "7", "a,b", "id", "true", "2024", "", "[{\"S\":\"x\"}]"][..]), 6), 0..4),
        are_numbers in any::<bool>(),
        at in 0..6_usize,
    ) {
        // A file whose names all need their quotes does not show that its first row is quoted on purpose.
        let mut names = names;
        names.insert(at.min(names.len()), "id");
        let value = |text: &str| match text.parse() {
            Ok(number) if are_numbers => AttributeValue::N(number),
            _ => AttributeValue::string(text),
        };
        let items: Vec<Item> = rows
            .iter()
            .map(|row| names.iter().zip(row).map(|(name, text)| (Text::from(*name), value(text))).collect())
            .collect();
        let (mut writer, mut file) = (CsvWriter::new(names.iter().map(|name| Text::from(*name)).collect()), Vec::new());
        items.iter().for_each(|item| writer.write(item, &mut file).unwrap());
        writer.finish(&mut file);
        let preview = inspect_csv(&file).unwrap();
        let found: Vec<&str> = preview.plan.columns.iter().map(|column| column.name.as_str()).collect();
        prop_assert_eq!(&found, &names, "{}", String::from_utf8_lossy(&file));
        let read: Vec<Item> = CsvReader::new(&file, preview.plan.clone()).map(Result::unwrap).collect();
        prop_assert_eq!(read, items, "{}", String::from_utf8_lossy(&file));
    }
}
