//! The records of what happens to a service, as the bytes of its journal.
//!
//! Must not know where the bytes go.

use hashrange_engine::Engine;
use hashrange_journal::{Entry, Outcome, Writer, encode_header};
use hashrange_time::Timestamp;

use crate::mark::{Keeps, Mark, Rule};
use crate::outcome::outcome;
use crate::{Answer, Replayed, Settings, semantics};

/// Turns what happens to a service into the bytes of its journal.
#[derive(Clone, Debug)]
pub struct Recorder {
    writer: Writer,
    least: Mark,
    rule: Rule,
    /// What changed since the last record and is in none yet.
    pending: Outcome,
}

impl Recorder {
    /// Begins a journal, of requests that leave at least this mark; hands out its first bytes too. With an accelerator
    /// reads are in it whatever the mark: they fill it. Records say what they changed where the engine notes it
    /// (`Engine::note_changes`).
    #[must_use]
    pub fn begin(settings: &Settings, least: Mark) -> (Self, Vec<u8>) {
        let mut recorder = Self::after(0, settings, least);
        let mut bytes = encode_header(&settings.header());
        let outcome = Outcome { semantics: semantics::in_force(), ..Outcome::default() };
        bytes.extend(recorder.writer.push(settings.start, Entry::Settings { json: settings.json() }, outcome));
        (recorder, bytes)
    }

    fn after(last_sequence: u64, settings: &Settings, least: Mark) -> Self {
        let rule = Rule::of(settings, Keeps::Marked(least));
        Self { writer: Writer::resume(last_sequence), least, rule, pending: Outcome::default() }
    }

    /// The bytes that every further journal of the same service begins with. Its first record is the next one.
    #[must_use]
    pub fn header(settings: &Settings) -> Vec<u8> {
        encode_header(&settings.header())
    }

    /// The number of the last record handed out.
    #[must_use]
    pub fn last_sequence(&self) -> u64 {
        self.writer.last_sequence()
    }

    /// Goes on with the journal of a service that was replayed, which notes what changes from now on.
    #[must_use]
    pub fn resume(replayed: &mut Replayed, least: Mark) -> Self {
        replayed.engine.note_changes(true);
        Self::after(replayed.last_sequence, &replayed.settings, least)
    }

    /// Takes in a request that was answered at this time of the engine, and hands out the bytes to append; none for a
    /// request that need not be kept.
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

    /// Takes in that physics, limits or accelerator were changed at this time of the engine (`Engine::adjust`).
    pub fn changed(&mut self, at: Timestamp, settings: &Settings, engine: &mut Engine) -> Vec<u8> {
        self.rule = Rule::of(settings, Keeps::Marked(self.least));
        self.push(at, Entry::Settings { json: settings.json() }, engine)
    }

    /// Takes in that time moved on without a request. The bytes may come with a later call.
    pub fn advanced(&mut self, from: Timestamp, to: Timestamp, engine: &mut Engine) -> Vec<u8> {
        self.push(from, Entry::Advance { to }, engine)
    }

    /// Takes in what changed by itself. It is in the next record.
    pub fn note(&mut self, engine: &mut Engine) {
        if engine.notes_changes() {
            // Whatever record it is in, the service did it.
            self.pending.append(outcome(engine, &Entry::LoadEnd));
        }
    }

    fn push(&mut self, at: Timestamp, entry: Entry, engine: &mut Engine) -> Vec<u8> {
        let mut all = std::mem::take(&mut self.pending);
        all.append(outcome(engine, &entry));
        self.writer.push(at, entry, all)
    }

    /// Hands out what was held back. To be called before the bytes are shared.
    pub fn flush(&mut self) -> Vec<u8> {
        self.writer.flush()
    }
}
