//! Files of tables: facets that are read as views and written as facets, and the report of a partly created model.

use hashrange_protocol::Command;
use hashrange_protocol::SavedView;
use hashrange_protocol::WorkspaceCommand;
use hashrange_protocol::call::{Call, CallResult, TablesOut};

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
        CallResult::Words("1 table created, 3 items put.".to_owned())
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
    assert!(words.ends_with(" 1 table created, 2 items put before."), "{words}");
}
