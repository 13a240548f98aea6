//! Imports that make their table first.

use hashrange_protocol::{Command, JobEnd, JobKind, WorkspaceCommand};

use super::{Page, TABLE, count, import_of};
use crate::store::MemoryStore;

/// Imports notes into a table that is made for them, until it has ended.
fn into_new(page: &mut Page, notes: u32) -> JobEnd {
    let Command::Import(mut import) = import_of(notes) else { unreachable!("an import") };
    import.create = Some(TABLE.to_owned());
    page.send(Command::Import(import));
    page.pass(5_000);
    page.ended(JobKind::Import).expect("an end")
}

fn opened() -> Page {
    let mut page = Page::opened(&MemoryStore::new());
    page.send(Command::Workspace(WorkspaceCommand::New));
    page.pass(100);
    page
}

#[test]
fn a_table_is_made_before_items_are_written_into_it() {
    let mut page = opened();
    let end = into_new(&mut page, 300);
    assert_eq!((end.trouble, end.import.map(|done| done.written)), (None, Some(300)));
    assert_eq!(count(&mut page), "300");
}

#[test]
fn nothing_is_written_where_the_table_cannot_be_made() {
    let mut page = opened();
    page.request("CreateTable", TABLE).expect("a table");
    page.pass(1_000);
    let end = into_new(&mut page, 300);
    assert!(end.trouble.is_some_and(|words| words.starts_with("ResourceInUseException")));
    assert_eq!((end.import.map(|done| done.written), count(&mut page).as_str()), (Some(0), "0"));
}
