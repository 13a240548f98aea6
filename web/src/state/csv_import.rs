//! The import of a file's items into a table, from the choice of the file to the summary: the dialog's state machine.
//!
//! Stages only move forward, or back to the choice of a file. The engine writes the items. Must not know signals or the
//! DOM.

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
pub use draft::{Draft, Format, kind_word, kinds};
pub use failures::Failures;
pub use new_table::NewTable;
pub use preview::{Preview, PreviewRow};
pub use source::ImportFile;

use hashrange_protocol::Imported;
use hashrange_wire::{BulkOperationPerformanceTier, BulkOperationStatus};
use hashrange_words::t;

/// The number of bytes at a file's start from which the dialog determines the format. The page sends longer files to
/// the engine in parts of this size.
pub const PART_BYTES: u64 = 1024 * 1024;

/// The state of the dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Import {
    /// The reader chooses a file.
    Choosing {
        /// The problem of the last file.
        problem: Option<String>,
    },
    /// The reader decides how to read the file.
    Planning(Box<Draft>),
    /// Items are written.
    Running(Run),
    /// The import is finished.
    Finished(Summary),
}

impl Default for Import {
    fn default() -> Self {
        Self::Choosing { problem: None }
    }
}

/// The progress of the writing.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Run {
    /// Name of the file.
    pub source: String,
    /// The table.
    pub table: String,
    /// Whether it is created first.
    pub is_new: bool,
    /// Bytes of the file.
    pub bytes: u64,
    /// Bytes of the file that the engine has received so far. Nothing is written during this time.
    pub received: Option<u64>,
    /// Bytes read so far.
    pub read: u64,
    /// Items written.
    pub written: u64,
    /// The number of those items that replaced another item with the same key.
    pub replaced: u64,
    /// Write capacity units consumed.
    pub units: f64,
    /// Rows that did not become items of the table.
    pub failures: Failures,
    /// Whether the reader cancelled the import.
    pub cancelled: bool,
    /// The tier of a bulk put.
    pub bulk: Option<BulkOperationPerformanceTier>,
}

/// How it ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Ending {
    /// The file was read to its end.
    Complete,
    /// The reader cancelled it.
    Cancelled,
    /// An error prevented further writes.
    Stopped {
        /// The reason.
        reason: String,
    },
}

/// The result of the file.
#[derive(Clone, Debug, PartialEq)]
pub struct Summary {
    /// The counts of the run.
    pub run: Run,
    /// How it ended.
    pub ending: Ending,
    /// Real time it took, in milliseconds.
    pub millis: f64,
}

impl Import {
    /// Handles the chosen file, to be imported into `table` if one is named.
    #[must_use]
    pub fn take(source: ImportFile, table: Option<String>) -> Self {
        if source.bytes.is_empty() {
            return Self::Choosing {
                problem: Some(t!("{source} is empty.", source = source.name)),
            };
        }
        let name = source.name.clone();
        match Draft::of(source, table) {
            Ok(draft) => Self::Planning(Box::new(draft)),
            Err(fault) => Self::Choosing {
                problem: Some(t!("{name} cannot be imported: {fault}.", name, fault)),
            },
        }
    }

    /// The draft, while the reader plans the import.
    #[must_use]
    pub fn draft(&self) -> Option<&Draft> {
        match self {
            Self::Planning(draft) => Some(draft),
            Self::Choosing { .. } | Self::Running(_) | Self::Finished(_) => None,
        }
    }

    /// The draft, mutable.
    pub fn draft_mut(&mut self) -> Option<&mut Draft> {
        match self {
            Self::Planning(draft) => Some(draft),
            Self::Choosing { .. } | Self::Running(_) | Self::Finished(_) => None,
        }
    }

    /// Starts writing. Does nothing without a draft and a table.
    pub fn begin(&mut self) {
        let Self::Planning(draft) = self else { return };
        let Some(table) = draft.table.clone() else { return };
        let source = draft.source.name.clone();
        let (is_new, bytes) = (draft.create.is_some(), draft.source.size);
        let received = (!draft.source.is_whole()).then_some(draft.source.bytes.len() as u64);
        *self = Self::Running(Run {
            source,
            table,
            is_new,
            bytes,
            received,
            bulk: draft.bulk,
            ..Run::default()
        });
    }

    /// Records how many bytes of the file the engine has received. Returns whether to send more.
    pub fn received(&mut self, bytes: u64) -> bool {
        let Self::Running(run) = self else { return false };
        run.received = Some(bytes).filter(|bytes| *bytes < run.bytes);
        !run.cancelled
    }

    /// Updates the progress.
    pub fn follow(&mut self, done: &Imported) {
        let Self::Running(run) = self else { return };
        run.read = done.position.min(run.bytes);
        (run.written, run.replaced) = (done.written, done.replaced);
        run.units = done.half_units as f64 / 2.0;
        run.failures = Failures::new(done.failed, done.failures.clone());
    }

    /// Cancels the writing.
    pub fn cancel(&mut self) {
        if let Self::Running(run) = self {
            run.cancelled = true;
        }
    }

    /// Ends the run.
    pub fn finish(&mut self, ending: Ending, millis: f64) {
        let Self::Running(run) = self else { return };
        *self = Self::Finished(Summary {
            run: std::mem::take(run),
            ending,
            millis,
        });
    }
}

impl Summary {
    /// The status that DescribeBulkOperation reports of such a bulk put; `None` for another import.
    #[must_use]
    pub fn bulk_status(&self) -> Option<BulkOperationStatus> {
        self.run.bulk?;
        Some(match self.ending {
            Ending::Complete if self.run.failures.count() == 0 => BulkOperationStatus::Completed,
            Ending::Complete => BulkOperationStatus::CompletedWithErrors,
            Ending::Cancelled => BulkOperationStatus::Cancelled,
            Ending::Stopped { .. } => BulkOperationStatus::Failed,
        })
    }
}

/// A status in words, as the AWS console shows it: "Completed with errors".
#[must_use]
pub fn in_words(status: BulkOperationStatus) -> String {
    let (first, rest) = status.as_str().split_at(1);
    format!("{first}{}", rest.to_ascii_lowercase().replace('_', " "))
}

impl Run {
    /// The share of the file that is done, 0 to 1.
    #[must_use]
    pub fn share(&self) -> f64 {
        let done = self.received.unwrap_or(self.read);
        if self.bytes == 0 {
            1.0
        } else {
            done as f64 / self.bytes as f64
        }
    }

    /// The number of processed rows.
    #[must_use]
    pub fn rows(&self) -> u64 {
        self.written + self.failures.count()
    }
}
