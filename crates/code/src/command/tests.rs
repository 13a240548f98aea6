//! Commands that people write, and every command that this crate writes.

use hashrange_wire::JsonTree;
use proptest::prelude::*;

use super::{command, read_command};

fn read(command: &str) -> String {
    match read_command(command) {
        Ok(read) => format!("{} {} {}", read.operation, read.body.to_json(), read.left_out.join(" ")),
        Err(fault) => fault.to_string(),
    }
}

#[test]
fn commands_of_people_are_read() {
    for (command, expected) in [
        (
            "aws dynamodb query --table-name Orders --index-name ByDay \\\n  --key-condition-expression '#d = :d' \
             --expression-attribute-names '{\"#d\":\"Day\"}' --expression-attribute-values '{\":d\":{\"S\":\"1\"}}' \
             --no-scan-index-forward --limit 5 --region eu-west-1",
            r##"Query {"TableName":"Orders","IndexName":"ByDay","KeyConditionExpression":"#d = :d","ExpressionAttributeNames":{"#d":"Day"},"ExpressionAttributeValues":{":d":{"S":"1"}},"ScanIndexForward":false,"Limit":5} "##,
        ),
        (
            "aws dynamodb scan --table-name=A --expression-attribute-names '#a=x,#b=y' --attributes-to-get a b --consistent-read --max-items 5",
            r##"Scan {"TableName":"A","ExpressionAttributeNames":{"#a":"x","#b":"y"},"AttributesToGet":["a","b"],"ConsistentRead":true} --max-items"##,
        ),
        (
            r#"aws dynamodb get-item --cli-input-json "{\"TableName\":\"A\",\"Key\":{}}" --table-name B"#,
            r#"GetItem {"Key":{},"TableName":"B"} "#,
        ),
    ] {
        assert_eq!(read(command), expected);
    }
}

#[test]
fn a_refusal_says_what_is_wrong() {
    for (command, expected) in [
        (
            "aws s3 ls",
            "a command of aws dynamodb is expected instead of “aws s3 ls”",
        ),
        (
            "aws dynamodb fly --x",
            "a command of aws dynamodb is expected instead of “aws dynamodb fly”",
        ),
        ("", "a command of aws dynamodb is expected instead of “”"),
        (
            "aws dynamodb query --scan-index-forward false",
            "--scan-index-forward needs no value; --no-… is its opposite",
        ),
        (
            "aws dynamodb get-item --key file://key.json",
            "--key needs its value in the command; the file is not here",
        ),
        ("aws dynamodb get-item --key id={S=1}", "--key needs JSON"),
        ("aws dynamodb query --limit many", "--limit needs JSON"),
        ("aws dynamodb query --limit '\"1\"'", "--limit needs a number"),
        ("aws dynamodb get-item --key '[]'", "Line 1: Key must be an object."),
        (
            "aws dynamodb scan --table-name a && rm b",
            "the command must be one command without variables; it has &",
        ),
    ] {
        assert_eq!(read(command), expected, "{command}");
    }
}

#[test]
fn every_command_of_the_programs_is_read_again() {
    let requests = JsonTree::parse(include_str!("../../tests/requests.json")).unwrap();
    for pair in requests.elements() {
        let [operation, body] = pair.elements() else { panic!() };
        let operation = operation.text().unwrap();
        let read = read_command(&command(operation, body).unwrap()).unwrap();
        assert_eq!(
            (read.operation.as_str(), read.body.to_json()),
            (operation, body.to_json())
        );
        assert!(read.left_out.is_empty());
    }
}

proptest! {
    #[test]
    fn a_command_reads_as_its_request(
        table in any::<String>(),
        texts in prop::collection::vec("(file://)?[\"'\\\\$`{}!#~*?;&|<>() \0\r\n\ta-z🦀,=-]{0,20}", 3),
        truth in any::<bool>(),
        limit in any::<i32>(),
    ) {
        let [name, value, condition] = texts.as_slice() else { panic!() };
        let text = |text: &str| JsonTree::from(text).to_json();
        let body = format!(
            r##"{{"TableName":{},"FilterExpression":{},"ExpressionAttributeNames":{{"#a":{}}},"ExpressionAttributeValues":{{":a":{{"S":{}}}}},"ConsistentRead":{truth},"Limit":{limit}}}"##,
            text(&table), text(condition), text(name), text(value),
        );
        let body = JsonTree::parse(&body).unwrap();
        let command = command("Scan", &body).unwrap();
        let read = read_command(&command);
        prop_assert_eq!(read.map(|read| read.body.to_json()), Ok(body.to_json()), "{}", command);
    }
}
