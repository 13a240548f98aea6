//! Connections: accepts them within bounds, serves them, and lets them finish when the server stops.
//!
//! Must not know HTTP beyond its timeouts.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use hyper::server::conn::http1;
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::listening::Listeners;
use crate::options::Bounds;
use crate::refusal::Refusing;
use crate::write_timeout::WriteTimeout;

/// How long pending requests may take to finish when the server stops.
const FAREWELL: Duration = Duration::from_secs(5);
/// How long the server waits when the system cannot provide a connection.
const EXHAUSTED: Duration = Duration::from_millis(100);
/// Bytes of a request's head, and of a body between two timeout checks.
const BUFFER: usize = 64 * 1024;

/// Serves connections until the future ends, then lets pending requests finish for a few seconds.
pub(crate) async fn serve(listeners: Listeners, router: Router, bounds: Bounds, stopped: impl Future<Output = ()>) {
    let graceful = GracefulShutdown::new();
    let places = Arc::new(Semaphore::new(bounds.connections));
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listeners, &places) => accepted,
            () = &mut stopped => break,
        };
        let Some((stream, place)) = accepted else { continue };
        // Responses are small and a client waits for each of them.
        let _ = stream.set_nodelay(true);
        let io = TokioIo::new(Refusing::new(WriteTimeout::new(stream, bounds.timeout)));
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(bounds.timeout)
            .max_buf_size(BUFFER);
        let connection = builder.serve_connection(io, TowerToHyperService::new(router.clone()));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            // A client that breaks off is not a failure of the server.
            let _ = connection.await;
            drop(place);
        });
    }
    drop(listeners);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// The next connection, once a slot is free; `None` for a failed connection.
async fn accept(listeners: &Listeners, places: &Arc<Semaphore>) -> Option<(TcpStream, OwnedSemaphorePermit)> {
    let place = Arc::clone(places).acquire_owned().await.ok()?;
    match listeners.accept().await {
        Ok((stream, _)) => Some((stream, place)),
        Err(error) => {
            if !is_the_clients_own(&error) {
                // A system resource ran out, for example file handles; other programs can release some.
                tokio::time::sleep(EXHAUSTED).await;
            }
            None
        }
    }
}

fn is_the_clients_own(error: &io::Error) -> bool {
    matches!(
        error.kind(),
        io::ErrorKind::ConnectionAborted | io::ErrorKind::ConnectionReset | io::ErrorKind::ConnectionRefused
    )
}
