//! The engine as all connections share it: behind a lock, on the system's clock, with a net under its panics.

use std::io::Write as _;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Mutex, MutexGuard, PoisonError};

use hashrange_endpoint::{Answer, dispatch};
use hashrange_engine::{Budget, Engine, EngineOptions};
use hashrange_time::Timestamp;
use tokio::sync::Notify;

use crate::clock;
use crate::options::Options;
use crate::request_id::RequestIds;

/// The simulated service, shared.
///
/// One lock for all of it: a request is microseconds of work without waiting, and requests one after the other are what
/// makes the engine's answers repeatable.
pub(crate) struct Service {
    engine: Mutex<Engine>,
    request_ids: Mutex<RequestIds>,
    changed: Notify,
    region: String,
}

impl Service {
    /// A service without tables, whose time starts now.
    pub(crate) fn new(options: &Options) -> Self {
        let engine = Engine::new(EngineOptions {
            seed: options.seed,
            start: clock::now(),
            physics: options.physics.physics(),
            region: options.region.clone(),
            ..EngineOptions::default()
        });
        Self {
            engine: Mutex::new(engine),
            request_ids: Mutex::new(RequestIds::new(options.seed)),
            changed: Notify::new(),
            region: options.region.clone(),
        }
    }

    /// Answers a request now.
    pub(crate) fn answer(&self, target: &str, body: &[u8]) -> Answer {
        let answer = {
            let mut engine = lock(&self.engine);
            guarded(|| dispatch(&mut engine, clock::now(), target, body)).unwrap_or_else(Answer::internal_server_error)
        };
        self.changed.notify_one();
        answer
    }

    /// Lets time pass until now. Gives back when there is more to do.
    pub(crate) fn advance(&self) -> Option<Timestamp> {
        let mut engine = lock(&self.engine);
        guarded(|| engine.advance(clock::now(), Budget::UNBOUNDED));
        engine.next_due()
    }

    /// Waits until a request was answered; returns at once when one was since the last call.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// The id of the next answer.
    pub(crate) fn next_request_id(&self) -> String {
        lock(&self.request_ids).next()
    }

    /// The Region.
    pub(crate) fn region(&self) -> &str {
        &self.region
    }
}

/// Locks no matter what: panics are caught before they could leave a lock poisoned.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a piece of the engine; `None` when it panicked. Where and why was printed by the standard panic hook.
///
/// The engine lives on as it stands. Its checks all come before the first change, so most panics would leave nothing half
/// done; a copy of the state before each request, which would rule it out, costs more than it is worth.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work))
        .inspect_err(|_| {
            let text = "The simulator failed, which is a bug of ours; please report the lines above. The server goes \
                        on; the tables this request touched may be inconsistent.";
            let _ = writeln!(std::io::stderr(), "{text}");
        })
        .ok()
}

#[cfg(test)]
mod tests {
    use super::{Service, guarded, lock};
    use crate::options::Options;

    #[test]
    fn a_panic_is_caught_and_the_service_goes_on() {
        let service = Service::new(&Options::default());
        let answer = guarded(|| {
            let _engine = lock(&service.engine);
            panic!("as an engine with a bug would");
        });
        assert_eq!(answer, None::<()>);
        let answer = service.answer("DynamoDB_20120810.ListTables", b"{}");
        assert_eq!(answer.body, r#"{"TableNames":[]}"#);
    }
}
