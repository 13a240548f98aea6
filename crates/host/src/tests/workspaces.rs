//! Workspaces: created, opened, copied, deleted, saved to a file and opened again.

use hashrange_protocol::{Answer, Ask, Command, News, SaveState, WorkspaceCommand};

use super::{Page, count, with_notes};
use crate::store::MemoryStore;

#[test]
fn a_first_visit_begins_with_a_sample_in_a_workspace_that_is_kept() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    assert_eq!(page.tables(), ["Thread"]);
    assert_eq!(page.saved(), SaveState::Saved);
    let cards = page.cards();
    assert_eq!(cards.len(), 1);
    assert!(cards[0].bytes > 0 && cards[0].tables == ["Thread"], "{cards:?}");
    let mut again = Page::opened(&store);
    assert_eq!(
        (again.tables(), again.front()),
        (vec!["Thread".to_owned()], page.front())
    );
}

#[test]
fn workspaces_stay_apart_and_come_back_as_they_were() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    let first = page.front();
    with_notes(&mut page, 3);
    let second = page.front();
    assert_ne!(first, second);
    assert_eq!(page.tables(), ["Notes"]);
    page.send(Command::Workspace(WorkspaceCommand::Back));
    page.pass(500);
    assert_eq!((page.front(), page.tables()), (first, vec!["Thread".to_owned()]));
    page.send(Command::Workspace(WorkspaceCommand::Open(second)));
    page.pass(500);
    assert_eq!(count(&mut page), "3");
    let mut again = Page::opened(&store);
    assert_eq!(again.front(), second);
    assert_eq!(count(&mut again), "3");
}

#[test]
fn a_workspace_goes_to_a_file_and_comes_back_from_it() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 2);
    let id = page.front();
    page.send(Command::Keep {
        view: "{\"tab\":1}".to_owned(),
    });
    page.send(Command::Workspace(WorkspaceCommand::Save(id)));
    page.pass(100);
    let bytes = page.file().expect("a file");
    let mut other = Page::opened(&MemoryStore::new());
    other.send(Command::Workspace(WorkspaceCommand::OpenFile {
        name: "notes.hashrange".to_owned(),
        bytes: bytes.clone(),
    }));
    other.pass(500);
    assert_eq!(count(&mut other), "2");
    let view = other.last(|news| {
        if let News::Opened { view, .. } = news {
            Some(view.clone())
        } else {
            None
        }
    });
    assert_eq!(view.as_deref(), Some("{\"tab\":1}"));
    let cards = other.cards().len();
    let mut damaged = bytes;
    let middle = damaged.len() / 2;
    damaged[middle] ^= 1;
    other.send(Command::Workspace(WorkspaceCommand::OpenFile {
        name: "bad.hashrange".to_owned(),
        bytes: damaged,
    }));
    other.pass(100);
    assert!(
        other
            .refused()
            .is_some_and(|words| words.contains("Nothing was changed")),
        "{:?}",
        other.refused()
    );
    assert_eq!(other.cards().len(), cards);
}

#[test]
fn a_deleted_workspace_can_be_restored_and_a_copy_is_independent() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 1);
    let notes = page.front();
    page.send(Command::Workspace(WorkspaceCommand::Duplicate(notes)));
    page.pass(500);
    let copy = page.front();
    assert_ne!(copy, notes);
    page.request("PutItem", r#"{"TableName":"Notes","Item":{"Id":{"S":"new"}}}"#)
        .expect("a put");
    assert_eq!(count(&mut page), "2");
    page.send(Command::Workspace(WorkspaceCommand::Delete(copy)));
    page.pass(500);
    assert_ne!(page.front(), copy);
    page.send(Command::Workspace(WorkspaceCommand::Restore(copy)));
    page.send(Command::Workspace(WorkspaceCommand::Open(notes)));
    page.pass(500);
    assert_eq!(count(&mut page), "1");
    page.send(Command::Workspace(WorkspaceCommand::Open(copy)));
    page.pass(500);
    assert_eq!(count(&mut page), "2");
}

#[test]
fn reports_can_be_kept_as_json() {
    let mut page = Page::opened(&MemoryStore::new());
    for (number, body) in [
        r#"{"TableName":"Thread","ReturnConsumedCapacity":"INDEXES"}"#,
        r#"{"TableName":"Thread","IndexName":"LastPostIndex","Limit":2,"Select":"ALL_ATTRIBUTES"}"#,
    ]
    .into_iter()
    .enumerate()
    {
        let number = number as u64;
        let ask = Box::new(Ask::Request {
            operation: "Scan".to_owned(),
            body: body.to_owned(),
        });
        page.send(Command::Ask { number, ask });
        page.pass(20);
        let answer = page.last(|news| match news {
            News::Answer { number: of, answer } if *of == number => match &**answer {
                Answer::Request(Ok(answered)) => Some(answered.clone()),
                _ => None,
            },
            _ => None,
        });
        let report = answer.expect("an answer").report.expect("a report");
        let text = serde_json::to_string(&report).expect("a text");
        assert_eq!(
            serde_json::from_str::<hashrange_protocol::Report>(&text).ok(),
            Some(report)
        );
    }
}
