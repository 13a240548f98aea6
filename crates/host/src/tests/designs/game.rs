//! A game of many players. Its access patterns are, in our words, those of AWS's tutorial "Modeling Game Player Data with
//! Amazon DynamoDB" (https://aws.amazon.com/tutorials/data-modeling-gaming-app-with-dynamodb/module-two/, read on
//! 2026-11-28); tables, rates and sizes are ours.
//!
//! Must not know the other designs.

use hashrange_protocol::pattern::{Change, Pattern, Per, Rate, Units};
use hashrange_wire::Operation;
use serde_json::{Value, json};

use super::{
    a, board, bound, change, changes, each, empty, index, item, pattern, put, query, replace, returning, rows, served,
    table, try_projection, with,
};
use crate::tests::Page;

/// The rate in percent by the hour: 20 × 100 + 4 × 200 = 2,800, so that a month has 730 × 3,600 × 28 / 24 = 3,066,000
/// seconds of the usual rate.
const HOURS: [u32; 24] = [
    100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100, 200, 200, 200, 200, 100,
    100,
];

fn open_games(kind: &str, included: &[&str]) -> Value {
    index("OpenGames", ("MapName", Some("OpenedAt")), kind, included)
}

/// A game that is open, or that is over and not in the index. 6,000 bytes are 5.9 KB, so 6 WCU.
fn game(number: &str, map: &str, is_open: bool) -> Value {
    let strings = [
        ("GameId", number),
        ("MapName", map),
        ("GameMode", "solo"),
        ("People", "0"),
        ("OpenedAt", "2026-11-27T20:00"),
    ];
    let strings = if is_open { strings.as_slice() } else { &strings[..4] };
    // A number of one digit has 2 bytes, a string of it one.
    with(item(6_000 - 1, strings), &[("People", json!({ "N": "1" }))])
}

fn seat(game: &str, player: &str) -> Value {
    item(200, &[("GameId", game), ("PlayerId", player)])
}

/// 200 players, 220 games and 480 seats. On the map Coast 100 games are open, on Forest and Desert 10 each.
fn tables() -> Page {
    let mut page = empty();
    let by_player = index("ByPlayer", ("PlayerId", Some("GameId")), "KEYS_ONLY", &[]);
    let games = table("Games", &["GameId", "MapName", "OpenedAt"], ("GameId", None));
    let seats = table("Seats", &["GameId", "PlayerId"], ("GameId", Some("PlayerId")));
    for table in [
        table("Players", &["PlayerId"], ("PlayerId", None)),
        with(games, &[("GlobalSecondaryIndexes", json!([open_games("ALL", &[])]))]),
        with(seats, &[("GlobalSecondaryIndexes", json!([by_player]))]),
    ] {
        change(&mut page, "CreateTable", &table);
    }
    let player = |number: usize| format!("p{:03}", number % 200);
    let name = |number: usize| format!("g{number:03}");
    let map = |number: usize| match number {
        0..100 => "Coast",
        100..110 => "Forest",
        _ => "Desert",
    };
    let players = (0..200).map(|number| item(900, &[("PlayerId", &player(number))]));
    put(&mut page, "Players", &players.collect::<Vec<_>>());
    let games = (0..220).map(|number| game(&name(number), map(number), number < 120));
    put(&mut page, "Games", &games.collect::<Vec<_>>());
    // 40 players are in g000, and two in each game from g001 on.
    let two = (2..442).map(|number| seat(&name(number / 2), &player(number)));
    let seats = (0..40).map(|number| seat("g000", &player(number))).chain(two);
    put(&mut page, "Seats", &seats.take(480).collect::<Vec<_>>());
    page.pass(5_000);
    page
}

fn of(name: &str, operation: Operation, body: &Value, rate: Rate) -> Pattern {
    pattern(name, operation, body, rate, HOURS)
}

fn patterns() -> Vec<Pattern> {
    [of_players(), of_games(), of_seats()].concat()
}

fn of_players() -> Vec<Pattern> {
    let profile = json!({ "TableName": "Players", "Item": item(900, &[("PlayerId", "new")]) });
    let player = json!({ "TableName": "Players", "Key": { "PlayerId": { "S": "p000" } } });
    let won = with(player.clone(), &adding_one("Won"));
    vec![
        each(of("Create a profile", Operation::PutItem, &profile, a(30, Per::Minute))),
        each(returning(
            1,
            of("A profile", Operation::GetItem, &player, a(30, Per::Minute)),
        )),
        each(of("Count a victory", Operation::UpdateItem, &won, a(1, Per::Second))),
    ]
}

fn adding_one(attribute: &str) -> [(&'static str, Value); 2] {
    [
        ("UpdateExpression", json!(format!("ADD {attribute} :one"))),
        ("ExpressionAttributeValues", json!({ ":one": { "N": "1" } })),
    ]
}

fn of_games() -> Vec<Pattern> {
    let opened = json!({ "TableName": "Games", "Item": game("new", "Coast", true) });
    let on_map = [
        ("IndexName", json!("OpenGames")),
        ("Limit", json!(50)),
        ("ProjectionExpression", json!("GameId, People")),
    ];
    let on_map = with(query("Games", "MapName", "Coast"), &on_map);
    let on_map = of(
        "Open games of a map, with people",
        Operation::Query,
        &on_map,
        a(5, Per::Second),
    );
    let anywhere = json!({ "TableName": "Games", "IndexName": "OpenGames", "Limit": 50 });
    let game = |number: &str| json!({ "TableName": "Games", "Key": { "GameId": { "S": number } } });
    let join = json!({ "TransactItems": [
        { "Update": with(game("g000"), &adding_one("People")) },
        { "Put": { "TableName": "Seats", "Item": seat("g000", "p199") } },
    ] });
    let start = with(game("g001"), &[("UpdateExpression", json!("REMOVE OpenedAt"))]);
    let rarely = a(1, Per::Minute);
    vec![
        each(of("Open a game", Operation::PutItem, &opened, a(1, Per::Second))),
        Pattern {
            budget: Some(Units::whole(5)),
            ..returning(50, on_map)
        },
        returning(50, of("Open games of all maps", Operation::Scan, &anywhere, rarely)),
        of(
            "Join the game of a streamer",
            Operation::TransactWriteItems,
            &join,
            a(4, Per::Second),
        ),
        each(of("Start a game", Operation::UpdateItem, &start, rarely)),
    ]
}

fn of_seats() -> Vec<Pattern> {
    let players = query("Seats", "GameId", "g000");
    let games = with(query("Seats", "PlayerId", "p100"), &[("IndexName", json!("ByPlayer"))]);
    vec![
        returning(
            40,
            of("Players of a game", Operation::Query, &players, a(30, Per::Minute)),
        ),
        each(returning(
            2,
            of("Games of a player", Operation::Query, &games, a(30, Per::Minute)),
        )),
    ]
}

#[test]
fn a_game_projects_less_of_its_open_games_and_then_what_players_ask_for() {
    let (mut page, patterns) = (tables(), patterns());
    // Open: Games 6, OpenGames 6. Join: Games 2 × 6, Seats 2 × 1, OpenGames 6, ByPlayer 1. Start: Games 6, OpenGames 6 for
    // the entry that goes. 50 entries are 300,000 / 4,096 = 73.2 blocks, 40 seats 8,000 / 4,096 = 2, at half price.
    let first = board(&mut page, &patterns);
    let expected = ["1", "0.5", "1", "12", "37 over budget", "37", "21", "12", "1", "0.5"];
    assert_eq!(rows(&first), expected);
    let parts = [
        "Players 1",
        "Players 0.5",
        "Players 1",
        "Games 6 + OpenGames 6",
        "OpenGames 37",
        "OpenGames 37",
        "Games 12 + OpenGames 6 + Seats 2 + ByPlayer 1",
        "Games 6 + OpenGames 6",
        "Seats 1",
        "ByPlayer 0.5",
    ];
    assert_eq!(served(&first), parts);
    assert!(first.rows[5].run.scans);
    // Writes a second: 0.5 + 1 + 12 + 4 × 21 + 12 / 60 = 97.7. Reads: 0.25 + 5 × 37 + 37 / 60 + 0.5 + 0.25 = 186.6167. In
    // 3,066,000 seconds at 0.625 and 0.125 a million: 187.218 + 71.521.
    assert_eq!(first.bill.total, "$258.74");
    // In the busiest hour 10 queries a second read 370 RCU of the one key value Coast, and a partition serves 3,000: 8.11.
    // 8.2 needs 3,034. Its writes are 2 × 6 + 8 × 6 = 60 of 1,000, and those of g000 in Games 8 × 12 = 96.
    let (words, key) = bound(&mut page, &patterns);
    assert_eq!(words, "8.1, then 8.2: reads of Games.OpenGames, KeyRangeThroughput");
    assert_eq!(key, "Coast");

    let modes = open_games("INCLUDE", &["GameMode"]);
    let tried = try_projection(&mut page, &patterns, "Games", &modes);
    replace(&mut page, "Games", &["MapName", "OpenedAt"], &modes);
    // Entries have less than 1 KB: Open 6 + 1, Start 6 + 1. Join changes no projected attribute: 12 + 2 + 1. The Scan reads 10
    // entries of Forest in one partition and 40 of Coast in the next. Each takes half a unit at least
    // (observed: scan-minimum). The people are not projected.
    let second = board(&mut page, &patterns);
    let expected = ["1", "0.5", "1", "7", "0 refused", "1", "15", "7", "1", "0.5"];
    assert_eq!(rows(&second), expected);
    let (whole, halves) = (|units| Change::Cheaper(Units::whole(units)), Units::halves(72));
    assert_eq!(
        changes(&first, &second),
        [
            (3, vec![whole(5)]),
            (4, vec![Change::Broke]),
            (5, vec![Change::Cheaper(halves)]),
            (6, vec![whole(6)]),
            (7, vec![whole(5)])
        ]
    );
    // 0.5 + 1 + 7 + 4 × 15 + 7 / 60 = 68.6167 WCU: 131.487. 0.25 + 1 / 60 + 0.5 + 0.25 = 1.0167 RCU: 0.390.
    assert_eq!(second.bill.total, "$131.88");
    assert_eq!(tried, second, "the board of the design in which it is tried");
    // Now the item of the streamer's game breaks: 96 WCU, and a quarter of the games that are opened, 2 × 6 / 4, are 99.
    // 1,000 / 99 = 10.1. 11 needs 1,089. Between 10 and 100 a multiple has no decimals.
    let (words, key) = bound(&mut page, &patterns);
    assert_eq!(words, "10, then 11: writes of Games, KeyRangeThroughput");
    assert_eq!(key, "g000");

    let people = open_games("INCLUDE", &["GameMode", "People"]);
    replace(&mut page, "Games", &["MapName", "OpenedAt"], &people);
    // A Join changes the entry in place again: 1. 50 entries are in one block: 0.5.
    let third = board(&mut page, &patterns);
    let expected = ["1", "0.5", "1", "7", "0.5", "1", "16", "7", "1", "0.5"];
    assert_eq!(rows(&third), expected);
    let dearer = Change::Dearer(Units::whole(1));
    assert_eq!(changes(&second, &third), [(4, vec![Change::Mended]), (6, vec![dearer])]);
    // 4 WCU and 5 × 0.5 RCU a second more: 7.665 + 0.958.
    assert_eq!(third.bill.total, "$140.50");
    // The same item breaks.
    assert_eq!(bound(&mut page, &patterns), (words, key));
}
