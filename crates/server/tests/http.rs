//! The endpoint over real sockets: what a client sees, header by header.

#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, clippy::indexing_slicing, reason = "a test may fail")]

use std::time::Duration;

use hashrange_server::{Options, PhysicsPreset, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

struct Reply {
    status: u16,
    head: String,
    body: String,
}

impl Reply {
    fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Checks what every complete answer has.
    fn is_complete(&self) -> bool {
        let id = self.header("x-amzn-RequestId").unwrap_or_default();
        let checksum = crc32fast::hash(self.body.as_bytes()).to_string();
        id.len() == 52
            && id.bytes().all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && self.header("x-amz-crc32") == Some(&checksum)
            && self.header("content-length") == Some(&self.body.len().to_string())
    }
}

async fn start(options: Options) -> Server {
    Server::start(&Options { port: 0, ..options }).await.expect("a free port")
}

/// Sends a request on a connection of its own; `first` is the request line without the version.
async fn send(server: &Server, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    let mut request = format!("{first} HTTP/1.1\r\nhost: {}\r\nconnection: close\r\n", server.address());
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    let mut stream = TcpStream::connect(server.address()).await.expect("the server listens");
    let (mut reader, mut writer) = stream.split();
    let mut received = Vec::new();
    let sending = async {
        writer.write_all(request.as_bytes()).await?;
        writer.write_all(body).await
    };
    let (sent, read) = tokio::join!(sending, reader.read_to_end(&mut received));
    sent.expect("the request is taken");
    read.expect("an answer comes");
    let text = String::from_utf8(received).expect("answers are text");
    let (head, body) = text.split_once("\r\n\r\n").expect("a head and a body");
    let status = head.split(' ').nth(1).and_then(|word| word.parse().ok()).expect("a status");
    Reply { status, head: head.to_owned(), body: body.to_owned() }
}

async fn call(server: &Server, operation: &str, body: &Value) -> Reply {
    let target = format!("DynamoDB_20120810.{operation}");
    let headers = [("content-type", "application/x-amz-json-1.0"), ("x-amz-target", target.as_str())];
    send(server, "POST /", &headers, body.to_string().as_bytes()).await
}

fn session_table() -> Value {
    json!({
        "TableName": "SessionData",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
    })
}

#[tokio::test]
async fn the_health_check_names_the_region() {
    let server = start(Options { region: "eu-south-2".to_owned(), ..Options::default() }).await;
    let reply = send(&server, "GET /", &[], b"").await;
    assert_eq!((reply.status, reply.body.as_str()), (200, "healthy: dynamodb.eu-south-2.amazonaws.com "));
    assert!(reply.is_complete(), "{}", reply.head);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn an_item_goes_in_and_comes_out() {
    let server = start(Options::default()).await;
    let created = call(&server, "CreateTable", &session_table()).await;
    assert_eq!(created.status, 200, "{}", created.body);
    assert!(created.is_complete(), "{}", created.head);
    assert_eq!(created.header("content-type"), Some("application/x-amz-json-1.0"));
    let arn = created.json()["TableDescription"]["TableArn"].clone();
    assert_eq!(arn, "arn:aws:dynamodb:us-east-1:000000000000:table/SessionData");

    let item = json!({"id": {"S": "ñ 🦀"}, "n": {"N": "3"}, "set": {"NS": ["1", "2"]}, "no": {"NULL": true}});
    let put = call(&server, "PutItem", &json!({"TableName": "SessionData", "Item": item})).await;
    assert_eq!((put.status, put.body.as_str()), (200, "{}"));
    assert_eq!(put.header("x-amz-crc32"), Some("2745614147"), "the service's own checksum of an empty object");
    let key = json!({"TableName": "SessionData", "Key": {"id": {"S": "ñ 🦀"}}});
    let got = call(&server, "GetItem", &key).await;
    assert_eq!(got.json(), json!({"Item": item}));
    assert!(got.is_complete());
    server.stop().await.unwrap();
}

#[tokio::test]
async fn every_json_content_type_is_answered_in_kind() {
    let server = start(Options::default()).await;
    for (sent, answered) in [
        ("application/json", "application/json"),
        ("application/x-amz-json-1.0", "application/x-amz-json-1.0"),
        ("application/x-amz-json-1.1", "application/x-amz-json-1.1"),
        ("  application/json  ;   charset=x", "application/json"),
    ] {
        let headers = [("content-type", sent), ("x-amz-target", "DynamoDB_20120810.ListTables")];
        let reply = send(&server, "POST /", &headers, b"{}").await;
        assert_eq!((reply.status, reply.body.as_str()), (200, r#"{"TableNames":[]}"#), "{sent}");
        assert_eq!(reply.header("content-type"), Some(answered));
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn unknown_operations_and_bad_json_have_the_services_checksums() {
    let server = start(Options::default()).await;
    let json_type = ("content-type", "application/json");
    let list = ("x-amz-target", "DynamoDB_20120810.ListTables");
    let wrong = ("x-amz-target", "DynamoDB_20120810.ListTable");
    for (headers, body, exception, checksum) in [
        (&[] as &[_], "", "UnknownOperationException", "1368724161"),
        (&[json_type, ("x-amz-target", "whatever")], "{}", "UnknownOperationException", "1368724161"),
        (&[json_type, wrong], "{}", "UnknownOperationException", "1368724161"),
        (&[json_type], "hi", "SerializationException", "3948637019"),
        (&[json_type, list], "hi", "SerializationException", "3948637019"),
        (&[json_type, list], "", "SerializationException", "3948637019"),
    ] {
        let reply = send(&server, "POST /", headers, body.as_bytes()).await;
        assert_eq!(reply.status, 400);
        assert_eq!(reply.json(), json!({"__type": format!("com.amazon.coral.service#{exception}")}), "{body}");
        assert_eq!(reply.header("x-amz-crc32"), Some(checksum));
        assert_eq!(reply.header("content-type"), Some("application/json"));
        assert!(reply.is_complete(), "{}", reply.head);
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn what_is_no_request_of_the_protocol_is_not_found() {
    let server = start(Options::default()).await;
    let form = ("content-type", "application/x-www-form-urlencoded");
    for (first, headers, body) in [
        ("PUT /", &[] as &[_], ""),
        ("DELETE /", &[], ""),
        ("OPTIONS /", &[], ""),
        ("GET /shell", &[], ""),
        ("POST /", &[], "hi"),
        ("POST /", &[form], "hi"),
        ("POST /", &[("content-type", "application/jsonasdf")], "hi"),
    ] {
        let reply = send(&server, first, headers, body.as_bytes()).await;
        assert_eq!((reply.status, reply.body.as_str()), (404, "<UnknownOperationException/>\n"), "{first}");
        assert_eq!(reply.header("x-amz-crc32"), Some("3552371480"));
        assert!(reply.is_complete(), "{}", reply.head);
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn pages_of_any_origin_may_ask() {
    let server = start(Options::default()).await;
    let origin = ("origin", "http://example.test");
    let questions = [origin, ("access-control-request-headers", "a, b, c"), ("access-control-request-method", "POST")];
    let reply = send(&server, "OPTIONS /", &questions, b"").await;
    assert_eq!((reply.status, reply.body.as_str()), (200, ""));
    assert_eq!(reply.header("access-control-allow-origin"), Some("*"));
    assert_eq!(reply.header("access-control-allow-headers"), Some("a, b, c"));
    assert_eq!(reply.header("access-control-allow-methods"), Some("POST"));
    assert_eq!(reply.header("access-control-max-age"), Some("172800"));
    assert_eq!(reply.header("content-length"), Some("0"));

    let headers = [origin, ("content-type", "application/json"), ("x-amz-target", "DynamoDB_20120810.ListTables")];
    let reply = send(&server, "POST /", &headers, b"{}").await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, Some("*")));
    let reply = send(&server, "POST /", &headers[1..], b"{}").await;
    assert_eq!((reply.status, reply.header("access-control-allow-origin")), (200, None));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn bodies_up_to_16_mb_are_read() {
    let server = start(Options::default()).await;
    let headers = [("content-type", "application/json"), ("x-amz-target", "DynamoDB_20120810.ListTables")];
    let mut body = b"{}".to_vec();
    body.resize(16 * 1024 * 1024, b' ');
    assert_eq!(send(&server, "POST /", &headers, &body).await.status, 200);
    body.push(b' ');
    let reply = send(&server, "POST /", &headers, &body).await;
    assert_eq!((reply.status, reply.body.as_str()), (413, ""));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn equal_seeds_give_equal_request_ids() {
    let mut ids = Vec::new();
    for seed in [7, 7, 8] {
        let server = start(Options { seed, ..Options::default() }).await;
        let reply = send(&server, "GET /", &[], b"").await;
        ids.push(reply.header("x-amzn-requestid").unwrap().to_owned());
        server.stop().await.unwrap();
    }
    assert_eq!(ids[0], ids[1]);
    assert_ne!(ids[1], ids[2]);
}

#[tokio::test]
async fn tables_become_active_by_the_system_clock() {
    let server = start(Options { physics: PhysicsPreset::Classroom, ..Options::default() }).await;
    let created = call(&server, "CreateTable", &session_table()).await;
    assert_eq!(created.json()["TableDescription"]["TableStatus"], "CREATING");
    let name = json!({"TableName": "SessionData"});
    // The preset says 0.4 s; a slow machine gets a hundred times that before it counts as a failure.
    for _ in 0..400 {
        tokio::time::sleep(Duration::from_millis(100)).await;
        if call(&server, "DescribeTable", &name).await.json()["Table"]["TableStatus"] == "ACTIVE" {
            server.stop().await.unwrap();
            return;
        }
    }
    panic!("the table never became active");
}

#[tokio::test]
async fn a_stopped_server_frees_its_port() {
    let server = start(Options::default()).await;
    let address = server.address();
    // A connection kept alive does not keep the server.
    let idle = TcpStream::connect(address).await.unwrap();
    server.stop().await.unwrap();
    drop(idle);
    let again = Server::start(&Options { port: address.port(), ..Options::default() }).await.unwrap();
    assert_eq!(again.address(), address);
    assert!(Server::start(&Options { port: address.port(), ..Options::default() }).await.is_err(), "taken");
    again.stop().await.unwrap();
}
