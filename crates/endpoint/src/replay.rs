//! A service restored from its journal: the records replayed on a new engine.
//!
//! Must not repair a journal: it reports a torn or damaged end, and the caller decides.

use hashrange_dax::Accelerator;
use hashrange_engine::{Budget, Engine};
use hashrange_journal::{Entry, Header, JournalError, Line, Reader, Record, Return, Torn};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Operation};
use hashrange_workload::{Fate, LoadPlan};

use crate::differences::Differences;
use crate::front::{Front, OnStep, ignore_steps};
use crate::impact::is_paid_refusal;
use crate::load_fate::{ask_for_old_item, fate_of};
use crate::loads::{Loads, Sent};
use crate::reconcile::reconcile;
use crate::{Answer, Settings, front, semantics, state_hash, target_of};

/// A service as restored from its journal.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The engine.
    pub engine: Engine,
    /// The accelerator in front of the engine, if there is one.
    pub dax: Option<Accelerator>,
    /// Its settings.
    pub settings: Settings,
    /// The number of the last replayed record; a `Recorder` continues here.
    pub last_sequence: u64,
    /// The position and cause of the first invalid record, if the bytes contain one.
    pub torn: Option<Torn>,
    /// The loads so far.
    pub(crate) loads: Loads,
    /// The part of the next record that has already happened.
    pub(crate) part: Part,
    /// Records of other versions whose outcome differs under the current rules. The recorded outcome is valid.
    pub differences: Differences,
}

/// The executed part of a record of sent requests.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Part {
    /// Requests sent.
    pub(crate) requests: u64,
    /// The engine's time after the last of them.
    pub(crate) to: Timestamp,
}

hashrange_checkpoint::fields!(Part { requests, to });

/// A journal that cannot be replayed. Do not write to it.
#[derive(Debug, thiserror::Error)]
pub enum ReplayError {
    /// The bytes are not a journal, or the journal has a later format.
    #[error(transparent)]
    Journal(#[from] JournalError),
    /// A record holds settings that this program does not have.
    #[error("record {sequence} has settings that this program does not support: {json}")]
    Settings {
        /// The record's number.
        sequence: u64,
        /// The settings.
        json: String,
    },
    /// A recorded request succeeded and is refused now: another version of the program wrote it.
    #[error("record {sequence}, {operation}, succeeded when it was recorded and is refused now: {why}")]
    Refused {
        /// The record's number.
        sequence: u64,
        /// The operation.
        operation: String,
        /// The refusal's message or name.
        why: String,
    },
    /// A recorded request was refused and succeeds now, or is refused for another reason.
    #[error("record {sequence}, {operation}, was refused with {was} when it was recorded, and is not now")]
    Answered {
        /// The record's number.
        sequence: u64,
        /// The operation.
        operation: String,
        /// The recorded exception.
        was: String,
    },
    /// The record was not read, because the service was restored from a later checkpoint.
    #[error("record {sequence} was not read yet")]
    Away {
        /// The record's number.
        sequence: u64,
    },
    /// An undo record in a journal without its beginning.
    #[error("record {sequence} undoes records from before the checkpoint")]
    Return {
        /// The record's number.
        sequence: u64,
    },
    /// This program sends the load differently than the journal records it.
    #[error("record {sequence}: {why}")]
    Load {
        /// The record's number.
        sequence: u64,
        /// The error.
        why: &'static str,
    },
}

impl ReplayError {
    /// Describes the new outcome of a record whose recorded outcome differs.
    fn now(&self) -> String {
        match self {
            Self::Refused { why, .. } => format!("refused: {why}"),
            Self::Answered { .. } => "successful, or refused for another reason".to_owned(),
            Self::Load { why, .. } => format!("no such load: {why}"),
            other => other.to_string(),
        }
    }
}

/// Replays a journal to its end, or to the first invalid record.
///
/// # Errors
/// When the bytes are not a journal, or when a record does not have its recorded outcome.
pub fn replay(bytes: &[u8]) -> Result<Replayed, ReplayError> {
    let (replayed, returns, last) = replay_along(bytes, None)?;
    if returns.is_empty() {
        return Ok(replayed);
    }
    let (replayed, ..) = replay_along(bytes, Some(&Line::to(last, &returns)))?;
    Ok(Replayed {
        last_sequence: last,
        ..replayed
    })
}

/// Replays the records of a line. Without one it replays up to the first undo record, which most journals do not have.
/// After that it only returns the undo records and the number of the last record.
fn replay_along(bytes: &[u8], line: Option<&Line>) -> Result<(Replayed, Vec<Return>, u64), ReplayError> {
    let (header, reader) = Reader::new(bytes)?;
    let (mut replayed, mut returns, mut last) = (Replayed::new(&header), Vec::new(), 0);
    for record in reader {
        match record {
            Ok(record) => {
                last = record.sequence;
                returns.extend(Return::of(&record));
                if line.map_or(returns.is_empty(), |line| line.contains(last)) {
                    replayed.take(&record, &mut ignore_steps)?;
                }
            }
            Err(JournalError::Torn(torn)) => replayed.torn = Some(torn),
            Err(error) => return Err(error.into()),
        }
    }
    Ok((replayed, returns, last))
}

fn unknown_settings(sequence: u64, json: &str) -> ReplayError {
    ReplayError::Settings {
        sequence,
        json: json.to_owned(),
    }
}

impl Replayed {
    /// A service without tables.
    #[must_use]
    pub fn fresh(settings: &Settings) -> Self {
        let (engine, dax) = (Engine::new(settings.options()), settings.dax.map(Accelerator::new));
        Self {
            engine,
            dax,
            settings: settings.clone(),
            ..Self::new(&settings.header())
        }
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

    /// Executes the next record, with an observer that sees every event. Its changes are enforced when other rules
    /// produced it or when it cannot be repeated. Only the first record of a journal can fail.
    pub(crate) fn take(&mut self, record: &Record, on_step: OnStep<'_>) -> Result<(), ReplayError> {
        let noted = self.engine.notes_changes();
        let trusted = record.outcome.semantics == semantics::in_force();
        if trusted == noted {
            self.engine.note_changes(!trusted);
        }
        let done = self.repeat(record, &mut *on_step);
        let outcome = match done {
            Err(error) if self.last_sequence == 0 => Err(error),
            Ok(()) if trusted => Ok(()),
            done => {
                self.reconcile_with(record, done.err(), on_step);
                Ok(())
            }
        };
        self.engine.note_changes(noted);
        outcome?;
        self.last_sequence = record.sequence;
        self.part = Part::default();
        Ok(())
    }

    /// Executes a record that does not contain its changes yet. The engine notes the changes.
    pub(crate) fn apply_new(&mut self, record: &Record, on_step: OnStep<'_>) -> Result<(), ReplayError> {
        self.repeat(record, on_step)?;
        // The first settings of a journal create a new engine.
        if !self.engine.notes_changes() {
            self.engine.note_changes(true);
        }
        self.last_sequence = record.sequence;
        self.part = Part::default();
        Ok(())
    }

    /// Enforces the recorded state when the outcome differs or the request is refused now.
    fn reconcile_with(&mut self, record: &Record, refused: Option<ReplayError>, on_step: OnStep<'_>) {
        self.pass(record.ends(), on_step);
        let now = self.engine.take_changes().unwrap_or_default();
        let why = refused.map(|error| error.now());
        if let Some(found) = reconcile(&mut self.engine, record, &now, why) {
            self.differences.note(found);
        }
    }

    /// Executes the record's entry again.
    pub(crate) fn repeat(&mut self, record: &Record, on_step: OnStep<'_>) -> Result<(), ReplayError> {
        let Record {
            sequence,
            at,
            ref entry,
            ..
        } = *record;
        match entry {
            Entry::Request { operation, body } => self.answer_again(record, operation, body, on_step)?,
            Entry::Refused {
                operation,
                body,
                exception,
            } => {
                self.refuse_again(record, operation, body, exception, on_step)?;
            }
            Entry::Load { plan, seed } => {
                let why = "it contains a load that this program does not support";
                let plan = LoadPlan::from_text(plan).ok_or(ReplayError::Load { sequence, why })?;
                self.pass(at, on_step);
                self.loads.begin(plan, *seed);
            }
            Entry::Sent { requests, to } => self.send_again(
                record,
                Part {
                    requests: *requests,
                    to: *to,
                },
                on_step,
            )?,
            Entry::LoadEnd => {
                self.pass(at, on_step);
                self.loads.end(at);
            }
            Entry::StepBegin | Entry::StepEnd => self.pass(at, on_step),
            Entry::Advance { to } => self.pass(*to, on_step),
            Entry::Settings { json } => {
                if self.last_sequence > 0 {
                    self.pass(at, on_step);
                }
                self.set(at, json).ok_or_else(|| unknown_settings(sequence, json))?;
            }
            // The caller replays a line, which has no undo records.
            Entry::Return { .. } => {}
        }
        Ok(())
    }

    /// Returns the entry point for requests to this service.
    pub fn front<'a>(&'a mut self, on_step: OnStep<'a>) -> Front<'a> {
        Front {
            dax: self.dax.as_mut(),
            engine: &mut self.engine,
            on_step,
        }
    }

    pub(crate) fn pass(&mut self, to: Timestamp, on_step: OnStep<'_>) {
        self.front(on_step).pass(to, Budget::UNBOUNDED);
    }

    /// Sends the load's next request at its time, or now if that time is past; `None` if there is none. The next
    /// request depends only on the results of the previous ones, so a replay sends the same requests.
    pub(crate) fn send(&mut self, on_step: OnStep<'_>) -> Option<Fate> {
        let Sent {
            attempt,
            mut request,
            sender,
        } = self.loads.take()?;
        ask_for_old_item(&mut request);
        let answer = match Checked::of(request) {
            Ok(request) => self.front(&mut *on_step).handle(attempt.at, request, sender).outcome,
            Err(rejection) => {
                self.pass(attempt.at, &mut *on_step);
                Err(rejection.into())
            }
        };
        let fate = fate_of(&answer);
        self.loads.answered(attempt, fate, self.engine.now());
        // Calls the observer after each request, because many requests can follow and the log is bounded.
        on_step(&self.engine);
        Some(fate)
    }

    /// Sends the requests of a record that are due by a time, and advances time to it.
    pub(crate) fn send_until(&mut self, moment: Timestamp, record: &Record, on_step: OnStep<'_>) {
        if let Entry::Sent { requests, .. } = record.entry
            && record.at <= moment
        {
            self.pass(record.at, &mut *on_step);
            while self.part.requests < requests && self.loads.due().is_some_and(|due| due <= moment) {
                self.send(&mut *on_step);
                self.part = Part {
                    requests: self.part.requests + 1,
                    to: self.engine.now(),
                };
            }
        }
        self.pass(moment, on_step);
    }

    fn send_again(&mut self, record: &Record, sent: Part, on_step: OnStep<'_>) -> Result<(), ReplayError> {
        let wrong = |why| ReplayError::Load {
            sequence: record.sequence,
            why,
        };
        self.pass(record.at, &mut *on_step);
        while self.part.requests < sent.requests {
            self.send(&mut *on_step)
                .ok_or_else(|| wrong("it holds more requests than the load has"))?;
            self.part = Part {
                requests: self.part.requests + 1,
                to: self.engine.now(),
            };
        }
        if self.part.to == sent.to {
            Ok(())
        } else {
            Err(wrong("the requests of the load had different times"))
        }
    }

    fn refuse_again(
        &mut self,
        record: &Record,
        operation: &str,
        body: &str,
        exception: &str,
        on_step: OnStep<'_>,
    ) -> Result<(), ReplayError> {
        self.pass(record.at, &mut *on_step);
        let answered = self
            .front(on_step)
            .dispatch(record.at, &target_of(operation), body.as_bytes());
        if answered.answer.exception == Some(exception) {
            return Ok(());
        }
        let (operation, was) = (operation.to_owned(), exception.to_owned());
        Err(ReplayError::Answered {
            sequence: record.sequence,
            operation,
            was,
        })
    }

    /// The hash of everything that a later response can depend on.
    #[must_use]
    pub fn state_hash(&self) -> u128 {
        state_hash(&self.engine, self.dax.as_ref())
    }

    /// The first settings of a journal create the engine, which replaces an unused one. Later ones change its physics
    /// and limits and the accelerator. The Region never changes.
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

    fn answer_again(
        &mut self,
        record: &Record,
        operation: &str,
        body: &str,
        on_step: OnStep<'_>,
    ) -> Result<(), ReplayError> {
        let refused = |why: String| {
            let operation = operation.to_owned();
            ReplayError::Refused {
                sequence: record.sequence,
                operation,
                why,
            }
        };
        let known = Operation::from_name(operation).ok_or_else(|| refused("there is no such operation".to_owned()))?;
        // A replay does not need the response.
        let request = Checked::decode(known, body.as_bytes()).map_err(|rejection| {
            let answer = Answer::from(&rejection);
            refused(answer.message.unwrap_or_default())
        })?;
        match self.front(on_step).handle(record.at, request, None).outcome {
            Err(error) if !is_paid_refusal(&error) => Err(refused(error.to_string())),
            _ => Ok(()),
        }
    }
}
