//! Which requests a journal must hold, and their records.
//!
//! Must not know where the bytes go.

use hashrange_engine::Throttling;
use hashrange_journal::{Entry, Writer, encode_header};
use hashrange_time::Timestamp;
use hashrange_wire::{Operation, ServiceError};

use crate::{Answer, Replayed, Settings, operation_of};

/// What a request left behind in its service.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// Nothing that a later answer depends on.
    Nothing,
    /// It was paid for: a read, or a write whose condition failed.
    Cost,
    /// It may have changed something.
    Change,
}

/// Refusals that are paid for (documented). Every other refusal leaves nothing behind.
const PAID_REFUSALS: [&str; 3] =
    ["ConditionalCheckFailedException", "DuplicateItemException", "TransactionCanceledException"];

/// Names of operations that tell something of the service and leave nothing behind begin like this. A search takes nothing of any throughput.
const TELLING: [&str; 6] = ["Describe", "List", "GetShardIterator", "GetRecords", "GetResourcePolicy", "SearchVectors"];
/// Names of operations that read items begin like this.
const READING: [&str; 5] = ["Get", "BatchGet", "TransactGet", "Query", "Scan"];

/// What a request with this target and this answer left behind. An operation that is not known to read is taken for one
/// that writes: a record too many does no harm.
#[must_use]
pub fn mark_of(settings: &Settings, target: &str, answer: &Answer) -> Mark {
    let keeps = Keeps::of(settings, Mark::Cost);
    operation_of(target).map_or(Mark::Nothing, |operation| keeps.mark(operation, answer.exception))
}

/// Whether a refusal can stand in a journal.
pub(crate) fn is_paid_refusal(error: &ServiceError) -> bool {
    PAID_REFUSALS.contains(&error.exception())
}

/// Which requests a journal holds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Keeps {
    /// Those that left at least this mark.
    least: Mark,
    /// Whether reads of a stream take something of their shard.
    shards_metered: bool,
}

impl Keeps {
    /// Those of a service that is set up like this. With an accelerator reads are held whatever the mark: they fill it.
    pub(crate) fn of(settings: &Settings, least: Mark) -> Self {
        let least = if settings.dax.is_some() { least.min(Mark::Cost) } else { least };
        Self { least, shards_metered: settings.physics.throttling.mode != Throttling::Off }
    }

    fn mark(self, operation: Operation, exception: Option<&str>) -> Mark {
        let begins = |beginnings: &[&str]| beginnings.iter().any(|beginning| operation.name().starts_with(beginning));
        let metered = self.shards_metered && operation == Operation::GetRecords;
        match exception {
            _ if begins(&TELLING) && !metered => Mark::Nothing,
            Some(exception) if PAID_REFUSALS.contains(&exception) => Mark::Cost,
            Some(_) => Mark::Nothing,
            None if begins(&READING) => Mark::Cost,
            None => Mark::Change,
        }
    }

    /// Whether it holds an operation that met this exception, or none.
    pub(crate) fn holds(self, operation: Operation, exception: Option<&str>) -> bool {
        let mark = self.mark(operation, exception);
        mark != Mark::Nothing && mark >= self.least
    }

    /// What it holds of a request that was answered.
    pub(crate) fn entry_of(self, target: &str, body: &[u8], answer: &Answer) -> Option<Entry> {
        // A body that is no text is never taken, and leaves no mark.
        let operation = operation_of(target).filter(|operation| self.holds(*operation, answer.exception))?;
        Some(Entry::Request { operation: operation.name().to_owned(), body: str::from_utf8(body).ok()?.to_owned() })
    }
}

/// Turns what happens to a service into the bytes of its journal.
#[derive(Clone, Debug)]
pub struct Recorder {
    writer: Writer,
    least: Mark,
    keeps: Keeps,
}

impl Recorder {
    /// Begins a journal, of requests that leave at least this mark; hands out its first bytes too. With an accelerator
    /// reads are in it whatever the mark: they fill it.
    #[must_use]
    pub fn begin(settings: &Settings, least: Mark) -> (Self, Vec<u8>) {
        let mut recorder = Self { writer: Writer::new(), least, keeps: Keeps::of(settings, least) };
        let mut bytes = encode_header(&settings.header());
        bytes.extend(recorder.writer.push(settings.start, Entry::Settings { json: settings.json() }));
        (recorder, bytes)
    }

    /// Goes on with the journal of a service that was replayed.
    #[must_use]
    pub fn resume(replayed: &Replayed, least: Mark) -> Self {
        let keeps = Keeps::of(&replayed.settings, least);
        Self { writer: Writer::resume(replayed.last_sequence), least, keeps }
    }

    /// Takes in a request that was answered at this time of the engine, and hands out the bytes to append; none for a
    /// request that need not be kept.
    pub fn answered(&mut self, at: Timestamp, target: &str, body: &[u8], answer: &Answer) -> Vec<u8> {
        match self.keeps.entry_of(target, body, answer) {
            Some(entry) => self.writer.push(at, entry),
            None => Vec::new(),
        }
    }

    /// Takes in that physics, limits or accelerator were changed at this time of the engine (`Engine::adjust`).
    pub fn changed(&mut self, at: Timestamp, settings: &Settings) -> Vec<u8> {
        self.keeps = Keeps::of(settings, self.least);
        self.writer.push(at, Entry::Settings { json: settings.json() })
    }

    /// Takes in that time moved on without a request. The bytes may come with a later call.
    pub fn advanced(&mut self, from: Timestamp, to: Timestamp) -> Vec<u8> {
        self.writer.push(from, Entry::Advance { to })
    }

    /// Hands out what was held back. To be called before the bytes are shared.
    pub fn flush(&mut self) -> Vec<u8> {
        self.writer.flush()
    }
}
