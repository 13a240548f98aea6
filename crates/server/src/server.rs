//! A running server: its socket, its tasks, and its end.

use std::io;
use std::net::SocketAddr;
use std::sync::Arc;

use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::compact::{compact, compact_at_end};
use crate::listening::Listeners;
use crate::options::Options;
use crate::regions::Regions;
use crate::service::Service;
use crate::start_error::StartError;
use crate::transfer::Transfers;
use crate::{connection, http};

/// A server that answers requests until it is stopped, or its runtime ends.
pub struct Server {
    address: SocketAddr,
    regions: Arc<Regions>,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<()>,
    keeping: Option<JoinHandle<()>>,
    compacting: JoinHandle<()>,
    transfers: Option<Arc<Transfers>>,
}

impl Server {
    /// Brings the data back, if there is any, listens, and answers from tasks of the current Tokio runtime, whose timers
    /// must be enabled.
    ///
    /// # Errors
    /// When the port is taken or not allowed, or the data directory cannot be used.
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        // Before the data is touched: a port that is taken is the more common mistake.
        let listeners = Listeners::bind(options.host, options.port).await?;
        let address = listeners.address()?;
        let (service, journal) = Service::open(options)?;
        let transfers = options.s3.as_ref().map(|folder| Transfers::open(folder, &service)).transpose()?.map(Arc::new);
        let service = Arc::new(service);
        let compacting = tokio::spawn(compact(Arc::clone(&service)));
        let keeping = journal.map(|journal| tokio::spawn(Arc::clone(&service).keep(journal)));
        let regions = Arc::new(Regions::new(service, options));
        let (stop, stopped) = oneshot::channel();
        let router = http::router(Arc::clone(&regions), transfers.clone(), options);
        let serving = tokio::spawn(connection::serve(listeners, router, options.bounds, async {
            // An error here means that the `Server` was dropped: nobody is left to stop it, so it goes on.
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        Ok(Self { address, regions, stop, serving, keeping, compacting, transfers })
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
        &self.regions.first().settings().preset
    }

    /// The Region in force, also for requests that name none.
    #[must_use]
    pub fn region(&self) -> &str {
        &self.regions.first().settings().region
    }

    /// What people should know of the data that was found, if there is anything.
    #[must_use]
    pub fn report(&self) -> Option<&str> {
        self.regions.first().report()
    }

    /// Waits for the disk or the engine to fail, if need be for ever. Every request is answered with an error then.
    pub async fn failure(&self) -> io::Error {
        self.regions.first().failure().await
    }

    /// Takes no more requests, lets those under way finish for a few seconds, and ends.
    ///
    /// # Errors
    /// When the journal could not be written.
    pub async fn stop(self) -> io::Result<()> {
        self.regions.stop().await;
        let _ = self.stop.send(());
        self.serving.await.map_err(io::Error::other)?;
        if let Some(transfers) = &self.transfers {
            transfers.end().await;
        }
        compact_at_end(self.regions.first()).await;
        end(self.compacting).await;
        let settled = self.regions.first().settle().await;
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
