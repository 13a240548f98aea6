//! The dialog's path from a file to its summary, and all possible errors on it.

use hashrange_protocol::{ColumnKind, Imported};
use hashrange_values::KeyType;
use hashrange_wire::{BulkOperationPerformanceTier, BulkOperationStatus, ProjectionType};

use super::{Draft, Ending, Failures, Format, Import, ImportFile, Run, Summary, in_words};
use crate::state::table_schema::tests::key;
use crate::state::table_schema::{IndexKind, IndexSchema, Keys, TableSchema};

const EMPLOYEES: &str = "1,Onfroi Greeno,Systems Administrator,Portland,OR,1992-03-31\n\
                         2,Lusa Seeler,IT Support Specialist,Charlotte,NC,1976-01-25,1\n";

fn source(name: &str, text: &str) -> ImportFile {
    ImportFile::whole(name.to_owned(), text.as_bytes().to_vec())
}

fn employees() -> TableSchema {
    let keys = |name: &str, kind, sort: Option<&str>| Keys {
        partition: key(name, kind),
        sort: sort.map(|sort| key(sort, KeyType::S)),
    };
    TableSchema {
        name: "Employees".into(),
        id: "1".into(),
        keys: keys("id", KeyType::N, None),
        indexes: vec![IndexSchema {
            name: "ByState".into(),
            kind: IndexKind::Global,
            keys: keys("state", KeyType::S, Some("city")),
            projection: ProjectionType::All,
            included: Vec::new(),
        }],
    }
}

fn draft() -> Draft {
    let import = Import::take(source("employees.csv", EMPLOYEES), Some("Employees".into()));
    import.draft().unwrap().clone()
}

#[test]
fn a_headerless_file_is_named_in_one_go() {
    let schema = employees();
    let mut draft = draft();
    assert!(!draft.plan.has_header);
    let problems = draft.problems(Some(&schema));
    assert_eq!(problems.general.len(), 1);
    assert!(
        problems.general[0].contains("partition key id (Number)"),
        "{problems:?}"
    );
    draft.rename_all("id, name, title, city, state, dob, is_manager, beyond", Some(&schema));
    assert!(draft.problems(Some(&schema)).is_empty());
    let preview = draft.preview(Some(&schema));
    assert_eq!(
        preview.names,
        ["id", "name", "title", "city", "state", "dob", "is_manager"]
    );
    assert_eq!(preview.rows.len(), 2);
    assert_eq!(preview.rows[0].cells[0], Some(("N", "1".into())));
    assert_eq!(preview.rows[0].cells[6], None);
    assert_eq!(preview.rows[1].cells[6], Some(("N", "1".into())));
}

#[test]
fn a_column_named_like_a_key_takes_its_type() {
    let schema = employees();
    let mut draft = draft();
    draft.set_kind(0, ColumnKind::String);
    draft.rename(0, "id", Some(&schema));
    assert_eq!(draft.plan.columns[0].kind, ColumnKind::Number);
    draft.set_kind(0, ColumnKind::String);
    assert_eq!(
        draft.problems(Some(&schema)).columns[0].as_deref(),
        Some("The table's partition key is a Number, so choose Number.")
    );
    draft.rename(5, "state", None);
    draft.set_kind(5, ColumnKind::Auto);
    assert!(
        draft.problems(Some(&schema)).columns[5]
            .as_ref()
            .unwrap()
            .contains("index ByState")
    );
    draft.set_table(Some(&schema));
    assert_eq!(
        (draft.plan.columns[0].kind, draft.plan.columns[5].kind),
        (ColumnKind::Number, ColumnKind::String)
    );
    assert!(draft.problems(Some(&schema)).is_empty());
}

#[test]
fn names_must_be_there_and_differ() {
    let schema = employees();
    let mut draft = draft();
    draft.rename_all("id,a,a", Some(&schema));
    draft.rename(4, "", Some(&schema));
    let problems = draft.problems(Some(&schema)).columns;
    assert!(problems[2].as_ref().unwrap().contains("also named a"));
    assert!(problems[4].as_ref().unwrap().contains("Name the attribute"));
    draft.set_kind(2, ColumnKind::Skip);
    draft.set_kind(4, ColumnKind::Skip);
    assert!(draft.problems(Some(&schema)).is_empty());
    draft.set_kind(0, ColumnKind::Skip);
    assert_eq!(draft.problems(Some(&schema)).general.len(), 1);
    assert!(draft.problems(None).general[0].contains("Choose a table"));
}

#[test]
fn a_binary_key_takes_marks_and_base64() {
    let mut schema = employees();
    schema.keys.partition.kind = KeyType::B;
    schema.indexes[0].keys.partition.kind = KeyType::B;
    let text = "id,state,city\n\"{\"\"B\"\":\"\"AAEC\"\"}\",\"{\"\"B\"\":\"\"AA==\"\"}\",Rome\nAAEC,AA==,Bonn\na key,AA==,Bonn\n\"{\"\"N\"\":\"\"7\"\"}\",,\n";
    let mut draft = Draft::of(source("a.csv", text), None).unwrap();
    draft.set_table(Some(&schema));
    let kinds: Vec<ColumnKind> = draft.plan.columns.iter().map(|column| column.kind).collect();
    assert_eq!(kinds, [ColumnKind::Binary, ColumnKind::Binary, ColumnKind::String]);
    assert!(draft.problems(Some(&schema)).is_empty());
    let preview = draft.preview(Some(&schema));
    let types = |row: usize| {
        preview.rows[row]
            .cells
            .iter()
            .map(|cell| cell.as_ref().map(|cell| cell.0))
            .collect::<Vec<_>>()
    };
    for row in [0, 1] {
        assert_eq!(
            (types(row), &preview.rows[row].problem),
            (vec![Some("B"), Some("B"), Some("S")], &None)
        );
    }
    assert_eq!(preview.rows[0].cells[0], preview.rows[1].cells[0]);
    let problems: Vec<Option<&str>> = preview.rows.iter().map(|row| row.problem.as_deref()).collect();
    assert_eq!(
        problems[2..],
        [
            Some("line 4, column 1: \"a key\" is not base64 text"),
            Some("the key id is not a Binary")
        ]
    );
}

#[test]
fn a_binary_key_needs_a_column_of_its_type() {
    let mut schema = employees();
    schema.keys.partition.kind = KeyType::B;
    let mut draft = draft();
    assert!(draft.problems(Some(&schema)).general[0].contains("Name the column with its values id."));
    draft.rename(0, "id", Some(&schema));
    assert!(draft.problems(Some(&schema)).is_empty());
    draft.set_kind(0, ColumnKind::Auto);
    assert_eq!(
        draft.problems(Some(&schema)).columns[0].as_deref(),
        Some("The table's partition key is a Binary, so choose Binary.")
    );
}

#[test]
fn an_open_quote_is_a_problem_of_its_row() {
    let draft = Draft::of(source("a.csv", "id,note\n1,\"broken\n2,b\n3,c\n"), None).unwrap();
    let preview = draft.preview(None);
    let problems: Vec<Option<&str>> = preview.rows.iter().map(|row| row.problem.as_deref()).collect();
    assert_eq!(problems, [Some("line 2, column 2: the cell's quote is never closed")]);
}

#[test]
fn a_preview_of_a_wide_file_counts_what_it_does_not_show() {
    let cells = |cell: &dyn Fn(usize) -> String| (0..60).map(cell).collect::<Vec<_>>().join(",");
    let names = cells(&|number| format!("c{number}"));
    let mut draft = Draft::of(source("a.csv", &format!("{names}\n{names}\n")), None).unwrap();
    draft.set_kind(0, ColumnKind::Skip);
    let preview = draft.preview(None);
    assert_eq!((preview.names.len(), preview.more), (50, 9));
    assert!(preview.rows.iter().all(|row| row.cells.len() == 50));
    let members = cells(&|number| format!("\"c{number}\":1"));
    let draft = Draft::of(
        source("a.json", &format!("[{{{members}}},{{{members},\"d\":1}}]")),
        None,
    )
    .unwrap();
    let preview = draft.preview(None);
    assert_eq!((preview.names.len(), preview.more), (12, 49));
}

#[test]
fn the_first_row_can_be_a_header_or_an_item() {
    let mut draft = Draft::of(source("a.csv", "id,name\n1,Ada\n2,Bo\n"), None).unwrap();
    let names = |draft: &Draft| {
        draft
            .plan
            .columns
            .iter()
            .map(|column| column.name.clone())
            .collect::<Vec<_>>()
    };
    assert!(draft.plan.has_header);
    assert_eq!(
        (names(&draft), draft.preview(None).rows.len()),
        (vec!["id".to_owned(), "name".to_owned()], 2)
    );
    draft.set_header(false);
    assert_eq!(
        (names(&draft)[1].as_str(), draft.preview(None).rows.len()),
        ("column_2", 3)
    );
    draft.set_header(true);
    assert_eq!(names(&draft), ["id", "name"]);
}

#[test]
fn types_follow_a_header_that_the_reader_ticks_and_the_ones_chosen_stay() {
    let mut draft = Draft::of(source("a.csv", "Order!,Price!,\n1001,9.99,\n1002,10,\n"), None).unwrap();
    assert!(!draft.plan.has_header);
    draft.set_kind(1, ColumnKind::Skip);
    draft.set_header(true);
    let columns: Vec<(&str, ColumnKind)> = draft
        .plan
        .columns
        .iter()
        .map(|it| (it.name.as_str(), it.kind))
        .collect();
    assert_eq!(columns, [("Order!", ColumnKind::Number), ("Price!", ColumnKind::Skip)]);
    assert_eq!(draft.notes, ["Column 3 is empty; it is left out."]);
}

#[test]
fn another_delimiter_cuts_other_columns() {
    let mut draft = Draft::of(source("a.csv", "a;b|c\n1;2|3\n"), None).unwrap();
    draft.set_delimiter(b'|');
    let names: Vec<&str> = draft.plan.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names.len(), 2);
    draft.set_header(true);
    let names: Vec<&str> = draft.plan.columns.iter().map(|column| column.name.as_str()).collect();
    assert_eq!(names, ["a;b", "c"]);
    draft.set_delimiter(b'\t');
    assert_eq!(draft.plan.columns.len(), 1);
}

#[test]
fn formats_are_reported_by_name_and_content() {
    let format = |name, text| Draft::of(source(name, text), None).unwrap().format;
    assert_eq!(format("a.csv", "[1],2"), Format::Csv);
    assert_eq!(format("a.json", " [{\"a\":1}]"), Format::Json);
    assert_eq!(
        format("pasted text", "{\"a\":{\"N\":\"1\"}}\n{\"a\":{\"N\":\"2\"}}"),
        Format::DynamoDbJson
    );
    assert_eq!(format("a.txt", "a,b"), Format::Csv);
}

#[test]
fn json_rows_show_keys_first_and_say_what_they_lack() {
    let schema = employees();
    let draft = Draft::of(
        source("a.jsonl", "{\"a\":1,\"id\":7}\n{\"a\":2}\n{\"id\":\"x\"}\n{]\n"),
        Some("Employees".into()),
    )
    .unwrap();
    assert!(draft.problems(Some(&schema)).is_empty());
    let preview = draft.preview(Some(&schema));
    assert_eq!(preview.names, ["id", "a"]);
    let problems: Vec<Option<&str>> = preview.rows.iter().map(|row| row.problem.as_deref()).collect();
    assert_eq!(
        problems[..3],
        [
            None,
            Some("no value for the key id"),
            Some("the key id is not a Number")
        ]
    );
    assert!(problems[3].is_some());
}

#[test]
fn a_file_that_cannot_be_read_is_refused_at_once() {
    assert!(matches!(
        Import::take(source("a.csv", ""), None),
        Import::Choosing { problem: Some(_) }
    ));
}

#[test]
fn a_file_with_too_many_columns_is_refused_with_the_limit() {
    let text = format!("{}\n", vec!["1"; 20_000].join(","));
    let Import::Choosing { problem } = Import::take(source("wide.csv", &text), None) else {
        panic!("it cannot be planned")
    };
    let words = "wide.csv cannot be imported: the file has 20000 columns; the limit is 1000.";
    assert_eq!(problem.as_deref(), Some(words));
}

#[test]
fn every_column_has_its_first_value_below_the_header() {
    let mut draft = Draft::of(source("a.csv", "id,note\n1,\n2,b\n"), None).unwrap();
    assert_eq!([draft.first_value(0), draft.first_value(1)], ["1", "b"]);
    draft.set_header(false);
    assert_eq!([draft.first_value(0), draft.first_value(1)], ["id", "note"]);
}

#[test]
fn of_a_long_file_the_beginning_is_looked_at_and_its_cut_row_is_left_out() {
    let text = "id,name\n1,Ada\n2,Bo\n3,Cle";
    let long = ImportFile {
        size: 1 << 40,
        ..source("a.csv", text)
    };
    let Import::Planning(draft) = Import::take(long, None) else {
        panic!("it can be planned")
    };
    assert_eq!(draft.preview(None).rows.len(), 2);
    let mut import = Import::Planning(draft);
    import.draft_mut().unwrap().table = Some("Staff".to_owned());
    import.begin();
    assert!(import.received(1 << 20) && import.received(1 << 39));
    let Import::Running(run) = &import else {
        panic!("it runs")
    };
    assert_eq!((run.share(), run.received), (0.5, Some(1 << 39)));
    import.cancel();
    assert!(!import.received(1 << 40), "the reader wants no more");
    let Import::Running(run) = &import else {
        panic!("it runs")
    };
    assert_eq!((run.share(), run.received), (0.0, None));
}

#[test]
fn the_run_counts_and_ends() {
    let mut import = Import::Planning(Box::new(draft()));
    let done = Imported {
        written: 2,
        replaced: 1,
        failed: 1,
        failures: vec![(2, "not \"this\"".into())],
        half_units: 7,
        position: EMPLOYEES.len() as u64 / 2,
    };
    import.follow(&done);
    assert!(import.draft().is_some(), "nothing is written yet");
    import.begin();
    import.follow(&done);
    let Import::Running(run) = &import else {
        panic!("running")
    };
    assert_eq!((run.written, run.replaced, run.units, run.rows()), (2, 1, 3.5, 3));
    assert!((run.share() - 0.5).abs() < 0.02);
    import.cancel();
    import.finish(Ending::Cancelled, 12.0);
    let Import::Finished(summary) = &import else {
        panic!("finished")
    };
    assert_eq!(
        summary.run.failures.to_csv(),
        "line,reason\r\n2,\"not \"\"this\"\"\"\r\n"
    );
    // Late events change nothing.
    let before = import.clone();
    import.follow(&Imported::default());
    import.finish(Ending::Complete, 1.0);
    import.begin();
    assert_eq!(import, before);
}

#[test]
fn without_a_table_nothing_begins() {
    let mut import = Import::take(source("a.csv", "1,2\n"), None);
    import.begin();
    assert!(import.draft().is_some());
}

#[test]
fn failures_are_all_counted_but_not_all_listed() {
    let failures = Failures::new(20_000, (0..10_000).map(|line| (line, "no".into())).collect());
    assert_eq!((failures.count(), failures.listed().len()), (20_000, 10_000));
    assert!(failures.to_csv().contains("10000 more rows"));
}

#[test]
fn a_new_table_is_proposed_with_the_first_column_that_reports_rows_apart() {
    let mut draft = Draft::of(
        source("my staff.csv", "city,id,name\nRome,1,Ada\nRome,2,Bo\nBonn,3,Ada\n"),
        None,
    )
    .unwrap();
    draft.make_table(&["my-staff".to_owned()]);
    let new = draft.create.clone().unwrap();
    assert_eq!(
        (new.name.as_str(), new.partition.as_str(), new.sort),
        ("my-staff-2", "id", None)
    );
    let schema = draft.new_schema().unwrap();
    assert_eq!(schema.keys.partition.kind, KeyType::N);
    assert!(draft.problems(Some(&schema)).is_empty());
    draft.edit_new(|new| new.partition = "name".to_owned());
    assert_eq!(draft.new_schema().unwrap().keys.partition.kind, KeyType::S);
    draft.edit_new(|new| new.name = "a b".to_owned());
    assert!(!draft.problems(draft.new_schema().as_ref()).is_empty());
    draft.set_table(Some(&employees()));
    assert_eq!((draft.create, draft.table.as_deref()), (None, Some("Employees")));
}

#[test]
fn two_attributes_are_the_key_where_one_is_not_enough() {
    let text = "{\"Forum\":\"S3\",\"Subject\":\"a\"}\n{\"Forum\":\"S3\",\"Subject\":\"b\"}\n{\"Forum\":\"EC2\",\"Subject\":\"a\",\"n\":1}\n";
    let mut draft = Draft::of(source("f.jsonl", text), None).unwrap();
    draft.make_table(&[]);
    let new = draft.create.clone().unwrap();
    assert_eq!(
        (new.name.as_str(), new.partition.as_str(), new.sort.as_deref()),
        ("fItems", "Forum", Some("Subject"))
    );
    assert!(matches!(
        draft.create_request(),
        Some(hashrange_wire::Request::CreateTable(_))
    ));
}

#[test]
fn a_bulk_put_ends_with_a_status_of_its_own() {
    let ended = |bulk, failed: u64, ending| {
        let failures = (0..failed).map(|line| (1, format!("row {line}"))).collect();
        let run = Run {
            bulk,
            failures: Failures::new(failed, failures),
            ..Run::default()
        };
        let summary = Summary {
            run,
            ending,
            millis: 1.0,
        };
        summary.bulk_status().map(BulkOperationStatus::as_str)
    };
    let tier = Some(BulkOperationPerformanceTier::Standard);
    let stopped = Ending::Stopped { reason: String::new() };
    assert_eq!(ended(None, 0, Ending::Complete), None);
    assert_eq!(ended(tier, 0, Ending::Complete), Some("COMPLETED"));
    assert_eq!(ended(tier, 2, Ending::Complete), Some("COMPLETED_WITH_ERRORS"));
    assert_eq!(ended(tier, 0, Ending::Cancelled), Some("CANCELLED"));
    assert_eq!(ended(tier, 0, stopped), Some("FAILED"));
}

#[test]
fn a_status_is_shown_as_in_the_console() {
    let words = [
        (BulkOperationStatus::InProgress, "In progress"),
        (BulkOperationStatus::Completed, "Completed"),
        (BulkOperationStatus::CompletedWithErrors, "Completed with errors"),
        (BulkOperationStatus::Failed, "Failed"),
    ];
    for (status, expected) in words {
        assert_eq!(in_words(status), expected);
    }
}
