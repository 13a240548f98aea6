//! Durable writes: PutItem over HTTP to a server with a data directory. Each response comes when the write is on disk.
//! Several clients together are faster than one, because waiting writes share one disk write.

use std::time::Instant;

use hashrange_server::{Options, Server};

use crate::client::Client;
use crate::folder::Folder;
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
        data_dir: Some(folder.path()),
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
