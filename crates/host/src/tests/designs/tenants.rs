//! A service for many tenants. Its access patterns are, in our words, those of the task board in AWS's "DynamoDB-backed
//! full-stack on AWS: a reference architecture" (https://github.com/aws/agent-toolkit-for-aws, commit 2a26a39, read on
//! 2026-11-28); that a large tenant is spread over key values is from "Partitioning Pooled Multi-Tenant SaaS Data with
//! Amazon DynamoDB" (https://aws.amazon.com/blogs/apn/partitioning-pooled-multi-tenant-saas-data-with-amazon-dynamodb/,
//! read on 2026-11-28). Tables, rates and sizes are ours.
//!
//! Must not know the other designs.

use hashrange_protocol::pattern::{Change, Pattern, Per, Rate, Units};
use hashrange_wire::Operation;
use serde_json::{Value, json};

use super::{
    a, board, bound, change, changes, each, empty, index, item, pattern, put, query, returning, rows, served, table,
    total_of_a_measured_day, units, with, write,
};
use crate::tests::Page;

/// The rate in percent by the hour: 10 × 100 + 14 × 10 = 1,140, so that a month has 730 × 3,600 × 11.4 / 24 = 1,248,300
/// seconds of the usual rate.
const HOURS: [u32; 24] = [
    10, 10, 10, 10, 10, 10, 10, 10, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 10, 10, 10, 10, 10, 10,
];

/// A card of 500 bytes at a position.
fn card(board: &str, number: usize) -> Value {
    let name = format!("card#c{number:03}");
    // A number of one digit has 2 bytes, a string of it one.
    let item = item(
        500 - 1,
        &[("BoardId", board), ("ItemKey", &name), ("CardPosition", "1")],
    );
    with(item, &[("CardPosition", json!({ "N": "1" }))])
}

fn comment(board: &str, number: usize) -> Value {
    let name = format!("comment#c000#{number:02}");
    item(200, &[("BoardId", board), ("ItemKey", &name)])
}

/// Four boards with 480 cards, ten comments, 80 members and 80 activities. 200 cards and the comments are those of acme.
fn tables() -> Page {
    let mut page = empty();
    let by_position = index("ByPosition", ("BoardId", Some("CardPosition")), "KEYS_ONLY", &[]);
    let by_user = index("ByUser", ("UserId", Some("BoardId")), "KEYS_ONLY", &[]);
    let items = table(
        "BoardItems",
        &["BoardId", "ItemKey", "+CardPosition"],
        ("BoardId", Some("ItemKey")),
    );
    let items = [
        ("BillingMode", json!("PROVISIONED")),
        ("ProvisionedThroughput", units(200, 170)),
        ("LocalSecondaryIndexes", json!([by_position])),
    ]
    .into_iter()
    .fold(items, |items, member| with(items, &[member]));
    let members = table("Members", &["BoardId", "UserId"], ("BoardId", Some("UserId")));
    for table in [
        items,
        with(members, &[("GlobalSecondaryIndexes", json!([by_user]))]),
        table("Activity", &["BoardId", "HappenedAt"], ("BoardId", Some("HappenedAt"))),
    ] {
        change(&mut page, "CreateTable", &table);
    }
    let boards = [("acme", 200), ("globex", 160), ("initech", 80), ("hooli", 40)];
    let cards = boards
        .iter()
        .flat_map(|(board, cards)| (0..*cards).map(|number| card(board, number)));
    let comments = (0..10).map(|number| comment("acme", number));
    put(&mut page, "BoardItems", &cards.chain(comments).collect::<Vec<_>>());
    let of_all = |of: fn(&str, usize) -> Value| -> Vec<Value> {
        let of_board = |(board, _): &(&str, usize)| (0..20).map(|number| of(board, number)).collect::<Vec<_>>();
        boards.iter().flat_map(of_board).collect()
    };
    let members = of_all(|board, number| item(100, &[("BoardId", board), ("UserId", &format!("u{number:02}"))]));
    put(&mut page, "Members", &members);
    let activities = of_all(|board, number| activity(board, &format!("2026-11-27T20:{number:02}")));
    put(&mut page, "Activity", &activities);
    page.pass(5_000);
    page
}

fn activity(board: &str, at: &str) -> Value {
    item(190, &[("BoardId", board), ("HappenedAt", at)])
}

fn of(name: &str, operation: Operation, body: &Value, rate: Rate) -> Pattern {
    pattern(name, operation, body, rate, HOURS)
}

/// The items of a board whose sort key begins with a text.
fn items(board: &str, prefix: &str) -> Value {
    json!({ "TableName": "BoardItems", "KeyConditionExpression": "BoardId = :v AND begins_with(ItemKey, :p)",
        "ExpressionAttributeValues": { ":v": { "S": board }, ":p": { "S": prefix } } })
}

/// The patterns of the cards of a board: to view them, to move one, and to save a description of 40,000 bytes, which are
/// 39.1 KB, so 40 WCU. The rates are calls a minute.
fn of_cards(board: &str, cards: u64, [view, moves, saves]: [u32; 3]) -> [Pattern; 3] {
    let moved = json!({ "TableName": "BoardItems",
        "Key": { "BoardId": { "S": board }, "ItemKey": { "S": "card#c000" } },
        "UpdateExpression": "ADD CardPosition :one", "ExpressionAttributeValues": { ":one": { "N": "1" } } });
    let text = item(40_000, &[("BoardId", board), ("ItemKey", "text#c000")]);
    let saved = json!({ "TableName": "BoardItems", "Item": text });
    let minute = |calls| a(calls, Per::Minute);
    [
        returning(
            cards,
            of(
                "Cards of a board",
                Operation::Query,
                &items(board, "card#"),
                minute(view),
            ),
        ),
        of("Move a card", Operation::UpdateItem, &moved, minute(moves)),
        of("Save a description", Operation::PutItem, &saved, minute(saves)),
    ]
}

fn others() -> Vec<Pattern> {
    let mine = with(query("Members", "UserId", "u00"), &[("IndexName", json!("ByUser"))]);
    let member = json!({ "TableName": "Members", "ConsistentRead": true,
        "Key": { "BoardId": { "S": "acme" }, "UserId": { "S": "u00" } } });
    let latest = [("ScanIndexForward", json!(false)), ("Limit", json!(20))];
    let latest = with(query("Activity", "BoardId", "acme"), &latest);
    let recorded = json!({ "TableName": "Activity", "Item": activity("acme", "2026-11-28") });
    let members = query("Members", "BoardId", "acme");
    let comments = items("acme", "comment#c000#");
    let second = |calls| a(calls, Per::Second);
    vec![
        each(returning(4, of("Boards of a user", Operation::Query, &mine, second(1)))),
        each(returning(1, of("Membership", Operation::GetItem, &member, second(2)))),
        each(returning(
            20,
            of("Members of a board", Operation::Query, &members, a(1, Per::Minute)),
        )),
        returning(10, of("Comments of a card", Operation::Query, &comments, second(1))),
        each(returning(
            20,
            of("Latest activities", Operation::Query, &latest, second(1)),
        )),
        each(of("Record an activity", Operation::PutItem, &recorded, second(2))),
    ]
}

/// Moves the cards of acme to two key values, half of them to each.
fn spread(page: &mut Page) {
    let spread: Vec<Value> = (0..200)
        .map(|number| card(if number % 2 == 0 { "acme-1" } else { "acme-2" }, number / 2))
        .collect();
    put(page, "BoardItems", &spread);
    let cards: Vec<Value> = (0..200).map(|number| card("acme", number)).collect();
    write(
        page,
        "BoardItems",
        &cards,
        |card| json!({ "DeleteRequest": { "Key": { "BoardId": card["BoardId"], "ItemKey": card["ItemKey"] } } }),
    );
    page.pass(5_000);
}

#[test]
fn a_large_tenant_gets_a_table_on_demand_and_then_two_key_values() {
    let mut page = tables();
    let patterns: Vec<Pattern> = of_cards("acme", 200, [60, 300, 180])
        .into_iter()
        .chain(others())
        .collect();
    // 200 cards are 100,000 / 4,096 = 24.4 blocks at half price. A move: the item 1, in ByPosition the old entry 1 and the
    // new one 1. A strongly consistent read of one block is 1.
    let first = board(&mut page, &patterns);
    assert_eq!(rows(&first), ["12.5", "3", "40", "0.5", "1", "0.5", "0.5", "0.5", "1"]);
    let parts = [
        "BoardItems 12.5",
        "BoardItems 1 + ByPosition 2",
        "BoardItems 40",
        "ByUser 0.5",
        "Members 1",
        "Members 0.5",
        "BoardItems 0.5",
        "Activity 0.5",
        "Activity 1",
    ];
    assert_eq!(served(&first), parts);
    // 730 hours of 170 WCU at 0.00065 and 200 RCU at 0.00013: 80.665 + 18.980. On demand, in 1,248,300 seconds at 0.625 and
    // 0.125 a million: Activity 2 WCU, 1.560; Members 0.5 + 2 + 0.5 / 60 and Activity 0.5 RCU, 0.469.
    assert_eq!(first.bill.total, "$101.67");
    // 5 × 3 + 3 × 40 = 135 WCU of 170, all of them for one tenant: 1.26. 1.3 needs 175.5.
    let (words, key) = bound(&mut page, &patterns);
    assert_eq!(words, "1.2, then 1.3: writes of BoardItems, ProvisionedThroughput");
    assert_eq!(key, "acme");

    change(
        &mut page,
        "UpdateTable",
        &json!({ "TableName": "BoardItems", "BillingMode": "PAY_PER_REQUEST" }),
    );
    let second = board(&mut page, &patterns);
    assert_eq!(changes(&first, &second), []);
    // 135 WCU and 12.5 + 0.5 RCU a second: 105.325 + 2.028, and 1.560 + 0.469 as before.
    assert_eq!(second.bill.total, "$109.38");
    // A day that is played costs the same: each call takes what the first one takes.
    assert_eq!(total_of_a_measured_day(&mut page, &patterns), "$109.38");
    // A partition serves 1,000: 1,000 / 135 = 7.41. 7.5 needs 1,012.5.
    let (words, key) = bound(&mut page, &patterns);
    assert_eq!(words, "7.4, then 7.5: writes of BoardItems, KeyRangeThroughput");
    assert_eq!(key, "acme");

    spread(&mut page);
    let moved = board(&mut page, &patterns);
    // A Query that finds nothing takes half a unit. A move creates the card that is gone: 1, and its entry 1.
    let cheaper = |halves| Change::Cheaper(Units::halves(halves));
    let broken = vec![Change::Broke, cheaper(24), Change::ReturnsFewer];
    assert_eq!(changes(&second, &moved), [(0, broken), (1, vec![cheaper(2)])]);
    // The same calls, half of them for each key value; a view is both queries: 50,000 / 4,096 = 12.2 blocks at half price.
    let halves = ["acme-1", "acme-2"].map(|board| of_cards(board, 100, [60, 150, 90]));
    let patterns: Vec<Pattern> = halves.into_iter().flatten().chain(others()).collect();
    let third = board(&mut page, &patterns);
    let expected = ["6.5", "3", "40", "6.5", "3", "40", "0.5", "1", "0.5", "0.5", "0.5", "1"];
    assert_eq!(rows(&third), expected);
    // 13 instead of 12.5 RCU a second for the views: 0.078.
    assert_eq!(third.bill.total, "$109.46");
    // Each key value is in a quarter of its own of the hash range, and takes 67.5 WCU: 14.8. 15 needs 1,012.5.
    let (words, key) = bound(&mut page, &patterns);
    assert_eq!(words, "14, then 15: writes of BoardItems, KeyRangeThroughput");
    assert!(key.starts_with("acme-"), "{key}");
}
