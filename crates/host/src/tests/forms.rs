//! The fingerprint of a page's checkpoint, compared with the constant by which a page recognizes its own checkpoints.

use hashrange_endpoint::forms_of_timeline;
use hashrange_protocol::{Command, JobKind, Target, WorkspaceId};

use super::{Page, import_of, puts, with_notes};
use crate::checkpoint::FORM;
use crate::core::Seen;
use crate::marks::Marks;
use crate::store::{Document, MemoryStore, Store};

/// A page with a workspace in which much happens: indexes, a stream, expiry, throttling, reads, refusals. It has enough
/// records for a checkpoint.
fn everything(store: &MemoryStore) -> Page {
    let mut page = Page::opened(store);
    with_notes(&mut page, 5);
    let busy = r#"{"TableName":"Busy","ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1},
        "AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},{"AttributeName":"g","AttributeType":"S"}],
        "KeySchema":[{"AttributeName":"Id","KeyType":"HASH"}],
        "StreamSpecification":{"StreamEnabled":true,"StreamViewType":"NEW_AND_OLD_IMAGES"},
        "GlobalSecondaryIndexes":[{"IndexName":"ByG","KeySchema":[{"AttributeName":"g","KeyType":"HASH"}],
            "Projection":{"ProjectionType":"ALL"},"ProvisionedThroughput":{"ReadCapacityUnits":1,"WriteCapacityUnits":1}}]}"#;
    let index = r#"{"TableName":"Notes","AttributeDefinitions":[{"AttributeName":"Id","AttributeType":"S"},
        {"AttributeName":"Text","AttributeType":"S"}],"GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByText",
        "KeySchema":[{"AttributeName":"Text","KeyType":"HASH"}],"Projection":{"ProjectionType":"KEYS_ONLY"}}}]}"#;
    let expiry = r#"{"TableName":"Busy","TimeToLiveSpecification":{"AttributeName":"Ends","Enabled":true}}"#;
    page.request("CreateTable", busy).expect("a table");
    page.pass(20_000);
    page.request("UpdateTable", index).expect("an index");
    page.request("UpdateTimeToLive", expiry).expect("a setting");
    for note in 0..400 {
        let item = format!(
            r#"{{"TableName":"Busy","Item":{{"Id":{{"S":"{note}"}},"g":{{"S":"{}"}},"Ends":{{"N":"9"}},"Text":{{"S":"{}"}}}}}}"#,
            note % 3,
            "x".repeat(2_000)
        );
        // Some of these requests are throttled.
        let _ = page.request("PutItem", &item);
    }
    page.request("Scan", r#"{"TableName":"Notes"}"#).expect("a scan");
    page.request("PutItem", r#"{"TableName":"Nowhere","Item":{"Id":{"S":"1"}}}"#)
        .expect_err("no such table");
    send_load(&mut page);
    page.send(import_of(3_000));
    page.pass(60_000);
    page
}

/// Sends a short load, because a checkpoint contains the results of loads.
fn send_load(page: &mut Page) {
    let plan = puts(Target::strings("Busy", "Id", None), 20, page.state().now, (2, 5));
    page.send(Command::Load {
        plan: Box::new(plan),
        seed: 1,
    });
    page.pass(5_000);
    assert!(page.ended(JobKind::Load).is_some(), "the load is over");
}

/// The checksum of the forms, and of a checkpoint's bytes, because the form of a type that `postcard` encodes does not
/// list its members.
fn sum(page: &mut Page, store: &MemoryStore, id: WorkspaceId) -> u32 {
    let mut hasher = crc32fast::Hasher::new();
    hasher.update(forms_of_timeline::<Seen, Marks>().as_bytes());
    let mut parts = 0;
    loop {
        parts += 1;
        let store = store.another_tab();
        let part = page
            .pool
            .run_until(async move { store.part(id, Document::Checkpoint, parts).await.expect("no failure") });
        let Some(part) = part else { break };
        hasher.update(&part);
    }
    assert!(parts > 1, "there is a checkpoint");
    hasher.finalize()
}

#[test]
fn a_checkpoint_comes_to_what_the_page_knows_its_own_by() {
    let store = MemoryStore::new();
    let mut page = everything(&store);
    let id = page.front();
    let found = sum(&mut page, &store, id);
    assert_eq!(
        format!("{found:#010x}"),
        format!("{FORM:#010x}"),
        "a checkpoint of a page comes to something else than before. If a rule has changed, raise `SEMANTICS` in endpoint. \
         Then write the first number into `FORM` in host/src/checkpoint.rs"
    );
}
