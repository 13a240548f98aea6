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

/// A server that handles requests until it is stopped, or its runtime ends.
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
    /// Restores the data, if there is any, listens, and handles requests in tasks of the current Tokio runtime, whose
    /// timers must be enabled.
    ///
    /// # Errors
    /// When the port is in use or not allowed, or the data directory cannot be used.
    pub async fn start(options: &Options) -> Result<Self, StartError> {
        // Binds before it opens the data, because a port in use is the more common mistake.
        let listeners = Listeners::bind(options.host, options.port).await?;
        let address = listeners.address()?;
        let (service, journal) = Service::open(options)?;
        let transfers = options
            .s3
            .as_ref()
            .map(|folder| Transfers::open(folder, &service))
            .transpose()?
            .map(Arc::new);
        let service = Arc::new(service);
        let compacting = tokio::spawn(compact(Arc::clone(&service)));
        let keeping = journal.map(|journal| tokio::spawn(Arc::clone(&service).write_journal(journal)));
        let regions = Arc::new(Regions::new(service, options));
        let (stop, stopped) = oneshot::channel();
        let router = http::router(Arc::clone(&regions), transfers.clone(), options);
        let serving = tokio::spawn(connection::serve(listeners, router, options.bounds, async {
            // An error here means that the `Server` was dropped: nothing can stop it, so it continues.
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        }));
        Ok(Self {
            address,
            regions,
            stop,
            serving,
            keeping,
            compacting,
            transfers,
        })
    }

    /// The address on which it listens, with the actual port.
    #[must_use]
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// The endpoint's URL, for an SDK.
    #[must_use]
    pub fn url(&self) -> String {
        format!("http://{}", self.address)
    }

    /// The current physics preset.
    #[must_use]
    pub fn physics(&self) -> &str {
        &self.regions.first().settings().preset
    }

    /// The current Region, also for requests without one.
    #[must_use]
    pub fn region(&self) -> &str {
        &self.regions.first().settings().region
    }

    /// A report about the found data, for the user.
    #[must_use]
    pub fn report(&self) -> Option<&str> {
        self.regions.first().report()
    }

    /// Waits for the disk or the engine to fail, possibly forever. Every request gets an error after that.
    pub async fn failure(&self) -> io::Error {
        self.regions.first().failure().await
    }

    /// Accepts no more requests, lets pending ones finish for a few seconds, and ends.
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
        let settled = self.regions.first().flush().await;
        if let Some(keeping) = self.keeping {
            end(keeping).await;
        }
        settled
    }
}

/// Ends a task, and returns when it holds no resources. Another server can then use the data directory.
async fn end(task: JoinHandle<()>) {
    task.abort();
    // The only error here is the cancellation.
    let _ = task.await;
}
