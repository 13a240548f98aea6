//! Workspaces and workspace files opened by a page with other rules: acknowledged data exists, and differences are
//! reported once.

use hashrange_endpoint::{SEMANTICS, change_rules};
use hashrange_protocol::{Command, News, WorkspaceCommand};

use super::checkpoints::reseal;
use super::{Page, TABLE, import_of, with_notes};
use crate::store::{Document, MemoryStore};

/// The notice when the workspace in front was opened.
fn notice(page: &Page) -> Option<String> {
    page.last(|news| {
        if let News::Opened { notice, .. } = news {
            Some(notice.clone())
        } else {
            None
        }
    })
    .flatten()
}

fn items(page: &mut Page) -> [String; 2] {
    let mut scan = |table: &str| {
        page.request("Scan", &format!(r#"{{"TableName":"{table}"}}"#))
            .expect("a scan")
    };
    [scan("Notes"), scan("OldNotes")]
}

/// A page with a workspace in which the other rules change the results of some requests.
fn written(store: &MemoryStore) -> Page {
    let mut page = Page::opened(store);
    with_notes(&mut page, 3);
    page.request("CreateTable", &TABLE.replace("Notes", "OldNotes"))
        .expect("a table");
    page.pass(2_000);
    for table in ["Notes", "OldNotes"] {
        let item = format!(r#"{{"TableName":"{table}","Item":{{"Id":{{"S":"odd"}},"Odd":{{"N":"1.50"}}}}}}"#);
        page.request("PutItem", &item).expect("a put");
        let update = format!(
            r#"{{"TableName":"{table}","Key":{{"Id":{{"S":"1"}}}},"UpdateExpression":"SET Note = :v",
                "ExpressionAttributeValues":{{":v":{{"S":"then"}}}}}}"#
        );
        page.request("UpdateItem", &update).expect("an update");
        page.request(
            "DeleteItem",
            &format!(r#"{{"TableName":"{table}","Key":{{"Id":{{"S":"2"}}}}}}"#),
        )
        .expect("gone");
    }
    page.pass(1_000);
    page
}

#[test]
fn a_workspace_of_other_rules_holds_what_was_acknowledged_and_reports_once() {
    let store = MemoryStore::new();
    let mut page = written(&store);
    let was = items(&mut page);
    assert!(was[1].contains("1.5") && was[1].contains("then"), "{was:?}");
    page.send(Command::Workspace(WorkspaceCommand::Save(page.front())));
    page.pass(1_000);
    let file = page.file().expect("a file");
    drop(page);

    change_rules(true);
    let mut opened = Page::opened(&store);
    let reported = notice(&opened).expect("it is reported");
    assert!(
        reported.contains("records from another version of the program have different results"),
        "{reported}"
    );
    assert!(
        reported.contains("UpdateItem: it was {") && reported.contains("it would be refused"),
        "{reported}"
    );
    assert_eq!(items(&mut opened), was);
    opened.pass(1_000);
    let mut again = Page::opened(&store);
    assert_eq!(
        (items(&mut again), notice(&again)),
        (was.clone(), None),
        "reported once"
    );

    let mut elsewhere = Page::opened(&MemoryStore::new());
    elsewhere.send(Command::Workspace(WorkspaceCommand::OpenFile {
        name: "of then.hashrange".to_owned(),
        bytes: file,
    }));
    elsewhere.pass(5_000);
    assert!(notice(&elsewhere).is_some_and(|reported| reported.contains("stay valid")));
    assert_eq!(items(&mut elsewhere), was);
    change_rules(false);
}

#[test]
fn a_damaged_checkpoint_does_not_hide_what_differs() {
    let store = MemoryStore::new();
    let mut page = written(&store);
    page.send(import_of(3_000));
    page.pass(30_000);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"last"}}}"#)
        .expect("a put");
    let id = page.front();
    page.send(Command::Hidden(true));
    page.pass(500);
    drop(page);
    // The seal states that a page with the other rules wrote it.
    reseal(&store, id, |text| {
        text.replace(&format!("rules {SEMANTICS}"), &format!("rules {}", SEMANTICS + 1))
    });
    Document::CHECKPOINTS
        .into_iter()
        .for_each(|document| store.damage_part(id, document));
    change_rules(true);
    let reported = notice(&Page::opened(&store)).expect("it is reported");
    change_rules(false);
    assert!(
        reported.contains("checkpoint") && reported.contains("from another version of the program"),
        "{reported}"
    );
}
