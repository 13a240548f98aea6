//! The engine as all connections share it: behind a lock, on the system's clock, with a net under its panics, and perhaps
//! with a journal on disk.

use std::fs::File;
use std::io;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use hashrange_endpoint::{Answer, Recorder, Replayed, Settings, nobody};
use hashrange_engine::{Budget, Engine};
use hashrange_time::Timestamp;
use tokio::sync::Notify;

use crate::clock;
use crate::compaction::Compaction;
use crate::data_dir::{self, Data};
use crate::data_dir_error::DataDirError;
use crate::disk::Disk;
use crate::keeper::{Journal, Keeper, Ticket};
use crate::options::{Options, PhysicsPreset, dax_text};
use crate::papers;
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
    /// Only with data.
    kept: Option<Kept>,
    request_ids: Mutex<RequestIds>,
    changed: Notify,
    /// The engine panicked.
    failed: Notify,
    settings: Settings,
    report: Option<String>,
    /// Keeps other servers out of the data directory.
    _lock: Option<File>,
}

/// How data is kept.
pub(crate) struct Kept {
    pub(crate) keeper: Keeper,
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) compaction: Compaction,
}

struct Core {
    service: Replayed,
    recorder: Option<Recorder>,
    /// A panic left the service half changed: nothing is answered from it.
    is_broken: bool,
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

    /// The service of these data.
    ///
    /// # Errors
    /// When they are those of another service than these options ask for.
    pub(crate) fn of(options: &Options, data: Data) -> Result<(Self, Journal), ServiceError> {
        let Data { service, recorder, journal, sizes: (checkpoint, tail), report } = data;
        agree(options, &service.settings)?;
        let disk = Arc::clone(&journal.disk);
        let compaction = Compaction::new(options.checkpoint_bytes, checkpoint, tail);
        let kept = Kept { keeper: Keeper::new(), disk, compaction };
        let service = Self { report, ..Self::around(service, Some(recorder), Some(kept)) };
        Ok((service, journal))
    }

    fn around(service: Replayed, recorder: Option<Recorder>, kept: Option<Kept>) -> Self {
        let settings = service.settings.clone();
        Self {
            core: Mutex::new(Core { service, recorder, is_broken: false }),
            kept,
            request_ids: Mutex::new(RequestIds::new(settings.seed)),
            changed: Notify::new(),
            failed: Notify::new(),
            settings,
            report: None,
            _lock: None,
        }
    }

    /// Answers a request now; with a journal, when everything the answer tells of is safe.
    pub(crate) async fn answer(&self, target: &str, body: &[u8]) -> Answer {
        let Some(Kept { keeper, .. }) = &self.kept else {
            return self.perform(target, body, |_| {}).unwrap_or_else(Answer::internal_server_error);
        };
        if keeper.has_failed() {
            return Answer::internal_server_error();
        }
        let mut ticket = None;
        // A read waits too: it may have seen a write that is still on its way to the disk.
        let answer = self.perform(target, body, |record| ticket = Some(keeper.hand_over(record)));
        let (Some(answer), Some(ticket)) = (answer, ticket) else { return Answer::internal_server_error() };
        match keeper.safe(ticket).await {
            Ok(()) => answer,
            Err(_) => Answer::internal_server_error(),
        }
    }

    /// Asks the engine; nothing where that is broken, or breaks. The record is handed out while the engine is still locked, so
    /// that records come in order.
    fn perform(&self, target: &str, body: &[u8], hand_over: impl FnOnce(&[u8])) -> Option<Answer> {
        let mut core = lock(&self.core);
        let Core { service, recorder, .. } = core.whole()?;
        // The clock may have been set back; the engine's time never is.
        let at = clock::now().max(service.engine.now());
        let answer = guarded(|| service.front(&mut nobody).dispatch(at, target, body).answer);
        let Some(answer) = answer else {
            self.give_up(&mut core);
            return None;
        };
        let record = match recorder {
            Some(recorder) => recorder.answered(at, target, body, &answer, &mut service.engine),
            None => Vec::new(),
        };
        hand_over(&record);
        if let Some(Kept { compaction, .. }) = &self.kept {
            compaction.grew(record.len() as u64);
        }
        drop(core);
        self.changed.notify_one();
        Some(answer)
    }

    /// Looks at the engine as it is; nothing where that is broken.
    pub(crate) fn look<T>(&self, look: impl FnOnce(&Engine) -> T) -> Option<T> {
        lock(&self.core).whole().map(|core| look(&core.service.engine))
    }

    /// Lets time pass until now. Gives back when there is more to do.
    pub(crate) fn advance(&self) -> Option<Timestamp> {
        let mut core = lock(&self.core);
        let Core { service: Replayed { engine, .. }, recorder, .. } = core.whole()?;
        if guarded(|| engine.advance(clock::now(), Budget::UNBOUNDED)).is_none() {
            self.give_up(&mut core);
            return None;
        }
        if let Some(recorder) = recorder {
            recorder.note(engine);
        }
        engine.next_due()
    }

    /// Answers nothing any more: what was done is half done. What was acknowledged is in the journal, of which nothing is undone.
    fn give_up(&self, core: &mut Core) {
        core.is_broken = true;
        self.failed.notify_one();
    }

    /// A copy of the service as it is now, and the place after which everything is in another journal. Nothing without data, or
    /// where the engine is broken.
    pub(crate) fn turn(&self) -> Option<(Replayed, Ticket)> {
        let Kept { keeper, compaction, .. } = self.kept.as_ref()?;
        let mut core = lock(&self.core);
        let Core { service, recorder, .. } = core.whole()?;
        let record = recorder.as_ref()?.last_sequence();
        let mut copy = service.clone();
        copy.last_sequence = record;
        let beginning = Recorder::header(&service.settings);
        let ticket = keeper.turn_to(papers::journal(record + 1), beginning);
        compaction.begin();
        Some((copy, ticket))
    }

    /// How data is kept, if it is.
    pub(crate) fn kept(&self) -> Option<&Kept> {
        self.kept.as_ref()
    }

    /// Waits until a request was answered; returns at once when one was since the last call.
    pub(crate) async fn changed(&self) {
        self.changed.notified().await;
    }

    /// Keeps the journal in this file until the disk fails.
    pub(crate) async fn keep(self: Arc<Self>, journal: Journal) {
        if let Some(Kept { keeper, .. }) = &self.kept {
            keeper.keep(journal).await;
        }
    }

    /// Waits until everything is safe that happened so far.
    ///
    /// # Errors
    /// When the disk failed.
    pub(crate) async fn settle(&self) -> io::Result<()> {
        match &self.kept {
            Some(Kept { keeper, .. }) => keeper.safe(keeper.hand_over(&[])).await.map_err(|error| told_again(&error)),
            None => Ok(()),
        }
    }

    /// Waits for the disk or the engine to fail, if need be for ever.
    pub(crate) async fn failure(&self) -> io::Error {
        let disk = async {
            match &self.kept {
                Some(Kept { keeper, .. }) => told_again(keeper.failure().await.as_ref()),
                None => std::future::pending().await,
            }
        };
        tokio::select! {
            error = disk => error,
            () = self.failed.notified() => io::Error::other(BROKEN),
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

/// What people are told when the engine panicked.
const BROKEN: &str = "the simulator failed, which is a bug of ours; please report the lines above. The server ends, because \
                      what it has in memory may be half changed. With --data-dir everything it acknowledged is there again \
                      when it is started; the request that failed is not";

impl Core {
    /// Itself, unless it is broken.
    fn whole(&mut self) -> Option<&mut Self> {
        (!self.is_broken).then_some(self)
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
/// The engine may be half changed then, so that whoever asks must not use it again. A copy before each request would make it whole
/// again, but costs every request more than a panic, which is a bug, is worth. A journal does not hold the request.
fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
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
        assert!(service.advance().is_none() && service.turn().is_none());
        assert!(service.failure().await.to_string().contains("a bug of ours"));
    }
}
