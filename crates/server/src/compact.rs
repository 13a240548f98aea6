//! Replaces the journal with a checkpoint.
//!
//! The server writes a copy of the service beside the previous checkpoint. Requests continue meanwhile, and their
//! records go to another journal. When the copy is durable, the server deletes the files that it replaces. A failed
//! checkpoint costs only disk space, because the journals stay. Must not know the content of a checkpoint.

use std::io::{self, Write as _};
use std::sync::Arc;
use std::time::Duration;

use tokio::task::spawn_blocking;

use crate::checkpoint;
use crate::data_files::{DataFiles, FIRST_JOURNAL, REPLACED, UNBEGUN};
use crate::disk::{Disk, put_whole, whole};
use crate::service::{Service, Storage};

/// After this time without writes, a checkpoint needs fewer records.
const REST: Duration = Duration::from_secs(5);

/// Writes checkpoints when they are due, without end.
pub(crate) async fn compact(service: Arc<Service>) {
    while let Some(Storage { compaction, .. }) = service.storage() {
        let is_due = tokio::select! {
            () = compaction.due.notified() => true,
            () = tokio::time::sleep(REST) => compaction.is_due_at_rest(),
        };
        if is_due {
            take_place(&service).await;
        }
    }
}

/// Writes a checkpoint when a server ends, if anything happened since the last one.
pub(crate) async fn compact_at_end(service: &Service) {
    let Some(Storage { compaction, .. }) = service.storage() else {
        return;
    };
    // A checkpoint that is being written may suffice.
    drop(compaction.writing.lock().await);
    if compaction.is_due_at_end() {
        take_place(service).await;
    }
}

/// Replaces the records so far with a checkpoint.
async fn take_place(service: &Service) {
    let Some(Storage {
        group_commit,
        disk,
        compaction,
    }) = service.storage()
    else {
        return;
    };
    let _alone = compaction.writing.lock().await;
    let Some((copy, ticket)) = service.rotate() else { return };
    // Old files may be deleted only after the journal continues in another file. The group commit reports failures to
    // all callers.
    if group_commit.wait_durable(ticket).await.is_err() {
        return;
    }
    let disk = Arc::clone(disk);
    let written = spawn_blocking(move || {
        let record = copy.last_sequence;
        let length = checkpoint::write(disk.as_ref(), copy)?;
        clear(disk.as_ref(), record)?;
        Ok(length)
    });
    // A panic is treated like other failures here, because the work was on a copy.
    let outcome = written
        .await
        .unwrap_or_else(|panicked| Err(io::Error::other(panicked).into()));
    if let Err(error) = &outcome {
        let _ = writeln!(
            io::stderr(),
            "hashrange-server: no checkpoint was written: {error}. The journal continues"
        );
    }
    compaction.ended(&outcome);
}

/// Deletes the files that a checkpoint replaces.
pub(crate) fn clear(disk: &dyn Disk, record: u64) -> io::Result<()> {
    for name in DataFiles::of(&disk.names()?).replaced_by(record) {
        if name != FIRST_JOURNAL {
            disk.remove(&name)?;
        } else if whole(disk, &name)? != REPLACED {
            put_whole(disk, UNBEGUN, &name, REPLACED)?;
        }
    }
    Ok(())
}
