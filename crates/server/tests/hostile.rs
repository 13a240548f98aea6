//! Hostile and broken clients: each gets a clear response, and the server continues within its memory.
#![allow(clippy::print_stdout, reason = "output what it measured")]

use std::net::SocketAddr;
use std::time::Duration;

use hashrange_server::{Bounds, Options};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

use crate::client::process::Process;
use crate::client::{Reply, call_at, send_to, session_table, start};

const MEGABYTE: usize = 1 << 20;
/// The maximum size of a body.
const LARGEST: usize = 16 * MEGABYTE;

async fn post(address: SocketAddr, operation: &str, body: &[u8]) -> Reply {
    let target = format!("DynamoDB_20120810.{operation}");
    let headers = [
        ("content-type", "application/x-amz-json-1.0"),
        ("x-amz-target", target.as_str()),
    ];
    send_to(address, "POST /", &headers, body)
        .await
        .unwrap_or_else(|| panic!("{operation}: no answer"))
}

async fn is_alive(address: SocketAddr) {
    let reply = post(address, "ListTables", b"{}").await;
    assert_eq!(reply.status, 200, "{}", reply.body);
}

/// A refusal in the service's own form.
fn refused(reply: &Reply) -> String {
    assert_eq!(reply.status, 400, "{}", &reply.body[..reply.body.len().min(300)]);
    let kind = reply.json()["__type"].as_str().expect("an exception").to_owned();
    kind.rsplit('#').next().unwrap_or_default().to_owned()
}

#[tokio::test]
async fn nesting_of_any_depth_is_refused() {
    let server = Process::start(&[]);
    let address = server.address;
    post(address, "CreateTable", session_table().to_string().as_bytes()).await;
    const DEPTH: usize = 100_000;
    let lists = format!("{}{}", "[".repeat(DEPTH), "]".repeat(DEPTH));
    let objects = format!("{}1{}", r#"{"a":"#.repeat(DEPTH), "}".repeat(DEPTH));
    let values = format!("{}{{\"NULL\":true}}{}", r#"{"L":["#.repeat(DEPTH), "]}".repeat(DEPTH));
    let maps = format!(
        "{}{{\"NULL\":true}}{}",
        r#"{"M":{"a":"#.repeat(DEPTH),
        "}}".repeat(DEPTH)
    );
    let item = |value: &str| format!(r#"{{"TableName":"SessionData","Item":{{"id":{{"S":"a"}},"v":{value}}}}}"#);
    let bodies = [
        lists.clone(),
        objects.clone(),
        "[".repeat(DEPTH),
        item(&lists),
        item(&objects),
        item(&values),
        item(&maps),
        format!(r#"{{"TableName":{lists}}}"#),
        format!(r#"{{"TableName":"SessionData","Unknown":{objects}}}"#),
    ];
    for body in &bodies {
        let reply = post(address, "PutItem", body.as_bytes()).await;
        let kind = refused(&reply);
        assert!(
            kind == "SerializationException" || kind == "ValidationException",
            "{kind}: {}",
            &body[..60]
        );
    }
    let parentheses = format!("{}id = :v{}", "(".repeat(DEPTH), ")".repeat(DEPTH));
    let nots = format!("{}id = :v", "NOT ".repeat(DEPTH));
    let path = format!("id{} = :v", "[0]".repeat(DEPTH));
    for filter in [parentheses, nots, path] {
        let body = json!({"TableName": "SessionData", "FilterExpression": filter,
            "ExpressionAttributeValues": {":v": {"S": "x"}}});
        assert_eq!(
            refused(&post(address, "Scan", body.to_string().as_bytes()).await),
            "ValidationException"
        );
    }
    is_alive(address).await;
}

#[tokio::test]
async fn the_largest_bodies_are_answered() {
    let server = Process::start(&[]);
    let address = server.address;
    post(address, "CreateTable", session_table().to_string().as_bytes()).await;
    let filled = |start: &str, piece: &str, end: &str| {
        let pieces = (LARGEST - start.len() - end.len()) / piece.len();
        format!("{start}{}{end}", piece.repeat(pieces))
    };
    let put = r#"{"TableName":"SessionData","Item":{"id":{"S":"a"},"v":"#;
    for body in [
        filled(&format!(r#"{put}{{"S":""#), "x", r#""}}}"#),
        filled(&format!(r#"{put}{{"S":""#), "\\u0001", r#""}}}"#),
        filled(&format!(r#"{put}{{"N":""#), "1", r#""}}}"#),
        filled(&format!(r#"{put}{{"L":["#), r#"{"S":"a"},"#, r#"{"S":"a"}]}}}"#),
        filled(&format!(r#"{put}{{"SS":["#), r#""a","#, r#""b"]}}}"#),
        filled(r#"{"TableName":"SessionData","#, r#""a":{},"#, r#""b":{}}"#),
        filled("[", "0,", "0]"),
        filled(r#"{"TableName":""#, "x", r#""}"#),
        filled("", "{", ""),
        filled(r#"{"TableName":""#, "\\", ""),
    ] {
        let answer = tokio::time::timeout(Duration::from_secs(20), post(address, "PutItem", body.as_bytes())).await;
        refused(&answer.unwrap_or_else(|_| panic!("no answer in time: {}", &body[..80])));
    }
    let one_more = vec![b' '; LARGEST + 1];
    assert_eq!(post(address, "ListTables", &one_more).await.status, 413);
    is_alive(address).await;
    let memory = server.most_memory();
    println!("bodies of 16 MB, one after the other: {memory:?} MB at most");
    assert!(memory.is_none_or(|megabytes| megabytes < 1_500), "{memory:?} MB");
}

#[tokio::test]
async fn many_large_bodies_at_once_stay_within_memory() {
    let server = Process::start(&[]);
    let address = server.address;
    let clients: Vec<_> = (0..64)
        .map(|_| {
            tokio::spawn(async move {
                let mut body = b"{}".to_vec();
                body.resize(LARGEST, b' ');
                post(address, "ListTables", &body).await.status
            })
        })
        .collect();
    for client in clients {
        assert_eq!(client.await.unwrap(), 200);
    }
    is_alive(address).await;
    let memory = server.most_memory();
    println!("64 bodies of 16 MB at once: {memory:?} MB at most");
    assert!(memory.is_none_or(|megabytes| megabytes < 640), "{memory:?} MB");
}

#[tokio::test]
async fn what_is_no_text_is_refused() {
    let server = Process::start(&[]);
    let address = server.address;
    post(address, "CreateTable", session_table().to_string().as_bytes()).await;
    let put = |value: &[u8]| {
        [
            br#"{"TableName":"SessionData","Item":{"id":{"S":""#.as_slice(),
            value,
            br#""}}}"#,
        ]
        .concat()
    };
    for bad in [
        b"\xff".as_slice(),
        b"\xc3",
        b"\xe2\x82",
        b"\xf0\x9f\xa6",
        b"\xc0\xaf",
        b"\xed\xa0\x80",
        b"\xf4\x90\x80\x80",
        b"a\x00b",
        b"\x1f",
        br"\x",
        br"\u12",
        br"\ud800",
        br"\udc00\ud800",
    ] {
        let reply = post(address, "PutItem", &put(bad)).await;
        assert_eq!(refused(&reply), "SerializationException", "{bad:?}");
    }
    let good = put("ñ🦀".as_bytes());
    for length in 0..good.len() {
        assert_eq!(
            refused(&post(address, "PutItem", &good[..length]).await),
            "SerializationException",
            "{length}"
        );
    }
    assert_eq!(post(address, "PutItem", &good).await.status, 200);
}

const OPERATIONS: [&str; 21] = [
    "CreateTable",
    "DeleteTable",
    "DescribeTable",
    "ListTables",
    "PutItem",
    "GetItem",
    "UpdateItem",
    "DeleteItem",
    "Query",
    "Scan",
    "BatchGetItem",
    "BatchWriteItem",
    "TransactGetItems",
    "TransactWriteItems",
    "UpdateTable",
    "ExecuteStatement",
    "BatchExecuteStatement",
    "ExecuteTransaction",
    "DescribeLimits",
    "UpdateTimeToLive",
    "TagResource",
];

const MEMBERS: [&str; 23] = [
    "TableName",
    "Item",
    "Key",
    "KeySchema",
    "AttributeDefinitions",
    "ConsistentRead",
    "Limit",
    "Expected",
    "ExpressionAttributeValues",
    "ExpressionAttributeNames",
    "FilterExpression",
    "ExclusiveStartKey",
    "Segment",
    "ProvisionedThroughput",
    "GlobalSecondaryIndexes",
    "ReturnValues",
    "Select",
    "RequestItems",
    "TransactItems",
    "Statement",
    "Parameters",
    "Statements",
    "TransactStatements",
];

#[tokio::test]
async fn values_of_the_wrong_type_are_refused_by_every_operation() {
    let server = Process::start(&[]);
    let address = server.address;
    post(address, "CreateTable", session_table().to_string().as_bytes()).await;
    let values = [
        json!(null),
        json!(true),
        json!(-1),
        json!(1.5e300),
        json!(""),
        json!("x"),
        json!([]),
        json!([null]),
        json!([[[]]]),
        json!({}),
        json!({"a": null}),
        json!({"a": {"S": 1}}),
        json!({"": {"": ""}}),
        json!({"a": {"B": "no base64"}}),
        json!({"a": {"N": "1e999"}}),
        json!([{"AttributeName": 5}]),
    ];
    for operation in OPERATIONS {
        for member in MEMBERS {
            for value in &values {
                let mut body = json!({"TableName": "SessionData"});
                body[member] = value.clone();
                let reply = post(address, operation, body.to_string().as_bytes()).await;
                assert!(
                    matches!(reply.status, 200 | 400),
                    "{operation} {body}: {} {}",
                    reply.status,
                    reply.body
                );
                let answer: Value = reply.json();
                assert!(
                    reply.status == 200 || answer["__type"].is_string(),
                    "{operation} {body}: {answer}"
                );
            }
        }
    }
    is_alive(address).await;
}

#[tokio::test]
async fn a_thousand_connections_at_once_are_answered() {
    let server = Process::start(&[]);
    let address = server.address;
    call_at(address, "CreateTable", &session_table())
        .await
        .expect("an answer");
    let mut streams = Vec::new();
    for _ in 0..1_000 {
        streams.push(TcpStream::connect(address).await.expect("a connection"));
    }
    let clients: Vec<_> = streams
        .into_iter()
        .enumerate()
        .map(|(number, mut stream)| {
            tokio::spawn(async move {
                for turn in 0..3 {
                    let body = json!({"TableName": "SessionData", "Item": {"id": {"S": format!("{number}-{turn}")}}})
                        .to_string();
                    let request = format!(
                        "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-amz-json-1.0\r\n\
                         x-amz-target: DynamoDB_20120810.PutItem\r\ncontent-length: {}\r\n\r\n{body}",
                        body.len()
                    );
                    stream.write_all(request.as_bytes()).await.expect("it is heard");
                    let mut answer = vec![0; 1_024];
                    let length = stream.read(&mut answer).await.expect("an answer");
                    assert!(
                        answer[..length].starts_with(b"HTTP/1.1 200 OK"),
                        "{}",
                        String::from_utf8_lossy(&answer[..length])
                    );
                }
            })
        })
        .collect();
    for client in clients {
        client.await.unwrap();
    }
    let table = call_at(address, "Scan", &json!({"TableName": "SessionData", "Select": "COUNT"}))
        .await
        .expect("an answer");
    assert_eq!(table.json()["Count"], 3_000);
    println!("1,000 connections: {:?} MB at most", server.most_memory());
}

/// Gives up on clients early, but tolerates the delays of a busy machine.
fn impatient() -> Options {
    let bounds = Bounds {
        timeout: Duration::from_millis(1_500),
        connections: 8,
        ..Bounds::default()
    };
    Options {
        bounds,
        ..Options::default()
    }
}

/// Reads until the server closes the connection, which it must do soon.
async fn until_hung_up(stream: &mut TcpStream) -> String {
    let mut received = Vec::new();
    let read = tokio::time::timeout(Duration::from_secs(20), stream.read_to_end(&mut received)).await;
    // A cut connection counts as well.
    let _ = read.expect("the server hangs up");
    String::from_utf8_lossy(&received).into_owned()
}

#[tokio::test]
async fn slow_clients_are_not_waited_for() {
    let server = start(impatient()).await;
    let head = "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-amz-json-1.0\r\ncontent-length: 100\r\n";
    for (sent, answer) in [
        ("", ""),
        ("POST / HT", ""),
        (head, ""),
        (&format!("{head}\r\n{{"), "HTTP/1.1 408"),
    ] {
        let mut stream = TcpStream::connect(server.address()).await.unwrap();
        stream.write_all(sent.as_bytes()).await.unwrap();
        let received = until_hung_up(&mut stream).await;
        assert!(
            received.starts_with(answer) && (received.is_empty() == answer.is_empty()),
            "{sent}: {received}"
        );
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn idle_connections_make_room_for_a_newcomer() {
    const HOUR: Duration = Duration::from_secs(3_600);
    let bounds = Bounds {
        timeout: HOUR,
        stall: HOUR,
        connections: 8,
        ..Bounds::default()
    };
    let server = start(Options {
        bounds,
        ..Options::default()
    })
    .await;
    let address = server.address();
    // A request whose body is still missing. The server reports that it waits for the body.
    let mut busy = TcpStream::connect(address).await.unwrap();
    let head = "POST / HTTP/1.1\r\nhost: x\r\nexpect: 100-continue\r\ncontent-type: application/x-amz-json-1.0\r\n\
                x-amz-target: DynamoDB_20120810.ListTables\r\ncontent-length: 2\r\nconnection: close\r\n\r\n";
    busy.write_all(head.as_bytes()).await.unwrap();
    let mut continues = [0; 25];
    busy.read_exact(&mut continues).await.unwrap();
    assert_eq!(&continues, b"HTTP/1.1 100 Continue\r\n\r\n");
    // Five times the maximum number of connections.
    let mut idle = Vec::new();
    for _ in 0..40 {
        idle.push(TcpStream::connect(address).await.unwrap());
    }
    is_alive(address).await;
    for stream in &mut idle[..32] {
        assert_eq!(until_hung_up(stream).await, "");
    }
    busy.write_all(b"{}").await.unwrap();
    assert!(until_hung_up(&mut busy).await.starts_with("HTTP/1.1 200 OK"));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn clients_that_do_not_take_their_answers_are_given_up() {
    let server = start(impatient()).await;
    let address = server.address();
    post(address, "CreateTable", session_table().to_string().as_bytes()).await;
    for id in ["a", "b", "c"] {
        let item = json!({"id": {"S": id}, "text": {"S": "x".repeat(300_000)}});
        post(
            address,
            "PutItem",
            json!({"TableName": "SessionData", "Item": item}).to_string().as_bytes(),
        )
        .await;
    }
    let scan = r#"{"TableName":"SessionData"}"#;
    let request = format!(
        "POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/x-amz-json-1.0\r\n\
         x-amz-target: DynamoDB_20120810.Scan\r\ncontent-length: {}\r\n\r\n{scan}",
        scan.len()
    );
    let mut deaf = Vec::new();
    for _ in 0..8 {
        let mut stream = TcpStream::connect(address).await.unwrap();
        // More responses than the system's buffers hold.
        let _ = stream.write_all(request.repeat(40).as_bytes()).await;
        deaf.push(stream);
    }
    // All slots are in use until these clients are given up.
    is_alive(address).await;
    for mut stream in deaf {
        until_hung_up(&mut stream).await;
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn what_is_no_http_is_hung_up_on() {
    let server = Process::start(&[]);
    for garbage in [
        b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03".as_slice(),
        b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
        b"GET /\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: -5\r\n\r\n",
        b"POST / HTTP/1.1\r\ncontent-length: 5\r\ncontent-length: 6\r\n\r\nhello",
        b"POST / HTTP/1.1\r\ntransfer-encoding: chunked\r\n\r\nffffffffffffffffff\r\n",
        &[0; 100_000],
        &[b'a'; 200_000],
    ] {
        let mut stream = TcpStream::connect(server.address).await.unwrap();
        let _ = stream.write_all(garbage).await;
        let _ = stream.shutdown().await;
        let received = until_hung_up(&mut stream).await;
        assert!(received.is_empty() || received.starts_with("HTTP/1.1 4"), "{received}");
    }
    is_alive(server.address).await;
}
