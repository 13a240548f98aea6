//! Checkpoints of a timeline: the service at a snapshot, with the outlines of the records that led there.
//!
//! A checkpoint belongs to one version of the forms and of the rules. Must not know where frames are stored.

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Saving, Writer, fields, variants};
use hashrange_engine::{Budget, Engine};
use hashrange_journal::Header;
use hashrange_time::Timestamp;

use super::Timeline;
use crate::present::{Observer, Present};
use crate::records::{Kind, Outline, Records};
use crate::semantics;
use crate::snapshots::Snapshots;

/// The content of a checkpoint.
struct Held<W, X> {
    seed: u64,
    opened_at: Timestamp,
    /// The work that led to the snapshot.
    work: u64,
    outlines: Vec<Outline>,
    present: Present<W>,
    beside: X,
}

impl<W: Checkpointed, X: Checkpointed> Checkpointed for Held<W, X> {
    fn form(forms: &mut Forms) -> String {
        format!(
            "seed: number, opened at: {}, work: number, outlines: list of {}, present: {}, beside: {}",
            Timestamp::form(forms),
            Outline::form(forms),
            Present::<W>::form(forms),
            X::form(forms)
        )
    }

    fn write(&self, out: &mut Writer) {
        let Self {
            seed,
            opened_at,
            work,
            outlines,
            present,
            beside,
        } = self;
        seed.write(out);
        opened_at.write(out);
        work.write(out);
        outlines.write(out);
        present.write(out);
        beside.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            seed: Checkpointed::read(bytes)?,
            opened_at: Checkpointed::read(bytes)?,
            work: Checkpointed::read(bytes)?,
            outlines: Checkpointed::read(bytes)?,
            present: Checkpointed::read(bytes)?,
            beside: Checkpointed::read(bytes)?,
        })
    }
}

fields!(Outline { sequence, at, kind });
variants!(Kind { Step, Settings, Aside, Load, Sent(to), LoadEnd, Advance(to), Return(to), StepBegin, StepEnd });

/// The forms of everything in such a checkpoint, as text.
#[must_use]
pub fn forms_of_timeline<W: Checkpointed, X: Checkpointed>() -> String {
    let mut forms = Forms::default();
    let held = Held::<W, X>::form(&mut forms);
    format!("{}{held}\n", forms.text())
}

/// A checkpoint that is being written.
pub struct Checkpoint<W, X> {
    saving: Saving<Held<W, X>>,
    record: u64,
    work: u64,
}

impl<W: Checkpointed, X: Checkpointed> Checkpoint<W, X> {
    /// The number of the last record before the checkpoint.
    #[must_use]
    pub fn record(&self) -> u64 {
        self.record
    }

    /// The work up to the checkpoint.
    #[must_use]
    pub fn work(&self) -> u64 {
        self.work
    }

    /// The next frame, after a bounded amount of work; `None` after the last.
    pub fn frame(&mut self) -> Option<Vec<u8>> {
        self.saving.frame()
    }
}

/// A timeline that is being restored from the frames of a checkpoint.
pub struct Restoring<W, X>(hashrange_checkpoint::Restoring<Held<W, X>>);

impl<W: Observer + Checkpointed, X: Checkpointed> Default for Restoring<W, X> {
    fn default() -> Self {
        Self(hashrange_checkpoint::Restoring::new(Engine::checkpoint_kinds()))
    }
}

impl<W: Observer + Checkpointed, X: Checkpointed> Restoring<W, X> {
    /// Reads the next frame.
    ///
    /// # Errors
    /// When the frame is damaged, or is not the next one.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Damaged> {
        self.0.take(frame)
    }

    /// Returns the timeline at the position of the checkpoint, and the data stored with it. Its records have only
    /// outlines.
    ///
    /// # Errors
    /// When frames are missing, or their content is inconsistent.
    pub fn finish(self) -> Result<(Timeline<W>, X), Damaged> {
        let Held {
            seed,
            opened_at,
            work,
            outlines,
            mut present,
            beside,
        } = self.0.finish()?;
        present.service.engine.note_changes(true);
        let numbered = outlines
            .iter()
            .zip(1..)
            .all(|(outline, number)| outline.sequence == number);
        if !numbered || present.place() != outlines.len() as u64 {
            return Err(Damaged);
        }
        let header = Header {
            seed,
            opened_at,
            semantics: semantics::in_force(),
        };
        let mut timeline = Timeline::empty(header);
        timeline.records = Records::known(outlines);
        timeline.handed_out = timeline.records.len();
        timeline.line = timeline.line_to(timeline.records.len());
        timeline.snapshots = Snapshots::begin_with(&present, work);
        timeline.present = present;
        timeline.futures = timeline.left();
        Ok((timeline, beside))
    }
}

impl<W: Observer + Checkpointed> Timeline<W> {
    /// Stores a snapshot of the present, from which undo and checkpoints can start. Time since the last record is
    /// recorded first, because a snapshot belongs to the time of its record.
    pub fn keep_snapshot(&mut self) {
        if !self.is_past() {
            self.advance(self.engine().now(), Budget::UNBOUNDED);
            self.snapshots.keep(&self.present);
        }
    }

    /// The position that a checkpoint would have now: the number of its record, and the work up to it. It is the latest
    /// snapshot on the line to the last record, up to the record `kept`. `None` while the present is in the past or
    /// another future.
    #[must_use]
    pub fn checkpoint_place(&self, kept: u64) -> Option<(u64, u64)> {
        self.newest_snapshot(kept)
            .map(|(present, work)| (present.place(), work))
    }

    /// Creates a checkpoint of that position. `beside` returns additional data that belongs to the engine's state
    /// there.
    #[must_use]
    pub fn checkpoint<X: Checkpointed>(
        &self,
        kept: u64,
        beside: impl FnOnce(&Engine) -> X,
    ) -> Option<Checkpoint<W, X>> {
        let (present, work) = self.newest_snapshot(kept)?;
        let record = present.place();
        let Header { seed, opened_at, .. } = self.header;
        let held = Held {
            seed,
            opened_at,
            work,
            outlines: self.records.outlines(record).to_vec(),
            present: present.clone(),
            beside: beside(&present.service.engine),
        };
        Some(Checkpoint {
            saving: Saving::new(held, Engine::checkpoint_kinds()),
            record,
            work,
        })
    }

    fn newest_snapshot(&self, kept: u64) -> Option<(&Present<W>, u64)> {
        let at_end = !self.is_past() && self.line.last() == Some(&self.records.len());
        let on_line = self
            .line
            .get(..self.line.partition_point(|sequence| *sequence <= kept))
            .unwrap_or_default();
        self.snapshots
            .newest(on_line)
            .filter(|(present, _)| at_end && present.place() > 0)
    }

    /// Whether the record of this number is on the current line.
    #[must_use]
    pub fn leads_by(&self, record: u64) -> bool {
        self.line.binary_search(&record).is_ok()
    }
}
