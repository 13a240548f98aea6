//! Compressed bodies of requests and responses, over real sockets.

use std::io::{Read as _, Write as _};

use flate2::Compression;
use flate2::read::{GzDecoder, ZlibDecoder};
use flate2::write::{GzEncoder, ZlibEncoder};
use hashrange_server::Options;
use serde_json::json;

use crate::client::{Reply, call, send, session_table, start};

const LIST: (&str, &str) = ("x-amz-target", "DynamoDB_20120810.ListTables");
const JSON: (&str, &str) = ("content-type", "application/x-amz-json-1.0");

fn gzipped(text: &[u8]) -> Vec<u8> {
    let mut encoder = GzEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn deflated(text: &[u8]) -> Vec<u8> {
    let mut encoder = ZlibEncoder::new(Vec::new(), Compression::default());
    encoder.write_all(text).unwrap();
    encoder.finish().unwrap()
}

fn decompressed(reply: &Reply) -> String {
    let mut text = String::new();
    let bytes = reply.bytes.as_slice();
    match reply.header("content-encoding") {
        Some("gzip") => GzDecoder::new(bytes).read_to_string(&mut text).expect("gzip"),
        Some("deflate") => ZlibDecoder::new(bytes).read_to_string(&mut text).expect("zlib"),
        other => panic!("{other:?}"),
    };
    text
}

#[tokio::test]
async fn bodies_may_come_packed() {
    let server = start(Options::default()).await;
    for (coding, compress) in [
        ("gzip", gzipped as fn(&[u8]) -> Vec<u8>),
        ("Deflate", deflated),
        ("IDENTITY", <[u8]>::to_vec),
    ] {
        let headers = [JSON, LIST, ("content-encoding", coding)];
        let reply = send(&server, "POST /", &headers, &compress(b"{\"Limit\": 5}")).await;
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (200, r#"{"TableNames":[]}"#),
            "{coding}"
        );
        let refused = send(&server, "POST /", &headers, &compress(b"{\"Limit\": 0}")).await;
        assert!(
            refused
                .body
                .contains("Member must have value greater than or equal to 1"),
            "{}",
            refused.body
        );
        let empty = send(&server, "POST /", &headers, &compress(b"")).await;
        assert_eq!(
            empty.json(),
            json!({"__type": "com.amazon.coral.service#SerializationException"}),
            "{coding}"
        );
    }
    let gzip = [JSON, LIST, ("content-encoding", "gzip")];
    let members = [gzipped(b"{\"Lim"), gzipped(b"it\": 5}"), b"junk".to_vec()].concat();
    assert_eq!(send(&server, "POST /", &gzip, &members).await.status, 200);
    // Bodies of other requests are not uncompressed.
    let form = [
        ("content-type", "application/x-www-form-urlencoded"),
        ("content-encoding", "gzip"),
    ];
    assert_eq!(send(&server, "POST /", &form, b"hi").await.status, 404);
    // A few kilobytes that decompress to a gigabyte.
    let bomb = gzipped(&vec![b' '; 1 << 20]).repeat(1 << 10);
    assert_eq!(send(&server, "POST /", &gzip, &bomb).await.status, 413);
    let bomb = deflated(&vec![b' '; 1 << 25]);
    assert_eq!(
        send(&server, "POST /", &[JSON, LIST, ("content-encoding", "deflate")], &bomb)
            .await
            .status,
        413
    );
    server.stop().await.unwrap();
}

#[tokio::test]
async fn bodies_that_are_not_packed_as_they_say_change_nothing() {
    let server = start(Options::default()).await;
    call(&server, "CreateTable", &session_table()).await;
    let put = json!({"TableName": "SessionData", "Item": {"id": {"S": "it"}}})
        .to_string()
        .into_bytes();
    let (gzip, deflate) = (gzipped(&put), deflated(&put));
    let target = ("x-amz-target", "DynamoDB_20120810.PutItem");
    for (codings, body) in [
        (&["garbage"] as &[_], put.clone()),
        (&["br"], put.clone()),
        (&["gzip"], put.clone()),
        (&["deflate"], put.clone()),
        (&["gzip"], deflate.clone()),
        (&["deflate"], gzip.clone()),
        (&["gzip"], gzip[..gzip.len() - 1].to_vec()),
        (&["deflate"], deflate[..deflate.len() - 1].to_vec()),
        (&["deflate"], [deflate.as_slice(), b"junk"].concat()),
        (&["deflate"], [deflated(&put[..10]), deflated(&put[10..])].concat()),
        (&["gzip, gzip"], gzipped(&gzip)),
        (&["gzip", "gzip"], gzip.clone()),
        (&["gzip"], Vec::new()),
        (&["deflate"], Vec::new()),
        (&["garbage"], Vec::new()),
    ] {
        let said = codings.iter().map(|coding| ("content-encoding", *coding));
        let headers: Vec<_> = [JSON, target].into_iter().chain(said).collect();
        let reply = send(&server, "POST /", &headers, &body).await;
        let kind = "com.amazonaws.dynamodb.v20120810#InternalServerError";
        assert_eq!(reply.status, 500, "{codings:?}: {}", reply.body);
        assert_eq!(
            reply.json(),
            json!({"__type": kind, "message": "Internal server error"})
        );
        assert_eq!(reply.header("content-type"), Some("application/x-amz-json-1.0"));
        assert!(reply.is_complete(), "{}", reply.head);
    }
    let key = json!({"TableName": "SessionData", "Key": {"id": {"S": "it"}}, "ConsistentRead": true});
    assert_eq!(call(&server, "GetItem", &key).await.body, "{}", "nothing was written");
    let headers = [JSON, target, ("content-encoding", "deflate")];
    assert_eq!(send(&server, "POST /", &headers, &deflate).await.status, 200);
    assert_ne!(call(&server, "GetItem", &key).await.body, "{}");
    server.stop().await.unwrap();
}

#[tokio::test]
async fn long_answers_go_out_packed_when_asked_for() {
    let server = start(Options::default()).await;
    call(&server, "CreateTable", &session_table()).await;
    let around = json!({"Item": {"id": {"S": "short"}, "text": {"S": ""}}})
        .to_string()
        .len();
    for (id, length) in [("short", 4_095 - around), ("worth", 4_096 - around), ("large", 10_000)] {
        let item = json!({"id": {"S": id}, "text": {"S": "x".repeat(length)}});
        call(&server, "PutItem", &json!({"TableName": "SessionData", "Item": item})).await;
    }
    let get = |id: &str| {
        json!({"TableName": "SessionData", "Key": {"id": {"S": id}}})
            .to_string()
            .into_bytes()
    };
    let target = ("x-amz-target", "DynamoDB_20120810.GetItem");
    for (wish, coding) in [("br, gzip;q=0.5", "gzip"), ("*", "gzip"), ("deflate", "deflate")] {
        let asked = [JSON, target, ("accept-encoding", wish)];
        for id in ["worth", "large"] {
            let plain = send(&server, "POST /", &[JSON, target], &get(id)).await;
            assert_eq!(plain.header("content-encoding"), None);
            let reply = send(&server, "POST /", &asked, &get(id)).await;
            assert_eq!(reply.header("content-encoding"), Some(coding), "{wish}");
            assert!(
                reply.is_complete(),
                "the checksum is that of the compressed bytes: {}",
                reply.head
            );
            assert!(reply.bytes.len() < 1_000);
            assert_eq!(decompressed(&reply), plain.body);
        }
        let reply = send(&server, "POST /", &asked, &get("short")).await;
        assert_eq!(
            (reply.header("content-encoding"), reply.bytes.len()),
            (None, 4_095),
            "it stays as it is"
        );
    }
    for unasked in [&["br"] as &[_], &["gzip;q=0"], &["identity", "gzip"]] {
        let said = unasked.iter().map(|coding| ("accept-encoding", *coding));
        let headers: Vec<_> = [JSON, target].into_iter().chain(said).collect();
        let reply = send(&server, "POST /", &headers, &get("large")).await;
        assert_eq!(
            (reply.status, reply.header("content-encoding")),
            (200, None),
            "{unasked:?}"
        );
    }
    server.stop().await.unwrap();
}
