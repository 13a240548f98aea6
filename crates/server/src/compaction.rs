//! When a checkpoint takes the place of the journal.
//!
//! Must not know how one is written, nor what it holds.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};

use tokio::sync::Notify;

use crate::checkpoint::CheckpointError;

/// Bytes of records that a checkpoint is worth: they are replayed in a few hundredths of a second.
pub(crate) const CHECKPOINT_BYTES: u64 = 4 << 20;
/// The same as a share of the checkpoint before: a large service is written less often.
const SHARE: u64 = 4;
/// The same when nobody writes for a while, which makes the next start quick.
const SHARE_AT_REST: u64 = 32;

/// What is known of the journal and the checkpoint before it.
pub(crate) struct Compaction {
    /// Bytes of records that a checkpoint is worth.
    least: u64,
    sizes: Mutex<Sizes>,
    pub(crate) due: Notify,
    /// Held while one is written: they share a name until they are whole.
    pub(crate) writing: tokio::sync::Mutex<()>,
    /// Checkpoints that failed since the last good one.
    failures: AtomicU64,
}

#[derive(Clone, Copy, Debug, Default)]
struct Sizes {
    /// Bytes of the records after the newest checkpoint, or after the one that is being written.
    tail: u64,
    /// The same when somebody looked whether it grows.
    tail_seen: u64,
    /// Bytes of the newest checkpoint.
    checkpoint: u64,
    /// Whether one is being written.
    is_writing: bool,
}

impl Compaction {
    /// For a checkpoint of so many bytes and a journal after it of so many.
    pub(crate) fn new(least: u64, checkpoint: u64, tail: u64) -> Self {
        let sizes = Mutex::new(Sizes { checkpoint, ..Sizes::default() });
        let (due, writing) = (Notify::new(), tokio::sync::Mutex::default());
        let compaction = Self { least, sizes, due, writing, failures: AtomicU64::new(0) };
        compaction.grew(tail);
        compaction
    }

    fn change<T>(&self, change: impl FnOnce(&mut Sizes) -> T) -> T {
        change(&mut self.sizes.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Takes in that the journal has so many bytes more.
    pub(crate) fn grew(&self, bytes: u64) {
        let failures = self.failures.load(Ordering::Relaxed);
        let is_due = self.change(|sizes| {
            sizes.tail = sizes.tail.saturating_add(bytes);
            // After a failure the next attempt waits for twice as much.
            let least = self.least.max(sizes.checkpoint / SHARE).saturating_mul(1 << failures.min(16));
            !sizes.is_writing && sizes.tail > 0 && sizes.tail >= least
        });
        if is_due {
            self.due.notify_one();
        }
    }

    /// Takes in that what comes from now on is after a checkpoint that is being written.
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
        // What came meanwhile may be enough for another.
        self.grew(0);
    }

    /// A server that ends as it is asked leaves nothing to replay: the next version of the program has what this one
    /// acknowledged byte for byte, whichever rules are others by then.
    pub(crate) fn is_due_at_end(&self) -> bool {
        self.change(|sizes| sizes.tail > 0)
    }

    /// Whether one is worth it and nothing was written since this was asked last.
    pub(crate) fn is_due_at_rest(&self) -> bool {
        let rests = self.change(|sizes| std::mem::replace(&mut sizes.tail_seen, sizes.tail) == sizes.tail);
        rests && self.change(|sizes| sizes.tail > 0 && sizes.tail >= sizes.checkpoint / SHARE_AT_REST)
    }
}
