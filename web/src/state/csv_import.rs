//! Bringing a file's items into a table, from the choice of the file to the summary: the dialog's state machine.
//!
//! Stages only move forward, or back to the choice of a file. Writing the items is the engine's.
//! Must not know signals or the DOM.

mod check;
mod draft;
mod failures;
mod new_table;
mod preview;
mod proposal;
mod source;
#[cfg(test)]
mod tests;

pub use check::Problems;
pub use draft::{Draft, Format, KINDS, kind_word};
pub use failures::Failures;
pub use new_table::NewTable;
pub use preview::{Preview, PreviewRow};
pub use source::Source;

use hashrange_protocol::Imported;

/// Most bytes of a file: a tab has to hold it together with the items made from it.
pub const MOST_BYTES: usize = 64 * 1024 * 1024;

/// Where the dialog is.
#[derive(Clone, Debug, PartialEq)]
pub enum Import {
    /// A file is to be chosen.
    Choosing {
        /// What was wrong with the last one.
        problem: Option<String>,
    },
    /// How to read it is decided.
    Planning(Box<Draft>),
    /// Items are written.
    Running(Run),
    /// All is said and done.
    Finished(Summary),
}

impl Default for Import {
    fn default() -> Self {
        Self::Choosing { problem: None }
    }
}

/// How far the writing has come.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Name of the file.
    pub source: String,
    /// The table.
    pub table: String,
    /// Whether it is made first.
    pub is_new: bool,
    /// Bytes of the file.
    pub bytes: usize,
    /// Bytes read so far.
    pub read: usize,
    /// Items written.
    pub written: u64,
    /// Items among them that took the place of another one with the same key.
    pub replaced: u64,
    /// Write capacity units consumed.
    pub units: f64,
    /// Rows that did not become items of the table.
    pub failures: Failures,
    /// The reader wants it to end.
    pub cancelled: bool,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The file was read to its end.
    Complete,
    /// The reader ended it.
    Cancelled,
    /// Nothing more could be written.
    Stopped {
        /// Why.
        reason: String,
    },
}

/// What has become of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// Everything counted.
    pub run: Run,
    /// How it ended.
    pub ending: Ending,
    /// Real time it took, in milliseconds.
    pub millis: f64,
}

impl Import {
    /// A file was given, to be brought into `table` if one is named.
    #[must_use]
    pub fn take(source: Source, table: Option<String>) -> Self {
        let problem = if source.bytes.is_empty() {
            Some(format!("{} is empty.", source.name))
        } else if source.bytes.len() > MOST_BYTES {
            Some(format!("{} is larger than the 64 MB that can be read here.", source.name))
        } else {
            None
        };
        match problem {
            Some(_) => Self::Choosing { problem },
            None => Self::Planning(Box::new(Draft::of(source, table))),
        }
    }

    /// The draft, while it is made.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        match self {
            Self::Planning(draft) => Some(draft),
            Self::Choosing { .. } | Self::Running(_) | Self::Finished(_) => None,
        }
    }

    /// The draft, to change it.
    pub fn draft_mut(&mut self) -> Option<&mut Draft> {
        match self {
            Self::Planning(draft) => Some(draft),
            Self::Choosing { .. } | Self::Running(_) | Self::Finished(_) => None,
        }
    }

    /// Writing begins. Nothing happens without a draft and a table.
    pub fn begin(&mut self) {
        let Self::Planning(draft) = self else { return };
        let Some(table) = draft.table.clone() else { return };
        let source = draft.source.name.clone();
        let (is_new, bytes) = (draft.create.is_some(), draft.source.bytes.len());
        *self = Self::Running(Run { source, table, is_new, bytes, ..Run::default() });
    }

    /// Takes over what has been written so far.
    pub fn follow(&mut self, done: &Imported) {
        let Self::Running(run) = self else { return };
        run.read = usize::try_from(done.position).unwrap_or(usize::MAX).min(run.bytes);
        (run.written, run.replaced) = (done.written, done.replaced);
        run.units = done.half_units as f64 / 2.0;
        run.failures = Failures::new(done.failed, done.failures.clone());
    }

    /// The reader wants the writing to end.
    pub fn cancel(&mut self) {
        if let Self::Running(run) = self {
            run.cancelled = true;
        }
    }

    /// Writing is over.
    pub fn finish(&mut self, ending: Ending, millis: f64) {
        let Self::Running(run) = self else { return };
        *self = Self::Finished(Summary { run: std::mem::take(run), ending, millis });
    }
}

impl Run {
    /// The share of the file that is done, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        if self.bytes == 0 { 1.0 } else { self.read as f64 / self.bytes as f64 }
    }

    /// Rows dealt with.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.written + self.failures.count()
    }
}
