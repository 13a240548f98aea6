//! A service brought back from its journal: the records replayed on a new engine.
//!
//! Must not repair a journal: what is torn or damaged is told, and the caller decides.

use hashrange_dax::Accelerator;
use hashrange_engine::{Budget, Engine};
use hashrange_journal::{Entry, Header, JournalError, Line, Reader, Record, Return, Torn};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Operation, ServiceError};
use hashrange_workload::{Fate, LoadPlan};

use crate::differences::Differences;
use crate::front::{Front, Watch, nobody};
use crate::loads::{Loads, Sent};
use crate::mark::is_paid_refusal;
use crate::settle::settle;
use crate::{Answer, Settings, front, semantics, state_hash, target_of};

/// A service as its journal left it.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The engine.
    pub engine: Engine,
    /// The accelerator before it, if there is one.
    pub dax: Option<Accelerator>,
    /// What it was set up with.
    pub settings: Settings,
    /// The number of the last record that was replayed; a `Recorder` goes on from here.
    pub last_sequence: u64,
    /// Where and why the good records end before the bytes do, if they do.
    pub torn: Option<Torn>,
    /// The loads so far.
    pub(crate) loads: Loads,
    /// What has happened already of the record after the last.
    pub(crate) part: Part,
    /// Records of other versions that would come to something else now. What they say holds.
    pub differences: Differences,
}

/// The part of a record of sent requests that has happened.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// Requests sent.
    pub(crate) requests: u64,
    /// The engine's time after the last of them.
    pub(crate) to: Timestamp,
}

hashrange_checkpoint::fields!(Part { requests, to });

/// A journal that cannot be replayed. Nobody should write to it.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The bytes are no journal, or one of a later format.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record holds settings that this program does not have.
    #[error("record {sequence} sets the service up in a way this program does not know: {json}")]
    Settings {
        /// The record's number.
        sequence: u64,
        /// The settings.
        json: String,
    },
    /// A request that was answered when it was recorded is refused now: another version of the program wrote it.
    #[error("record {sequence}, {operation}, was answered when it was written and is refused now: {why}")]
    Refused {
        /// The record's number.
        sequence: u64,
        /// The operation.
        operation: String,
        /// The refusal's message or name.
        why: String,
    },
    /// A request that was refused when it was recorded is answered now, or refused for another reason.
    #[error("record {sequence}, {operation}, was refused with {was} when it was written and is not now")]
    Answered {
        /// The record's number.
        sequence: u64,
        /// The operation.
        operation: String,
        /// The exception it was refused with.
        was: String,
    },
    /// A record that was not read: the service was brought back from a checkpoint after it.
    #[error("record {sequence} was not read yet")]
    Away {
        /// The record's number.
        sequence: u64,
    },
    /// A record that goes back, in a journal of which only the end is there.
    #[error("record {sequence} goes back to before the checkpoint")]
    Return {
        /// The record's number.
        sequence: u64,
    },
    /// A load that this program does not send as it was sent.
    #[error("record {sequence}: {why}")]
    Load {
        /// The record's number.
        sequence: u64,
        /// What is wrong with it.
        why: &'static str,
    },
}

impl ReplayError {
    /// What a record comes to now that did something else when it was written.
    fn now(&self) -> String {
        match self {
            Self::Refused { why, .. } => format!("refused: {why}"),
            Self::Answered { .. } => "answered, or refused for another reason".to_owned(),
            Self::Load { why, .. } => format!("no such load: {why}"),
            other => other.to_string(),
        }
    }
}

/// Replays a journal to its end, or to the first record that is not good.
///
/// # Errors
/// When it is none, or when a record does not do what it did.
pub fn replay(bytes: &[u8]) -> Result<Replayed, ReplayError> {
    let (replayed, returns, last) = replay_along(bytes, None)?;
    if returns.is_empty() {
        return Ok(replayed);
    }
    let (replayed, ..) = replay_along(bytes, Some(&Line::to(last, &returns)))?;
    Ok(Replayed { last_sequence: last, ..replayed })
}

/// Replays the records of a line. Without one it replays up to the first return, which most journals do not have; from
/// there on it only tells the returns and the number of the last record.
fn replay_along(bytes: &[u8], line: Option<&Line>) -> Result<(Replayed, Vec<Return>, u64), ReplayError> {
    let (header, reader) = Reader::new(bytes)?;
    let (mut replayed, mut returns, mut last) = (Replayed::new(&header), Vec::new(), 0);
    for record in reader {
        match record {
            Ok(record) => {
                last = record.sequence;
                returns.extend(Return::of(&record));
                if line.map_or(returns.is_empty(), |line| line.contains(last)) {
                    replayed.take(&record, &mut nobody)?;
                }
            }
            Err(JournalError::Torn(torn)) => replayed.torn = Some(torn),
            Err(error) => return Err(error.into()),
        }
    }
    Ok((replayed, returns, last))
}

fn unknown_settings(sequence: u64, json: &str) -> ReplayError {
    ReplayError::Settings { sequence, json: json.to_owned() }
}

impl Replayed {
    /// A service without tables.
    #[must_use]
    pub fn fresh(settings: &Settings) -> Self {
        let (engine, dax) = (Engine::new(settings.options()), settings.dax.map(Accelerator::new));
        Self { engine, dax, settings: settings.clone(), ..Self::new(&settings.header()) }
    }

    /// A service before the first record of its journal.
    pub(crate) fn new(header: &Header) -> Self {
        let settings = Settings::unsaid(header);
        let engine = Engine::new(settings.options());
        Self {
            engine,
            dax: None,
            settings,
            last_sequence: 0,
            torn: None,
            loads: Loads::default(),
            part: Part::default(),
            differences: Differences::default(),
        }
    }

    /// Does what the next record says, with somebody who sees every event. A record that says what it changed is held to that,
    /// where it was made under other rules or cannot be done again; it stops nobody.
    pub(crate) fn take(&mut self, record: &Record, watch: Watch<'_>) -> Result<(), ReplayError> {
        let (noted, semantics) = (self.engine.notes_changes(), record.outcome.semantics);
        let trusted = semantics == 0 || semantics == semantics::in_force();
        if trusted == noted {
            self.engine.note_changes(!trusted);
        }
        let done = self.repeat(record, &mut *watch);
        let outcome = match done {
            Err(error) if semantics == 0 || self.last_sequence == 0 => Err(error),
            Ok(()) if trusted => Ok(()),
            done => {
                self.hold_to(record, done.err(), watch);
                Ok(())
            }
        };
        self.engine.note_changes(noted);
        outcome?;
        self.last_sequence = record.sequence;
        self.part = Part::default();
        Ok(())
    }

    /// Does what a record says that does not say yet what it changes. The engine notes the changes.
    pub(crate) fn take_anew(&mut self, record: &Record, watch: Watch<'_>) -> Result<(), ReplayError> {
        self.repeat(record, watch)?;
        // The settings that open a journal make another engine.
        if !self.engine.notes_changes() {
            self.engine.note_changes(true);
        }
        self.last_sequence = record.sequence;
        self.part = Part::default();
        Ok(())
    }

    /// Puts back what the record says, where it came to something else or was refused now. A page can load this later.
    #[inline(never)]
    fn hold_to(&mut self, record: &Record, refused: Option<ReplayError>, watch: Watch<'_>) {
        self.pass(record.ends(), watch);
        let now = self.engine.take_changes().unwrap_or_default();
        let why = refused.map(|error| error.now());
        if let Some(found) = settle(&mut self.engine, record, &now, why) {
            self.differences.note(found);
        }
    }

    /// Does it again.
    fn repeat(&mut self, record: &Record, watch: Watch<'_>) -> Result<(), ReplayError> {
        let Record { sequence, at, ref entry, .. } = *record;
        match entry {
            Entry::Request { operation, body } => self.answer_again(record, operation, body, watch)?,
            Entry::Refused { operation, body, exception } => {
                self.refuse_again(record, operation, body, exception, watch)?;
            }
            Entry::Load { plan, seed } => {
                let why = "it holds a load that this program does not know";
                let plan = LoadPlan::from_text(plan).ok_or(ReplayError::Load { sequence, why })?;
                self.pass(at, watch);
                self.loads.begin(plan, *seed);
            }
            Entry::Sent { requests, to } => self.send_again(record, Part { requests: *requests, to: *to }, watch)?,
            Entry::LoadEnd => {
                self.pass(at, watch);
                self.loads.end(at);
            }
            Entry::Advance { to } => self.pass(*to, watch),
            Entry::Settings { json } => {
                if self.last_sequence > 0 {
                    self.pass(at, watch);
                }
                self.set(at, json).ok_or_else(|| unknown_settings(sequence, json))?;
            }
            // Whoever replays keeps to a line, which has none.
            Entry::Return { .. } => {}
        }
        Ok(())
    }

    /// The service as a request meets it.
    pub fn front<'a>(&'a mut self, watch: Watch<'a>) -> Front<'a> {
        Front { dax: self.dax.as_mut(), engine: &mut self.engine, watch }
    }

    fn pass(&mut self, to: Timestamp, watch: Watch<'_>) {
        self.front(watch).pass(to, Budget::UNBOUNDED);
    }

    /// Sends the load's next request at its time, or now when that is over; `None` where there is none. Which one is next
    /// follows from what became of those before, so it is the same one whenever the same requests are sent again.
    pub(crate) fn send(&mut self, watch: Watch<'_>) -> Option<Fate> {
        let Sent { attempt, request, sender } = self.loads.take()?;
        let answer = match Checked::of(request) {
            Ok(request) => self.front(&mut *watch).handle(attempt.at, request, sender).outcome,
            Err(rejection) => {
                self.pass(attempt.at, &mut *watch);
                Err(rejection.into())
            }
        };
        let fate = match answer {
            Ok(_) => Fate::Answered,
            Err(ServiceError::Throttled(_)) => Fate::Throttled,
            Err(_) => Fate::Refused,
        };
        self.loads.answered(attempt, fate, self.engine.now());
        // Many requests may follow, and the log keeps only so many events.
        watch(&self.engine);
        Some(fate)
    }

    /// Sends what is due by a moment of the requests that a record holds, and lets time pass up to that moment.
    pub(crate) fn send_until(&mut self, moment: Timestamp, record: &Record, watch: Watch<'_>) {
        if let Entry::Sent { requests, .. } = record.entry
            && record.at <= moment
        {
            self.pass(record.at, &mut *watch);
            while self.part.requests < requests && self.loads.due().is_some_and(|due| due <= moment) {
                self.send(&mut *watch);
                self.part = Part { requests: self.part.requests + 1, to: self.engine.now() };
            }
        }
        self.pass(moment, watch);
    }

    #[inline(never)]
    fn send_again(&mut self, record: &Record, sent: Part, watch: Watch<'_>) -> Result<(), ReplayError> {
        let wrong = |why| ReplayError::Load { sequence: record.sequence, why };
        self.pass(record.at, &mut *watch);
        while self.part.requests < sent.requests {
            self.send(&mut *watch).ok_or_else(|| wrong("it holds more requests than the load has"))?;
            self.part = Part { requests: self.part.requests + 1, to: self.engine.now() };
        }
        if self.part.to == sent.to { Ok(()) } else { Err(wrong("the requests of the load had other times")) }
    }

    #[inline(never)]
    fn refuse_again(
        &mut self,
        record: &Record,
        operation: &str,
        body: &str,
        exception: &str,
        watch: Watch<'_>,
    ) -> Result<(), ReplayError> {
        self.pass(record.at, &mut *watch);
        let answered = self.front(watch).dispatch(record.at, &target_of(operation), body.as_bytes());
        if answered.answer.exception == Some(exception) {
            return Ok(());
        }
        let (operation, was) = (operation.to_owned(), exception.to_owned());
        Err(ReplayError::Answered { sequence: record.sequence, operation, was })
    }

    /// The hash of everything a later answer can depend on.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        state_hash(&self.engine, self.dax.as_ref())
    }

    /// The settings that open a journal make the engine, in the place of one that has seen nothing yet. Later ones change
    /// its physics and limits and the accelerator before it; its Region stays.
    fn set(&mut self, at: Timestamp, json: &str) -> Option<()> {
        let settings = self.settings.clone().with_json(json)?;
        let options = settings.options();
        if self.last_sequence == 0 {
            let tracing = self.engine.is_tracing();
            self.engine = Engine::new(options);
            self.engine.set_tracing(tracing);
            self.engine.advance(at, Budget::UNBOUNDED);
        } else if settings.region == self.settings.region {
            self.engine.adjust(at, options.physics, options.limits);
        } else {
            return None;
        }
        front::set(&mut self.dax, settings.dax);
        self.settings = settings;
        Some(())
    }

    #[inline(never)]
    fn answer_again(
        &mut self,
        record: &Record,
        operation: &str,
        body: &str,
        watch: Watch<'_>,
    ) -> Result<(), ReplayError> {
        let refused = |why: String| {
            let operation = operation.to_owned();
            ReplayError::Refused { sequence: record.sequence, operation, why }
        };
        let known = Operation::from_name(operation).ok_or_else(|| refused("there is no such operation".to_owned()))?;
        // What it is answered is nobody's business now.
        let request = Checked::decode(known, body.as_bytes()).map_err(|rejection| {
            let answer = Answer::from(&rejection);
            refused(answer.message.unwrap_or_default())
        })?;
        match self.front(watch).handle(record.at, request, None).outcome {
            Err(error) if !is_paid_refusal(&error) => Err(refused(error.to_string())),
            _ => Ok(()),
        }
    }
}
