//! Decides when a checkpoint replaces the journal.
//!
//! Must not know how one is written, nor its content.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::checkpoint::CheckpointError;

/// The minimum bytes of records for a checkpoint. Replaying them takes a few hundredths of a second.
pub(crate) const CHECKPOINT_BYTES: u64 = 4 << 20;
/// The previous checkpoint's size divided by this is a minimum too: a large service is written less often.
const SHARE: u64 = 4;
/// The divisor after a time without writes, which makes the next start fast.
const SHARE_AT_REST: u64 = 32;

/// The sizes of the journal and of the checkpoint before it.
pub(crate) struct Compaction {
    /// The minimum bytes of records for a checkpoint.
    least: u64,
    sizes: Mutex<Sizes>,
    pub(crate) due: Notify,
    /// Locked while a checkpoint is being written, because incomplete checkpoints share one name.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// Failed checkpoints since the last successful one.
    failures: AtomicU64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    /// Bytes of the records after the latest checkpoint, or after the one that is being written.
    tail: u64,
    /// The same at the last check for growth.
    tail_seen: u64,
    /// Bytes of the latest checkpoint.
    checkpoint: u64,
    /// Whether a checkpoint is being written.
    is_writing: bool,
}

impl Compaction {
    /// For a checkpoint and a journal after it, with their sizes in bytes.
    pub(crate) fn new(least: u64, checkpoint: u64, tail: u64) -> Self {
        let sizes = Mutex::new(Sizes {
            checkpoint,
            ..Sizes::default()
        });
        let (due, writing) = (Notify::new(), tokio::sync::Mutex::default());
        let compaction = Self {
            least,
            sizes,
            due,
            writing,
            failures: AtomicU64::new(0),
        };
        compaction.grew(tail);
        compaction
    }

    fn change<T>(&self, change: impl FnOnce(&mut Sizes) -> T) -> T {
        change(&mut self.sizes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Adds this number of bytes to the journal's size.
    pub(crate) fn grew(&self, bytes: u64) {
        let failures = self.failures.load(Ordering::Relaxed);
        let is_due = self.change(|sizes| {
            sizes.tail = sizes.tail.saturating_add(bytes);
            // Each failure doubles the bytes for the next attempt.
            let least = self
                .least
                .max(sizes.checkpoint / SHARE)
                .saturating_mul(1 << failures.min(16));
            !sizes.is_writing && sizes.tail > 0 && sizes.tail >= least
        });
        if is_due {
            self.due.notify_one();
        }
    }

    /// Records the start of a checkpoint: later records come after it.
    pub(crate) fn begin(&self) {
        self.change(|sizes| {
            sizes.tail = 0;
            sizes.is_writing = true;
        });
    }

    pub(crate) fn ended(&self, outcome: &Result<u64, CheckpointError>) {
        let failures = match outcome {
            Ok(_) => 0,
            Err(_) => self.failures.load(Ordering::Relaxed) + 1,
        };
        self.failures.store(failures, Ordering::Relaxed);
        self.change(|sizes| {
            sizes.is_writing = false;
            if let Ok(bytes) = outcome {
                sizes.checkpoint = *bytes;
            }
        });
        // Records that arrived meanwhile can be enough for another one.
        self.grew(0);
    }

    /// Whether a checkpoint is due at a normal stop, which leaves no records to replay. The next version then reads the
    /// acknowledged data byte for byte, whatever its rules.
    pub(crate) fn is_due_at_end(&self) -> bool {
        self.change(|sizes| sizes.tail > 0)
    }

    /// Whether a checkpoint is worthwhile, and nothing was written since the last call.
    pub(crate) fn is_due_at_rest(&self) -> bool {
        let rests = self.change(|sizes| std::mem::replace(&mut sizes.tail_seen, sizes.tail) == sizes.tail);
        rests && self.change(|sizes| sizes.tail > 0 && sizes.tail >= sizes.checkpoint / SHARE_AT_REST)
    }
}
