//! The engine shared by all connections: behind a lock, on the system's clock, with panics caught, and optionally with
//! a journal on disk.

use std::io;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashrange_endpoint::{Answer, Recorder, Replayed, Settings, foreseeable, ignore_steps};
use hashrange_engine::{Engine, Foreseen};
use hashrange_time::Timestamp;
use tokio::sync::Notify;

use crate::clock::{self, VirtualClock};
use crate::compaction::Compaction;
use crate::data_dir::{self, Data};
use crate::data_dir_error::DataDirError;
use crate::data_files;
use crate::disk::Disk;
use crate::folder_lock::FolderLock;
use crate::group_commit::{GroupCommit, Journal, Ticket};
use crate::locked::{Advanced, Locked, guarded};
use crate::options::{Options, PhysicsPreset, dax_text};
use crate::request_id::RequestIds;

/// Default Region of a service.
const DEFAULT_REGION: &str = "us-east-1";
/// Default seed of a service.
const DEFAULT_SEED: u64 = 1;

/// The simulated service, shared.
///
/// One lock for everything: a request takes microseconds without waiting, and sequential requests make the engine
/// repeatable.
pub(crate) struct Service {
    core: Mutex<Locked>,
    /// Present only with a data directory.
    storage: Option<Storage>,
    clock: Arc<VirtualClock>,
    request_ids: Mutex<RequestIds>,
    /// The number of requests of clients so far.
    requests: AtomicU64,
    changed: Notify,
    /// Notified when the engine panics.
    failed: Notify,
    settings: Settings,
    report: Option<String>,
    /// Excludes other servers from the data directory.
    _lock: Option<FolderLock>,
}

/// Where data is stored.
pub(crate) struct Storage {
    pub(crate) group_commit: GroupCommit,
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) compaction: Compaction,
}

/// Why a service cannot be opened.
#[derive(Debug, thiserror::Error)]
pub enum ServiceError {
    /// The data directory cannot be used.
    #[error(transparent)]
    Data(#[from] DataDirError),
    /// The data belongs to a service with other settings.
    #[error("{option} {wanted} was requested, but the data belongs to a service with {option} {found}")]
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
    /// The service for these options, and its journal if they have one. Without data it has no tables and its time
    /// starts now.
    ///
    /// # Errors
    /// When the data directory cannot be used.
    pub(crate) fn open(options: &Options) -> Result<(Self, Option<Journal>), ServiceError> {
        let Some(folder) = &options.data_dir else {
            let service = Replayed::fresh(&fresh(options));
            return Ok((Self::around(service, None, None), None));
        };
        let (data, lock) = data_dir::open(folder, || fresh(options))?;
        let (mut service, journal) = Self::of(options, data)?;
        service._lock = Some(lock);
        Ok((service, Some(journal)))
    }

    /// The service of this data.
    ///
    /// # Errors
    /// The data belongs to another service than these options name.
    pub(crate) fn of(options: &Options, data: Data) -> Result<(Self, Journal), ServiceError> {
        let Data {
            service,
            recorder,
            journal,
            sizes: (checkpoint, tail),
            report,
        } = data;
        agree(options, &service.settings)?;
        let disk = Arc::clone(&journal.disk);
        let compaction = Compaction::new(options.checkpoint_bytes, checkpoint, tail);
        let storage = Storage {
            group_commit: GroupCommit::new(),
            disk,
            compaction,
        };
        let mut service = Self::around(service, Some(recorder), Some(storage));
        let reports: Vec<String> = report.into_iter().chain(service.clock.report()).collect();
        service.report = (!reports.is_empty()).then(|| reports.join("\n"));
        Ok((service, journal))
    }

    fn around(service: Replayed, recorder: Option<Recorder>, storage: Option<Storage>) -> Self {
        let settings = service.settings.clone();
        let clock = Arc::new(VirtualClock::after(service.engine.now()));
        Self {
            core: Mutex::new(Locked::new(service, recorder)),
            storage,
            clock,
            request_ids: Mutex::new(RequestIds::new(settings.seed)),
            requests: AtomicU64::new(0),
            changed: Notify::new(),
            failed: Notify::new(),
            settings,
            report: None,
            _lock: None,
        }
    }

    /// Handles a request of a client, as `answer` does.
    pub(crate) async fn answer_client(&self, target: &str, body: &[u8]) -> Answer {
        self.requests.fetch_add(1, Ordering::Relaxed);
        self.answer(target, body).await
    }

    /// The number of requests of clients so far.
    pub(crate) fn requests(&self) -> u64 {
        self.requests.load(Ordering::Relaxed)
    }

    /// Handles a request now. With a journal, it returns when all data in the response is durable.
    pub(crate) async fn answer(&self, target: &str, body: &[u8]) -> Answer {
        let foreseen = self.foresee(target, body).await;
        let Some(Storage { group_commit, .. }) = &self.storage else {
            return self
                .perform(target, body, &foreseen, |_, _| {})
                .unwrap_or_else(Answer::internal_server_error);
        };
        if group_commit.has_failed() {
            return Answer::internal_server_error();
        }
        let mut ticket = None;
        // A read waits too, because it may have read a write that is not yet durable.
        let answer = self.perform(target, body, &foreseen, |bytes, record| {
            ticket = Some(group_commit.append(bytes, record));
        });
        let (Some(answer), Some(ticket)) = (answer, ticket) else {
            return Answer::internal_server_error();
        };
        match group_commit.wait_durable(ticket).await {
            Ok(()) => answer,
            Err(_) => Answer::internal_server_error(),
        }
    }

    /// Evaluates expensive filters and conditions in another thread, while other requests are handled.
    async fn foresee(&self, target: &str, body: &[u8]) -> Foreseen {
        let Some(request) = foreseeable(target, body) else {
            return Foreseen::default();
        };
        let Some(mut foresight) = self.look(|engine| engine.foresee(&request)).flatten() else {
            return Foreseen::default();
        };
        let applied = tokio::task::spawn_blocking(move || {
            while foresight.step() {}
            foresight.end()
        });
        // An error here is a panic of the evaluation, which will occur again in its place.
        applied.await.unwrap_or_default()
    }

    /// Calls the engine; `None` if the engine is broken, or panics. Passes the record on while the engine is locked, so
    /// that records are in order.
    fn perform(
        &self,
        target: &str,
        body: &[u8],
        foreseen: &Foreseen,
        append: impl FnOnce(&[u8], u64),
    ) -> Option<Answer> {
        let mut core = lock(&self.core);
        let Some(at) = core.whole()?.time_of_request(self.clock.now()) else {
            self.give_up(&mut core);
            return None;
        };
        let Locked { service, recorder, .. } = &mut *core;
        let answer = guarded(|| {
            let observer = &mut ignore_steps;
            let mut front = service.front(observer);
            front.dispatch_foreseen(at, target, body, foreseen).answer
        });
        let Some(answer) = answer else {
            self.give_up(&mut core);
            return None;
        };
        let bytes = match recorder {
            Some(recorder) => recorder.answered(at, target, body, &answer, &mut service.engine),
            None => Vec::new(),
        };
        append(&bytes, recorder.as_ref().map_or(0, Recorder::last_sequence));
        if let Some(Storage { compaction, .. }) = &self.storage {
            compaction.grew(bytes.len() as u64);
        }
        let is_due_sooner = core.is_due_sooner();
        free_unlocked(core);
        if is_due_sooner {
            self.changed.notify_one();
        }
        Some(answer)
    }

    /// Reads the engine's state; `None` if the engine is broken.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Engine) -> T) -> Option<T> {
        lock(&self.core).whole().map(|core| look(&core.service.engine))
    }

    /// The service's virtual time.
    pub(crate) fn clock(&self) -> &Arc<VirtualClock> {
        &self.clock
    }

    /// Advances time to the present, or as far as the work on the way allows in a slice. `None` if the engine is broken.
    pub(crate) fn advance(&self) -> Option<Advanced> {
        self.advance_by(Locked::advance)
    }

    /// Advances time for its keeper, which is told when work becomes due sooner than this returns.
    pub(crate) fn keep_time(&self) -> Option<Advanced> {
        self.advance_by(Locked::keep_time)
    }

    fn advance_by(&self, advance: fn(&mut Locked, Timestamp) -> Option<Advanced>) -> Option<Advanced> {
        let mut core = lock(&self.core);
        let advanced = advance(core.whole()?, self.clock.now());
        if advanced.is_none() {
            self.give_up(&mut core);
        }
        free_unlocked(core);
        advanced
    }

    /// Stops handling requests: the state is half changed. The journal contains what was acknowledged.
    fn give_up(&self, core: &mut Locked) {
        core.is_broken = true;
        self.failed.notify_one();
    }

    /// A copy of the current service, and the position after which everything goes to another journal. `None` without
    /// data, or if the engine is broken.
    pub(crate) fn rotate(&self) -> Option<(Replayed, Ticket)> {
        let Storage {
            group_commit,
            compaction,
            ..
        } = self.storage.as_ref()?;
        let mut core = lock(&self.core);
        let Locked { service, recorder, .. } = core.whole()?;
        let record = recorder.as_ref()?.last_sequence();
        let mut copy = service.clone();
        copy.last_sequence = record;
        let beginning = Recorder::header(&service.settings);
        let ticket = group_commit.rotate(data_files::journal(record + 1), beginning);
        compaction.begin();
        Some((copy, ticket))
    }

    /// The storage of the data, if there is one.
    pub(crate) fn storage(&self) -> Option<&Storage> {
        self.storage.as_ref()
    }

    /// Waits until a request leaves work that is due before the time that `keep_time` returned. Returns at once if one did
    /// since the last call.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Writes the journal to this file until the disk fails.
    pub(crate) async fn write_journal(self: Arc<Self>, journal: Journal) {
        if let Some(Storage { group_commit, .. }) = &self.storage {
            group_commit.run(journal).await;
        }
    }

    /// Waits until everything that happened so far is durable.
    ///
    /// # Errors
    /// When the disk failed.
    pub(crate) async fn flush(&self) -> io::Result<()> {
        match &self.storage {
            Some(Storage { group_commit, .. }) => group_commit
                .wait_durable(group_commit.append(&[], 0))
                .await
                .map_err(|error| write_failure(&error)),
            None => Ok(()),
        }
    }

    /// Waits for the disk or the engine to fail, possibly forever.
    pub(crate) async fn failure(&self) -> io::Error {
        let disk = async {
            match &self.storage {
                Some(Storage { group_commit, .. }) => write_failure(group_commit.failure().await.as_ref()),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            error = disk => error,
            () = self.failed.notified() => io::Error::other(BROKEN),
        }
    }

    /// The id of the next response.
    pub(crate) fn next_request_id(&self) -> String {
        lock(&self.request_ids).next()
    }

    /// The settings of the service.
    pub(crate) fn settings(&self) -> &Settings {
        &self.settings
    }

    /// The prefix of resource names in its Region.
    pub(crate) fn arn_prefix(&self) -> String {
        format!("arn:aws:dynamodb:{}:", self.settings.region)
    }

    /// A report about the found data, for the user.
    pub(crate) fn report(&self) -> Option<&str> {
        self.report.as_deref()
    }
}

/// The message after a panic of the engine.
const BROKEN: &str = "the simulator failed because of a bug; please report the lines above. The server stops, because a \
                      change in memory may be incomplete. With --data-dir, a restart restores everything that it \
                      acknowledged, without the failed request";

fn write_failure(error: &io::Error) -> io::Error {
    io::Error::new(error.kind(), format!("the journal can no longer be written: {error}"))
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

/// Checks that the data has the requested settings. Other settings are taken from the data.
fn agree(options: &Options, settings: &Settings) -> Result<(), ServiceError> {
    let throttling = settings.physics.throttling.mode;
    let pairs = [
        (
            "--physics",
            options.physics.map(|preset| preset.name().to_owned()),
            settings.preset.clone(),
        ),
        (
            "--throttling",
            options.throttling.map(|mode| mode.name().to_owned()),
            throttling.name().to_owned(),
        ),
        (
            "--dax",
            options.dax.map(|dax| dax_text(Some(dax))),
            dax_text(settings.dax),
        ),
        ("--region", options.region.clone(), settings.region.clone()),
        (
            "--seed",
            options.seed.map(|seed| seed.to_string()),
            settings.seed.to_string(),
        ),
    ];
    for (option, wanted, found) in pairs {
        if let Some(wanted) = wanted.filter(|wanted| *wanted != found) {
            return Err(ServiceError::Settings { option, wanted, found });
        }
    }
    Ok(())
}

/// Unlocks the engine, and lets another thread free the rows of deleted tables, which can take longer than a request
/// may wait.
fn free_unlocked(mut core: MutexGuard<'_, Locked>) {
    let remains = core.service.engine.take_remains();
    drop(core);
    if !remains.is_empty() {
        tokio::task::spawn_blocking(move || drop(remains));
    }
}

/// Locks the mutex, even if it is poisoned: panics are caught before they can poison a lock.
fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn nothing_is_answered_after_a_panic() {
        let (service, _) = Service::open(&Options::default()).expect("nothing is needed");
        let answer = service.answer("DynamoDB_20120810.ListTables", b"{}").await;
        assert_eq!(answer.body, r#"{"TableNames":[]}"#);
        assert_eq!(guarded(|| panic!("as an engine with a bug would")), None::<()>);
        service.give_up(&mut lock(&service.core));
        let answer = service.answer("DynamoDB_20120810.ListTables", b"{}").await;
        assert_eq!(answer, Answer::internal_server_error());
        assert!(service.advance().is_none() && service.rotate().is_none());
        assert!(service.failure().await.to_string().contains("because of a bug"));
    }
}
