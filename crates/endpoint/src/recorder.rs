//! Records the history of a service as the bytes of its journal.
//!
//! Must not know where the bytes are stored.

use hashrange_engine::Engine;
use hashrange_journal::{Changes, Entry, Writer, encode_header};
use hashrange_time::Timestamp;

use crate::impact::{Impact, Keeps, Rule};
use crate::outcome::{changes, outcome_of};
use crate::{Answer, Replayed, Settings};

/// Converts the history of a service into the bytes of its journal.
#[derive(Clone, Debug)]
pub struct Recorder {
    writer: Writer,
    least: Impact,
    rule: Rule,
    /// Changes since the last record that no record contains yet.
    pending: Changes,
}

impl Recorder {
    /// Starts a journal of requests with at least this effect, and returns its first bytes. With an accelerator, it
    /// contains all reads, because they fill the caches. Records contain their changes if the engine notes them
    /// (`Engine::note_changes`).
    #[must_use]
    pub fn begin(settings: &Settings, least: Impact) -> (Self, Vec<u8>) {
        let mut recorder = Self::after(0, settings, least);
        let mut bytes = encode_header(&settings.header());
        let (entry, outcome) = (
            Entry::Settings { json: settings.json() },
            outcome_of(Changes::default()),
        );
        bytes.extend(recorder.writer.push(settings.start, entry, outcome));
        (recorder, bytes)
    }

    fn after(last_sequence: u64, settings: &Settings, least: Impact) -> Self {
        let rule = Rule::of(settings, Keeps::Marked(least));
        Self {
            writer: Writer::resume(last_sequence),
            least,
            rule,
            pending: Changes::default(),
        }
    }

    /// The first bytes of every further journal of the same service. The first record of such a journal is the next
    /// one.
    #[must_use]
    pub fn header(settings: &Settings) -> Vec<u8> {
        encode_header(&settings.header())
    }

    /// The number of the last returned record.
    #[must_use]
    pub fn last_sequence(&self) -> u64 {
        self.writer.last_sequence()
    }

    /// Continues the journal of a replayed service. The engine notes its changes from now on.
    #[must_use]
    pub fn resume(replayed: &mut Replayed, least: Impact) -> Self {
        replayed.engine.note_changes(true);
        Self::after(replayed.last_sequence, &replayed.settings, least)
    }

    /// Records a request handled at this time of the engine. Returns the bytes to append. They are empty for a request
    /// that the journal does not need.
    pub fn answered(
        &mut self,
        at: Timestamp,
        target: &str,
        body: &[u8],
        answer: &Answer,
        engine: &mut Engine,
    ) -> Vec<u8> {
        match self.rule.entry_of(target, body, answer) {
            Some(entry) => self.push(at, entry, engine),
            None => Vec::new(),
        }
    }

    /// Records a change of physics, limits or accelerator at this time of the engine (`Engine::adjust`).
    pub fn changed(&mut self, at: Timestamp, settings: &Settings, engine: &mut Engine) -> Vec<u8> {
        self.rule = Rule::of(settings, Keeps::Marked(self.least));
        self.push(at, Entry::Settings { json: settings.json() }, engine)
    }

    /// Records that time passed without a request. A later call can return the bytes.
    pub fn advanced(&mut self, from: Timestamp, to: Timestamp, engine: &mut Engine) -> Vec<u8> {
        self.push(from, Entry::Advance { to }, engine)
    }

    /// Stores the service's own changes for the next record.
    pub fn note(&mut self, engine: &mut Engine) {
        // The entry is only a placeholder: no request made these changes.
        self.pending.append(changes(engine, &Entry::LoadEnd));
    }

    fn push(&mut self, at: Timestamp, entry: Entry, engine: &mut Engine) -> Vec<u8> {
        let mut all = std::mem::take(&mut self.pending);
        all.append(changes(engine, &entry));
        self.writer.push(at, entry, outcome_of(all))
    }

    /// Returns the delayed bytes. Call it before the bytes are shared.
    pub fn flush(&mut self) -> Vec<u8> {
        self.writer.flush()
    }
}
