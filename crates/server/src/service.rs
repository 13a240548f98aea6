//! The engine as all connections share it: behind a lock, on the system's clock, with a net under its panics, and perhaps
//! with a journal on disk.

use std::fs::File;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashrange_endpoint::{Accelerator, Answer, Recorder, Replayed, Settings, dispatch_through};
use hashrange_engine::{Budget, Engine};
use hashrange_time::Timestamp;
use tokio::sync::Notify;

use crate::clock;
use crate::data_dir::{self, DataDir, DataDirError};
use crate::keeper::Keeper;
use crate::options::{Options, PhysicsPreset, dax_text};
use crate::request_id::RequestIds;

/// Region of a service that is asked for none.
const DEFAULT_REGION: &str = "us-east-1";
/// Seed of a service that is asked for none.
const DEFAULT_SEED: u64 = 1;

/// The simulated service, shared.
///
/// One lock for all of it: a request is microseconds of work without waiting, and requests one after the other are what
/// makes the engine's answers repeatable.
pub(crate) struct Service {
    core: Mutex<Core>,
    /// Only with a journal.
    keeper: Option<Keeper>,
    request_ids: Mutex<RequestIds>,
    changed: Notify,
    settings: Settings,
    report: Option<String>,
    /// Keeps other servers out of the data directory.
    _lock: Option<File>,
}

struct Core {
    engine: Engine,
    dax: Option<Accelerator>,
    recorder: Option<Recorder>,
}

/// Why there is no service.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The data directory cannot be used.
    #[error(transparent)]
    Data(#[from] DataDirError),
    /// The data is that of a service with other settings.
    #[error("{option} {wanted} is asked for, but the data is that of a service with {option} {found}")]
    Settings {
        /// The option.
        option: &'static str,
        /// Its value on the command line.
        wanted: String,
        /// Its value when the data began.
        found: String,
    },
}

impl Service {
    /// The service these options ask for, and the journal to keep it in, if they ask for one. Without data it has no
    /// tables and its time starts now.
    ///
    /// # Errors
    /// When the data directory cannot be used.
    pub(crate) fn open(options: &Options) -> Result<(Self, Option<File>), ServiceError> {
        let Some(folder) = &options.data_dir else {
            let settings = fresh(options);
            let engine = Engine::new(settings.options());
            let dax = settings.dax.map(Accelerator::new);
            return Ok((Self::around(Core { engine, dax, recorder: None }, settings), None));
        };
        let DataDir { service: Replayed { engine, dax, settings, .. }, recorder, journal, report, lock } =
            data_dir::open(folder, || fresh(options))?;
        agree(options, &settings)?;
        let mut service = Self::around(Core { engine, dax, recorder: Some(recorder) }, settings);
        (service.report, service._lock) = (report, Some(lock));
        Ok((service, Some(journal)))
    }

    fn around(core: Core, settings: Settings) -> Self {
        Self {
            keeper: core.recorder.as_ref().map(|_| Keeper::new()),
            core: Mutex::new(core),
            request_ids: Mutex::new(RequestIds::new(settings.seed)),
            changed: Notify::new(),
            settings,
            report: None,
            _lock: None,
        }
    }

    /// Answers a request now; with a journal, when everything the answer tells of is safe.
    pub(crate) async fn answer(&self, target: &str, body: &[u8]) -> Answer {
        let Some(keeper) = &self.keeper else { return self.perform(target, body, |_| {}) };
        if keeper.has_failed() {
            return Answer::internal_server_error();
        }
        let mut ticket = None;
        // A read waits too: it may have seen a write that is still on its way to the disk.
        let answer = self.perform(target, body, |record| ticket = Some(keeper.hand_over(record)));
        let Some(ticket) = ticket else { return Answer::internal_server_error() };
        match keeper.safe(ticket).await {
            Ok(()) => answer,
            Err(_) => Answer::internal_server_error(),
        }
    }

    /// Asks the engine. The record is handed out while the engine is still locked, so that records come in order.
    fn perform(&self, target: &str, body: &[u8], hand_over: impl FnOnce(&[u8])) -> Answer {
        let answer = {
            let mut core = lock(&self.core);
            let Core { engine, dax, recorder } = &mut *core;
            // The clock may have been set back; the engine's time never is.
            let at = clock::now().max(engine.now());
            let answer = guarded(|| dispatch_through(dax, engine, at, target, body));
            let answer = answer.unwrap_or_else(Answer::internal_server_error);
            hand_over(&recorder.as_mut().map_or(Vec::new(), |recorder| recorder.answered(at, target, body, &answer)));
            answer
        };
        self.changed.notify_one();
        answer
    }

    /// Lets time pass until now. Gives back when there is more to do.
    pub(crate) fn advance(&self) -> Option<Timestamp> {
        let engine = &mut lock(&self.core).engine;
        guarded(|| engine.advance(clock::now(), Budget::UNBOUNDED));
        engine.next_due()
    }

    /// Waits until a request was answered; returns at once when one was since the last call.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Keeps the journal in this file until the disk fails.
    pub(crate) async fn keep(self: Arc<Self>, journal: File) {
        if let Some(keeper) = &self.keeper {
            keeper.keep(journal).await;
        }
    }

    /// Waits until everything is safe that happened so far.
    ///
    /// # Errors
    /// When the disk failed.
    pub(crate) async fn settle(&self) -> io::Result<()> {
        match &self.keeper {
            Some(keeper) => keeper.safe(keeper.hand_over(&[])).await.map_err(|error| told_again(&error)),
            None => Ok(()),
        }
    }

    /// Waits for the disk to fail, if need be for ever.
    pub(crate) async fn failure(&self) -> io::Error {
        match &self.keeper {
            Some(keeper) => told_again(keeper.failure().await.as_ref()),
            None => std::future::pending().await,
        }
    }

    /// The id of the next answer.
    pub(crate) fn next_request_id(&self) -> String {
        lock(&self.request_ids).next()
    }

    /// What the service was set up with.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// What people should know of the data that was found.
    pub(crate) fn report(&self) -> Option<&str> {
        self.report.as_deref()
    }
}

fn told_again(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the journal cannot be written any more: {error}"))
}

/// The settings of a service without data.
fn fresh(options: &Options) -> Settings {
    let preset = options.physics.unwrap_or(PhysicsPreset::Instant).name();
    let mut settings = Settings::of_preset(preset).unwrap_or_default();
    if let Some(mode) = options.throttling {
        settings.physics.throttling.mode = mode;
    }
    Settings {
        seed: options.seed.unwrap_or(DEFAULT_SEED),
        start: clock::now(),
        dax: options.dax,
        region: options.region.clone().unwrap_or_else(|| DEFAULT_REGION.to_owned()),
        ..settings
    }
}

/// Whether the data is that of a service as it is asked for. What is not asked for is as it is.
fn agree(options: &Options, settings: &Settings) -> Result<(), ServiceError> {
    let throttling = settings.physics.throttling.mode;
    let pairs = [
        ("--physics", options.physics.map(|preset| preset.name().to_owned()), settings.preset.clone()),
        ("--throttling", options.throttling.map(|mode| mode.name().to_owned()), throttling.name().to_owned()),
        ("--dax", options.dax.map(|dax| dax_text(Some(dax))), dax_text(settings.dax)),
        ("--region", options.region.clone(), settings.region.clone()),
        ("--seed", options.seed.map(|seed| seed.to_string()), settings.seed.to_string()),
    ];
    for (option, wanted, found) in pairs {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != found) {
            return Err(ServiceError::Settings { option, wanted, found });
        }
    }
    Ok(())
}

/// Locks no matter what: panics are caught before they could leave a lock poisoned.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// Runs a piece of the engine; `None` when it panicked. Where and why was printed by the standard panic hook.
///
/// The engine lives on as it stands. Its checks all come before the first change, so most panics would leave nothing half
/// done; a copy of the state before each request, which would rule it out, costs more than it is worth. A journal does not
/// hold the request, so a restart forgets it.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work))
        .inspect_err(|_| {
            let text = "The simulator failed, which is a bug of ours; please report the lines above. The server goes \
                        on; the tables this request touched may be inconsistent.";
            let _ = writeln!(io::stderr(), "{text}");
        })
        .ok()
}

#[cfg(test)]
mod tests {
    use super::{Service, guarded, lock};
    use crate::options::Options;

    #[tokio::test]
    async fn a_panic_is_caught_and_the_service_goes_on() {
        let (service, _) = Service::open(&Options::default()).expect("nothing is needed");
        let answer = guarded(|| {
            let _core = lock(&service.core);
            panic!("as an engine with a bug would");
        });
        assert_eq!(answer, None::<()>);
        let answer = service.answer("DynamoDB_20120810.ListTables", b"{}").await;
        assert_eq!(answer.body, r#"{"TableNames":[]}"#);
    }
}
