//! Connections to an endpoint: its tables and items in a mirror, requests that go there, and copies in both directions.

use hashrange_insight::reading::{AnyQuestion, ItemsQuestion, reading_of};
use hashrange_protocol::call::{Call, CallResult, CopyForm, EndpointForm, ItemsOut, RemoteFacts, TablesOut};
use hashrange_protocol::{Command, Items, JobKind, News};

use super::{Page, TABLE, count, import_of, with_notes};
use crate::store::MemoryStore;

fn endpoint() -> EndpointForm {
    EndpointForm {
        url: "http://127.0.0.1:8000".to_owned(),
        ..EndpointForm::default()
    }
}

/// A page, and a service on the network with this number of notes.
fn page_and_network(notes: u32) -> Page {
    let page = Page::opened(&MemoryStore::new());
    page.with_network();
    page.ask_network("CreateTable", TABLE);
    for note in 0..notes {
        page.ask_network("PutItem", &put(&format!("n{note:04}"), "0"));
    }
    page
}

fn put(id: &str, text: &str) -> String {
    format!(r#"{{"TableName":"Notes","Item":{{"Id":{{"S":"{id}"}},"Text":{{"N":"{text}"}}}}}}"#)
}

fn connect(page: &mut Page, writes: bool) -> RemoteFacts {
    facts(page.call(&Call::Connect {
        endpoint: endpoint(),
        writes,
    }))
}

fn facts(done: CallResult) -> RemoteFacts {
    if let CallResult::Remote(facts) = done {
        facts
    } else {
        panic!("{done:?}")
    }
}

fn items(page: &mut Page) -> Items {
    let number = u64::MAX - 1;
    let ask = ItemsQuestion {
        table: "Notes".into(),
        index: None,
        from: 0,
        count: 1_000,
        around: None,
    };
    page.send(Command::Follow {
        number,
        ask: Box::new(AnyQuestion::ItemsQuestion(ask)),
    });
    page.pass(600);
    page.send(Command::LetGo { number });
    let bytes = page.last(|news| match news {
        News::Reading { number: of, bytes, .. } if *of == number => Some(bytes.clone()),
        _ => None,
    });
    bytes.flatten().and_then(|bytes| reading_of(&bytes)).expect("items")
}

#[test]
fn tables_and_items_of_an_endpoint_are_shown_page_by_page() {
    let mut page = page_and_network(1_300);
    let known = connect(&mut page, false);
    assert_eq!(
        (known.endpoint.as_str(), known.is_aws, known.writes),
        ("http://127.0.0.1:8000", false, false)
    );
    assert!(page.front().is_remote());
    assert_eq!(page.tables(), ["Notes"]);
    assert_eq!(items(&mut page).total, 0);
    let more = Call::LoadMore {
        table: "Notes".to_owned(),
    };
    assert_eq!(facts(page.call(&more)).loaded, [("Notes".to_owned(), 1_000, false)]);
    assert_eq!(facts(page.call(&more)).loaded, [("Notes".to_owned(), 1_300, true)]);
    assert_eq!(items(&mut page).total, 1_300);
}

#[test]
fn requests_go_to_the_endpoint_and_writes_need_the_switch() {
    let mut page = page_and_network(3);
    connect(&mut page, false);
    page.call(&Call::LoadMore {
        table: "Notes".to_owned(),
    });
    assert_eq!(
        page.request("PutItem", &put("new", "1")),
        Err("WritesAreOff".to_owned())
    );
    assert_eq!(count(&mut page), "3");
    facts(page.call(&Call::AllowWrites(true)));
    page.request("PutItem", &put("new", "1")).expect("an answer");
    assert_eq!((count(&mut page).as_str(), items(&mut page).total), ("4", 4));
    let update = r##"{"TableName":"Notes","Key":{"Id":{"S":"new"}},"UpdateExpression":"ADD #t :one",
        "ExpressionAttributeNames":{"#t":"Text"},"ExpressionAttributeValues":{":one":{"N":"1"}}}"##;
    page.request("UpdateItem", update).expect("an answer");
    let shown = items(&mut page);
    assert!(
        shown.rows.iter().any(|row| format!("{:?}", row.item).contains('2')),
        "the mirror has what the endpoint has"
    );
    page.request("DeleteItem", r#"{"TableName":"Notes","Key":{"Id":{"S":"new"}}}"#)
        .expect("an answer");
    assert_eq!(items(&mut page).total, 3);
    assert_eq!(
        page.request("GetItem", r#"{"TableName":"Nothing","Key":{}}"#)
            .unwrap_err(),
        "ResourceNotFoundException"
    );
}

#[test]
fn tables_that_come_and_go_there_come_and_go_here() {
    let mut page = page_and_network(0);
    connect(&mut page, true);
    page.request("CreateTable", &TABLE.replace("Notes", "Other"))
        .expect("an answer");
    page.pass(3_000);
    assert_eq!(page.tables(), ["Notes", "Other"]);
    page.request("DeleteTable", r#"{"TableName":"Notes"}"#)
        .expect("an answer");
    page.pass(3_000);
    assert_eq!(page.tables(), ["Other"]);
}

#[test]
fn an_endpoint_that_does_not_answer_says_what_may_be_wrong() {
    let mut page = Page::opened(&MemoryStore::new());
    let front = page.front();
    let CallResult::Refused(words) = page.call(&Call::Connect {
        endpoint: endpoint(),
        writes: false,
    }) else {
        panic!()
    };
    assert!(
        words.contains("did not respond") && words.contains("hashrange-server relay"),
        "{words}"
    );
    assert_eq!(page.front(), front);
}

#[test]
fn a_workspace_is_copied_to_an_endpoint_and_back_without_loss() {
    let mut page = page_and_network(0);
    page.ask_network("DeleteTable", r#"{"TableName":"Notes"}"#);
    with_notes(&mut page, 60);
    let own = page.front();
    let form = |outward| CopyForm {
        endpoint: endpoint(),
        outward,
        ..CopyForm::default()
    };
    let copied = |done| {
        if let CallResult::Copied(tables) = done {
            tables
        } else {
            panic!("{done:?}")
        }
    };
    let out = copied(page.call_for(&Call::Copy(form(true)), 60_000));
    assert_eq!(
        out.iter()
            .map(|table| (table.name.as_str(), table.items))
            .collect::<Vec<_>>(),
        [("Notes", 60)]
    );
    let back = copied(page.call_for(&Call::Copy(form(false)), 60_000));
    assert_eq!(
        back.first().map(|table| &table.digest),
        out.first().map(|table| &table.digest)
    );
    assert_ne!(page.front(), own);
    assert_eq!(count(&mut page), "60");
}

#[test]
fn a_connection_refuses_what_its_mirror_does_not_hold() {
    let mut page = page_and_network(1_300);
    connect(&mut page, true);
    let refused = |page: &mut Page, call: &Call| match page.call_for(call, 60_000) {
        CallResult::Refused(words) => words,
        other => panic!("{other:?}"),
    };
    let items = Call::ItemsFile {
        table: "Notes".to_owned(),
        index: None,
        form: ItemsOut::Json,
    };
    let tables = Call::TablesFile {
        tables: Vec::new(),
        form: TablesOut::DescribeTable,
        views: Vec::new(),
    };
    let out = Call::Copy(CopyForm {
        endpoint: endpoint(),
        outward: true,
        ..CopyForm::default()
    });
    let more = Call::LoadMore {
        table: "Notes".to_owned(),
    };
    page.call(&more);
    assert_eq!(
        refused(&mut page, &items),
        "Only 1000 items of Notes are loaded. Load all items first, or copy the tables into a workspace."
    );
    for call in [&tables, &out, &Call::DraftAssignment] {
        assert_eq!(
            refused(&mut page, call),
            "A connection to an endpoint has no simulation. Copy its tables into a workspace first."
        );
    }
    page.call(&more);
    let CallResult::File { name, .. } = page.call_for(&items, 60_000) else {
        panic!("a file")
    };
    assert_eq!(name, "Notes.json");
}

#[test]
fn items_that_the_simulation_refuses_are_counted_and_not_exported_as_all() {
    let mut page = page_and_network(3);
    page.ask_network(
        "PutItem",
        r#"{"TableName":"Notes","Item":{"Id":{"S":"a"},"Of":{"S":"x"}}}"#,
    );
    page.ask_network(
        "PutItem",
        r#"{"TableName":"Notes","Item":{"Id":{"S":"b"},"Of":{"N":"1"}}}"#,
    );
    page.ask_network(
        "UpdateTable",
        r#"{"TableName":"Notes","AttributeDefinitions":[{"AttributeName":"Of","AttributeType":"S"}],
        "GlobalSecondaryIndexUpdates":[{"Create":{"IndexName":"ByOf","Projection":{"ProjectionType":"ALL"},
        "KeySchema":[{"AttributeName":"Of","KeyType":"HASH"}]}}]}"#,
    );
    let is_active = |page: &Page| {
        page.ask_network("DescribeTable", r#"{"TableName":"Notes"}"#)
            .contains(r#""IndexStatus":"ACTIVE""#)
    };
    assert!((0..1_000).any(|_| is_active(&page)));
    connect(&mut page, false);
    let known = facts(page.call(&Call::LoadMore {
        table: "Notes".to_owned(),
    }));
    assert_eq!(known.loaded, [("Notes".to_owned(), 4, true)]);
    assert_eq!(known.refused, [("Notes".to_owned(), 1)]);
    let items = Call::ItemsFile {
        table: "Notes".to_owned(),
        index: None,
        form: ItemsOut::Json,
    };
    let CallResult::Refused(words) = page.call(&items) else {
        panic!("a part of the items")
    };
    assert_eq!(
        words,
        "Items of Notes that are missing here: 1. An index key has the wrong type or is empty."
    );
}

#[test]
fn a_batch_reloads_its_table_as_far_as_it_was_loaded() {
    let mut page = page_and_network(1_300);
    connect(&mut page, true);
    let more = Call::LoadMore {
        table: "Notes".to_owned(),
    };
    let batch =
        |id: &str| format!(r#"{{"RequestItems":{{"Notes":[{{"PutRequest":{{"Item":{{"Id":{{"S":"{id}"}}}}}}}}]}}}}"#);
    page.call(&more);
    page.request("BatchWriteItem", &batch("z1")).expect("an answer");
    assert_eq!(
        facts(page.call(&Call::RemoteFacts)).loaded,
        [("Notes".to_owned(), 1_000, false)]
    );
    page.call(&more);
    page.request("BatchWriteItem", &batch("z2")).expect("an answer");
    assert_eq!(
        facts(page.call(&Call::RemoteFacts)).loaded,
        [("Notes".to_owned(), 1_302, true)]
    );
    assert_eq!(items(&mut page).total, 1_302);
}

#[test]
fn an_import_over_a_connection_ends_with_its_reason() {
    let mut page = page_and_network(0);
    connect(&mut page, true);
    page.send(import_of(3));
    let ended = page.ended(JobKind::Import).expect("an end");
    assert_eq!(
        ended.trouble.as_deref(),
        Some("A connection to an endpoint has no simulation. Copy its tables into a workspace first.")
    );
}

#[test]
fn reads_are_compared_side_by_side() {
    let mut page = page_and_network(0);
    page.ask_network("DeleteTable", r#"{"TableName":"Notes"}"#);
    with_notes(&mut page, 30);
    let query =
        r#"{"TableName":"Notes","KeyConditionExpression":"Id = :i","ExpressionAttributeValues":{":i":{"S":"7"}}}"#;
    page.request("Query", query).expect("an answer");
    let check = |page: &mut Page| match page.call_for(&Call::DesignCheck(endpoint()), 10_000) {
        CallResult::Compared(rows) => rows,
        other => panic!("{other:?}"),
    };
    page.send(Command::Clock(hashrange_protocol::ClockCommand::Pause));
    let before = page.hash();
    let missing = check(&mut page);
    assert_eq!(page.hash(), before, "the workspace is asked aside");
    assert!(missing.iter().any(|row| {
        row.notes
            .iter()
            .any(|note| note.starts_with("The endpoint does not have this table"))
    }));
    page.call_for(
        &Call::Copy(CopyForm {
            endpoint: endpoint(),
            outward: true,
            ..CopyForm::default()
        }),
        60_000,
    );
    page.request("Query", query).expect("an answer");
    let same = check(&mut page);
    // The copy read the workspace by segments, which other endpoints divide otherwise.
    assert!(same.iter().all(|row| !row.request.starts_with("Scan")), "{same:?}");
    let row = same.iter().find(|row| row.request == "Query Notes").expect("the query");
    assert_eq!((row.here.clone(), row.notes.len()), (row.there.clone(), 0));
    assert_eq!((row.here.items, row.here.units), (1, Some(1)));
}

#[test]
fn an_endpoint_that_repeats_a_page_is_not_asked_again() {
    let mut page = page_and_network(3);
    let repeat = |page: &Page, operation, body| *page.platform.repeated.borrow_mut() = Some((operation, body));
    let said = |operation: &str| {
        format!(
            "The response to {operation} is invalid: page 2 ends where an earlier page ended, so the pages do not end."
        )
    };
    connect(&mut page, false);
    repeat(&page, "Scan", r#"{"Items":[],"LastEvaluatedKey":{"Id":{"S":"a"}}}"#);
    let more = Call::LoadMore {
        table: "Notes".to_owned(),
    };
    facts(page.call(&more));
    assert_eq!(page.call(&more), CallResult::Refused(said("Scan")));
    repeat(
        &page,
        "ListTables",
        r#"{"TableNames":["Notes"],"LastEvaluatedTableName":"Notes"}"#,
    );
    let wanted = Call::Connect {
        endpoint: endpoint(),
        writes: false,
    };
    assert_eq!(page.call(&wanted), CallResult::Refused(said("ListTables")));
    let copy = Call::Copy(CopyForm {
        endpoint: endpoint(),
        ..CopyForm::default()
    });
    assert_eq!(page.call(&copy), CallResult::Refused(said("ListTables")));
}
