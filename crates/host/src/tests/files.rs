//! Files of tables: facets that become views and facets again, and the report of a partly created model. Also the
//! settings that a description of a table omits.

use hashrange_files::{TableDefinition, TablesFormat, TemplateFormat, tables_in};
use hashrange_protocol::call::{Call, CallResult, TablesOut};
use hashrange_protocol::{Command, LessonFile, SavedView, WorkspaceCommand};

use super::Page;
use crate::store::MemoryStore;

const MODEL: &str = r##"{
  "ModelName": "Cards", "ModelMetadata": {"Author": "", "Version": "3.0"},
  "DataModel": [{
    "TableName": "Cards",
    "KeyAttributes": {
      "PartitionKey": {"AttributeName": "PK", "AttributeType": "S"},
      "SortKey": {"AttributeName": "SK", "AttributeType": "S"}
    },
    "NonKeyAttributes": [{"AttributeName": "Name", "AttributeType": "S"}],
    "TableFacets": [{
      "FacetName": "Cards of an account",
      "KeyAttributeAlias": {"PartitionKeyAlias": "Account", "SortKeyAlias": "Card"},
      "TableData": [
        {"PK": {"S": "acc#1"}, "SK": {"S": "card#1"}, "Name": {"S": "Ann"}},
        {"PK": {"S": "acc#1"}, "SK": {"S": "card#2"}, "Name": {"S": "Bob"}}
      ],
      "NonKeyAttributes": ["Name"]
    }],
    "TableData": [{"PK": {"S": "acc#1"}, "SK": {"S": "info"}, "Name": {"S": "Bank"}}]
  }]
}"##;

fn opened() -> Page {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    page
}

/// The views of a model's tables.
fn views(page: &mut Page, text: &str) -> Vec<SavedView> {
    match page.call(&Call::FindTables {
        name: "a.json".to_owned(),
        text: text.to_owned(),
    }) {
        CallResult::Found { views, .. } => views,
        other => panic!("{other:?}"),
    }
}

fn make(text: &str) -> Call {
    Call::MakeTables {
        name: "a.json".to_owned(),
        text: text.to_owned(),
        tables: vec!["Cards".to_owned()],
    }
}

#[test]
fn facets_come_as_views_that_read_their_items_and_go_out_as_facets() {
    let mut page = opened();
    let found = views(&mut page, MODEL);
    assert_eq!(
        page.call(&make(MODEL)),
        CallResult::Words("1 table created, 3 items written.".to_owned())
    );
    let [view] = found.as_slice() else {
        panic!("one view: {found:?}")
    };
    assert_eq!(
        (view.table.as_str(), view.name.as_str(), view.is_query),
        ("Cards", "Cards of an account", true)
    );
    let answer = page.request("Query", &view.read).expect("an answer");
    assert!(answer.contains(r#""Count":2"#), "{answer}");

    let file = Call::TablesFile {
        tables: Vec::new(),
        form: TablesOut::Workbench,
        views: found.clone(),
    };
    let CallResult::File { bytes, .. } = page.call(&file) else {
        panic!("a file")
    };
    let written = String::from_utf8(bytes).expect("a text");
    assert_eq!(views(&mut opened(), &written), found);
}

#[test]
fn a_model_that_cannot_be_made_whole_says_what_was_made() {
    let mut page = opened();
    let unfit = MODEL.replace(r#""SK": {"S": "card#2"}"#, r#""SK": {"N": "2"}"#);
    let CallResult::Refused(words) = page.call(&make(&unfit)) else {
        panic!("refused")
    };
    assert!(words.starts_with("ValidationException: "), "{words}");
    assert!(
        words.ends_with(" Before that: 1 table created, 2 items written."),
        "{words}"
    );
}

#[test]
fn items_of_a_terraform_file_are_put_into_their_table() {
    let file = r#"
resource "aws_dynamodb_table" "t" {
  name         = "Cards"
  billing_mode = "PAY_PER_REQUEST"
  hash_key     = "Id"
  attribute {
    name = "Id"
    type = "S"
  }
}
resource "aws_dynamodb_table_item" "i" {
  table_name = aws_dynamodb_table.t.name
  item       = jsonencode({ Id = { S = "a" } })
}
"#;
    let mut page = opened();
    let done = page.call_for(&make(file), 10_000);
    assert_eq!(done, CallResult::Words("1 table created, 1 item written.".to_owned()));
}

/// A template with the settings that a description of a table omits.
const TEMPLATE: &str = r#"{"Resources": {"Cards": {"Type": "AWS::DynamoDB::Table", "Properties": {
  "TableName": "Cards",
  "AttributeDefinitions": [{"AttributeName": "Id", "AttributeType": "S"}],
  "KeySchema": [{"AttributeName": "Id", "KeyType": "HASH"}],
  "BillingMode": "PAY_PER_REQUEST",
  "Tags": [{"Key": "Team", "Value": "cards"}, {"Key": "Stage", "Value": "test"}],
  "TimeToLiveSpecification": {"AttributeName": "Until", "Enabled": true},
  "PointInTimeRecoverySpecification": {"PointInTimeRecoveryEnabled": true, "RecoveryPeriodInDays": 7},
  "ContributorInsightsSpecification": {"Enabled": true, "Mode": "THROTTLED_KEYS"},
  "WarmThroughput": {"ReadUnitsPerSecond": 13000, "WriteUnitsPerSecond": 5000},
  "SSESpecification": {"SSEEnabled": true, "SSEType": "KMS"},
  "ResourcePolicy": {"PolicyDocument": {"Version": "2012-10-17", "Statement": [{"Effect": "Allow", "Principal": {"AWS": "arn:aws:iam::123456789012:root"}, "Action": "dynamodb:GetItem", "Resource": "*"}]}}
}}}}"#;
const CLOUDFORMATION: TablesFormat = TablesFormat::Template(TemplateFormat::CloudFormation);
const TERRAFORM: TablesFormat = TablesFormat::Template(TemplateFormat::Terraform);

/// A page with the table of the template.
fn with_template() -> Page {
    let mut page = opened();
    let done = page.call_for(&make(TEMPLATE), 10_000);
    assert_eq!(done, CallResult::Words("1 table created, 0 items written.".to_owned()));
    page
}

/// The text of a file of all tables, and what it leaves out.
fn written(page: &mut Page, form: TablesOut) -> (String, Vec<String>) {
    let file = Call::TablesFile {
        tables: Vec::new(),
        form,
        views: Vec::new(),
    };
    match page.call(&file) {
        CallResult::File { bytes, left_out, .. } => (String::from_utf8(bytes).expect("a text"), left_out),
        other => panic!("{other:?}"),
    }
}

/// The tables of a file. Each has its tags in the order of their keys.
fn read(format: TablesFormat, text: &str) -> Vec<TableDefinition> {
    let mut tables = tables_in(format, text).expect("tables").tables;
    for tags in tables.iter_mut().filter_map(|table| table.create.tags.as_mut()) {
        tags.sort_by(|one, other| one.key.cmp(&other.key));
    }
    tables
}

#[test]
fn a_template_comes_back_with_its_recovery_tags_and_policy() {
    let mut page = with_template();
    let before = read(CLOUDFORMATION, TEMPLATE);
    for (out, format) in [
        (TablesOut::CloudFormation, CLOUDFORMATION),
        (TablesOut::Terraform, TERRAFORM),
    ] {
        let (text, left_out) = written(&mut page, out);
        assert_eq!(read(format, &text), before, "{text}");
        assert_eq!(left_out, [""; 0]);
    }
}

#[test]
fn settings_that_a_file_of_tables_cannot_express_are_reported() {
    let mut page = with_template();
    let all = [
        "Cards.Tags",
        "Cards.ResourcePolicy",
        "Cards.TimeToLiveSpecification",
        "Cards.PointInTimeRecoverySpecification",
        "Cards.ContributorInsightsSpecification",
    ];
    assert_eq!(written(&mut page, TablesOut::DescribeTable).1, all);
    let left_out = written(&mut page, TablesOut::Workbench).1;
    assert!(
        all.iter().all(|path| left_out.iter().any(|other| other == path)),
        "{left_out:?}"
    );
}

#[test]
fn settings_that_are_off_again_are_not_in_a_file() {
    let mut page = with_template();
    let recovery = r#"{"TableName":"Cards","PointInTimeRecoverySpecification":{"PointInTimeRecoveryEnabled":false}}"#;
    page.request("UpdateContinuousBackups", recovery).expect("an update");
    let arn = arn_of(&mut page);
    page.request(
        "UntagResource",
        &format!(r#"{{"ResourceArn":"{arn}","TagKeys":["Team","Stage"]}}"#),
    )
    .expect("an update");
    page.pass(10_000);
    page.request("DeleteResourcePolicy", &format!(r#"{{"ResourceArn":"{arn}"}}"#))
        .expect("a deletion");
    page.pass(10_000);
    let (text, left_out) = written(&mut page, TablesOut::CloudFormation);
    let table = read(CLOUDFORMATION, &text).pop().expect("a table");
    assert!(!table.point_in_time_recovery, "{text}");
    assert_eq!((table.create.tags, table.create.resource_policy), (None, None));
    assert_eq!(left_out, [""; 0]);
}

#[test]
fn an_assignment_begins_with_recovery_tags_and_policy() {
    let mut page = with_template();
    let CallResult::Words(text) = page.call(&Call::DraftAssignment) else {
        panic!("a text")
    };
    let text = super::assignments::written(text);
    let faults = page.call(&Call::CheckLesson { text: text.clone() });
    assert_eq!(faults, CallResult::Faults(Vec::new()), "{text}");

    let mut learner = Page::opened(&MemoryStore::new());
    learner.send(Command::Workspace(WorkspaceCommand::WithLesson(LessonFile {
        text: text.clone(),
        ..LessonFile::default()
    })));
    learner.pass(60_000);
    let arn = arn_of(&mut page);
    for (operation, body) in [
        ("ListTagsOfResource", format!(r#"{{"ResourceArn":"{arn}"}}"#)),
        ("DescribeTimeToLive", r#"{"TableName":"Cards"}"#.to_owned()),
    ] {
        let answer = page.request(operation, &body);
        assert!(answer.is_ok(), "{operation}");
        assert_eq!(learner.request(operation, &body), answer, "{operation}: {text}");
    }
    let policy = learner.request("GetResourcePolicy", &format!(r#"{{"ResourceArn":"{arn}"}}"#));
    assert!(policy.expect("a policy").contains("dynamodb:GetItem"));
    let backups = learner.request("DescribeContinuousBackups", r#"{"TableName":"Cards"}"#);
    let backups = backups.expect("backups");
    assert!(
        backups.contains(r#""PointInTimeRecoveryStatus":"ENABLED""#),
        "{backups}"
    );
}

/// The ARN of the template's table.
fn arn_of(page: &mut Page) -> String {
    let described = page.request("DescribeTable", r#"{"TableName":"Cards"}"#);
    let described: serde_json::Value = serde_json::from_str(&described.expect("a table")).expect("JSON");
    described["Table"]["TableArn"].as_str().expect("an ARN").to_owned()
}

#[test]
fn a_template_in_yaml_is_found_and_its_other_parts_are_named() {
    let mut page = opened();
    let text = "Resources:\n  Cards:\n    Type: AWS::DynamoDB::Table\n    Properties:\n      BillingMode: PAY_PER_REQUEST\n      \
                AttributeDefinitions: [{AttributeName: PK, AttributeType: S}]\n      \
                KeySchema: [{AttributeName: PK, KeyType: HASH}]\n      Nothing: 1\n";
    let (name, text) = ("template.yaml".to_owned(), text.to_owned());
    let find = Call::FindTables {
        name: name.clone(),
        text: text.clone(),
    };
    let CallResult::Found { tables, left_out, .. } = page.call(&find) else {
        panic!("a table")
    };
    assert_eq!((tables.len(), tables[0].name.as_str()), (1, "Cards"));
    assert_eq!(left_out, ["line 8: Resources.Cards.Properties.Nothing"]);
    let tables = vec!["Cards".to_owned()];
    let made = page.call(&Call::MakeTables { name, text, tables });
    assert_eq!(made, CallResult::Words("1 table created, 0 items written.".to_owned()));
}
