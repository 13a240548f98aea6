//! Applies the records of a damaged journal to a service, also after records that are missing.
//!
//! Must not know how records are found, nor where they are stored.

use hashrange_journal::Record;

use crate::reconcile::{name_of, reconcile_alone};
use crate::replay::Part;
use crate::{Replayed, ignore_steps};

impl Replayed {
    /// Applies the next record that verifies. If the records before it are missing, the recorded outcome decides: what it
    /// contains completely. Returns descriptions of the rest, whose state stays as it was. Ignores a record that the service
    /// contains.
    pub fn salvage(&mut self, record: &Record, misses_some: bool) -> Vec<String> {
        if record.sequence <= self.last_sequence {
            return Vec::new();
        }
        if !misses_some && self.take(record, &mut ignore_steps).is_ok() {
            return Vec::new();
        }
        self.engine.note_changes(true);
        // The result can differ from the recorded one, or be a refusal.
        let _ = self.repeat(record, &mut ignore_steps);
        self.pass(record.ends(), &mut ignore_steps);
        let now = self.engine.take_changes().unwrap_or_default();
        let left_out = reconcile_alone(&mut self.engine, record, &now);
        self.engine.note_changes(false);
        self.last_sequence = record.sequence;
        self.part = Part::default();
        let what = name_of(&record.entry);
        left_out
            .into_iter()
            .map(|left_out| format!("record {}, {what}: {left_out}", record.sequence))
            .collect()
    }
}
