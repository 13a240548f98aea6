//! A running server: its socket, its tasks, and its end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;
use std::time::Duration;

use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::compaction::{compact, compact_at_end};
use crate::options::Options;
use crate::service::{Service, ServiceError};
use crate::{clock, connection, http};

/// Shortest sleep: timers are no finer than this anyway.
const SHORTEST: Duration = Duration::from_millis(1);

/// A server that answers requests until it is stopped, or its runtime ends.
pub struct Server {
    address: SocketAddr,
    service: Arc<Service>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
    time: JoinHandle<()>,
    keeping: Option<JoinHandle<()>>,
    compacting: JoinHandle<()>,
}

/// Why a server does not start.
#[derive(Debug, thiserror::Error)]
pub enum StartError {
    /// There is no service to serve.
    #[error(transparent)]
    Service(#[from] ServiceError),
    /// Nothing can be heard at the address.
    #[error("cannot listen on {address}: {error} (--port 0 takes any free one)")]
    Listen {
        /// The address.
        address: SocketAddr,
        /// What the system says.
        error: io::Error,
    },
}

impl From<StartError> for io::Error {
    fn from(error: StartError) -> Self {
        Self::other(error)
    }
}

impl Server {
    /// Brings the data back, if there is any, listens, and answers from tasks of the current Tokio runtime, whose timers
    /// must be enabled.
    ///
    /// # Errors
    /// When the port is taken or not allowed, or the data directory cannot be used.
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        let address = SocketAddr::from((options.host, options.port));
        let failed = |error| StartError::Listen { address, error };
        // Before the data is touched: a port that is taken is the more common mistake.
        let listener = TcpListener::bind(address).await.map_err(failed)?;
        let address = listener.local_addr().map_err(failed)?;
        let (service, journal) = Service::open(options)?;
        let service = Arc::new(service);
        let time = tokio::spawn(keep_time(Arc::clone(&service)));
        let compacting = tokio::spawn(compact(Arc::clone(&service)));
        let keeping = journal.map(|journal| tokio::spawn(Arc::clone(&service).keep(journal)));
        let (stop, stopped) = oneshot::channel();
        let router = http::router(Arc::clone(&service), options);
        let serving = tokio::spawn(connection::serve(listener, router, options.bounds, async {
            // An error here means that the `Server` was dropped: nobody is left to stop it, so it goes on.
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        Ok(Self { address, service, stop, serving, time, keeping, compacting })
    }

    /// Where it listens, with the port it really has.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The endpoint's URL, for an SDK.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The physics in force.
    #[must_use]
    pub fn physics(&self) -> &str {
        &self.service.settings().preset
    }

    /// The Region in force.
    #[must_use]
    pub fn region(&self) -> &str {
        &self.service.settings().region
    }

    /// What people should know of the data that was found, if there is anything.
    #[must_use]
    pub fn report(&self) -> Option<&str> {
        self.service.report()
    }

    /// Waits for the disk or the engine to fail, if need be for ever. Every request is answered with an error then.
    pub async fn failure(&self) -> io::Error {
        self.service.failure().await
    }

    /// Takes no more requests, lets those under way finish for a few seconds, and ends.
    ///
    /// # Errors
    /// When the journal could not be written.
    pub async fn stop(self) -> io::Result<()> {
        end(self.time).await;
        let _ = self.stop.send(());
        self.serving.await.map_err(io::Error::other)?;
        compact_at_end(&self.service).await;
        end(self.compacting).await;
        let settled = self.service.settle().await;
        if let Some(keeping) = self.keeping {
            end(keeping).await;
        }
        settled
    }
}

/// Ends a task, and returns when it holds nothing any more: the data directory is free for another server then.
async fn end(task: JoinHandle<()>) {
    task.abort();
    // It was told to be cancelled, which is what it says.
    let _ = task.await;
}

/// Does the engine's background work when it is due, for ever. Requests would do it too when they come, but then a quiet
/// minute's work would delay the next of them.
async fn keep_time(service: Arc<Service>) {
    loop {
        match service.advance() {
            None => service.changed().await,
            Some(due) => {
                let wait = due.checked_since(clock::now()).map_or(0, hashrange_time::Duration::micros);
                let wait = Duration::from_micros(wait).max(SHORTEST);
                // A request may bring work that is due sooner.
                tokio::select! {
                    () = tokio::time::sleep(wait) => {}
                    () = service.changed() => {}
                }
            }
        }
    }
}
