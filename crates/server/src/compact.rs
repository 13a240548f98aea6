//! How a checkpoint takes the place of the journal.
//!
//! A copy of the service is written beside the checkpoint before, while requests go on and their records go to another journal.
//! When it is safe, what it took the place of goes. A checkpoint that fails costs nothing but its room: the journals stay. Must
//! not know what a checkpoint holds.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;

use crate::checkpoint;
use crate::disk::{Disk, put_whole, whole};
use crate::papers::{FIRST_JOURNAL, Papers, REPLACED, UNBEGUN};
use crate::service::{Kept, Service};

/// A checkpoint is written sooner when nobody has written for so long.
const REST: Duration = Duration::from_secs(5);

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
