//! Pages that are open in a browser on this machine: those of other sites neither read nor change anything here.

use hashrange_server::{AllowedOrigin, Options, Server};
use serde_json::json;

use crate::client::{Reply, call, send, send_as_it_is, session_table, start};

const LIST: (&str, &str) = ("x-amz-target", "DynamoDB_20120810.ListTables");
const DELETE: (&str, &str) = ("x-amz-target", "DynamoDB_20120810.DeleteTable");
const JSON: (&str, &str) = ("content-type", "application/x-amz-json-1.0");
const FOREIGN: (&str, &str) = ("origin", "https://evil.test");
const THE_TABLE: &[u8] = br#"{"TableName":"SessionData"}"#;

async fn with_a_table(options: Options) -> Server {
    let server = start(options).await;
    assert_eq!(call(&server, "CreateTable", &session_table()).await.status, 200);
    server
}

fn opened(origins: &[&str]) -> Options {
    let allow_origins = origins
        .iter()
        .map(|origin| AllowedOrigin::read(origin).expect("an origin"))
        .collect();
    Options {
        allow_origins,
        ..Options::default()
    }
}

/// The page got no response of the service, and no header that lets its script read one.
fn is_shut_out(reply: &Reply, what: &str) {
    assert_eq!(reply.status, 403, "{what}: {}", reply.head);
    let head = reply.head.to_ascii_lowercase();
    assert!(
        !head.contains("access-control-") && !reply.body.contains("SessionData"),
        "{what}: {head}"
    );
    assert!(reply.body.contains("--allow-origin"), "{what}: {}", reply.body);
}

async fn is_untouched(server: &Server) {
    assert_eq!(
        call(server, "ListTables", &json!({})).await.json(),
        json!({"TableNames": ["SessionData"]})
    );
}

#[tokio::test]
async fn a_form_of_another_site_does_nothing() {
    let server = with_a_table(Options::default()).await;
    for kind in [
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=b",
        "text/plain",
    ] {
        let reply = send(&server, "POST /", &[FOREIGN, ("content-type", kind)], b"a=b").await;
        is_shut_out(&reply, kind);
    }
    // The origin of a sandboxed page, or of a file.
    is_shut_out(
        &send(&server, "POST /", &[("origin", "null"), JSON, DELETE], THE_TABLE).await,
        "null",
    );
    is_untouched(&server).await;
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_script_of_another_site_does_nothing() {
    let server = with_a_table(Options::default()).await;
    // Without a preflight: no type, or one that needs none, and a target for which a browser would need one.
    for headers in [
        &[FOREIGN] as &[_],
        &[FOREIGN, ("content-type", "text/plain")],
        &[FOREIGN, DELETE, JSON],
    ] {
        is_shut_out(&send(&server, "POST /", headers, THE_TABLE).await, "fetch");
    }
    for first in ["GET /", "GET /health", "PUT /", "DELETE /", "POST /x", "HEAD /"] {
        let reply = send(&server, first, &[FOREIGN], b"").await;
        assert_eq!(
            (reply.status, reply.header("access-control-allow-origin")),
            (403, None),
            "{first}"
        );
    }
    let asks = [
        FOREIGN,
        ("access-control-request-method", "POST"),
        ("access-control-request-headers", "content-type,x-amz-target"),
        ("access-control-request-private-network", "true"),
    ];
    is_shut_out(&send(&server, "OPTIONS /", &asks, b"").await, "preflight");
    // Origins that only look as if they were of this machine.
    for origin in [
        "http://localhost.evil.test",
        "http://127.0.0.1.evil.test:8000",
        "http://localhost@evil.test",
    ] {
        is_shut_out(
            &send(&server, "POST /", &[("origin", origin), JSON, DELETE], THE_TABLE).await,
            origin,
        );
    }
    let two = [("origin", "http://localhost"), FOREIGN, JSON, DELETE];
    is_shut_out(&send(&server, "POST /", &two, THE_TABLE).await, "two origins");
    is_untouched(&server).await;
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_foreign_name_that_leads_here_does_nothing() {
    let server = with_a_table(Options::default()).await;
    let port = server.address().port();
    // The page was loaded from evil.test, whose name then resolved to 127.0.0.1. For the browser, the page requests its
    // own server.
    let head = format!(
        "POST / HTTP/1.1\r\nhost: evil.test:{port}\r\norigin: http://evil.test:{port}\r\nconnection: close\r\n\
         content-type: application/x-amz-json-1.0\r\nx-amz-target: DynamoDB_20120810.DeleteTable\r\n\
         sec-fetch-site: same-origin\r\ncontent-length: {}\r\n\r\n",
        THE_TABLE.len()
    );
    let reply = send_as_it_is(server.address(), head.as_bytes(), THE_TABLE)
        .await
        .expect("an answer comes");
    is_shut_out(&reply, "rebinding");
    is_untouched(&server).await;
    server.stop().await.unwrap();
}

#[tokio::test]
async fn who_is_no_page_is_answered_by_any_name() {
    let server = with_a_table(Options::default()).await;
    for host in [
        "dynamodb:8000",
        "localhost",
        "host.docker.internal:8000",
        "dynamodb.us-east-1.amazonaws.com",
    ] {
        let head = format!(
            "POST / HTTP/1.1\r\nhost: {host}\r\nconnection: close\r\ncontent-type: application/x-amz-json-1.0\r\n\
             x-amz-target: DynamoDB_20120810.ListTables\r\ncontent-length: 2\r\n\r\n"
        );
        let reply = send_as_it_is(server.address(), head.as_bytes(), b"{}")
            .await
            .expect("an answer comes");
        assert_eq!(
            (reply.status, reply.header("access-control-allow-origin")),
            (200, None),
            "{host}"
        );
        assert_eq!(reply.header("access-control-expose-headers"), None);
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn pages_of_this_machine_may_ask() {
    let server = with_a_table(Options::default()).await;
    let exposed = Some("x-amzn-RequestId,x-amzn-ErrorType,x-amzn-ErrorMessage,Date");
    for local in [
        "http://localhost",
        "http://localhost:5173",
        "https://127.0.0.1:8080",
        "http://[::1]:3000",
    ] {
        let origin = ("origin", local);
        let asks = [
            origin,
            ("access-control-request-headers", "a, b"),
            ("access-control-request-method", "POST"),
        ];
        let reply = send(&server, "OPTIONS /", &asks, b"").await;
        assert_eq!((reply.status, reply.body.as_str()), (200, ""));
        assert_eq!(reply.header("access-control-allow-origin"), Some(local));
        assert_eq!(reply.header("access-control-allow-headers"), Some("a, b"));
        assert_eq!(reply.header("access-control-allow-methods"), Some("POST"));
        assert_eq!(reply.header("access-control-max-age"), Some("172800"));
        assert_eq!(reply.header("access-control-allow-private-network"), None);
        assert_eq!(
            (reply.header("vary"), reply.header("content-length")),
            (Some("Origin"), Some("0"))
        );

        let reply = send(&server, "POST /", &[origin, JSON, LIST], b"{}").await;
        assert_eq!(
            (reply.status, reply.header("access-control-allow-origin")),
            (200, Some(local))
        );
        assert_eq!(reply.header("access-control-expose-headers"), exposed);
        assert_eq!(send(&server, "GET /", &[origin], b"").await.status, 200);
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_command_line_lets_in_others() {
    let server = with_a_table(opened(&["https://docs.test", "https://app.test:8443/"])).await;
    for origin in ["https://docs.test", "https://app.test:8443", "http://localhost:1"] {
        let asks = [("origin", origin), ("access-control-request-private-network", "true")];
        let reply = send(&server, "OPTIONS /", &asks, b"").await;
        assert_eq!(reply.header("access-control-allow-origin"), Some(origin));
        assert_eq!(reply.header("access-control-allow-private-network"), Some("true"));
        let reply = send(&server, "POST /", &[("origin", origin), JSON, LIST], b"{}").await;
        assert_eq!(
            (reply.status, reply.header("access-control-allow-origin")),
            (200, Some(origin))
        );
    }
    for origin in ["http://docs.test", "https://docs.test:444", "https://evil.test", "null"] {
        is_shut_out(
            &send(&server, "POST /", &[("origin", origin), JSON, LIST], b"{}").await,
            origin,
        );
    }
    server.stop().await.unwrap();

    let server = with_a_table(opened(&["*"])).await;
    for origin in ["https://evil.test", "null", "whatever"] {
        let reply = send(&server, "POST /", &[("origin", origin), JSON, LIST], b"{}").await;
        assert_eq!(
            (reply.status, reply.header("access-control-allow-origin")),
            (200, Some("*")),
            "{origin}"
        );
    }
    server.stop().await.unwrap();
}
