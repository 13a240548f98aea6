//! The stored parts of a core: the bytes of its journal, and checkpoints to restore it.
//!
//! Must not know where bytes are stored.

use hashrange_endpoint::{Checkpoint, ReplayError, Timeline};

use super::{Core, Seen};
use crate::marks::Marks;

/// Bytes of the journal to store.
pub(crate) struct Unsaved {
    pub(crate) bytes: Vec<u8>,
    /// Whether the bytes replace everything stored before.
    pub(crate) begins: bool,
    /// The number of the last record among them.
    pub(crate) through: u64,
}

impl Core {
    /// Removes and returns the bytes to store; `None` if there are none.
    pub(crate) fn take_unsaved(&mut self) -> Option<Unsaved> {
        let mut bytes = std::mem::take(&mut self.unsaved);
        bytes.extend(self.timeline.hand_out());
        if bytes.is_empty() {
            return None;
        }
        Some(Unsaved {
            bytes,
            begins: std::mem::take(&mut self.begins),
            through: self.timeline.handed_out(),
        })
    }

    /// Requests that the complete journal is written again and replaces the stored one. Returns false if a part of it
    /// is not in memory.
    pub(crate) fn begin_anew(&mut self) -> bool {
        let whole = self.timeline.hand_out_anew();
        self.begins |= whole.is_some();
        let there = whole.is_some();
        self.unsaved = whole.unwrap_or_default();
        there
    }

    pub(crate) fn has_unsaved(&self) -> bool {
        !self.unsaved.is_empty() || self.timeline.has_more()
    }

    /// Takes back bytes that could not be stored. Ignores them if the journal was restarted meanwhile.
    pub(crate) fn give_back(&mut self, mut unsaved: Unsaved) {
        if !self.begins {
            unsaved.bytes.append(&mut self.unsaved);
            self.unsaved = unsaved.bytes;
            self.begins = unsaved.begins;
        }
    }

    /// Creates a core from a timeline restored from a checkpoint, with the marks of its past.
    pub(crate) fn restored(timeline: Timeline<Seen>, marks: Marks) -> Self {
        let mut core = Self::around(timeline, false);
        let fresh = std::mem::replace(&mut core.marks, marks);
        core.marks.append(fresh);
        core
    }

    /// Returns differences from another version of the program that were not reported yet. With `keeps`, they are
    /// stored as reported.
    pub(crate) fn report_differences(&mut self, keeps: bool) -> Option<String> {
        let reported = self.timeline.unreported_differences()?.to_string();
        if keeps {
            self.timeline.mark_rules();
        }
        Some(reported)
    }

    /// Stores a snapshot of the present, from which undo and checkpoints can start.
    pub(crate) fn keep_snapshot(&mut self) {
        self.timeline.keep_snapshot();
    }

    /// The position of a checkpoint now: the number of its record, and the work that led there. `None` in the past, and
    /// in a new workspace. Records after `kept` can still be lost.
    pub(crate) fn checkpoint_place(&self, kept: u64) -> Option<(u64, u64)> {
        if self.is_past() {
            None
        } else {
            self.timeline.checkpoint_place(kept)
        }
    }

    /// Begins a checkpoint of that position.
    pub(crate) fn checkpoint(&self, kept: u64) -> Option<Checkpoint<Seen, Marks>> {
        self.timeline
            .checkpoint(kept, |engine| self.marks.up_to(engine.last_event()))
    }

    /// Whether a record is on the timeline.
    pub(crate) fn leads_by(&self, record: u64) -> bool {
        self.timeline.leads_by(record)
    }

    /// Whether the records in memory suffice to move to a position.
    pub(crate) fn reaches(&self, place: u64) -> bool {
        self.timeline.reaches(place)
    }

    /// The number of records at the beginning that have only outlines in memory.
    pub(crate) fn away(&self) -> u64 {
        self.timeline.away()
    }

    /// Adds these records, and the snapshots between them.
    pub(crate) fn take_past(&mut self, past: Timeline<Seen>) {
        self.timeline.take_past(past);
    }

    /// Replays what another tab has written.
    ///
    /// # Errors
    /// If the bytes do not continue the known journal. The core is then unusable.
    pub(crate) fn follow_on(&mut self, bytes: &[u8]) -> Result<(), ReplayError> {
        self.timeline.go_to(u64::MAX)?;
        self.timeline.extend(bytes, false)?;
        self.timeline.go_to(u64::MAX)?;
        self.clock.set(self.engine().now());
        self.mark();
        Ok(())
    }
}
