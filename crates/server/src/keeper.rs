//! Keeps a journal's bytes safe before anybody is told of them.
//!
//! Group commit: whatever was handed over while the disk was busy goes to it in one piece next, so that many clients
//! share the wait. Must not know records.

use std::fs::File;
use std::io::{self, Write as _};
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, watch};
use tokio::task::spawn_blocking;

/// The bytes on their way to the disk.
pub(crate) struct Keeper {
    queue: Mutex<Queue>,
    /// There is something in the queue.
    more: Notify,
    kept: watch::Sender<Kept>,
}

#[derive(Default)]
struct Queue {
    bytes: Vec<u8>,
    /// All bytes ever handed over.
    handed: u64,
}

#[derive(Clone, Debug)]
enum Kept {
    /// So many of the bytes ever handed over are safe.
    UpTo(u64),
    /// The disk failed. What it has of the bytes after the last safe one is not known.
    Failed(Arc<io::Error>),
}

/// A place in the journal, to wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket(u64);

impl Keeper {
    /// A keeper with nothing to do.
    pub(crate) fn new() -> Self {
        Self { queue: Mutex::default(), more: Notify::new(), kept: watch::Sender::new(Kept::UpTo(0)) }
    }

    /// Takes bytes over, none being fine; they go to the disk in the order of these calls. The ticket stands for them
    /// and all before them.
    pub(crate) fn hand_over(&self, bytes: &[u8]) -> Ticket {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if !bytes.is_empty() {
            queue.bytes.extend_from_slice(bytes);
            queue.handed += u64::try_from(bytes.len()).unwrap_or(u64::MAX);
            self.more.notify_one();
        }
        Ticket(queue.handed)
    }

    /// Waits until everything up to the ticket is safe.
    ///
    /// # Errors
    /// When the disk failed before.
    pub(crate) async fn safe(&self, ticket: Ticket) -> Result<(), Arc<io::Error>> {
        let mut kept = self.kept.subscribe();
        let settled = kept.wait_for(|kept| match kept {
            Kept::UpTo(bytes) => *bytes >= ticket.0,
            Kept::Failed(_) => true,
        });
        match settled.await.as_deref() {
            Ok(Kept::Failed(error)) => Err(Arc::clone(error)),
            // The keeper holds the sender itself, so it cannot be gone.
            Ok(Kept::UpTo(_)) | Err(_) => Ok(()),
        }
    }

    /// Whether the disk failed: nothing more will be kept.
    pub(crate) fn has_failed(&self) -> bool {
        matches!(*self.kept.borrow(), Kept::Failed(_))
    }

    /// Waits for the disk to fail, if need be for ever.
    pub(crate) async fn failure(&self) -> Arc<io::Error> {
        let mut kept = self.kept.subscribe();
        loop {
            if let Kept::Failed(error) = &*kept.borrow_and_update() {
                return Arc::clone(error);
            }
            if kept.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Writes to the file what is handed over, until the disk fails.
    pub(crate) async fn keep(&self, file: File) {
        let file = Arc::new(file);
        loop {
            self.more.notified().await;
            let (bytes, handed) = {
                let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
                (std::mem::take(&mut queue.bytes), queue.handed)
            };
            let file = Arc::clone(&file);
            let written = spawn_blocking(move || {
                (&*file).write_all(&bytes)?;
                file.sync_data()
            });
            match written.await.unwrap_or_else(|panicked| Err(io::Error::other(panicked))) {
                Ok(()) => self.kept.send_replace(Kept::UpTo(handed)),
                Err(error) => {
                    // After a failed write nobody knows what the disk has, so it is not tried again.
                    self.kept.send_replace(Kept::Failed(Arc::new(error)));
                    return;
                }
            };
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    #[allow(clippy::disallowed_methods, reason = "a test of files")]
    async fn bytes_are_safe_in_order_once_they_are_said_to_be() {
        let path = std::env::temp_dir().join(format!("hashrange-keeper-{}", std::process::id()));
        let keeper = Arc::new(Keeper::new());
        let file = File::create(&path).expect("a temporary file");
        let keeping = tokio::spawn({
            let keeper = Arc::clone(&keeper);
            async move { keeper.keep(file).await }
        });
        keeper.safe(keeper.hand_over(b"")).await.expect("nothing is safe at once");
        let first = keeper.hand_over(b"one ");
        let second = keeper.hand_over(b"two");
        keeper.safe(second).await.expect("kept");
        keeper.safe(first).await.expect("kept with the second");
        assert_eq!(std::fs::read(&path).expect("it is there"), b"one two");
        assert!(!keeper.has_failed());
        keeping.abort();
        std::fs::remove_file(&path).expect("it is there");
    }

    #[tokio::test]
    #[allow(clippy::disallowed_methods, reason = "a test of files")]
    async fn a_disk_that_fails_is_told_to_everybody() {
        let path = std::env::temp_dir().join(format!("hashrange-keeper-fails-{}", std::process::id()));
        std::fs::write(&path, b"").expect("a temporary file");
        let keeper = Arc::new(Keeper::new());
        let unwritable = File::open(&path).expect("it is there");
        let ticket = keeper.hand_over(b"lost");
        keeper.keep(unwritable).await;
        assert!(keeper.has_failed());
        assert!(keeper.safe(ticket).await.is_err());
        keeper.failure().await;
        std::fs::remove_file(&path).expect("it is there");
    }
}
