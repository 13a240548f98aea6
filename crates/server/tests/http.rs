//! The endpoint over real sockets: what a client sees, header by header.

use std::net::{Ipv4Addr, Ipv6Addr, SocketAddr};

use hashrange_server::{AccessKey, Host, Options, PhysicsPreset, Server};
use serde_json::json;
use tokio::net::{TcpListener, TcpStream};

use crate::client::{Reply, call, call_at, send, send_as_it_is, session_table, start, until};

const LIST: (&str, &str) = ("x-amz-target", "DynamoDB_20120810.ListTables");
const JSON: (&str, &str) = ("content-type", "application/x-amz-json-1.0");

/// Sends a GET with or without a host.
async fn get(server: &Server, path: &str, host: Option<&str>) -> Reply {
    let host = host.map_or(String::new(), |host| format!("host: {host}\r\n"));
    let head = format!("GET {path} HTTP/1.1\r\n{host}connection: close\r\n\r\n");
    send_as_it_is(server.address(), head.as_bytes(), b"")
        .await
        .expect("an answer comes")
}

/// Sends an operation to a Region, with a signature that is not checked.
async fn call_signed(server: &Server, region: &str, operation: &str, body: &serde_json::Value) -> Reply {
    let scope = format!("Credential=any/20150830/{region}/dynamodb/aws4_request");
    let claim = format!("AWS4-HMAC-SHA256 {scope}, SignedHeaders=host, Signature=00");
    let target = format!("DynamoDB_20120810.{operation}");
    let headers = [
        JSON,
        ("authorization", claim.as_str()),
        ("x-amz-target", target.as_str()),
    ];
    send(server, "POST /", &headers, body.to_string().as_bytes()).await
}

#[tokio::test]
async fn the_health_check_names_the_host_that_was_asked() {
    let server = start(Options {
        region: Some("eu-south-2".to_owned()),
        ..Options::default()
    })
    .await;
    let reply = send(&server, "GET /", &[], b"").await;
    assert_eq!(
        (reply.status, reply.body),
        (200, format!("healthy: {} ", server.address()))
    );
    for path in ["/", "/health", "/?"] {
        let reply = get(&server, path, Some("dynamodb.us-east-1.amazonaws.com")).await;
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (200, "healthy: dynamodb.us-east-1.amazonaws.com "),
            "{path}"
        );
        assert!(reply.is_complete(), "{}", reply.head);
        for no_host in [None, Some("<b>")] {
            let reply = get(&server, path, no_host).await;
            assert_eq!(
                (reply.status, reply.body.as_str()),
                (200, "healthy: dynamodb.eu-south-2.amazonaws.com ")
            );
        }
    }
    for path in ["/abc", "/-", "/index.htm", "/health/", "/healthy"] {
        assert_eq!(get(&server, path, Some("localhost")).await.status, 404, "{path}");
    }
    assert_eq!(send(&server, "PUT /health", &[], b"").await.status, 404);
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_endpoint_is_where_it_was_found() {
    let server = start(Options::default()).await;
    let reply = call(&server, "DescribeEndpoints", &json!({})).await;
    let address = server.address().to_string();
    assert_eq!(
        reply.json(),
        json!({"Endpoints": [{"Address": address, "CachePeriodInMinutes": 1_440}]})
    );
    assert!(reply.is_complete(), "{}", reply.head);
    let found = reply.json()["Endpoints"][0]["Address"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(
        call_at(found, "DescribeEndpoints", &json!({})).await.unwrap().status,
        200
    );

    // Through a tunnel, or with another name.
    let head = "POST / HTTP/1.1\r\nhost: database:8000\r\nconnection: close\r\ncontent-length: 2\r\n\
                content-type: application/json\r\nx-amz-target: DynamoDB_20120810.DescribeEndpoints\r\n\r\n";
    let reply = send_as_it_is(server.address(), head.as_bytes(), b"{}").await.unwrap();
    assert_eq!(reply.json()["Endpoints"][0]["Address"], "database:8000");
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
    assert_eq!(
        put.header("x-amz-crc32"),
        Some("2745614147"),
        "the service's own checksum of an empty object"
    );
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
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (200, r#"{"TableNames":[]}"#),
            "{sent}"
        );
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
        (
            &[json_type, ("x-amz-target", "whatever")],
            "{}",
            "UnknownOperationException",
            "1368724161",
        ),
        (&[json_type, wrong], "{}", "UnknownOperationException", "1368724161"),
        (&[json_type], "hi", "SerializationException", "3948637019"),
        (&[json_type, list], "hi", "SerializationException", "3948637019"),
        (&[json_type, list], "", "SerializationException", "3948637019"),
    ] {
        let reply = send(&server, "POST /", headers, body.as_bytes()).await;
        assert_eq!(reply.status, 400);
        assert_eq!(
            reply.json(),
            json!({"__type": format!("com.amazon.coral.service#{exception}")}),
            "{body}"
        );
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
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (404, "<UnknownOperationException/>\n"),
            "{first}"
        );
        assert_eq!(reply.header("x-amz-crc32"), Some("3552371480"));
        assert!(reply.is_complete(), "{}", reply.head);
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_path_beyond_the_root_is_not_found() {
    let server = start(Options::default()).await;
    for path in ["/dynamodb", "/dynamodb/", "//", "/index.html", "/health", "/%2F", "/.."] {
        let reply = send(&server, &format!("POST {path}"), &[JSON, LIST], b"{}").await;
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (404, "<UnknownOperationException/>\n"),
            "{path}"
        );
        assert!(reply.is_complete(), "{}", reply.head);
    }
    for path in ["/", "/?", "/?a=b", "http://localhost/"] {
        assert_eq!(
            send(&server, &format!("POST {path}"), &[JSON, LIST], b"{}")
                .await
                .status,
            200,
            "{path}"
        );
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_body_of_the_type_of_scaling_that_is_no_json_is_not_found() {
    let server = start(Options::default()).await;
    let scaling = ("content-type", "application/x-amz-json-1.1");
    for body in ["hi", "{", "{}}"] {
        let reply = send(&server, "POST /", &[scaling, LIST], body.as_bytes()).await;
        assert_eq!(
            (reply.status, reply.body.as_str()),
            (404, "<UnknownOperationException/>\n"),
            "{body}"
        );
        let reply = send(&server, "POST /", &[JSON, LIST], body.as_bytes()).await;
        assert_eq!(
            (reply.status, reply.body.contains("SerializationException")),
            (400, true),
            "{body}"
        );
    }
    // Their own service refuses them like the others.
    let target = ("x-amz-target", "AnyScaleFrontendService.DescribeScalableTargets");
    let reply = send(&server, "POST /", &[scaling, target], b"hi").await;
    assert_eq!(
        (reply.status, reply.body.contains("SerializationException")),
        (400, true)
    );
    let reply = send(&server, "POST /", &[scaling, LIST], br#"{"Limit":"a"}"#).await;
    assert_eq!(
        (reply.status, reply.header("content-type")),
        (400, Some("application/x-amz-json-1.1"))
    );
    server.stop().await.unwrap();
}

#[tokio::test]
async fn heads_above_16_kb_are_refused() {
    let server = start(Options::default()).await;
    const LIMIT: usize = 16 * 1024;
    let head = |line: &str, header: usize| {
        let start = format!("{line} HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\na: ");
        format!("{start}{}\r\n\r\n", "x".repeat(header.saturating_sub(start.len() + 4)))
    };
    let ask = async |head: String| {
        let reply = send_as_it_is(server.address(), head.as_bytes(), b"")
            .await
            .expect("an answer comes");
        (reply.status, reply.body)
    };
    assert_eq!(ask(head("GET /", LIMIT)).await, (200, "healthy: localhost ".to_owned()));
    for bytes in [LIMIT + 1, 20_000, 60_000, 70_000, 200_000] {
        assert_eq!(
            ask(head("GET /", bytes)).await,
            (400, String::new()),
            "{bytes} bytes of headers"
        );
        let line = format!("GET /{}", "x".repeat(bytes));
        assert_eq!(
            ask(head(&line, 0)).await,
            (400, String::new()),
            "a line of {bytes} bytes"
        );
    }
    let many: String = (0..2_000).map(|number| format!("h{number}: x\r\n")).collect();
    assert_eq!(ask(format!("GET / HTTP/1.1\r\n{many}\r\n")).await, (400, String::new()));
    server.stop().await.unwrap();
}

#[tokio::test]
async fn bodies_up_to_16_mb_are_read() {
    let server = start(Options::default()).await;
    let headers = [
        ("content-type", "application/json"),
        ("x-amz-target", "DynamoDB_20120810.ListTables"),
    ];
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
        let server = start(Options {
            seed: Some(seed),
            ..Options::default()
        })
        .await;
        let reply = send(&server, "GET /", &[], b"").await;
        ids.push(reply.header("x-amzn-requestid").unwrap().to_owned());
        server.stop().await.unwrap();
    }
    assert_eq!(ids[0], ids[1]);
    assert_ne!(ids[1], ids[2]);
}

#[tokio::test]
async fn tables_become_active_by_the_system_clock() {
    let server = start(Options {
        physics: Some(PhysicsPreset::Classroom),
        ..Options::default()
    })
    .await;
    let created = call(&server, "CreateTable", &session_table()).await;
    assert_eq!(created.json()["TableDescription"]["TableStatus"], "CREATING");
    let name = json!({"TableName": "SessionData"});
    until(async || call(&server, "DescribeTable", &name).await.json()["Table"]["TableStatus"] == "ACTIVE").await;
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_stopped_server_frees_its_port() {
    // Between the stop and the next start a connection of another test may rarely get the port.
    for _ in 0..10 {
        let server = start(Options::default()).await;
        let address = server.address();
        // An idle connection does not delay the server's end.
        let idle = TcpStream::connect(address).await.unwrap();
        server.stop().await.unwrap();
        drop(idle);
        let Ok(again) = Server::start(&Options {
            port: address.port(),
            ..Options::default()
        })
        .await
        else {
            continue;
        };
        assert_eq!(again.address(), address);
        assert!(
            Server::start(&Options {
                port: address.port(),
                ..Options::default()
            })
            .await
            .is_err(),
            "taken"
        );
        again.stop().await.unwrap();
        return;
    }
    panic!("the port was never free again");
}

#[tokio::test]
async fn localhost_is_both_of_its_addresses() {
    let server = start(Options::default()).await;
    let (address, port) = (server.address(), server.address().port());
    assert_eq!(address.ip(), Ipv4Addr::LOCALHOST);
    // A machine without IPv6 has only one address.
    if TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await.is_ok() {
        call_at((Ipv6Addr::LOCALHOST, port).into(), "CreateTable", &session_table())
            .await
            .expect("an answer comes");
        assert_eq!(
            call(&server, "ListTables", &json!({})).await.json(),
            json!({"TableNames": ["SessionData"]})
        );
        // Clients would mistake another server there for this one.
        let taken = TcpListener::bind((Ipv6Addr::LOCALHOST, 0)).await.unwrap();
        let port = taken.local_addr().unwrap().port();
        assert!(
            Server::start(&Options {
                port,
                ..Options::default()
            })
            .await
            .is_err(),
            "taken"
        );
    }
    let only = Options {
        host: Host::Address(Ipv4Addr::LOCALHOST.into()),
        ..Options::default()
    };
    let only = start(only).await;
    let other: SocketAddr = (Ipv6Addr::LOCALHOST, only.address().port()).into();
    assert!(TcpStream::connect(other).await.is_err());
    only.stop().await.unwrap();
    server.stop().await.unwrap();
}

#[tokio::test]
async fn regions_are_apart_when_asked_for() {
    for apart in [true, false] {
        let server = start(Options {
            regions: apart,
            ..Options::default()
        })
        .await;
        let made = call_signed(&server, "eu-west-1", "CreateTable", &session_table())
            .await
            .json();
        let region = if apart { "eu-west-1" } else { "us-east-1" };
        let arn = format!("arn:aws:dynamodb:{region}:000000000000:table/SessionData");
        assert_eq!(made["TableDescription"]["TableArn"], arn);
        let (here, elsewhere) = (
            json!(["SessionData"]),
            if apart { json!([]) } else { json!(["SessionData"]) },
        );
        for (region, names) in [
            ("eu-west-1", &here),
            ("ap-south-1", &elsewhere),
            ("us-east-1", &elsewhere),
        ] {
            let reported = call_signed(&server, region, "ListTables", &json!({})).await.json();
            assert_eq!(reported["TableNames"], *names, "{region}");
        }
        // A client without a Region uses that of the server.
        assert_eq!(
            call(&server, "ListTables", &json!({})).await.json()["TableNames"],
            elsewhere
        );
        server.stop().await.unwrap();
    }
}

#[tokio::test]
async fn time_passes_in_every_region() {
    let server = start(Options {
        regions: true,
        physics: Some(PhysicsPreset::Classroom),
        ..Options::default()
    })
    .await;
    call_signed(&server, "eu-west-1", "CreateTable", &session_table()).await;
    let name = json!({"TableName": "SessionData"});
    until(async || {
        let reported = call_signed(&server, "eu-west-1", "DescribeTable", &name).await.json();
        reported["Table"]["TableStatus"] == "ACTIVE"
    })
    .await;
    server.stop().await.unwrap();
}

#[tokio::test]
async fn the_streams_have_a_target_of_their_own() {
    let server = start(Options::default()).await;
    for target in ["DynamoDBStreams_20120810.ListTables", "DynamoDB_20120810.ListStreams"] {
        let reply = send(&server, "POST /", &[JSON, ("x-amz-target", target)], b"{}").await;
        assert!(
            reply.body.contains("UnknownOperationException"),
            "{target}: {}",
            reply.body
        );
    }
    server.stop().await.unwrap();
}

#[tokio::test]
async fn a_server_that_insists_answers_signed_requests_only() {
    let key = AccessKey::from_pair("AKIDEXAMPLE:secret");
    let server = start(Options {
        require_signature: key,
        ..Options::default()
    })
    .await;
    let exception = |reply: &Reply| {
        let kind = reply.json()["__type"].as_str().unwrap().to_owned();
        (
            reply.status,
            kind.strip_prefix("com.amazon.coral.service#").unwrap().to_owned(),
        )
    };
    let distrusted = |name: &str| (400, name.to_owned());

    let reply = send(&server, "POST /", &[JSON, LIST], b"{}").await;
    assert_eq!(exception(&reply), distrusted("MissingAuthenticationTokenException"));
    assert_eq!(reply.header("content-type"), Some("application/x-amz-json-1.0"));
    assert!(reply.is_complete());
    let plain = ("content-type", "application/json");
    let incomplete = send(&server, "POST /", &[plain, LIST, ("authorization", "AWS4-")], b"").await;
    assert_eq!(
        incomplete.header("x-amz-crc32"),
        Some("1828866742"),
        "the service's own: {}",
        incomplete.body
    );
    let missing = send(&server, "POST /", &[plain, LIST], b"").await;
    assert_eq!(
        missing.header("x-amz-crc32"),
        Some("2088342776"),
        "the service's own: {}",
        missing.body
    );

    // A body that cannot be read gets its error from every server.
    let reply = send(&server, "POST /", &[JSON, LIST], b"hi").await;
    assert_eq!(exception(&reply), distrusted("SerializationException"));
    let reply = send(&server, "POST /", &[JSON, ("x-amz-target", "whatever")], b"{}").await;
    assert_eq!(exception(&reply), distrusted("UnknownOperationException"));
    assert_eq!(send(&server, "GET /", &[], b"").await.status, 200);

    let old = "AWS4-HMAC-SHA256 Credential=AKIDEXAMPLE/20150830/us-east-1/dynamodb/aws4_request, \
               SignedHeaders=host, Signature=00";
    let signed = [JSON, LIST, ("authorization", old), ("x-amz-date", "20150830T123600Z")];
    let reply = send(&server, "POST /", &signed, b"{}").await;
    assert_eq!(exception(&reply), distrusted("InvalidSignatureException"));
    assert!(
        reply
            .body
            .contains("Signature expired: 20150830T123600Z is now earlier than "),
        "{}",
        reply.body
    );
    server.stop().await.unwrap();
}
