//! The command `relay` over sockets: which pages it admits, what it passes on, and which certificates it trusts.

use std::io::{BufRead as _, BufReader};
use std::net::SocketAddr;
use std::process::{Child, Command, Stdio};
use std::sync::Arc;

use hashrange_signing::{Address, Credentials, sign};
use hashrange_time::{Duration, Timestamp};
use rustls::pki_types::pem::PemObject as _;
use rustls::pki_types::{CertificateDer, PrivateKeyDer};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpListener;
use tokio_rustls::TlsAcceptor;

use crate::client::process::Process;
use crate::client::{Reply, send_to};

const PAGE: &str = "http://127.0.0.1:8080";

/// A relay as a separate process; killed when dropped.
struct RelayProcess {
    child: Child,
    address: SocketAddr,
}

impl RelayProcess {
    fn start(arguments: &[&str]) -> Self {
        let mut command = Command::new(env!("CARGO_BIN_EXE_hashrange-server"));
        command
            .args(["relay", "--port", "0"])
            .args(arguments)
            .stdout(Stdio::piped());
        let mut child = command.spawn().expect("the program is there");
        let mut line = String::new();
        BufReader::new(child.stdout.take().unwrap())
            .read_line(&mut line)
            .unwrap();
        let address = line
            .strip_prefix("Relay at http://")
            .and_then(|rest| rest.split(' ').next()?.parse().ok());
        Self {
            child,
            address: address.unwrap_or_else(|| panic!("it says {line:?}")),
        }
    }

    async fn post(&self, headers: &[(&str, &str)], body: &[u8]) -> Reply {
        let usual = [
            ("content-type", "application/x-amz-json-1.0"),
            ("x-amz-target", "DynamoDB_20120810.ListTables"),
        ];
        send_to(self.address, "POST /", &[&usual, headers].concat(), body)
            .await
            .expect("an answer comes")
    }
}

impl Drop for RelayProcess {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

/// An endpoint that returns a request as its response, over TLS if there is an acceptor.
async fn echo(acceptor: Option<TlsAcceptor>) -> SocketAddr {
    let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
    let address = listener.local_addr().unwrap();
    tokio::spawn(async move {
        let (stream, _) = listener.accept().await.unwrap();
        match acceptor {
            None => answer(stream).await,
            Some(acceptor) => {
                if let Ok(stream) = acceptor.accept(stream).await {
                    answer(stream).await;
                }
            }
        }
    });
    address
}

async fn answer(mut stream: impl tokio::io::AsyncRead + tokio::io::AsyncWrite + Unpin) {
    let (mut received, mut buffer) = (Vec::new(), [0; 4_096]);
    // The tests send `{}`.
    while !received.ends_with(b"{}") {
        let read = stream.read(&mut buffer).await.unwrap();
        assert!(read > 0, "the request ends early");
        received.extend_from_slice(&buffer[..read]);
    }
    let head = format!(
        "HTTP/1.1 200 OK\r\ncontent-length: {}\r\nx-amzn-requestid: R\r\nset-cookie: a=b\r\n\
         access-control-allow-origin: *\r\nconnection: close\r\n\r\n",
        received.len()
    );
    stream.write_all(head.as_bytes()).await.unwrap();
    stream.write_all(&received).await.unwrap();
    stream.shutdown().await.unwrap();
}

#[tokio::test]
async fn only_the_page_is_let_in() {
    let server = Process::start(&[]);
    let to = format!("http://{}", server.address);
    let relay = RelayProcess::start(&["--to", &to]);
    for foreign in [
        "http://127.0.0.1:8081",
        "https://127.0.0.1:8080",
        "http://example.test",
        "null",
    ] {
        let reply = relay.post(&[("origin", foreign)], b"{}").await;
        assert_eq!(reply.status, 403, "{foreign}");
        assert_eq!(reply.header("access-control-allow-origin"), None);
    }
    assert_eq!(relay.post(&[], b"{}").await.status, 403, "a program without an origin");
    for page in [PAGE, "http://localhost:8080"] {
        let reply = relay.post(&[("origin", page)], b"{}").await;
        assert_eq!((reply.status, reply.body.as_str()), (200, r#"{"TableNames":[]}"#));
        assert_eq!(reply.header("access-control-allow-origin"), Some(page));
        assert!(reply.header("x-amzn-requestid").is_some() && reply.header("vary") == Some("Origin"));
    }
    let other = RelayProcess::start(&["--to", &to, "--origin", "https://example.github.io/"]);
    assert_eq!(other.post(&[("origin", PAGE)], b"{}").await.status, 403);
    assert_eq!(
        other
            .post(&[("origin", "https://example.github.io")], b"{}")
            .await
            .status,
        200
    );
}

/// The time of this machine: a server accepts signatures of the last minutes only.
#[allow(
    clippy::disallowed_methods,
    clippy::disallowed_types,
    reason = "the server reads it too"
)]
fn now() -> Timestamp {
    let since = std::time::SystemTime::now()
        .duration_since(std::time::SystemTime::UNIX_EPOCH)
        .unwrap();
    Timestamp::default() + Duration::from_millis(u64::try_from(since.as_millis()).unwrap())
}

/// A request that is signed for a host goes through a relay to an endpoint that checks signatures.
#[tokio::test]
async fn a_signature_for_the_endpoints_own_host_is_valid_behind_the_relay() {
    let server = Process::start(&["--require-signature", "AK:secret"]);
    let to = format!("http://{}", server.address);
    let relay = RelayProcess::start(&["--to", &to]);
    let credentials = Credentials {
        key_id: "AK".to_owned(),
        secret: "secret".to_owned(),
        token: None,
    };
    let now = now();
    let own = format!("http://{}", relay.address);
    for (host, status) in [(&to, 200), (&own, 400)] {
        let plain = [
            ("content-type", "application/x-amz-json-1.0"),
            ("x-amz-target", "DynamoDB_20120810.ListTables"),
        ];
        let address = Address::read(host).unwrap();
        let signed = sign(&credentials, "us-east-1", now, &address, (&plain, b"{}")).unwrap();
        let mut headers = vec![("origin", PAGE)];
        headers.extend(signed.iter().map(|(name, value)| (name.as_str(), value.as_str())));
        let reply = relay.post(&headers, b"{}").await;
        assert_eq!(reply.status, status, "{host}: {}", reply.body);
    }
}

#[tokio::test]
async fn a_preflight_is_answered_here() {
    // Nothing listens there.
    let relay = RelayProcess::start(&["--to", "http://127.0.0.1:9"]);
    let asked = [
        ("origin", PAGE),
        ("access-control-request-method", "POST"),
        (
            "access-control-request-headers",
            "authorization,x-amz-date,x-amz-target",
        ),
    ];
    let reply = send_to(relay.address, "OPTIONS /", &asked, b"")
        .await
        .expect("an answer comes");
    assert_eq!(reply.status, 200);
    assert_eq!(reply.header("access-control-allow-origin"), Some(PAGE));
    assert_eq!(
        reply.header("access-control-allow-headers"),
        Some("authorization,x-amz-date,x-amz-target")
    );
    let foreign = send_to(relay.address, "OPTIONS /", &[("origin", "http://example.test")], b"")
        .await
        .unwrap();
    assert_eq!(
        (foreign.status, foreign.header("access-control-allow-origin")),
        (403, None)
    );
    let away = relay.post(&[("origin", PAGE)], b"{}").await;
    assert!(
        away.status == 502 && away.body.contains("No response from http://127.0.0.1:9"),
        "{}",
        away.body
    );
    let get = send_to(relay.address, "GET /", &[("origin", PAGE)], b"").await.unwrap();
    assert_eq!(get.status, 404);
}

#[tokio::test]
async fn a_request_is_passed_on_as_it_was_signed() {
    let endpoint = echo(None).await;
    let relay = RelayProcess::start(&["--to", &format!("http://{endpoint}")]);
    let headers = [
        ("origin", PAGE),
        ("authorization", "AWS4 x"),
        ("x-amz-date", "d"),
        ("cookie", "a=b"),
    ];
    let reply = relay.post(&headers, b"{}").await;
    let passed = reply.body.to_ascii_lowercase();
    assert!(
        passed.starts_with("post / http/1.1\r\n") && passed.ends_with("\r\n\r\n{}"),
        "{passed}"
    );
    for line in [
        &format!("host: {endpoint}"),
        "authorization: aws4 x",
        "x-amz-date: d",
        "content-length: 2",
    ] {
        assert!(passed.lines().any(|found| found == line), "{line}: {passed}");
    }
    assert!(!passed.contains("origin:") && !passed.contains("cookie:"), "{passed}");
    assert_eq!(
        (reply.header("x-amzn-requestid"), reply.header("set-cookie")),
        (Some("R"), None)
    );
    assert_eq!(reply.header("access-control-allow-origin"), Some(PAGE));
}

#[tokio::test]
async fn bodies_are_bounded() {
    let server = Process::start(&[]);
    let relay = RelayProcess::start(&["--to", &format!("http://{}", server.address)]);
    let large = format!(r#"{{"Limit":1{}}}"#, " ".repeat(10 << 20));
    assert_eq!(relay.post(&[("origin", PAGE)], large.as_bytes()).await.status, 200);
    let too_large = vec![b' '; (16 << 20) + 1];
    assert_eq!(relay.post(&[("origin", PAGE)], &too_large).await.status, 413);
}

#[tokio::test]
async fn an_authority_of_its_own_is_trusted_where_it_is_named() {
    let read = |name: &str| format!("{}/tests/relay/{name}", env!("CARGO_MANIFEST_DIR"));
    let certificates: Vec<_> = CertificateDer::pem_file_iter(read("server.pem"))
        .unwrap()
        .map(Result::unwrap)
        .collect();
    let key = PrivateKeyDer::from_pem_file(read("server-key.pem")).unwrap();
    let provider = Arc::new(rustls::crypto::ring::default_provider());
    let config = rustls::ServerConfig::builder_with_provider(provider)
        .with_safe_default_protocol_versions()
        .unwrap();
    let config = config
        .with_no_client_auth()
        .with_single_cert(certificates, key)
        .unwrap();
    let acceptor = TlsAcceptor::from(Arc::new(config));

    let endpoint = echo(Some(acceptor)).await;
    let relay = RelayProcess::start(&["--to", &format!("https://{endpoint}"), "--ca", &read("authority.pem")]);
    let reply = relay.post(&[("origin", PAGE)], b"{}").await;
    assert_eq!(reply.status, 200, "{}", reply.body);

    let mut command = Command::new(env!("CARGO_BIN_EXE_hashrange-server"));
    let output = command
        .args([
            "relay",
            "--to",
            &format!("https://{endpoint}"),
            "--ca",
            &read("none.pem"),
        ])
        .output();
    let complaint = String::from_utf8(output.unwrap().stderr).unwrap();
    assert!(complaint.contains("none.pem"), "{complaint}");
}
