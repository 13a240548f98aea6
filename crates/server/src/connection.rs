//! Connections: accepts them within bounds, serves them, and lets them finish when the server stops.
//!
//! Must not know HTTP beyond its timeouts, nor which connection closes for a newcomer.

use std::convert::Infallible;
use std::io;
use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::http::Request;
use axum::response::Response;
use hyper::body::Incoming;
use hyper::server::conn::http1;
use hyper::service::{Service, service_fn};
use hyper_util::rt::{TokioIo, TokioTimer};
use hyper_util::server::graceful::GracefulShutdown;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;

use crate::connections::{Connections, Place};
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
    let connections = Connections::new(bounds.connections);
    let mut stopped = std::pin::pin!(stopped);
    loop {
        let accepted = tokio::select! {
            accepted = accept(&listeners, &connections) => accepted,
            () = &mut stopped => break,
        };
        let Some((stream, place)) = accepted else { continue };
        // Responses are small and a client waits for each of them.
        let _ = stream.set_nodelay(true);
        let writing = Arc::clone(&place);
        let stream = WriteTimeout::new(stream, bounds.timeout, move || writing.wrote());
        let io = TokioIo::new(Refusing::new(stream));
        let mut builder = http1::Builder::new();
        builder
            .timer(TokioTimer::new())
            .header_read_timeout(bounds.timeout)
            .max_buf_size(BUFFER);
        let connection = builder.serve_connection(io, noting_requests(router.clone(), Arc::clone(&place)));
        let connection = graceful.watch(connection);
        tokio::spawn(async move {
            tokio::select! {
                // A client that breaks off is not a failure of the server.
                _ = connection => {}
                () = place.must_close() => {}
            }
        });
    }
    drop(listeners);
    let _ = tokio::time::timeout(FAREWELL, graceful.shutdown()).await;
}

/// The router as a service of a connection that is busy during each request.
fn noting_requests(
    router: Router,
    place: Arc<Place>,
) -> impl Service<Request<Incoming>, Response = Response, Error = Infallible, Future: Send> {
    let service = TowerToHyperService::new(router);
    service_fn(move |request| {
        let (busy, answer) = (place.begin(), service.call(request));
        async move {
            let answer = answer.await;
            drop(busy);
            answer
        }
    })
}

/// The next connection, once there is a place for it; `None` for a failed connection.
async fn accept(listeners: &Listeners, connections: &Arc<Connections>) -> Option<(TcpStream, Arc<Place>)> {
    match listeners.accept().await {
        Ok((stream, _)) => Some((stream, Arc::new(connections.admit().await))),
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
