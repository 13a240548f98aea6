//! A service brought back from its journal: the records replayed on a new engine.
//!
//! Must not repair a journal: what is torn or damaged is told, and the caller decides.

use hashrange_engine::{Budget, Engine};
use hashrange_journal::{Entry, JournalError, Reader, Record, Torn};
use hashrange_wire::Operation;

use crate::recorder::is_paid_refusal;
use crate::{Settings, perform};

/// A service as its journal left it.
#[derive(Clone, Debug)]
pub struct Replayed {
    /// The engine.
    pub engine: Engine,
    /// What it was set up with.
    pub settings: Settings,
    /// The number of the last record that was replayed; a `Recorder` goes on from here.
    pub last_sequence: u64,
    /// Where and why the good records end before the bytes do, if they do.
    pub torn: Option<Torn>,
}

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
}

/// Replays a journal to its end, or to the first record that is not good.
///
/// # Errors
/// When it is none, or when a record does not do what it did.
pub fn replay(bytes: &[u8]) -> Result<Replayed, ReplayError> {
    let (header, reader) = Reader::new(bytes)?;
    let settings = Settings::unsaid(&header);
    let engine = settings.options().map(Engine::new).ok_or_else(|| unknown_settings(0, &settings.physics))?;
    let mut replayed = Replayed { engine, settings, last_sequence: 0, torn: None };
    for record in reader {
        match record {
            Ok(record) => replayed.take(&record)?,
            Err(JournalError::Torn(torn)) => replayed.torn = Some(torn),
            Err(error) => return Err(error.into()),
        }
    }
    Ok(replayed)
}

fn unknown_settings(sequence: u64, json: &str) -> ReplayError {
    ReplayError::Settings { sequence, json: json.to_owned() }
}

impl Replayed {
    fn take(&mut self, record: &Record) -> Result<(), ReplayError> {
        let Record { sequence, at, ref entry } = *record;
        match entry {
            Entry::Request { operation, body } => self.repeat(record, operation, body)?,
            Entry::Advance { to } => {
                self.engine.advance(*to, Budget::UNBOUNDED);
            }
            // Settings open a journal: the engine they ask for takes the place of one that has seen nothing yet.
            Entry::Settings { json } => {
                let settings = self.settings.clone().with_json(json);
                let made = settings.and_then(|settings| Some((Engine::new(settings.options()?), settings)));
                let (engine, settings) = made.ok_or_else(|| unknown_settings(sequence, json))?;
                if self.last_sequence > 0 {
                    return Err(unknown_settings(sequence, json));
                }
                (self.engine, self.settings) = (engine, settings);
                self.engine.advance(at, Budget::UNBOUNDED);
            }
        }
        self.last_sequence = sequence;
        Ok(())
    }

    fn repeat(&mut self, record: &Record, operation: &str, body: &str) -> Result<(), ReplayError> {
        let refused = |why: String| {
            let operation = operation.to_owned();
            ReplayError::Refused { sequence: record.sequence, operation, why }
        };
        let known = Operation::from_name(operation).ok_or_else(|| refused("there is no such operation".to_owned()))?;
        let answer = perform(&mut self.engine, record.at, known, body.as_bytes());
        match answer.exception {
            Some(exception) if !is_paid_refusal(&answer) => {
                Err(refused(answer.message.unwrap_or_else(|| exception.to_owned())))
            }
            _ => Ok(()),
        }
    }
}
