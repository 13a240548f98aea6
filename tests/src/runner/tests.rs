//! Specs that pass, and the message of one that fails.

use std::path::Path;

use super::*;
use crate::service::{InProcess, options};

fn run_text(text: &str) -> Result<(), String> {
    let spec = Spec::parse(text, Path::new("a.spec"), &|_| None).map_err(|error| error.to_string())?;
    run(&spec, &mut InProcess::new(options(&spec.physics).expect("a preset")))
}

const TABLE: &str = r#"# A table.
> CreateTable
{ "TableName": "Table", "BillingMode": "PAY_PER_REQUEST",
  "AttributeDefinitions": [{ "AttributeName": "pk", "AttributeType": "S" }],
  "KeySchema": [{ "AttributeName": "pk", "KeyType": "HASH" }] }
< ok
* n = 1..3
> PutItem
{ "TableName": "Table", "Item": { "pk": { "S": "${n}" } } }
< ok
"#;

#[test]
fn a_spec_that_holds() {
    let rest = r#"> Scan, every page
{ "TableName": "Table", "Limit": 1 }
< ok
{ "Count": 3, "Pages": { "$length": 4 }, "Items": { "$length": 3 } }
> GetItem
{ "TableName": "Table", "Key": "$last.Items[0]" }
< ok
> PutItem
{ "TableName": "Table", "Item": {} }
< ValidationException: One or more parameter values were…
"#;
    run_text(&format!("{TABLE}{rest}")).unwrap();
}

#[test]
fn a_spec_that_does_not() {
    let get = "> GetItem\n{ \"TableName\": \"Table\", \"Key\": { \"pk\": { \"S\": \"1\" } } }\n< ok\n{ \"Item\": { \"pk\": { \"S\": \"2\" } } }\n";
    let message = run_text(&format!("{TABLE}{get}")).unwrap_err();
    assert!(
        message.starts_with("a.spec:11: GetItem: answer.Item.pk.S: expected \"2\", got \"1\""),
        "{message}"
    );
    let put = "* n = 4..5\n> PutItem\n{ \"TableName\": \"Table\", \"Item\": { \"pk\": { \"N\": \"${n}\" } } }\n< ok\n";
    let message = run_text(&format!("{TABLE}{put}")).unwrap_err();
    assert!(message.starts_with("a.spec:12: (n = 4) PutItem: refused"), "{message}");
}
