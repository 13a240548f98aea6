//! Round trips of tables in every format. Settings that a file cannot express are reported.

use proptest::prelude::*;

use super::*;
use crate::arbitrary_table::{described, table};
use crate::file_fault::{FileFault, FileReason, LeftOut};

fn template(tables: &[TableDefinition], format: TemplateFormat) -> TablesRead {
    let written = tables_out(format, tables);
    tables_in(TablesFormat::Template(format), &written.text)
        .unwrap_or_else(|faults| panic!("{faults:?}\n{}", written.text))
}

fn without_vectors(mut table: TableDefinition) -> TableDefinition {
    table.create.vector_indexes = None;
    table
}

proptest! {
    #[test]
    fn tables_survive_cloudformation(tables in proptest::collection::vec(table(), 1..3)) {
        let tables: Vec<TableDefinition> = tables.into_iter().map(without_vectors).collect();
        prop_assert_eq!(template(&tables, TemplateFormat::CloudFormation).tables, tables);
    }

    #[test]
    fn tables_survive_terraform(tables in proptest::collection::vec(table(), 1..3)) {
        let tables: Vec<TableDefinition> = tables.into_iter().map(without_vectors).collect();
        prop_assert_eq!(template(&tables, TemplateFormat::Terraform).tables, tables);
    }

    #[test]
    fn tables_survive_their_description(table in table()) {
        let described = described(&table);
        let read = tables_in(TablesFormat::DescribeTable, &describe_table_json(&described)).unwrap();
        prop_assert_eq!(read.tables, vec![TableDefinition::of(&described, Vec::new(), None, None, None)]);
    }

    #[test]
    fn no_text_panics(text in r#"(resource "aws_dynamodb_table" "a" |\{|\}|\[|\]|"|=|name|\$\{|\n|var\.a|[0-9]|-){0,30}"#) {
        for format in [TablesFormat::DescribeTable, TablesFormat::Template(TemplateFormat::CloudFormation), TablesFormat::Template(TemplateFormat::Terraform)] {
            let _ = tables_in(format, &text);
        }
    }
}

fn faults(format: TablesFormat, text: &str) -> Vec<String> {
    tables_in(format, text)
        .unwrap_err()
        .iter()
        .map(ToString::to_string)
        .collect()
}

const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);
const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);

/// A typical template: a name from a parameter, numbers as strings, and parts that belong to other services.
const TEMPLATE: &str = r#"{
  "Parameters": {"Stage": {"Type": "String", "Default": "test"}, "Units": {"Type": "Number", "Default": 5}},
  "Resources": {
    "Role": {"Type": "AWS::IAM::Role", "Properties": {"RoleName": {"Ref": "Nobody"}}},
    "Music": {
      "Type": "AWS::DynamoDB::Table",
      "Properties": {
        "TableName": {"Fn::Sub": "Music-${Stage}"},
        "AttributeDefinitions": [{"AttributeName": "Artist", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "Artist", "KeyType": "HASH"}],
        "ProvisionedThroughput": {"ReadCapacityUnits": {"Ref": "Units"}, "WriteCapacityUnits": "6"},
        "KinesisStreamSpecification": {"StreamArn": {"Ref": "Nobody"}},
        "StreamSpecification": {"StreamViewType": "NEW_IMAGE"},
        "TimeToLiveSpecification": {"AttributeName": "Until", "Enabled": "true"},
        "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true}
      }
    }
  }
}"#;

#[test]
fn a_template_of_people_is_read() {
    let read = tables_in(CLOUDFORMATION, TEMPLATE).unwrap();
    let [table] = read.tables.as_slice() else {
        panic!("{read:?}")
    };
    assert_eq!(table.create.table_name, "Music-test");
    let rates = table.create.provisioned_throughput.unwrap();
    assert_eq!((rates.read_capacity_units, rates.write_capacity_units), (5, 6));
    assert_eq!(table.time_to_live.as_deref(), Some("Until"));
    assert!(table.point_in_time_recovery && table.create.stream_specification.is_some());
    let left_out = [LeftOut::new(
        12,
        "Resources.Music.Properties.KinesisStreamSpecification",
    )];
    assert_eq!(read.left_out, left_out);
    assert_eq!(TablesFormat::guess("template.json", TEMPLATE), CLOUDFORMATION);
}

#[test]
fn what_a_template_does_not_say_has_its_place() {
    let text = TEMPLATE.replace("${Stage}", "${AWS::Region}");
    let expected = "line 8, Resources.Music.Properties.TableName: Fn::Sub Music-${AWS::Region} has no known value; write the value instead";
    assert_eq!(faults(CLOUDFORMATION, &text), [expected]);
    let text = TEMPLATE.replace("{\"Ref\": \"Units\"}", "{\"Fn::GetAtt\": [\"a\", \"b\"]}");
    let expected = "line 11, Resources.Music.Properties.ProvisionedThroughput.ReadCapacityUnits: Fn::GetAtt has no known value; write the value instead";
    assert_eq!(faults(CLOUDFORMATION, &text), [expected]);
    let words = faults(CLOUDFORMATION, &TEMPLATE.replace("\"HASH\"", "\"MAIN\""));
    assert!(
        words
            .iter()
            .all(|words| words.starts_with("line 5, Resources.Music.Properties: ")),
        "{words:?}"
    );
    assert_eq!(
        faults(CLOUDFORMATION, "Resources:\n  A:\n"),
        ["line 2, Resources.A: an object is expected here"]
    );
    assert_eq!(
        faults(CLOUDFORMATION, "{\"Resources\":\n{}"),
        ["line 2: the JSON ends too early"]
    );
    assert_eq!(
        faults(
            CLOUDFORMATION,
            "{\"Resources\":{\"A\":{\"Type\":\"AWS::DynamoDB::Other\"}}}"
        ),
        ["line 1, Resources.A: AWS::DynamoDB::Other is not supported here"]
    );
    assert_eq!(faults(CLOUDFORMATION, "{}").len(), 1);
}

const RESOURCE: &str = r#"
variable "stage" { default = "test" }
locals {
  name = var.stage # of the stage
}
resource "aws_dynamodb_table" "music" {
  name         = local.name
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "Artist"
  range_key    = "Song"
  read_capacity = 7

  attribute {
    name = "Artist"
    type = "S"
  }
  attribute {
    name = "Song"
    type = "S"
  }
  ttl {
    attribute_name = ""
    enabled        = false
  }
  global_secondary_index {
    name            = "BySong"
    hash_key        = "Song"
    projection_type = "ALL"
    on_demand_throughput { max_read_request_units = -1 }
  }
  replica { region_name = "eu-west-1" }
  tags = { Name = "music", "Cost center" = 7 }
  lifecycle { ignore_changes = [read_capacity] }
}
resource "aws_s3_bucket" "b" { bucket = var.nobody }
"#;

#[test]
fn a_terraform_file_of_people_is_read() {
    let read = tables_in(TERRAFORM, RESOURCE).unwrap();
    let [table] = read.tables.as_slice() else {
        panic!("{read:?}")
    };
    assert_eq!(table.create.table_name, "test");
    assert_eq!(
        (table.create.provisioned_throughput, &table.time_to_live),
        (None, &None)
    );
    let tags: Vec<&str> = table
        .create
        .tags
        .iter()
        .flatten()
        .map(|tag| tag.value.as_str())
        .collect();
    assert_eq!(tags, ["music", "7"]);
    let index = &table.create.global_secondary_indexes.as_ref().unwrap()[0];
    assert_eq!(index.on_demand_throughput, None, "-1 is no maximum");
    let left_out = [LeftOut::new(31, "aws_dynamodb_table.music.replica")];
    assert_eq!(read.left_out, left_out);
    assert_eq!(TablesFormat::guess("main.tf", RESOURCE), TERRAFORM);
}

#[test]
fn what_a_terraform_file_does_not_say_has_its_place() {
    let text = RESOURCE.replace("local.name", "\"music-${terraform.workspace}\"");
    let expected = "line 7, aws_dynamodb_table.music.name: \"music-${terraform.workspace}\" has no known value; write the value instead";
    assert_eq!(faults(TERRAFORM, &text), [expected]);
    let text = RESOURCE.replace("replica {", "dynamic \"attribute\" {");
    assert_eq!(
        faults(TERRAFORM, &text),
        ["line 31, aws_dynamodb_table.music.attribute: for_each is missing"]
    );
    let text = RESOURCE.replace("enabled        = false", "enabled        = true");
    assert_eq!(
        faults(TERRAFORM, &text),
        ["line 21, aws_dynamodb_table.music.ttl: the attribute of TTL, a name of 1 to 255 bytes, is missing"]
    );
    let text = RESOURCE.replace("var.stage", "local.name");
    assert_eq!(faults(TERRAFORM, &text).len(), 1);
    let fault = tables_in(TERRAFORM, "resource \"a\" {\n  b = \n}").unwrap_err();
    assert!(
        matches!(
            fault.as_slice(),
            [FileFault {
                line: 2,
                reason: FileReason::Hcl(_),
                ..
            }]
        ),
        "{fault:?}"
    );
    assert_eq!(faults(TERRAFORM, "a = 1\n").len(), 1);
}

#[test]
fn variables_that_stand_for_many_others_end() {
    let mut text = RESOURCE.replace("local.name", "local.v0");
    text.push_str("locals {\n");
    for number in 0..40 {
        text.push_str(&format!("  v{number} = [local.v{0}, local.v{0}]\n", number + 1));
    }
    text.push_str("}\n");
    assert_eq!(faults(TERRAFORM, &text).len(), 1);
}

#[test]
fn a_policy_goes_into_templates() {
    let text = TEMPLATE.replace("\"KinesisStreamSpecification\": {\"StreamArn\": {\"Ref\": \"Nobody\"}}", r#""ResourcePolicy": {"PolicyDocument": {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, "Action": "dynamodb:GetItem", "Resource": "*"}]}}"#);
    let tables = tables_in(CLOUDFORMATION, &text).unwrap().tables;
    assert!(tables.iter().all(|table| table.create.resource_policy.is_some()));
    for format in [TemplateFormat::CloudFormation, TemplateFormat::Terraform] {
        assert_eq!(template(&tables, format).tables, tables);
        assert_eq!(tables_out(format, &tables).left_out, []);
    }
}

#[test]
fn a_description_leaves_its_later_settings_out() {
    let table = |text: &str| tables_in(CLOUDFORMATION, text).unwrap().tables.pop().unwrap();
    let tagged = TEMPLATE.replace(
        "\"KinesisStreamSpecification\": {\"StreamArn\": {\"Ref\": \"Nobody\"}}",
        r#""Tags": [{"Key": "a", "Value": "b"}], "ResourcePolicy": {"PolicyDocument": {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, "Action": "dynamodb:GetItem", "Resource": "*"}]}}"#,
    );
    let paths = |table: &TableDefinition| -> Vec<String> {
        let left_out = table.not_described().into_iter();
        left_out.map(|left_out| left_out.path).collect()
    };
    assert_eq!(
        paths(&table(&tagged)),
        [
            "Music-test.Tags",
            "Music-test.ResourcePolicy",
            "Music-test.TimeToLiveSpecification",
            "Music-test.PointInTimeRecoverySpecification"
        ]
    );
    let described = TableDefinition {
        time_to_live: None,
        point_in_time_recovery: false,
        recovery_days: None,
        insights: Vec::new(),
        ..table(TEMPLATE)
    };
    assert_eq!(described.not_described(), []);
}

#[test]
fn a_request_and_a_list_of_descriptions_are_read() {
    let request = r#"{"TableName":"abc","KeySchema":[{"AttributeName":"a","KeyType":"HASH"}],"AttributeDefinitions":[{"AttributeName":"a","AttributeType":"N"}],"BillingMode":"PAY_PER_REQUEST","WarmThroughput":{"ReadUnitsPerSecond":13000}}"#;
    let read = tables_in(
        TablesFormat::DescribeTable,
        &format!("[{request},{{\"Table\":{request}}}]"),
    )
    .unwrap();
    assert_eq!(read.tables.len(), 2);
    assert!(read.tables.iter().all(|table| table.create.warm_throughput.is_some()));
    let refused = faults(TablesFormat::DescribeTable, &request.replace("\"abc\"", "\"a\""));
    assert!(
        refused.iter().all(|words| words.starts_with("line 1, a: ")),
        "{refused:?}"
    );
}

#[test]
fn a_short_file_does_not_stand_for_a_very_long_one() {
    let long = "x".repeat(100_000);
    let references = vec!["${Long}"; 1_000].concat();
    let template = format!(
        r#"{{"Parameters":{{"Long":{{"Default":"{long}"}}}},"Resources":{{"T":{{"Type":"AWS::DynamoDB::Table","Properties":{{"TableName":{{"Fn::Sub":"{references}"}}}}}}}}}}"#
    );
    assert!(tables_in(TablesFormat::Template(TemplateFormat::CloudFormation), &template).is_err());
    let references = vec!["local.long"; 1_000].join(", ");
    let terraform = format!(
        "locals {{\n  long = \"{long}\"\n}}\nresource \"aws_dynamodb_table\" \"t\" {{\n  name = [{references}]\n}}\n"
    );
    assert!(tables_in(TablesFormat::Template(TemplateFormat::Terraform), &terraform).is_err());
}
