//! What of a core is kept: the bytes of its journal, and checkpoints to be brought back from.
//!
//! Must not know where bytes are kept.

use hashrange_endpoint::{Checkpoint, ReplayError, Timeline};

use super::{Core, Seen};
use crate::marks::Marks;

/// Bytes of the journal to keep.
pub(crate) struct Unsaved {
    pub(crate) bytes: Vec<u8>,
    /// Whether they take the place of everything kept before.
    pub(crate) begins: bool,
    /// The number of the last record among them.
    pub(crate) through: u64,
}

impl Core {
    /// Takes the bytes to keep; nothing when all are taken.
    pub(crate) fn take_unsaved(&mut self) -> Option<Unsaved> {
        let mut bytes = std::mem::take(&mut self.unsaved);
        bytes.extend(self.timeline.hand_out());
        if bytes.is_empty() {
            return None;
        }
        Some(Unsaved { bytes, begins: std::mem::take(&mut self.begins), through: self.timeline.handed_out() })
    }

    /// Has the whole journal written again, in the place of any that was kept before; false where some of it is not here.
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

    /// Gives bytes back that could not be kept. A journal that has begun anew meanwhile does not want them.
    pub(crate) fn give_back(&mut self, mut unsaved: Unsaved) {
        if !self.begins {
            unsaved.bytes.append(&mut self.unsaved);
            self.unsaved = unsaved.bytes;
            self.begins = unsaved.begins;
        }
    }

    /// A service that was brought back from a checkpoint, with the marks of what led there.
    pub(crate) fn restored(timeline: Timeline<Seen>, marks: Marks) -> Self {
        let mut core = Self::around(timeline, false);
        let fresh = std::mem::replace(&mut core.marks, marks);
        core.marks.append(fresh);
        core
    }

    /// What another version of the program did otherwise, where nobody was told yet. Where that is kept, it is not told again.
    pub(crate) fn tell_differences(&mut self, keeps: bool) -> Option<String> {
        let told = self.timeline.untold_differences()?.to_string();
        if keeps {
            self.timeline.mark_rules();
        }
        Some(told)
    }

    /// Keeps a snapshot of the present, which ways back and checkpoints can start from.
    pub(crate) fn keep_snapshot(&mut self) {
        self.timeline.keep_snapshot();
    }

    /// The place from which a checkpoint would be written now: the number of its record, and the work that led there. `None`
    /// in the past, and where nothing was done yet. Records after `kept` may still be lost.
    pub(crate) fn checkpoint_place(&self, kept: u64) -> Option<(u64, u64)> {
        if self.is_past() { None } else { self.timeline.checkpoint_place(kept) }
    }

    /// A checkpoint of that place.
    pub(crate) fn checkpoint(&self, kept: u64) -> Option<Checkpoint<Seen, Marks>> {
        self.timeline.checkpoint(kept, |engine| self.marks.up_to(engine.last_event()))
    }

    /// Whether a record leads to the end of the line.
    pub(crate) fn leads_by(&self, record: u64) -> bool {
        self.timeline.leads_by(record)
    }

    /// Whether a place can be gone to with the records that are here.
    pub(crate) fn reaches(&self, place: u64) -> bool {
        self.timeline.reaches(place)
    }

    /// How many records, from the first on, are known by their outline only.
    pub(crate) fn away(&self) -> u64 {
        self.timeline.away()
    }

    /// Takes in those records, and the snapshots on the way through them.
    pub(crate) fn take_past(&mut self, past: Timeline<Seen>) {
        self.timeline.take_past(past);
    }

    /// Follows what another tab has written.
    ///
    /// # Errors
    /// When it does not follow what is known; the core is of no use then.
    pub(crate) fn follow_on(&mut self, bytes: &[u8]) -> Result<(), ReplayError> {
        self.timeline.go_to(u64::MAX)?;
        self.timeline.extend(bytes, false)?;
        self.timeline.go_to(u64::MAX)?;
        self.clock.set(self.engine().now());
        self.mark();
        Ok(())
    }
}
