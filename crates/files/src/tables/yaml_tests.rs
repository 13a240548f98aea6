//! Templates and descriptions in YAML, and files of other forms by their names.

use proptest::prelude::*;

use super::*;
use crate::arbitrary_table::table;

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);

fn read(name: &str, text: &str) -> (Vec<TableDefinition>, Vec<String>) {
    let read = tables_in(TablesFormat::guess(name, text), text).unwrap();
    let left_out = read.left_out.iter().map(ToString::to_string);
    (read.tables, left_out.collect())
}

proptest! {
    /// JSON is YAML too, with the same values at the same lines.
    #[test]
    fn a_template_is_the_same_as_yaml(tables in proptest::collection::vec(table(), 1..3)) {
        let text = tables_out(TemplateFormat::CloudFormation, &tables).text;
        let tree = hashrange_wire::JsonTree::parse(&text).unwrap();
        prop_assert_eq!(crate::yaml::parse(&text).unwrap().tree, tree);
    }

    #[test]
    fn no_yaml_panics(text in r#"(Resources:|AWS::DynamoDB::Table|Type: |[a-c]: |- |  |\n|&a |\*a|!Ref |<<: |\[|\]|\{|\}|,|'|"|\||>|---|#|\t|\r|%|é|[0-9.:]){0,40}"#) {
        if let Err(faults) = tables_in(CLOUDFORMATION, &text) {
            let lines = text.matches(['\n', '\r']).count() + 1;
            prop_assert!(faults.iter().all(|fault| fault.line <= lines), "{:?}", faults);
        }
    }
}

const TEMPLATE: &str = "\u{feff}AWSTemplateFormatVersion: 2010-09-09
Transform: AWS::Serverless-2016-10-31
Parameters:
  Stage: {Type: String, Default: dev}
Conditions:
  IsProd: !Equals [!Ref Stage, prod]
Globals:
  SimpleTable: {SSESpecification: {SSEEnabled: true}}
Resources:
  Orders:
    Type: AWS::DynamoDB::Table
    DeletionPolicy: Retain
    Properties:
      TableName: !Sub '${Stage}-orders'
      BillingMode: !If [IsProd, PROVISIONED, PAY_PER_REQUEST]
      AttributeDefinitions: &attributes
        - AttributeName: id
          AttributeType: S
      KeySchema:
      - AttributeName: id
        KeyType: HASH
      TimeToLiveSpecification:
        Enabled: yes
        AttributeName: until
      ResourcePolicy:
        PolicyDocument:
          Version: 2012-10-17
          Statement:
          - {Effect: Allow, Principal: {AWS: '111122223333'}, Action: 'dynamodb:GetItem', Resource: '*'}
      Tags:
        - {Key: version, Value: 1.10}
      Nothing: here
  Visits:
    Type: AWS::DynamoDB::Table
    Properties:
      TableName: !ImportValue visits
      BillingMode: PAY_PER_REQUEST
      AttributeDefinitions: *attributes
      KeySchema: [{AttributeName: id, KeyType: HASH}]
  Simple: {Type: AWS::Serverless::SimpleTable}
---
Resources: {}
";

#[test]
fn a_template_in_yaml_is_read_with_its_short_forms() {
    let (tables, left_out) = read("template.yaml", TEMPLATE);
    let names: Vec<&str> = tables.iter().map(|table| table.create.table_name.as_str()).collect();
    assert_eq!(names, ["dev-orders", "Simple"], "{left_out:?}");
    let orders = &tables[0];
    assert_eq!(orders.time_to_live.as_deref(), Some("until"));
    let policy = orders.create.resource_policy.as_deref().unwrap_or_default();
    assert!(policy.starts_with("{\"Version\":\"2012-10-17\","), "{policy}");
    assert_eq!(
        left_out,
        [
            "line 41: the next document",
            "line 8: Globals.SimpleTable",
            "line 32: Resources.Orders.Properties.Nothing",
            "line 36: Resources.Visits.Properties.TableName (Fn::ImportValue visits has no known value; write the value instead)",
        ]
    );
}

#[test]
fn a_name_that_an_object_has_twice_is_named() {
    let text = "Resources:\n  T:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      TableName: first\n      TableName: second\n      \
                BillingMode: PAY_PER_REQUEST\n      AttributeDefinitions: [{AttributeName: k, AttributeType: S}]\n      \
                KeySchema: [{AttributeName: x, AttributeName: k, KeyType: HASH}]\n";
    let (tables, left_out) = read("a.yaml", text);
    assert_eq!(tables[0].create.table_name.as_str(), "second");
    let expected = [
        "line 5: Resources.T.Properties.TableName (the same name follows again)",
        "line 9: Resources.T.Properties.KeySchema.AttributeName (the same name follows again)",
    ];
    assert_eq!(left_out, expected);
}

#[test]
fn a_description_in_yaml_is_read() {
    let text = "Table:\n  TableName: abc\n  TableStatus: ACTIVE\n  BillingModeSummary:\n    BillingMode: PAY_PER_REQUEST\n  \
                AttributeDefinitions:\n  - AttributeName: k\n    AttributeType: S\n  KeySchema:\n  - AttributeName: k\n    KeyType: HASH\n";
    let (tables, left_out) = read("abc.yml", text);
    assert_eq!((tables[0].create.table_name.as_str(), left_out.len()), ("abc", 0));
}

#[test]
fn other_files_are_named_as_what_they_are() {
    for (text, words) in [
        (
            "openapi: 3.0.0\npaths: {}\n",
            "line 1: this is an OpenAPI description, which has no tables",
        ),
        (
            "{\"swagger\": \"2.0\"}",
            "line 1: this is an OpenAPI description, which has no tables",
        ),
        (
            "# k\napiVersion: v1\nkind: Pod\n",
            "line 2: this is a Kubernetes manifest, which has no tables",
        ),
        (
            "services:\n  db: {image: amazon/dynamodb-local}\n",
            "line 2: this is a Docker Compose file, which has no tables",
        ),
        (
            "service: orders\nresources:\n  Resources: {}\n",
            "line 1: this is a file of the Serverless Framework; run `serverless package` and open the template in .serverless",
        ),
        (
            "a: b: c\n",
            "line 1: this is not YAML at column 5: mapping values are not allowed in this context",
        ),
        (
            "hello\n",
            "line 1: the file has no table; tables are expected in Resources of type AWS::DynamoDB::Table",
        ),
    ] {
        let faults = tables_in(TablesFormat::guess("a.yaml", text), text).unwrap_err();
        assert_eq!(faults.iter().map(ToString::to_string).collect::<Vec<_>>(), [words]);
    }
}
