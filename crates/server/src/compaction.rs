//! When a checkpoint takes the place of the journal, and how.
//!
//! A copy of the service is written beside the checkpoint before, while requests go on and their records go to another journal.
//! When it is safe, what it took the place of goes. A checkpoint that fails costs nothing but its room: the journals stay. Must
//! not know what a checkpoint holds.

use std::io::{self, Write as _};
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use tokio::sync::Notify;
use tokio::task::spawn_blocking;

use crate::checkpoint::{self, CheckpointError};
use crate::disk::{Disk, put_whole, whole};
use crate::papers::{FIRST_JOURNAL, Papers, REPLACED, UNBEGUN};
use crate::service::{Kept, Service};

/// Bytes of records that a checkpoint is worth: they are replayed in a few hundredths of a second.
pub(crate) const CHECKPOINT_BYTES: u64 = 4 << 20;
/// The same as a share of the checkpoint before: a large service is written less often.
const SHARE: u64 = 4;
/// The same when nobody writes for a while, which makes the next start quick.
const SHARE_AT_REST: u64 = 32;
/// So long nobody writes.
const REST: Duration = Duration::from_secs(5);

/// What is known of the journal and the checkpoint before it.
pub(crate) struct Compaction {
    /// Bytes of records that a checkpoint is worth.
    least: u64,
    sizes: Mutex<Sizes>,
    due: Notify,
    /// Held while one is written: they share a name until they are whole.
    writing: tokio::sync::Mutex<()>,
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

    fn ended(&self, outcome: &Result<u64, CheckpointError>) {
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
    fn is_due_at_end(&self) -> bool {
        self.change(|sizes| sizes.tail > 0)
    }

    /// Whether one is worth it and nothing was written since this was asked last.
    fn is_due_at_rest(&self) -> bool {
        let rests = self.change(|sizes| std::mem::replace(&mut sizes.tail_seen, sizes.tail) == sizes.tail);
        rests && self.change(|sizes| sizes.tail > 0 && sizes.tail >= sizes.checkpoint / SHARE_AT_REST)
    }
}

/// Writes checkpoints when they are due, for ever.
pub(crate) async fn compact(service: Arc<Service>) {
    while let Some(Kept { compaction, .. }) = service.kept() {
        let is_due = tokio::select! {
            () = compaction.due.notified() => true,
            () = tokio::time::sleep(REST) => compaction.is_due_at_rest(),
        };
        if is_due {
            take_place(&service).await;
        }
    }
}

/// Writes one at the end of a server, where anything happened since the last.
pub(crate) async fn compact_at_end(service: &Service) {
    let Some(Kept { compaction, .. }) = service.kept() else { return };
    // One that is being written may be enough.
    drop(compaction.writing.lock().await);
    if compaction.is_due_at_end() {
        take_place(service).await;
    }
}

/// Has a checkpoint take the place of the records so far.
async fn take_place(service: &Service) {
    let Some(Kept { keeper, disk, compaction }) = service.kept() else { return };
    let _alone = compaction.writing.lock().await;
    let Some((copy, ticket)) = service.turn() else { return };
    // Only when the journal goes on elsewhere may what is before go. The keeper tells everybody of a failure.
    if keeper.safe(ticket).await.is_err() {
        return;
    }
    let disk = Arc::clone(disk);
    let written = spawn_blocking(move || {
        let record = copy.last_sequence;
        let length = checkpoint::write(disk.as_ref(), copy)?;
        clear(disk.as_ref(), record)?;
        Ok(length)
    });
    // A panic is a failure like others here: it was a copy that was at work on.
    let outcome = written.await.unwrap_or_else(|panicked| Err(io::Error::other(panicked).into()));
    if let Err(error) = &outcome {
        let _ = writeln!(io::stderr(), "hashrange-server: no checkpoint was written: {error}. The journal goes on");
    }
    compaction.ended(&outcome);
}

/// Takes away what a checkpoint took the place of.
pub(crate) fn clear(disk: &dyn Disk, record: u64) -> io::Result<()> {
    for name in Papers::of(&disk.names()?).replaced_by(record) {
        if name != FIRST_JOURNAL {
            disk.remove(&name)?;
        } else if whole(disk, &name)? != REPLACED {
            put_whole(disk, UNBEGUN, &name, REPLACED)?;
        }
    }
    Ok(())
}
