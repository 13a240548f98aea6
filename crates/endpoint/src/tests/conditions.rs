//! What is foreseen of the conditions of writes.

use hashrange_engine::Foreseen;

use super::bounded::{ask, dear, foreseen_of, put};
use super::*;

/// The requests that write items `a` and `b` under the condition of the Scan. It holds for `b` only.
fn dear_writes(scan: &str) -> Vec<(&'static str, Value)> {
    let scan: Value = serde_json::from_str(scan).expect("JSON");
    let condition = json!({
        "TableName": "Thread",
        "ConditionExpression": scan["FilterExpression"],
        "ExpressionAttributeNames": scan["ExpressionAttributeNames"],
        "ExpressionAttributeValues": scan["ExpressionAttributeValues"],
    });
    let with = |more: Value| {
        let mut body = condition.clone();
        let members = body.as_object_mut().expect("an object");
        members.extend(more.as_object().expect("an object").clone());
        body
    };
    let key = |subject: &str| json!({"ForumName": {"S": "S3"}, "Subject": {"S": subject}});
    let put = |subject: &str| with(json!({"Item": key(subject)}));
    let check = |subject: &str| with(json!({"Key": key(subject)}));
    let both = json!({"TransactItems": [{"ConditionCheck": check("a")}, {"Put": put("b")}]});
    let terms: Vec<String> = (0..100)
        .map(|term| format!("contains(\"Text\", 'and y{term}')"))
        .collect();
    let statement = |verb: &str, subject: &str| {
        let place = format!("ForumName = 'S3' AND Subject = '{subject}'");
        json!({"Statement": format!("{verb} WHERE {place} AND ({})", terms.join(" OR "))})
    };
    let (delete, update) = ("DELETE FROM Thread", "UPDATE Thread SET Tag = 'u'");
    let statements = json!([statement(update, "a"), statement(delete, "b")]);
    vec![
        ("PutItem", put("a")),
        ("PutItem", put("b")),
        ("UpdateItem", check("b")),
        ("DeleteItem", check("a")),
        ("TransactWriteItems", both),
        ("TransactWriteItems", json!({"TransactItems": [{"Delete": check("b")}]})),
        ("ExecuteStatement", statement(update, "b")),
        ("ExecuteStatement", statement(delete, "a")),
        ("BatchExecuteStatement", json!({"Statements": statements})),
        ("ExecuteTransaction", json!({"TransactStatements": statements})),
    ]
}

#[test]
fn what_is_foreseen_of_conditions_changes_no_response() {
    let (engine, body) = dear();
    for (operation, body) in dear_writes(&body) {
        let body = body.to_string();
        let known = foreseen_of(&engine, operation, &body).expect("a dear condition");
        let (mut plain, mut foreseeing) = (engine.clone(), engine.clone());
        let expected = ask(&mut plain, operation, &body, &Foreseen::default());
        assert!(!expected.contains("ValidationException"), "{operation}: {expected}");
        assert_eq!(ask(&mut foreseeing, operation, &body, &known), expected, "{operation}");
        assert_eq!(foreseeing.state_hash(), plain.state_hash(), "{operation}");
    }
}

#[test]
fn a_condition_is_evaluated_again_if_its_item_changed_meanwhile() {
    let (engine, body) = dear();
    for (operation, body) in dear_writes(&body) {
        let body = body.to_string();
        let known = foreseen_of(&engine, operation, &body).expect("a dear condition");
        let mut changed = engine.clone();
        put(&mut changed, "a", "and y7");
        put(&mut changed, "b", "no more");
        let expected = ask(&mut changed.clone(), operation, &body, &Foreseen::default());
        assert_eq!(ask(&mut changed, operation, &body, &known), expected, "{operation}");
    }
}

#[test]
fn two_conditions_on_one_shared_item_have_two_verdicts() {
    let (mut engine, body) = dear();
    let (_, made) = send(
        &mut engine,
        "CreateBackup",
        &json!({"TableName": "Thread", "BackupName": "all"}),
    );
    let restore = json!({"TargetTableName": "Again", "BackupArn": made["BackupDetails"]["BackupArn"]});
    send(&mut engine, "RestoreTableFromBackup", &restore);
    let (_, check) = dear_writes(&body).swap_remove(2);
    let mut other = check.clone();
    other["TableName"] = json!("Again");
    let condition = check["ConditionExpression"].as_str().unwrap_or_default();
    other["ConditionExpression"] = json!(format!("NOT ({condition})"));
    let body = json!({"TransactItems": [{"ConditionCheck": check}, {"ConditionCheck": other}]}).to_string();
    let known = foreseen_of(&engine, "TransactWriteItems", &body).expect("dear conditions");
    let answer = ask(&mut engine, "TransactWriteItems", &body, &known);
    assert!(answer.contains("[None, ConditionalCheckFailed]"), "{answer}");
}
