//! Imports that create their table first, and imports of files that arrive in parts.

use hashrange_engine::Throttling;
use hashrange_journal::Entry;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::{ClockCommand, Command, Import, JobEnd, JobKind, News, Speed, WorkspaceCommand};
use hashrange_time::Duration;
use hashrange_wire::BulkOperationPerformanceTier;

use super::{Page, TABLE, count, import_of, with_notes};
use crate::store::{Appends, Document, MemoryStore, Store, StoreError};

/// Imports notes into a new table, until the job has ended.
fn into_new(page: &mut Page, notes: u32) -> JobEnd {
    let Command::Import(mut import) = import_of(notes) else {
        unreachable!("an import")
    };
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
    assert!(
        end.trouble
            .is_some_and(|words| words.starts_with("ResourceInUseException"))
    );
    assert_eq!(
        (end.import.map(|done| done.written), count(&mut page).as_str()),
        (Some(0), "0")
    );
}

/// Sends the parts of an import of this number of notes, each with this many bytes. Returns the import command, which
/// is not sent yet.
fn in_parts(page: &mut Page, notes: u32, length: usize) -> Box<Import> {
    in_parts_with(page, (notes, length), |_| ())
}

/// The same, with an action before each part.
fn in_parts_with(page: &mut Page, (notes, length): (u32, usize), before: impl Fn(u32)) -> Box<Import> {
    let Command::Import(mut import) = import_of(notes) else {
        unreachable!("an import")
    };
    let rest = import.bytes.split_off(length);
    for (number, part) in rest.chunks(length).enumerate() {
        let number = u32::try_from(number).expect("few parts");
        before(number);
        let done = page.call(&Call::ImportPart {
            name: import.name.clone(),
            number,
            bytes: part.to_vec(),
        });
        assert_eq!(done, CallResult::Words(String::new()));
        import.parts = number + 1;
    }
    import
}

#[test]
fn a_file_in_parts_is_imported_whole_and_leaves_nothing_behind() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    let import = in_parts(&mut page, 3_000, 1_000);
    assert!(import.parts > 50);
    let size = import.size;
    page.send(Command::Import(import));
    page.pass(30_000);
    let done = page.ended(JobKind::Import).and_then(|end| end.import).expect("an end");
    assert_eq!((done.written, done.failed, done.position), (3_000, 0, size));
    assert_eq!(count(&mut page), "3000");
    let id = page.front();
    let left = page
        .pool
        .run_until(async move { store.part(id, Document::Import, 2).await });
    assert_eq!(left, Ok(None));
}

#[test]
fn a_file_in_parts_goes_on_after_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    let import = in_parts(&mut page, 3_000, 1_000);
    page.send(Command::Import(import));
    // Every reading of the clock takes a millisecond, so that a slice has few rows.
    page.platform.look.set(1.0);
    page.pass(200);
    assert!(
        page.ended(JobKind::Import).is_none(),
        "the page goes before the file is read"
    );
    page.platform.look.set(0.0);
    drop(page);
    let mut again = Page::opened(&store);
    again.pass(60_000);
    assert_eq!(count(&mut again), "3000");
}

#[test]
fn a_part_that_cannot_be_stored_is_held_in_memory() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    let import = in_parts_with(&mut page, (300, 1_000), |number| {
        if number == 2 {
            store.fail_next_write(StoreError::Full);
        }
    });
    page.send(Command::Import(import));
    page.pass(30_000);
    assert_eq!(count(&mut page), "300");
    let reported = page.last(|news| {
        if let News::Noted(words) = news {
            Some(words.clone())
        } else {
            None
        }
    });
    let words = "A reload will not continue this import: the browser's storage is full.";
    assert_eq!(reported.as_deref(), Some(words));
}

#[test]
fn a_file_of_which_a_part_is_missing_writes_nothing() {
    let mut page = opened();
    page.request("CreateTable", TABLE).expect("a table");
    page.pass(1_000);
    let mut import = in_parts(&mut page, 300, 1_000);
    import.parts += 1;
    page.send(Command::Import(import));
    page.pass(5_000);
    let end = page.ended(JobKind::Import).expect("an end");
    assert_eq!(end.trouble.as_deref(), Some("The file is incomplete. Choose it again."));
    assert_eq!(count(&mut page), "0");
    let gap = page.call(&Call::ImportPart {
        name: String::new(),
        number: 7,
        bytes: Vec::new(),
    });
    assert_eq!(
        gap,
        CallResult::Refused("A part of the file is missing. Choose the file again.".to_owned())
    );
}

/// Imports this number of notes slowly, as a large file. The page has read 200 ms of it.
fn slowly(page: &mut Page, notes: u32) {
    page.send(import_of(notes));
    // Every reading of the clock takes a millisecond, so that a slice has few rows.
    page.platform.look.set(1.0);
    page.pass(200);
    assert!(page.ended(JobKind::Import).is_none(), "rows are left");
}

#[test]
fn an_import_ends_when_its_last_item_is_stored() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    slowly(&mut page, 1_000);
    store.set_appends(Appends::Pending);
    page.pass(60_000);
    assert!(page.ended(JobKind::Import).is_none(), "a write is not over");
    drop(page);
    store.set_appends(Appends::Done);
    let mut again = Page::opened(&store);
    again.pass(60_000);
    assert_eq!(count(&mut again), "1000");
    let done = again.ended(JobKind::Import).and_then(|end| end.import).expect("an end");
    assert_eq!((done.written, done.failed), (1_000, 0));
}

#[test]
fn an_import_whose_end_cannot_be_stored_continues_after_a_reload() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    slowly(&mut page, 1_000);
    store.set_appends(Appends::Refused);
    page.pass(60_000);
    assert!(page.ended(JobKind::Import).is_some());
    drop(page);
    store.set_appends(Appends::Done);
    let mut again = Page::opened(&store);
    again.pass(60_000);
    assert_eq!(count(&mut again), "1000");
}

#[test]
fn an_import_whose_end_is_stored_later_is_over() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    slowly(&mut page, 1_000);
    store.set_appends(Appends::Refused);
    page.pass(60_000);
    store.set_appends(Appends::Done);
    page.platform.look.set(0.0);
    page.request("DeleteItem", r#"{"TableName":"Notes","Key":{"Id":{"S":"n1"}}}"#)
        .expect("a deletion");
    page.pass(2_000);
    let mut again = Page::opened(&store);
    again.pass(60_000);
    assert_eq!(
        (count(&mut again).as_str(), again.ended(JobKind::Import)),
        ("999", None)
    );
}

/// The notice of the opened workspace.
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

/// A page that was closed during an import of 1,000 notes that did not fit into the store, and its number of notes.
fn without_its_file(store: &MemoryStore) -> (Page, String) {
    let mut page = Page::opened(store);
    with_notes(&mut page, 0);
    store.fail_next_write(StoreError::Full);
    slowly(&mut page, 1_000);
    page.send(Command::Hidden(true));
    page.platform.look.set(0.0);
    page.pool.run_until_stalled();
    drop(page);
    let mut again = Page::opened(store);
    again.pass(60_000);
    let written = count(&mut again);
    (again, written)
}

#[test]
fn an_import_without_its_file_says_what_is_missing_and_continues_with_the_file() {
    let store = MemoryStore::new();
    let (page, written) = without_its_file(&store);
    assert!(
        written
            .parse::<u32>()
            .is_ok_and(|written| (1..1_000).contains(&written)),
        "{written}"
    );
    let words = format!(
        "The import of notes.jsonl into Notes did not finish before the page was closed. {written} items were written; \
         the rest is missing, because the browser could not store the file. Import the same file into Notes again: the \
         import continues after the last item written."
    );
    assert_eq!(notice(&page), Some(words.clone()));
    let mut page = Page::opened(&store);
    assert_eq!(notice(&page), Some(words), "as long as nobody closes it");
    page.send(import_of(1_000));
    page.pass(30_000);
    let done = page.ended(JobKind::Import).and_then(|end| end.import).expect("an end");
    assert_eq!(
        (done.written, done.failed, done.replaced),
        (1_000, 0, 0),
        "no item is written twice"
    );
    assert_eq!(count(&mut page), "1000");
    assert_eq!(notice(&Page::opened(&store)), None);
}

#[test]
fn an_import_without_its_file_can_be_discarded() {
    let store = MemoryStore::new();
    let (mut page, written) = without_its_file(&store);
    page.send(Command::ForgetImport);
    page.pass(100);
    let mut again = Page::opened(&store);
    assert_eq!((notice(&again), count(&mut again)), (None, written));
}

#[test]
fn a_page_that_was_closed_while_it_read_a_file_says_so() {
    let store = MemoryStore::new();
    let mut page = Page::opened(&store);
    with_notes(&mut page, 0);
    let _ = in_parts(&mut page, 300, 1_000);
    drop(page);
    let words = "The page was closed before it had stored notes.jsonl for an import. Items of the file can be missing. \
                 Import the file again.";
    assert_eq!(notice(&Page::opened(&store)).as_deref(), Some(words));
    assert_eq!(notice(&Page::opened(&store)), None);
}

/// Puts this number of notes in bulk. Returns the page while the job is running.
fn in_bulk(table: &str, notes: u32, tier: BulkOperationPerformanceTier) -> Page {
    let mut page = opened();
    page.request("CreateTable", table).expect("a table");
    page.pass(5_000);
    let mut settings = page
        .host
        .within(page.front(), |workspace| workspace.core.settings().clone())
        .expect("it is open");
    settings.physics.throttling.mode = Throttling::Adaptive;
    page.send(Command::Change {
        settings: settings.text(),
    });
    let Command::Import(mut import) = import_of(notes) else {
        unreachable!("an import")
    };
    import.bulk = Some(tier);
    page.send(Command::Import(import));
    page
}

#[test]
fn a_bulk_put_is_as_fast_as_its_tier() {
    let mut page = in_bulk(TABLE, 3_000, BulkOperationPerformanceTier::Standard);
    page.pass(250);
    assert!(page.ended(JobKind::Import).is_none());
    let written: u32 = count(&mut page).parse().expect("a number");
    assert!((500..=1_500).contains(&written), "{written}");
    page.pass(1_000);
    let end = page.ended(JobKind::Import).expect("an end");
    assert_eq!((end.trouble, end.import.map(|done| done.written)), (None, Some(3_000)));
}

/// The virtual time between the first and the last item written.
fn time_of_writes(page: &Page) -> Duration {
    let times = page.host.within(page.front(), |workspace| {
        let puts = workspace
            .core
            .timeline()
            .steps()
            .filter(|record| matches!(&record.entry, Entry::Request { operation, .. } if operation == "PutItem"));
        puts.map(|record| record.at).collect::<Vec<_>>()
    });
    let times = times.expect("it is open");
    *times.last().expect("an item") - *times.first().expect("an item")
}

#[test]
fn a_bulk_put_is_as_fast_as_its_tier_at_every_speed_of_the_clock() {
    let provisioned = TABLE.replace(
        r#""BillingMode":"PAY_PER_REQUEST""#,
        r#""ProvisionedThroughput":{"ReadCapacityUnits":100,"WriteCapacityUnits":20000}"#,
    );
    for thousandths in [500, 1_000, 5_000, 100_000, 3_600_000] {
        let mut page = in_bulk(&provisioned, 8_001, BulkOperationPerformanceTier::Standard);
        let speed = Speed::from_per_mille(thousandths);
        page.send(Command::Clock(ClockCommand::Speed(speed)));
        page.pass(5_000);
        let end = page.ended(JobKind::Import).expect("an end");
        assert_eq!(end.import.map(|done| done.written), Some(8_001));
        assert_eq!(time_of_writes(&page), Duration::from_seconds(2), "at {thousandths}");
    }
}

#[test]
fn a_step_of_the_clock_writes_the_items_of_its_time() {
    let mut page = in_bulk(TABLE, 3_000, BulkOperationPerformanceTier::Standard);
    page.pass(1);
    page.send(Command::Clock(ClockCommand::Pause));
    page.pass(1_000);
    let before: u32 = count(&mut page).parse().expect("a number");
    assert!(before < 100, "{before}");
    page.send(Command::Clock(ClockCommand::Skip(Duration::from_millis(100))));
    page.pass(1_000);
    let after: u32 = count(&mut page).parse().expect("a number");
    assert_eq!(after - before, 400);
}

#[test]
fn a_throttled_item_of_a_bulk_put_is_written_later() {
    let provisioned = TABLE.replace(
        r#""BillingMode":"PAY_PER_REQUEST""#,
        r#""ProvisionedThroughput":{"ReadCapacityUnits":100,"WriteCapacityUnits":50}"#,
    );
    let mut page = in_bulk(&provisioned, 2_000, BulkOperationPerformanceTier::Accelerated);
    page.pass(5_000);
    assert!(page.ended(JobKind::Import).is_none(), "the table is the limit");
    page.pass(60_000);
    let end = page.ended(JobKind::Import).expect("an end");
    let done = end.import.expect("counts");
    assert_eq!((end.trouble, done.written, done.failed), (None, 2_000, 0));
}
