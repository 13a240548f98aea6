//! Patterns as files: what a format carries comes back, and what it does not carry is named.

use hashrange_engine::Units;
use hashrange_files::TableDefinition;
use hashrange_files::workbench::ModelTable;
use hashrange_values::Item;
use proptest::prelude::*;

use super::{of_customer, pattern, shop};
use crate::{Board, KeySource, Pattern, PatternsFormat, PatternsRead, Per, Rate, read_patterns, write_patterns};
use hashrange_wire::Operation;

fn written(format: PatternsFormat, patterns: &[Pattern]) -> (String, Vec<String>) {
    let engine = shop();
    let tables = || {
        let description = engine.describe("Orders").expect("the table");
        let table = engine.table("Orders").expect("the table");
        vec![ModelTable {
            definition: TableDefinition::of(&description, Vec::new(), None, None, None),
            items: table.items().map(|(item, _)| Item::clone(item)).collect(),
            ..ModelTable::default()
        }]
    };
    let file = write_patterns(format, patterns, &Board::of(&engine), &tables);
    (file.text, file.left_out)
}

fn any_pattern() -> impl Strategy<Value = Pattern> {
    let operation = prop_oneof![
        Just(Operation::Query),
        Just(Operation::PutItem),
        Just(Operation::ExecuteStatement)
    ];
    let rate = (any::<u32>(), proptest::sample::select(Per::ALL.to_vec()));
    let keys = proptest::sample::select(vec![
        KeySource::Written,
        KeySource::Each,
        KeySource::Random,
        KeySource::Hot,
    ]);
    (
        any::<String>(),
        operation,
        any::<String>(),
        any::<Option<u64>>(),
        any::<Option<u64>>(),
        any::<Option<u64>>(),
        proptest::option::of(rate),
        proptest::collection::vec(0..=10_000_u32, 0..25),
        keys,
    )
        .prop_map(
            |(name, operation, body, returns, budget, milliseconds, rate, daily, keys)| Pattern {
                name,
                operation,
                body,
                returns,
                budget: budget.map(Units::halves),
                milliseconds,
                rate: rate.map(|(calls, (per, _))| Rate { calls, per }),
                daily,
                keys,
            },
        )
}

/// A Query of any customer, in a form that a command keeps.
fn any_query() -> impl Strategy<Value = Pattern> {
    ("[a-z].{0,20}", any::<String>(), any::<bool>()).prop_map(|(name, customer, forward)| {
        let customer = hashrange_wire::JsonTree::from(customer.as_str()).to_json();
        let body = format!(
            r#"{{"TableName":"Orders","KeyConditionExpression":"Customer = :c","ExpressionAttributeValues":{{":c":{{"S":{customer}}}}},"ScanIndexForward":{forward}}}"#
        );
        Pattern {
            name,
            ..pattern(Operation::Query, &body)
        }
    })
}

proptest! {
    #[test]
    fn our_json_keeps_every_member(patterns in prop::collection::vec(any_pattern(), 1..5)) {
        let (text, left_out) = written(PatternsFormat::Json, &patterns);
        prop_assert!(left_out.is_empty());
        prop_assert_eq!(read_patterns(&text), Ok(PatternsRead { patterns, left_out }));
    }

    #[test]
    fn requests_and_names_come_back_from_the_mcp_server(patterns in prop::collection::vec(any_query(), 1..5)) {
        let (text, left_out) = written(PatternsFormat::McpServer, &patterns);
        prop_assert!(left_out.is_empty(), "{:?}", left_out);
        let read = read_patterns(&text).expect("the file");
        prop_assert_eq!(read.left_out, Vec::<String>::new());
        let bodies = |patterns: &[Pattern]| -> Vec<_> {
            patterns.iter().map(|it| (it.name.clone(), it.operation, hashrange_wire::JsonTree::parse(&it.body).map(|it| it.to_json()))).collect()
        };
        prop_assert_eq!(bodies(&read.patterns), bodies(&patterns));
    }

    #[test]
    fn any_text_is_patterns_or_a_sentence(text in ".{0,80}") {
        match read_patterns(&text) {
            Ok(read) => prop_assert!(!read.patterns.is_empty()),
            Err(words) => prop_assert!(words.ends_with('.')),
        }
    }
}

#[test]
fn a_pattern_comes_back_as_the_facet_of_its_items() {
    let query = Pattern {
        name: "Orders of c1".to_owned(),
        returns: Some(2),
        ..of_customer()
    };
    let get = Pattern {
        name: "One order".to_owned(),
        ..pattern(
            Operation::GetItem,
            r#"{"TableName":"Orders","Key":{"Customer":{"S":"c1"},"Order":{"S":"o2"}}}"#,
        )
    };
    let put = pattern(
        Operation::PutItem,
        r#"{"TableName":"Orders","Item":{"Customer":{"S":"c1"},"Order":{"S":"o3"}}}"#,
    );
    let bare = Pattern {
        name: "Notes".to_owned(),
        ..pattern(
            Operation::Scan,
            r#"{"TableName":"Orders","ProjectionExpression":"Note"}"#,
        )
    };
    let (text, left_out) = written(PatternsFormat::Workbench, &[query, get, put, bare]);
    let expected = [
        "numbers of items of 1 pattern",
        "“A question” (a facet is a GetItem, a Query or a Scan)",
        "“Notes” (its projection has no primary key)",
    ];
    assert_eq!(left_out, expected);
    let read = read_patterns(&text).expect("a model");
    let board = Board::of(&shop());
    let runs: Vec<_> = read
        .patterns
        .iter()
        .map(|it| (it.name.as_str(), it.operation, board.run(it)))
        .collect();
    let [(first, Operation::Query, all), (second, Operation::Query, one)] = runs.as_slice() else {
        panic!("{runs:?}")
    };
    assert_eq!([*first, *second], ["Orders of c1", "One order"]);
    assert!(all.passes() && one.passes(), "{all:?} {one:?}");
    assert_eq!([all.returned, one.returned], [2, 1]);
}

#[test]
fn a_test_list_names_what_it_cannot_send() {
    let wrong = Pattern {
        name: "Broken".to_owned(),
        ..pattern(Operation::GetItem, "{")
    };
    for format in [PatternsFormat::Rust, PatternsFormat::JavaScript, PatternsFormat::Python] {
        let (text, left_out) = written(format, &[wrong.clone(), of_customer()]);
        assert!(text.contains("Cannot be written: \"Broken\""));
        assert!(text.contains("Customer = :c"));
        assert_eq!(left_out, ["“Broken” (Line 0: the request must be an object.)"]);
    }
}

#[test]
fn the_mcp_server_gets_a_reason_instead_of_a_broken_request() {
    let patterns = [
        Pattern {
            name: "Broken".to_owned(),
            budget: Some(Units::halves(1)),
            ..pattern(Operation::GetItem, "{")
        },
        of_customer(),
    ];
    let (text, left_out) = written(PatternsFormat::McpServer, &patterns);
    assert_eq!(left_out.len(), 2, "{left_out:?}");
    assert_eq!(left_out.first().map(String::as_str), Some("budgets of 1 pattern"));
    let read = read_patterns(&text).expect("a model");
    assert_eq!(read.patterns.len(), 1);
    let [words] = read.left_out.as_slice() else { panic!() };
    assert!(words.starts_with("“Broken” (it has no request: "), "{words}");
}

#[test]
fn what_is_not_read_is_named() {
    let own = |version: &str, pattern: &str| {
        format!(r#"{{"format":"hashrange-patterns","version":{version},"patterns":[{pattern}]}}"#)
    };
    let good = r#"{"name":"a","operation":"Scan","body":"{}","returns":null,"budget":null,"rate":{"calls":1,"per":"Day","peak":2},"keys":"Hot","weight":1}"#;
    let read = read_patterns(&own(
        "1",
        &format!(r#"{good},{{"name":"b","operation":"Fly","body":"{{}}"}},7"#),
    ))
    .expect("a file");
    assert_eq!(read.patterns.len(), 1);
    let expected = ["“a” (peak)", "“a” (weight)", "“b” (its operation cannot be read)"];
    assert_eq!(read.left_out.get(..3).unwrap_or_default(), expected);
    assert!(
        read.left_out
            .get(3)
            .is_some_and(|words| words.starts_with("“pattern 3” (")),
        "{:?}",
        read.left_out
    );
    for (text, words) in [
        (own("2", good), "Version 2 of hashrange-patterns is not known here. This page reads version 1."),
        (own("1", ""), "The file has no access pattern."),
        ("{".to_owned(), "The file is not JSON: line 1, "),
        ("\u{feff}{}".to_owned(), "The file has no access patterns. They are expected in hashrange-patterns, "),
        ("PK\u{3}\u{4}".to_owned(), "This is a ZIP archive"),
        (r#"{"tables":[],"access_patterns":[{"pattern":"7","reason":"a search"}]}"#.to_owned(), "No access pattern can be read: “7” (it has no request: a search)."),
        (r#"{"DataModel":[{"TableName":"abc","KeyAttributes":{"PartitionKey":{"AttributeName":"k","AttributeType":"S"}}}]}"#.to_owned(), "The model has no facet."),
    ] {
        let refused = read_patterns(&text).expect_err("a refusal");
        assert!(refused.starts_with(words), "{refused}");
    }
    let model = r#"{"tables":[],"items":{},"access_patterns":[{"pattern":"1","description":"All","table":"T","dynamodb_operation":"Scan","implementation":"aws dynamodb scan --table-name T --max-items 2","note":""},
      {"pattern":"2","description":"Two","implementation":"aws dynamodb scan --table-name T | jq"}]}"#;
    let read = read_patterns(model).expect("a model");
    assert_eq!(read.patterns.len(), 1);
    let expected = [
        "“All” (--max-items)",
        "“All” (note)",
        "“Two” (the command must be one command without variables; it has |)",
    ];
    assert_eq!(read.left_out, expected);
}
