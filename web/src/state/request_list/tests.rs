//! Bodies as lists and back, and what responses say about their rows.

use hashrange_time::Random;
use hashrange_wire::{JsonContent, JsonTree, Operation};

use super::*;

const ALL: [Operation; 4] = [
    Operation::BatchGetItem,
    Operation::BatchWriteItem,
    Operation::TransactGetItems,
    Operation::TransactWriteItems,
];

fn list(operation: Operation, body: &str) -> RequestList {
    RequestList::read(operation, body).expect("a list")
}

fn told(list: &RequestList, status: u16, answer: &str) -> Vec<Outcome> {
    outcomes(list, status, &JsonTree::parse(answer).expect("JSON"))
}

fn again(list: &RequestList, answer: &str) -> Option<String> {
    unprocessed(list, &JsonTree::parse(answer).expect("JSON"))
}

/// A document with its members in the order of their names.
fn sorted(tree: &JsonTree) -> JsonTree {
    match &tree.content {
        JsonContent::Object(members) => {
            let mut members: Members = members
                .iter()
                .map(|(name, value)| (name.clone(), sorted(value)))
                .collect();
            members.sort_by(|one, other| one.0.cmp(&other.0));
            object(members)
        }
        JsonContent::List(elements) => elements.iter().map(sorted).collect::<Vec<_>>().into(),
        content => content.clone().into(),
    }
}

fn normal(body: &str) -> String {
    sorted(&JsonTree::parse(body).expect("JSON")).to_json()
}

fn below(random: &mut Random, bound: usize) -> usize {
    usize::try_from(random.below(bound as u64)).expect("below a place")
}

/// A random value of a member: of its kind mostly, and something else rarely.
fn value(random: &mut Random, name: &str) -> String {
    if random.below(200) == 0 {
        return ["null", "1", "[]", "\"\"", "{}", "\"{}\""][below(random, 6)].to_owned();
    }
    match field_kind(name) {
        FieldKind::Values => format!(
            r#"{{"Id":{{"N":"{}"}},"é\n":{{"L":[{{"NULL":true}}]}}}}"#,
            random.below(9)
        ),
        FieldKind::Names => r##"{"#a":"Status"}"##.to_owned(),
        FieldKind::Words(["false", ..]) => (random.below(2) == 0).to_string(),
        FieldKind::Words(words) => format!("\"{}\"", words[below(random, words.len())]),
        FieldKind::Text => format!("\"a = :b \\\"{}\"", random.below(9)),
    }
}

/// Random members of these names, sometimes with one that is twice there or unknown.
fn members(random: &mut Random, names: &[&str]) -> Vec<String> {
    let mut members = Vec::new();
    for name in names {
        if random.below(3) > 0 {
            members.push(format!("\"{name}\":{}", value(random, name)));
        }
        if random.below(150) == 0 {
            members.push(format!("\"{name}\":{}", value(random, name)));
        }
    }
    if random.below(100) == 0 {
        members.push("\"Other\":1".to_owned());
    }
    let by = below(random, members.len().max(1));
    members.rotate_left(by);
    members
}

fn body(random: &mut Random, operation: Operation) -> String {
    let of_kind = |random: &mut Random, table: Option<u64>| {
        let kinds = kinds(operation);
        let kind = kinds[below(random, kinds.len())];
        let mut parts = members(random, of_row(operation, kind));
        if let Some(table) = table.filter(|_| random.below(200) > 0) {
            parts.push(format!("\"TableName\":\"T{table}\""));
        }
        (kind.word(), format!("{{{}}}", parts.join(",")))
    };
    let count = random.below(5);
    let rows = |random: &mut Random, table: Option<u64>| {
        let each = (0..count).map(|_| match (operation, of_kind(random, table)) {
            (Operation::BatchGetItem, _) => value(random, "Key"),
            (Operation::BatchWriteItem, (word, parts)) => format!("{{\"{word}Request\":{parts}}}"),
            (_, (word, parts)) => format!("{{\"{word}\":{parts}}}"),
        });
        format!("[{}]", each.collect::<Vec<_>>().join(","))
    };
    let requests = match operation {
        Operation::BatchGetItem | Operation::BatchWriteItem => {
            let tables: Vec<String> = (0..random.below(4))
                .map(|table| {
                    let rows = rows(random, None);
                    if operation == Operation::BatchWriteItem {
                        return format!("\"T{table}\":{rows}");
                    }
                    let mut parts = members(random, OF_TABLE);
                    parts.push(format!("\"Keys\":{rows}"));
                    format!("\"T{table}\":{{{}}}", parts.join(","))
                })
                .collect();
            format!("\"RequestItems\":{{{}}}", tables.join(","))
        }
        _ => {
            let table = random.below(3);
            format!("\"TransactItems\":{}", rows(random, Some(table)))
        }
    };
    let mut parts = members(random, of_request(operation));
    parts.push(requests);
    format!("{{{}}}", parts.join(","))
}

#[test]
fn a_body_that_the_list_shows_is_the_same_when_written_again() {
    let mut random = Random::new(36);
    let mut shown = 0;
    for round in 0..4_000 {
        let operation = ALL[round % 4];
        let body = body(&mut random, operation);
        if let Ok(list) = RequestList::read(operation, &body) {
            assert_eq!(normal(&list.body()), normal(&body), "{body}");
            assert!(RequestList::read(operation, &list.body()).is_ok_and(|again| list.has_requests_of(&again)));
            shown += 1;
        }
    }
    assert!((2_500..4_000).contains(&shown), "{shown} of 4000 are shown");
}

#[test]
fn what_the_list_does_not_show_is_named() {
    let cases = [
        (Operation::TransactWriteItems, "{}", "TransactItems"),
        (Operation::TransactWriteItems, r#"{"TransactItems":[],"Foo":1}"#, "Foo"),
        (
            Operation::TransactWriteItems,
            r#"{"TransactItems":[{"Put":{"Item":{}}}]}"#,
            "TableName",
        ),
        (
            Operation::TransactWriteItems,
            r#"{"TransactItems":[{"Put":{"TableName":"T","Expected":{}}}]}"#,
            "Expected",
        ),
        (Operation::TransactGetItems, r#"{"TransactItems":[{"Put":{}}]}"#, "Put"),
        (
            Operation::BatchGetItem,
            r#"{"RequestItems":{"T":{"Keys":[],"AttributesToGet":["a"]}}}"#,
            "AttributesToGet",
        ),
        (Operation::BatchWriteItem, r#"{"RequestItems":{"T":{}}}"#, "T"),
    ];
    for (operation, body, name) in cases {
        let words = RequestList::read(operation, body).expect_err(body);
        assert!(words.contains(&format!("“{name}”")), "{words}");
    }
    assert!(RequestList::read(Operation::BatchGetItem, "{").is_err_and(|words| words.contains("JSON")));
}

const WRITES: &str = r#"{"TransactItems":[
    {"Put":{"TableName":"A","Item":{"Id":{"S":"1"}},"ConditionExpression":"c"}},
    {"Update":{"TableName":"B","Key":{"Id":{"S":"2"}},"UpdateExpression":"SET a = :a"}},
    {"Delete":{"TableName":"A","Key":{"Id":{"S":"3"}}}}]}"#;

fn words(list: &RequestList) -> Vec<String> {
    let word = |row: &ListRow| format!("{} {}", row.kind.word(), row.table);
    list.rows.iter().map(word).collect()
}

#[test]
fn requests_are_added_moved_and_removed() {
    let mut writes = list(Operation::TransactWriteItems, WRITES);
    assert_eq!(writes.beside(2, true), None);
    let to = writes.beside(0, true).expect("a place");
    writes.rows.swap(0, to);
    writes.remove(2);
    writes.remove(9);
    assert_eq!(words(&writes), ["Update B", "Put A"]);
    assert_eq!(writes.turn_to_kind(0, RowKind::ConditionCheck), ["UpdateExpression"]);
    assert!(writes.turn_to_kind(1, RowKind::Delete).is_empty());
    let check = r#"{"ConditionCheck":{"TableName":"B","Key":{"Id":{"S":"2"}}}}"#;
    let delete = r#"{"Delete":{"TableName":"A","Key":{"Id":{"S":"1"}},"ConditionExpression":"c"}}"#;
    let wanted = format!(r#"{{"TransactItems":[{check},{delete}]}}"#);
    assert_eq!(normal(&writes.body()), normal(&wanted));
}

#[test]
fn requests_of_a_batch_are_grouped_by_table() {
    let body = r#"{"RequestItems":{"A":[{"PutRequest":{"Item":{"Id":{"S":"1"}}}},{"DeleteRequest":{"Key":{"Id":{"S":"2"}}}}],
        "B":[{"DeleteRequest":{"Key":{"Id":{"S":"3"}}}}]}}"#;
    let mut batch = list(Operation::BatchWriteItem, body);
    assert_eq!((batch.beside(0, true), batch.beside(1, true)), (Some(1), None));
    assert_eq!(batch.turn_to_table(0, "B"), 2);
    assert_eq!(words(&batch), ["Delete A", "Delete B", "Put B"]);
    batch.turn_to_table(0, "C");
    batch.remove(0);
    assert_eq!(words(&batch), ["Delete B", "Put B"]);
    assert_eq!(batch.tables.len(), 1);
    batch.add(ListRow {
        kind: RowKind::Put,
        table: "D".to_owned(),
        members: Vec::new(),
    });
    assert_eq!(
        words(&list(Operation::BatchWriteItem, &batch.body())),
        ["Delete B", "Put B", "Put D"]
    );
}

#[test]
fn what_applies_to_a_table_stays_with_its_last_request() {
    let body = r#"{"RequestItems":{"A":{"Keys":[{"Id":{"S":"1"}}],"ConsistentRead":true}}}"#;
    let mut batch = list(Operation::BatchGetItem, body);
    batch.turn_to_table(0, "B");
    assert_eq!(normal(&batch.body()), normal(&body.replace("\"A\"", "\"B\"")));
}

#[test]
fn plain_json_becomes_dynamodb_json() {
    let read = |text: &str| {
        let (tree, fault) = read_field("Key", text);
        (tree.expect("a value").to_json(), fault.is_some())
    };
    let typed = r#"{"Id":{"S":"1"}}"#;
    assert_eq!(read(typed), (typed.to_owned(), false));
    let plain = (r#"{"Id":{"S":"1"},"a":{"M":{"b":{"N":"2"}}}}"#.to_owned(), false);
    assert_eq!(read(r#"{"Id":"1","a":{"b":2}}"#), plain);
    // A value without its type is an error where others have theirs.
    let mixed = r#"{"Id":{"S":"1"},"a":2}"#;
    assert_eq!(read(mixed), (mixed.to_owned(), true));
    assert_eq!(read("[]"), (r#""[]""#.to_owned(), true));
    assert_eq!(read("{"), (r#""{""#.to_owned(), true));
    assert_eq!(read(""), ("{}".to_owned(), false));
    assert_eq!(read_field("ConditionExpression", ""), (None, None));
    assert_eq!(read_field("ReturnConsumedCapacity", "NONE"), (None, None));
    assert!(read_field("ExpressionAttributeNames", r##"{"#a":1}"##).1.is_some());
}

#[test]
fn each_request_of_a_canceled_transaction_has_its_reason() {
    let answer = r#"{"__type":"x#TransactionCanceledException","CancellationReasons":[{"Code":"None"},
        {"Code":"ConditionalCheckFailed","Message":"The conditional request failed","Item":{"Id":{"S":"2"}}},
        {"Code":"TransactionConflict","Message":"Transaction is ongoing for the item"}]}"#;
    let writes = list(Operation::TransactWriteItems, WRITES);
    let found = told(&writes, 400, answer);
    let code = |outcome: &Outcome| {
        outcome
            .is_bad
            .then(|| outcome.text.split(':').next().unwrap_or_default().to_owned())
    };
    let codes: Vec<Option<String>> = found.iter().map(code).collect();
    assert_eq!(
        codes,
        [
            None,
            Some("ConditionalCheckFailed".to_owned()),
            Some("TransactionConflict".to_owned())
        ]
    );
    assert!(found.get(1).is_some_and(|it| it.text.contains("\"2\"")));
    assert!(told(&writes, 400, r#"{"__type":"x#ValidationException"}"#).is_empty());
    assert_eq!(told(&writes, 200, "{}").len(), 3);
}

#[test]
fn each_read_has_its_item() {
    let gets = r#"{"TransactItems":[{"Get":{"TableName":"A","Key":{"Id":{"S":"1"}}}},{"Get":{"TableName":"A","Key":{"Id":{"S":"2"}}}}]}"#;
    let found = told(
        &list(Operation::TransactGetItems, gets),
        200,
        r#"{"Responses":[{"Item":{"Id":{"S":"1"}}},{}]}"#,
    );
    let words: Vec<&str> = found.iter().filter_map(|outcome| outcome.text.lines().next()).collect();
    assert_eq!(words, ["Item returned.", "No such item."]);
}

#[test]
fn keys_find_the_items_of_a_batch_in_any_order() {
    let body = r#"{"RequestItems":{"A":{"Keys":[{"Id":{"N":"1.0"}},{"Id":{"N":"2"}},{"Id":{"N":"3"}},{"Id":{"N":"4"}}]}},"ReturnConsumedCapacity":"TOTAL"}"#;
    let batch = list(Operation::BatchGetItem, body);
    let answer = r#"{"Responses":{"A":[{"Id":{"N":"2"},"a":{"S":"two"}},{"Id":{"N":"1"}}]},
        "UnprocessedKeys":{"A":{"Keys":[{"Id":{"N":"3"}}],"ConsistentRead":true}}}"#;
    let found = told(&batch, 200, answer);
    let words: Vec<&str> = found.iter().filter_map(|outcome| outcome.text.lines().next()).collect();
    let wanted = [
        "Item returned.",
        "Item returned.",
        "Unprocessed: DynamoDB did not process this request. Send it again.",
        "No such item.",
    ];
    assert_eq!(words, wanted);
    let body = again(&batch, answer).expect("a body");
    let wanted =
        r#"{"RequestItems":{"A":{"Keys":[{"Id":{"N":"3"}}],"ConsistentRead":true}},"ReturnConsumedCapacity":"TOTAL"}"#;
    assert_eq!(normal(&body), normal(wanted));
    assert_eq!(again(&batch, r#"{"UnprocessedKeys":{}}"#), None);
    let bare = told(&batch, 200, r#"{"Responses":{"A":[{"a":{"S":"two"}}]}}"#);
    assert!(bare.iter().all(|outcome| outcome.text.contains("lack the key")));
}

#[test]
fn writes_that_were_not_processed_are_found() {
    let body = r#"{"RequestItems":{"A":[{"PutRequest":{"Item":{"Id":{"N":"1"}}}},{"DeleteRequest":{"Key":{"Id":{"N":"2"}}}}]}}"#;
    let batch = list(Operation::BatchWriteItem, body);
    let answer = r#"{"UnprocessedItems":{"A":[{"DeleteRequest":{"Key":{"Id":{"N":"2"}}}}]}}"#;
    let failed: Vec<bool> = told(&batch, 200, answer).iter().map(|outcome| outcome.is_bad).collect();
    assert_eq!(failed, [false, true]);
    assert!(again(&batch, answer).is_some_and(|body| body.contains("DeleteRequest") && !body.contains("Put")));
}

#[test]
fn a_request_becomes_a_row_and_names_what_a_row_lacks() {
    let body = r#"{"TableName":"A","Item":{"Id":{"S":"1"}},"ConditionExpression":"c","ReturnValues":"ALL_OLD"}"#;
    let (row, left) = row_from(Operation::TransactWriteItems, Operation::PutItem, body).expect("a row");
    assert_eq!(
        (row.table.as_str(), row.members.len(), left),
        ("A", 2, vec!["ReturnValues".to_owned()])
    );
    let (_, left) = row_from(Operation::BatchWriteItem, Operation::PutItem, body).expect("a row");
    assert_eq!(left, ["ConditionExpression", "ReturnValues"]);
    let refused = |sent| row_from(Operation::BatchWriteItem, sent, body).expect_err("no row");
    assert_eq!(refused(Operation::UpdateItem), "BatchWriteItem has no UpdateItem");
    assert_eq!(refused(Operation::Query), "BatchWriteItem has no Query");
    assert!(row_from(Operation::BatchWriteItem, Operation::PutItem, "{}").is_err());
}
