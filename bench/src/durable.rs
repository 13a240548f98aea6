//! Durable writes: PutItem over HTTP to a server with a data directory. Each response comes when the write is on disk.
//! Several clients together are faster than one, because waiting writes share one disk write.

use std::io::{BufRead, BufReader, Read, Write};
use std::net::{SocketAddr, TcpStream};
use std::path::{Path, PathBuf};
use std::time::Instant;

use hashrange_server::{Options, Server};

use crate::work::{put, table_body};

/// The number of clients that write at the same time, each on its own connection, and of writes of each.
pub(crate) const LINES: [(&str, usize, usize); 2] = [
    ("PutItem kept on disk, 1 client", 1, 1_000),
    ("PutItem kept on disk, 16 clients", 16, 500),
];

/// Writes per second of wall clock time, because the disk takes most of the time.
pub(crate) fn rate(clients: usize, writes: usize) -> f64 {
    let folder = Folder::fresh();
    let options = Options {
        port: 0,
        data_dir: Some(folder.0.clone()),
        ..Options::default()
    };
    let runtime = tokio::runtime::Builder::new_multi_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let server = runtime.block_on(Server::start(&options)).expect("a server");
    let address = server.address();
    Client::open(address).send("CreateTable", &table_body(true));
    let mut connections: Vec<Client> = (0..clients).map(|_| Client::open(address)).collect();
    let begun = Instant::now();
    std::thread::scope(|scope| {
        for (number, client) in connections.iter_mut().enumerate() {
            scope.spawn(move || {
                for write in 0..writes {
                    client.send("PutItem", &put(number, write, write % 100));
                }
            });
        }
    });
    let rate = (clients * writes) as f64 / begun.elapsed().as_secs_f64();
    drop(connections);
    runtime.block_on(server.stop()).expect("an end in order");
    rate
}

/// A data folder. Deleted on drop.
struct Folder(PathBuf);

impl Folder {
    fn fresh() -> Self {
        let folder = std::env::temp_dir().join(format!("hashrange-bench-{}", std::process::id()));
        remove(&folder);
        Self(folder)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        remove(&self.0);
    }
}

/// Removes the folder. A missing folder counts as removed.
fn remove(folder: &Path) {
    let _ = std::fs::remove_dir_all(folder);
}

/// A connection that stays open, as in SDKs.
struct Client(BufReader<TcpStream>);

impl Client {
    fn open(address: SocketAddr) -> Self {
        let stream = TcpStream::connect(address).expect("a connection");
        stream.set_nodelay(true).expect("a connection that waits for nothing");
        Self(BufReader::new(stream))
    }

    /// Sends a request and waits for its response. A refusal ends the measurement.
    fn send(&mut self, operation: &str, body: &str) {
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
        assert!(line.starts_with("HTTP/1.1 200"), "{operation}: {line}");
        let mut length = 0;
        while line.trim_end() != "" {
            line.clear();
            self.0.read_line(&mut line).expect("a head");
            if let Some(("content-length", bytes)) = line.to_ascii_lowercase().split_once(':') {
                length = bytes.trim().parse().expect("a length");
            }
        }
        self.0.read_exact(&mut vec![0; length]).expect("a body");
    }
}
