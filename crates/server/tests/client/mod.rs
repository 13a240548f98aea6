//! A client that returns complete responses, for the tests of the server.

pub(crate) mod process;

use std::net::SocketAddr;
use std::time::Duration;

use hashrange_server::{Options, Server};
use serde_json::{Value, json};
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;

/// How long a condition may take on a slow machine. Tests wait for milliseconds.
const PATIENCE: Duration = Duration::from_secs(60);

/// Checks a condition until it holds, without a pause between two checks.
pub(crate) async fn until(mut holds: impl AsyncFnMut() -> bool) {
    let checks = async {
        while !holds().await {
            tokio::task::yield_now().await;
        }
    };
    tokio::time::timeout(PATIENCE, checks)
        .await
        .expect("the condition holds in time");
}

/// A response.
pub(crate) struct Reply {
    pub(crate) status: u16,
    pub(crate) head: String,
    /// The body as received.
    pub(crate) bytes: Vec<u8>,
    /// The body as text.
    pub(crate) body: String,
}

impl Reply {
    /// The value of a header.
    pub(crate) fn header(&self, name: &str) -> Option<&str> {
        self.head.lines().skip(1).find_map(|line| {
            let (found, value) = line.split_once(':')?;
            found.eq_ignore_ascii_case(name).then_some(value.trim())
        })
    }

    /// The body as JSON.
    pub(crate) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_else(|error| panic!("{error}: {}", self.body))
    }

    /// Checks the parts that every complete response has.
    pub(crate) fn is_complete(&self) -> bool {
        let id = self.header("x-amzn-RequestId").unwrap_or_default();
        let checksum = crc32fast::hash(&self.bytes).to_string();
        id.len() == 52
            && id
                .bytes()
                .all(|byte| byte.is_ascii_uppercase() || byte.is_ascii_digit())
            && self.header("x-amz-crc32") == Some(&checksum)
            && self.header("content-length") == Some(&self.bytes.len().to_string())
    }

    fn read(received: &[u8]) -> Option<Self> {
        let end = received.windows(4).position(|window| window == b"\r\n\r\n")?;
        let head = String::from_utf8_lossy(&received[..end]).into_owned();
        let bytes = received[end + 4..].to_vec();
        let status = head.split(' ').nth(1).and_then(|word| word.parse().ok())?;
        let body = String::from_utf8_lossy(&bytes).into_owned();
        Some(Self {
            status,
            head,
            bytes,
            body,
        })
    }
}

/// A server on a free port of this process.
pub(crate) async fn start(options: Options) -> Server {
    Server::start(&Options { port: 0, ..options })
        .await
        .expect("a free port")
}

/// Sends a request on its own connection; `first` is the request line without the version.
pub(crate) async fn send(server: &Server, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Reply {
    send_to(server.address(), first, headers, body)
        .await
        .expect("an answer comes")
}

/// Sends a request to an address; `None` if there is no complete response.
pub(crate) async fn send_to(address: SocketAddr, first: &str, headers: &[(&str, &str)], body: &[u8]) -> Option<Reply> {
    let mut request = format!("{first} HTTP/1.1\r\nhost: {address}\r\nconnection: close\r\n");
    for (name, value) in headers {
        request.push_str(&format!("{name}: {value}\r\n"));
    }
    request.push_str(&format!("content-length: {}\r\n\r\n", body.len()));
    send_as_it_is(address, request.as_bytes(), body).await
}

/// Sends a head and a body to an address unchanged; `None` if there is no complete response.
pub(crate) async fn send_as_it_is(address: SocketAddr, head: &[u8], body: &[u8]) -> Option<Reply> {
    let mut stream = TcpStream::connect(address).await.ok()?;
    let (mut reader, mut writer) = stream.split();
    let mut received = Vec::new();
    let sending = async {
        writer.write_all(head).await?;
        writer.write_all(body).await
    };
    // A server may respond and disconnect before it has read everything.
    let (_, _) = tokio::join!(sending, reader.read_to_end(&mut received));
    Reply::read(&received)
}

/// Sends a request for an operation.
pub(crate) async fn call(server: &Server, operation: &str, body: &Value) -> Reply {
    call_at(server.address(), operation, body)
        .await
        .expect("an answer comes")
}

/// Sends a request for an operation to an address.
pub(crate) async fn call_at(address: SocketAddr, operation: &str, body: &Value) -> Option<Reply> {
    let target = format!("DynamoDB_20120810.{operation}");
    let headers = [
        ("content-type", "application/x-amz-json-1.0"),
        ("x-amz-target", target.as_str()),
    ];
    send_to(address, "POST /", &headers, body.to_string().as_bytes()).await
}

/// A table for items of the tests.
pub(crate) fn session_table() -> Value {
    json!({
        "TableName": "SessionData",
        "AttributeDefinitions": [{"AttributeName": "id", "AttributeType": "S"}],
        "KeySchema": [{"AttributeName": "id", "KeyType": "HASH"}],
        "BillingMode": "PAY_PER_REQUEST",
    })
}
