//! The services behind one address: one for all Regions or, with `--regions`, one for each.
//!
//! Owns the choice of the service for a request, and advances time in all services. The Region is the one for which a
//! request is signed, as in DynamoDB Local without -sharedDb. The signature is not checked for that. Must not know the
//! content of a request.

use std::collections::BTreeMap;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::HeaderMap;
use axum::http::header::AUTHORIZATION;
use tokio::task::JoinHandle;

use crate::locked::Advanced;
use crate::options::{Options, region_name};
use crate::service::Service;
use crate::turns::Turns;

/// The minimum sleep: timers are no finer than this anyway.
const SHORTEST: Duration = Duration::from_millis(1);
/// Maximum number of separate Regions, so that names cannot fill the memory. AWS has about forty.
const MOST: usize = 100;

/// The services by Region.
pub(crate) struct Regions {
    /// The service of the server's own Region, which also handles requests without a Region.
    first: Arc<Service>,
    time_of_first: Mutex<Option<JoinHandle<()>>>,
    others: Option<Others>,
}

/// The services of further Regions, created at their first use.
struct Others {
    options: Options,
    running: Mutex<BTreeMap<String, Running>>,
}

/// A service, and the task that advances its time.
struct Running {
    service: Arc<Service>,
    time: JoinHandle<()>,
}

impl Regions {
    /// Uses this service first. Creates others on first use, if the options allow it.
    pub(crate) fn new(first: Arc<Service>, options: &Options) -> Self {
        let time_of_first = Mutex::new(Some(tokio::spawn(keep_time(Arc::clone(&first)))));
        let others = options.regions.then(|| Others {
            options: options.clone(),
            running: Mutex::default(),
        });
        Self {
            first,
            time_of_first,
            others,
        }
    }

    /// The service of the server's own Region.
    pub(crate) fn first(&self) -> &Arc<Service> {
        &self.first
    }

    /// The service of a request; `None` if there are too many Regions.
    pub(crate) fn of(&self, headers: &HeaderMap) -> Option<Arc<Service>> {
        let first = Arc::clone(&self.first);
        let Some(others) = &self.others else { return Some(first) };
        match region_of(headers) {
            Some(region) if region != first.settings().region => others.of(region),
            _ => Some(first),
        }
    }

    /// Stops time. Afterwards no time task uses the first service, so its data directory is free.
    pub(crate) async fn stop(&self) {
        let time = self.time_of_first.lock().unwrap_or_else(PoisonError::into_inner).take();
        if let Some(time) = time {
            time.abort();
            // The only error here is the cancellation.
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
        let options = Options {
            region: Some(region.clone()),
            ..self.options.clone()
        };
        let opened = if running.len() < MOST {
            Service::open(&options).ok()
        } else {
            None
        };
        let Some((service, _)) = opened else {
            let _ = writeln!(io::stderr(), "Refused: {region}: the limit is {MOST} Regions.");
            return None;
        };
        let service = Arc::new(service);
        let time = tokio::spawn(keep_time(Arc::clone(&service)));
        running.insert(
            region,
            Running {
                service: Arc::clone(&service),
                time,
            },
        );
        Some(service)
    }
}

/// The Region in the scope of a request's credential; `None` without a credential or with an invalid Region.
fn region_of(headers: &HeaderMap) -> Option<String> {
    let authorization = headers.get(AUTHORIZATION)?.to_str().ok()?;
    let (_, credential) = authorization.split_once("Credential=")?;
    let scope = credential.split([',', ' ']).next()?;
    region_name(scope.split('/').nth(2)?)
}

/// Does the engine's background work when it is due, without end. Requests would do it too, but then the work of a
/// quiet minute would delay the next request.
async fn keep_time(service: Arc<Service>) {
    let mut turns = Turns::default();
    loop {
        match service.keep_time() {
            Some(Advanced::Behind { took }) => turns.worked(&service, took).await,
            None | Some(Advanced::Present(None)) => service.changed().await,
            Some(Advanced::Present(Some(due))) => {
                let wait = due
                    .checked_since(service.clock().now())
                    .map_or(0, hashrange_time::Duration::micros);
                let wait = Duration::from_micros(wait).max(SHORTEST);
                // A request can add work that is due sooner.
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
        for none in [
            "",
            "AWS4-",
            "Credential=",
            "Credential=a/b",
            "Credential=a/b/",
            "Credential=a/b/EU west/c/d",
        ] {
            assert_eq!(of(none), None, "{none}");
        }
        assert_eq!(region_of(&HeaderMap::new()), None);
    }
}
