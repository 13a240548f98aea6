//! A running server: its socket, its tasks, and its end.

use std::io;
use std::net::{Ipv4Addr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;

use axum::serve::ListenerExt as _;
use tokio::net::TcpListener;
use tokio::sync::oneshot;
use tokio::task::JoinHandle;

use crate::options::Options;
use crate::service::Service;
use crate::{clock, http};

/// How long requests under way may take to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);

/// A server that answers requests until it is stopped, or its runtime ends.
pub struct Server {
    address: SocketAddr,
    stop: oneshot::Sender<()>,
    serving: JoinHandle<io::Result<()>>,
    time: JoinHandle<()>,
}

impl Server {
    /// Listens on 127.0.0.1 and answers from tasks of the current Tokio runtime, whose timers must be enabled.
    ///
    /// # Errors
    /// When the port is taken or not allowed.
    pub async fn start(options: &Options) -> io::Result<Self> {
        let listener = TcpListener::bind((Ipv4Addr::LOCALHOST, options.port)).await?;
        let address = listener.local_addr()?;
        // Answers are small and somebody waits for each of them.
        let listener = listener.tap_io(|stream| drop(stream.set_nodelay(true)));
        let service = Arc::new(Service::new(options));
        let time = tokio::spawn(clock::keep_time(Arc::clone(&service)));
        let (stop, stopped) = oneshot::channel();
        let serving = axum::serve(listener, http::router(service)).with_graceful_shutdown(async {
            // An error here means that the `Server` was dropped: nobody is left to stop it, so it goes on.
            if stopped.await.is_err() {
                std::future::pending::<()>().await;
            }
        });
        Ok(Self { address, stop, serving: tokio::spawn(serving.into_future()), time })
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

    /// Takes no more requests, lets those under way finish for a few seconds, and ends.
    ///
    /// # Errors
    /// When serving failed before.
    pub async fn stop(self) -> io::Result<()> {
        self.time.abort();
        let _ = self.stop.send(());
        let mut serving = self.serving;
        match tokio::time::timeout(FAREWELL, &mut serving).await {
            Ok(ended) => ended.map_err(io::Error::other)?,
            Err(_) => {
                serving.abort();
                Ok(())
            }
        }
    }
}
