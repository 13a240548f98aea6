//! A client of a server over HTTP.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};

/// A connection that stays open, as in SDKs.
pub(crate) struct Client(BufReader<TcpStream>);

impl Client {
    pub(crate) fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("a connection that waits for nothing");
        Self(BufReader::new(stream))
    }

    /// Sends a request and waits for its response, which it returns. A refusal ends the measurement.
    pub(crate) fn send(&mut self, operation: &str, body: &str) -> String {
        let head = format!(
            "POST / HTTP/1.1\r\nhost: localhost\r\nx-amz-target: DynamoDB_20120810.{operation}\r\n\
             content-type: application/x-amz-json-1.0\r\ncontent-length: {}\r\n\r\n",
            body.len()
        );
        self.0
            .get_mut()
            .write_all(format!("{head}{body}").as_bytes())
            .expect("a server that reads");
        let mut line = String::new();
        self.0.read_line(&mut line).expect("an answer");
        let status = line.clone();
        let mut length = 0;
        while line.trim_end() != "" {
            line.clear();
            self.0.read_line(&mut line).expect("a head");
            if let Some(("content-length", bytes)) = line.to_ascii_lowercase().split_once(':') {
                length = bytes.trim().parse().expect("a length");
            }
        }
        let mut body = vec![0; length];
        self.0.read_exact(&mut body).expect("a body");
        let body = String::from_utf8(body).expect("text");
        assert!(status.starts_with("HTTP/1.1 200"), "{operation}: {status} {body}");
        body
    }
}
