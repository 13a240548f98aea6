//! A shop. Its access patterns are, in our words, those of "DynamoDB Single-Table Pattern: E-Commerce Orders"
//! (https://singletable.dev/blog/pattern-e-commerce-orders, read on 2026-11-28); tables, rates and sizes are ours.
//!
//! Must not know the other designs.

use hashrange_protocol::pattern::{Change, Pattern, Per, Rate, Units};
use hashrange_wire::Operation;
use serde_json::{Value, json};

use super::{
    a, board, bound, change, changes, each, empty, index, item, pattern, put, query, replace, returning, rows, served,
    table, try_projection, units, with,
};
use crate::tests::Page;

/// The rate in percent by the hour: 8 × 25 + 10 × 100 + 4 × 200 + 2 × 100 = 2,200, so that a day has 22 hours of the usual
/// rate, and a month of 730 hours 730 × 3,600 × 22 / 24 = 2,409,000 seconds of it.
const HOURS: [u32; 24] = [
    25, 25, 25, 25, 25, 25, 25, 25, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 200, 200, 200, 200, 100, 100,
];

/// An order with its addresses and papers: 16,000 bytes are 15.6 KB, so 16 WCU, and 3.9 blocks of 4 KB, so 4 RCU.
const ORDER: usize = 16_000;

fn by_status(kind: &str, included: &[&str]) -> Value {
    index("ByStatus", ("OrderStatus", Some("PlacedAt")), kind, included)
}

fn order(customer: &str, number: &str, status: &str) -> Value {
    let strings = [
        ("CustomerId", customer),
        ("OrderId", number),
        ("OrderStatus", status),
        ("PlacedAt", "2026-11-27"),
        ("OrderTotal", "129.90"),
    ];
    item(ORDER, &strings)
}

fn line(order: &str, number: &str) -> Value {
    item(250, &[("OrderId", order), ("LineNo", number)])
}

/// 100 customers with three orders of three lines each: 1,300 items. 20 orders are pending.
fn tables() -> Page {
    let mut page = empty();
    let by_id = index("ById", ("OrderId", None), "KEYS_ONLY", &[]);
    let attributes = ["CustomerId", "OrderId", "OrderStatus", "PlacedAt"];
    let orders = table("Orders", &attributes, ("CustomerId", Some("OrderId")));
    let indexes = json!([by_id, by_status("ALL", &[])]);
    for table in [
        table("Customers", &["CustomerId"], ("CustomerId", None)),
        with(orders, &[("GlobalSecondaryIndexes", indexes)]),
        table("Lines", &["OrderId", "LineNo"], ("OrderId", Some("LineNo"))),
    ] {
        change(&mut page, "CreateTable", &table);
    }
    let customer = |number: usize| format!("c{:02}", number % 100);
    let name = |number: usize| format!("o{number:03}");
    let status = |number: usize| if number < 20 { "pending" } else { "delivered" };
    let customers = (0..100).map(|number| item(500, &[("CustomerId", &customer(number))]));
    put(&mut page, "Customers", &customers.collect::<Vec<_>>());
    let orders = (0..300).map(|number| order(&customer(number), &name(number), status(number)));
    put(&mut page, "Orders", &orders.collect::<Vec<_>>());
    let lines = (0..900).map(|number| line(&name(number / 3), &format!("l{}", number % 3)));
    put(&mut page, "Lines", &lines.collect::<Vec<_>>());
    page.pass(5_000);
    page
}

fn of(name: &str, operation: Operation, body: &Value, rate: Rate) -> Pattern {
    pattern(name, operation, body, rate, HOURS)
}

fn second(calls: u32) -> Rate {
    a(calls, Per::Second)
}

fn patterns() -> Vec<Pattern> {
    let lines = query("Lines", "OrderId", "o000");
    let customer = json!({ "TableName": "Customers", "Key": { "CustomerId": { "S": "c00" } } });
    let others = vec![
        each(returning(
            3,
            of("Lines of an order", Operation::Query, &lines, second(1)),
        )),
        each(returning(1, of("A customer", Operation::GetItem, &customer, second(2)))),
    ];
    [writes(), reads(), others].concat()
}

/// The key of an order.
fn one() -> Value {
    json!({ "TableName": "Orders", "Key": { "CustomerId": { "S": "c00" }, "OrderId": { "S": "o000" } } })
}

fn writes() -> Vec<Pattern> {
    let placed = |table: &str, item: Value| json!({ "Put": { "TableName": table, "Item": item } });
    let place = json!({ "TransactItems": [
        placed("Orders", order("c00", "new", "pending")),
        placed("Lines", line("new", "l0")),
        placed("Lines", line("new", "l1")),
    ] });
    let ship = [
        ("UpdateExpression", json!("SET OrderStatus = :s")),
        ("ExpressionAttributeValues", json!({ ":s": { "S": "shipped" } })),
    ];
    let ship = with(one(), &ship);
    vec![
        each(of("Place an order", Operation::TransactWriteItems, &place, second(6))),
        each(of("Ship an order", Operation::UpdateItem, &ship, second(6))),
    ]
}

/// The reads of the table of orders.
fn reads() -> Vec<Pattern> {
    let by_id = with(query("Orders", "OrderId", "o000"), &[("IndexName", json!("ById"))]);
    let latest = [("ScanIndexForward", json!(false)), ("Limit", json!(10))];
    let latest = with(query("Orders", "CustomerId", "c00"), &latest);
    let pending = [
        ("IndexName", json!("ByStatus")),
        ("ProjectionExpression", json!("OrderId, OrderTotal")),
    ];
    let pending = with(query("Orders", "OrderStatus", "pending"), &pending);
    let pending = of(
        "Pending orders, with totals",
        Operation::Query,
        &pending,
        a(1, Per::Minute),
    );
    vec![
        each(returning(
            1,
            of("The customer of an order", Operation::Query, &by_id, second(1)),
        )),
        each(returning(1, of("An order", Operation::GetItem, &one(), second(2)))),
        each(returning(
            3,
            of("Latest orders of a customer", Operation::Query, &latest, second(1)),
        )),
        Pattern {
            budget: Some(Units::whole(5)),
            ..returning(20, pending)
        },
    ]
}

#[test]
fn a_shop_changes_its_index_by_status_and_its_mode() {
    let (mut page, patterns) = (tables(), patterns());
    // Place: Orders 2 × 16, Lines 2 × (1 + 1), ById 1, ByStatus 16. Ship: Orders 16, ByStatus 16 for the entry of pending
    // and 16 for that of shipped. Reads at half price: the order 4 blocks, three orders 48,000 / 4,096 = 11.7 blocks, 20
    // entries 320,000 / 4,096 = 78.1 blocks.
    let first = board(&mut page, &patterns);
    assert_eq!(
        rows(&first),
        ["53", "48", "0.5", "2", "6", "39.5 over budget", "0.5", "0.5"]
    );
    let parts = [
        "Orders 32 + ById 1 + ByStatus 16 + Lines 4",
        "Orders 16 + ByStatus 32",
        "ById 0.5",
        "Orders 2",
        "Orders 6",
        "ByStatus 39.5",
        "Lines 0.5",
        "Customers 0.5",
    ];
    assert_eq!(served(&first), parts);
    // Writes a second: 6 × 53 + 6 × 48 = 606. Reads: 0.5 + 4 + 6 + 39.5 / 60 + 0.5 + 1 = 12.6583. In 2,409,000 seconds at
    // 0.625 and 0.125 a million: 912.409 + 3.812. Storage is less than a cent: 10 MB at 0.25 a GB.
    assert_eq!(first.bill.total, "$916.22");
    // In the busiest hour 12 orders a second put 12 × 16 = 192 WCU on the one key value pending of ByStatus, and a partition
    // serves 1,000: 1,000 / 192 = 5.21. 5.3 needs 1,017.6.
    let (words, key) = bound(&mut page, &patterns);
    assert_eq!(words, "5.2, then 5.3: writes of Orders.ByStatus, KeyRangeThroughput");
    assert_eq!(key, "pending");

    let keys = by_status("KEYS_ONLY", &[]);
    let tried = try_projection(&mut page, &patterns, "Orders", &keys);
    replace(&mut page, "Orders", &["OrderStatus", "PlacedAt"], &keys);
    // An entry of keys has less than 1 KB: Place 32 + 4 + 1 + 1, Ship 16 + 1 + 1. The total is not projected.
    let second = board(&mut page, &patterns);
    assert_eq!(rows(&second), ["38", "18", "0.5", "2", "6", "0 refused", "0.5", "0.5"]);
    let cheaper = |units| vec![Change::Cheaper(Units::whole(units))];
    assert_eq!(
        changes(&first, &second),
        [(0, cheaper(15)), (1, cheaper(30)), (5, vec![Change::Broke])]
    );
    // 6 × 38 + 6 × 18 = 336 WCU a second: 505.890; without the refused Query 12 RCU: 3.614.
    assert_eq!(second.bill.total, "$509.50");
    assert_eq!(tried, second, "the board of the design in which it is tried");
    // Now the table breaks: 12 × (32 + 16) = 576 WCU, of which the fullest quarter of the hash range has 28 of 100
    // customers: 161.28. 1,000 / 161.28 = 6.20. 6.3 needs 1,016.
    let (words, _) = bound(&mut page, &patterns);
    assert_eq!(words, "6.2, then 6.3: writes of Orders, KeyRangeThroughput");

    // 720 WCU are 1.25 times the 576 of the busiest hour. Projecting the total mends the Query of 20 entries of 76 bytes.
    let provisioned = |index: &str, units| json!({ "Update": { "IndexName": index, "ProvisionedThroughput": units } });
    let mode = json!({ "TableName": "Orders", "BillingMode": "PROVISIONED", "ProvisionedThroughput": units(80, 720),
        "GlobalSecondaryIndexUpdates": [provisioned("ById", units(10, 20)), provisioned("ByStatus", units(10, 60))] });
    change(&mut page, "UpdateTable", &mode);
    let totals = with(
        by_status("INCLUDE", &["OrderTotal"]),
        &[("ProvisionedThroughput", units(10, 60))],
    );
    replace(&mut page, "Orders", &["OrderStatus", "PlacedAt"], &totals);
    let third = board(&mut page, &patterns);
    assert_eq!(rows(&third), ["38", "18", "0.5", "2", "6", "0.5", "0.5", "0.5"]);
    assert_eq!(changes(&second, &third), [(5, vec![Change::Mended])]);
    // 730 hours of 720 + 20 + 60 = 800 WCU at 0.00065 and of 80 + 10 + 10 = 100 RCU at 0.00013: 379.600 + 9.490. On demand:
    // Lines 6 × 4 WCU and 0.5 RCU, Customers 1 RCU: 36.135 + 0.151 + 0.301.
    assert_eq!(third.bill.total, "$425.68");
    // 720 / 576 = 1.25. 1.3 needs 748.8. Reads hold longer, although a customer soon has ten orders in the play: 2 × 20 for
    // the latest ten of 40 blocks, and 4 × 2 for an order, are 48 of 80 RCU.
    let (words, _) = bound(&mut page, &patterns);
    assert_eq!(words, "1.2, then 1.3: writes of Orders, ProvisionedThroughput");
}
