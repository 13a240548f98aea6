//! Rates over HTTP: clients that each wait for their responses, on connections of their own. Durable writes come back when
//! they are on disk; several clients together are faster than one then, because waiting writes share one disk write.

use std::time::Instant;

use hashrange_server::{Options, Server};

use crate::client::Client;
use crate::folder::Folder;
use crate::work::{gets, put, table_body};

/// The items that a line with reads finds.
const STORED: usize = 10_000;

/// One line: what the clients ask for, and how many there are.
#[derive(Clone, Copy)]
pub(crate) struct Line {
    pub(crate) name: &'static str,
    clients: usize,
    /// The requests of each client.
    requests: usize,
    asks: Asks,
}

#[derive(Clone, Copy, PartialEq, Eq)]
enum Asks {
    /// For next to nothing: what sockets and HTTP take.
    Nothing,
    Get,
    Put,
    /// To a server with a data directory.
    DurablePut,
}

const fn line(name: &'static str, clients: usize, requests: usize, asks: Asks) -> Line {
    Line {
        name,
        clients,
        requests,
        asks,
    }
}

pub(crate) const LINES: [Line; 5] = [
    line("ListTables over HTTP, 16 clients", 16, 5_000, Asks::Nothing),
    line("GetItem over HTTP, 16 clients", 16, 5_000, Asks::Get),
    line("PutItem over HTTP, 16 clients", 16, 5_000, Asks::Put),
    line("PutItem kept on disk, 1 client", 1, 1_000, Asks::DurablePut),
    line("PutItem kept on disk, 16 clients", 16, 500, Asks::DurablePut),
];

impl Line {
    /// Requests per second of wall clock time: sockets and disk take most of the time.
    pub(crate) fn rate(self) -> f64 {
        let folder = Folder::fresh();
        let options = Options {
            port: 0,
            data_dir: (self.asks == Asks::DurablePut).then(|| folder.path()),
            ..Options::default()
        };
        let runtime = tokio::runtime::Builder::new_multi_thread()
            .enable_all()
            .build()
            .expect("a runtime");
        let server = runtime.block_on(Server::start(&options)).expect("a server");
        let address = server.address();
        let mut first = Client::open(address);
        first.send("CreateTable", &table_body(true));
        if self.asks == Asks::Get {
            (0..STORED).for_each(|number| drop(first.send("PutItem", &put(number / 10, number, 0))));
        }
        let mut connections: Vec<Client> = (0..self.clients).map(|_| Client::open(address)).collect();
        let begun = Instant::now();
        std::thread::scope(|scope| {
            for (number, client) in connections.iter_mut().enumerate() {
                scope.spawn(move || self.run(number, client));
            }
        });
        let rate = (self.clients * self.requests) as f64 / begun.elapsed().as_secs_f64();
        drop((first, connections));
        runtime.block_on(server.stop()).expect("an end in order");
        rate
    }

    fn run(self, number: usize, client: &mut Client) {
        match self.asks {
            Asks::Nothing => (0..self.requests).for_each(|_| drop(client.send("ListTables", "{}"))),
            Asks::Get => {
                for body in gets(self.requests, STORED as u64) {
                    client.send("GetItem", &body);
                }
            }
            Asks::Put | Asks::DurablePut => {
                for write in 0..self.requests {
                    client.send("PutItem", &put(number, write, write % 100));
                }
            }
        }
    }
}
