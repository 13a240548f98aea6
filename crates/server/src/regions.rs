//! The services behind one address: one whatever Region a request is for or, with `--regions`, one for each.
//!
//! Owns which of them a request is for, and that time passes in all of them. The Region is the one a request is signed for,
//! as for DynamoDB Local without -sharedDb; nobody checks the signature for that. Must not know what a request asks.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use tokio::task::JoinHandle;

use crate::clock;
use crate::options::{Options, region_name};
use crate::service::Service;

/// Shortest sleep: timers are no finer than this anyway.
const SHORTEST: Duration = Duration::from_millis(1);
/// Regions kept apart, so that nobody fills the memory with their names. AWS has about forty.
const MOST: usize = 100;

/// The services by Region.
pub(crate) struct Regions {
    /// That of the Region the server was started with, which also answers requests that name none.
    first: Arc<Service>,
    time_of_first: Mutex<Option<JoinHandle<()>>>,
    others: Option<Others>,
}

/// Those of the Regions that were asked for since.
struct Others {
    options: Options,
    running: Mutex<BTreeMap<String, Running>>,
}

/// A service, and the task that lets time pass in it.
struct Running {
    service: Arc<Service>,
    time: JoinHandle<()>,
}

impl Regions {
    /// With this service first; others come when they are asked for, if the options say so.
    pub(crate) fn new(first: Arc<Service>, options: &Options) -> Self {
        let time_of_first = Mutex::new(Some(tokio::spawn(keep_time(Arc::clone(&first)))));
        let others = options.regions.then(|| Others { options: options.clone(), running: Mutex::default() });
        Self { first, time_of_first, others }
    }

    /// The service of the Region the server was started with.
    pub(crate) fn first(&self) -> &Arc<Service> {
        &self.first
    }

    /// The service a request is for; `None` when there are too many Regions.
    pub(crate) fn of(&self, headers: &HeaderMap) -> Option<Arc<Service>> {
        let first = Arc::clone(&self.first);
        let Some(others) = &self.others else { return Some(first) };
        match region_of(headers) {
            Some(region) if region != first.settings().region => others.of(region),
            _ => Some(first),
        }
    }

    /// Lets time stand still. The first service is held by no task of time any more then: its data directory is free.
    pub(crate) async fn stop(&self) {
        let time = self.time_of_first.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(time) = time {
            time.abort();
            // It was told to be cancelled, which is what it says.
            let _ = time.await;
        }
        if let Some(others) = &self.others {
            let running = others.running.lock().unwrap_or_else(PoisonError::into_inner);
            running.values().for_each(|running| running.time.abort());
        }
    }
}

impl Others {
    fn of(&self, region: String) -> Option<Arc<Service>> {
        let mut running = self.running.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(found) = running.get(&region) {
            return Some(Arc::clone(&found.service));
        }
        let options = Options { region: Some(region.clone()), ..self.options.clone() };
        let opened = if running.len() < MOST { Service::open(&options).ok() } else { None };
        let Some((service, _)) = opened else {
            let _ = writeln!(io::stderr(), "Refused: {region} is one Region too many.");
            return None;
        };
        let service = Arc::new(service);
        let time = tokio::spawn(keep_time(Arc::clone(&service)));
        running.insert(region, Running { service: Arc::clone(&service), time });
        Some(service)
    }
}

/// The Region in the scope of a request's credential; `None` for a request without one, or with what is no Region.
fn region_of(headers: &HeaderMap) -> Option<String> {
    let authorization = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (_, credential) = authorization.split_once("Credential=")?;
    let scope = credential.split([',', ' ']).next()?;
    region_name(scope.split('/').nth(2)?)
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

#[cfg(test)]
mod tests {
    use super::region_of;
    use axum::http::HeaderMap;

    #[test]
    fn the_region_is_in_the_scope_of_the_credential() {
        let of = |authorization: &str| {
            let mut headers = HeaderMap::new();
            headers.insert("authorization", authorization.parse().expect("a value"));
            region_of(&headers)
        };
        let signed =
            "AWS4-HMAC-SHA256 Credential=a/20150830/eu-west-1/dynamodb/aws4_request, SignedHeaders=host, Signature=0";
        assert_eq!(of(signed).as_deref(), Some("eu-west-1"));
        for none in ["", "AWS4-", "Credential=", "Credential=a/b", "Credential=a/b/", "Credential=a/b/EU west/c/d"] {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(region_of(&HeaderMap::new()), None);
    }
}
