//! Lets the requests of clients go first while the server does work of its own, such as index builds and imports.
//!
//! Must not know the work.

use std::time::Duration;

use crate::locked::SLICE;
use crate::service::Service;

/// How much longer than the work the clients' turn is, when they ask for something.
const SHARE: u32 = 2;
/// The most work that one turn makes up for. What takes longer waited for the disk.
const MOST: Duration = Duration::from_millis(5);

/// The turns of one work.
#[derive(Debug, Default)]
pub(crate) struct Turns {
    /// Number of requests of clients at the end of the last turn.
    clients: u64,
    /// The work since then.
    worked: Duration,
}

impl Turns {
    /// Takes in how long a piece of work took. Waits, if it is the turn of clients.
    pub(crate) async fn worked(&mut self, service: &Service, took: Duration) {
        self.worked += took.min(MOST);
        let asked = service.requests();
        if self.worked < SLICE || asked == self.clients {
            tokio::task::yield_now().await;
        } else {
            tokio::time::sleep(self.worked * SHARE).await;
            self.worked = Duration::ZERO;
        }
        self.clients = asked;
    }
}
