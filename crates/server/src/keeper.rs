//! Keeps a journal's bytes safe before anybody is told of them.
//!
//! Group commit: whatever was handed over while the disk was busy goes to it in one piece next, so that many clients
//! share the wait. Must not know records.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, watch};
use tokio::task::spawn_blocking;

use crate::disk::{Appended, Disk, put_whole};
use crate::papers::UNBEGUN;

/// The bytes on their way to the disk.
pub(crate) struct Keeper {
    queue: Mutex<Queue>,
    /// There is something in the queue.
    more: Notify,
    kept: watch::Sender<Kept>,
}

#[derive(Default)]
struct Queue {
    steps: VecDeque<Step>,
    /// All steps ever handed over.
    handed: u64,
}

/// What is done next.
enum Step {
    /// Bytes go to the end of the journal.
    Bytes(Vec<u8>),
    /// Another journal follows, of this name and with these first bytes. Everything before is safe before it is there.
    Turn(String, Vec<u8>),
}

#[derive(Clone, Debug)]
enum Kept {
    /// So many of the steps ever handed over are safe.
    UpTo(u64),
    /// The disk failed. What it has of the bytes after the last safe ones is not known.
    Failed(Arc<io::Error>),
}

/// A place in the journal, to wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket(u64);

/// A journal that is written to, in its folder.
pub(crate) struct Journal {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) file: Box<dyn Appended>,
}

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
            queue.handed += 1;
            match queue.steps.back_mut() {
                Some(Step::Bytes(before)) => before.extend_from_slice(bytes),
                _ => queue.steps.push_back(Step::Bytes(bytes.to_vec())),
            }
            self.more.notify_one();
        }
        Ticket(queue.handed)
    }

    /// Has what follows go to another journal, which begins with these bytes.
    pub(crate) fn turn_to(&self, name: String, beginning: Vec<u8>) -> Ticket {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.handed += 1;
        queue.steps.push_back(Step::Turn(name, beginning));
        self.more.notify_one();
        Ticket(queue.handed)
    }

    /// Waits until everything up to the ticket is safe.
    ///
    /// # Errors
    /// When the disk failed before.
    pub(crate) async fn safe(&self, ticket: Ticket) -> Result<(), Arc<io::Error>> {
        let mut kept = self.kept.subscribe();
        let settled = kept.wait_for(|kept| match kept {
            Kept::UpTo(steps) => *steps >= ticket.0,
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

    /// Writes to the journal what is handed over, until the disk fails.
    pub(crate) async fn keep(&self, mut journal: Journal) {
        loop {
            self.more.notified().await;
            let (steps, handed) = {
                let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
                (std::mem::take(&mut queue.steps), queue.handed)
            };
            let written = spawn_blocking(move || {
                let written = journal.take(steps);
                (journal, written)
            });
            let (back, written) = match written.await {
                Ok((journal, written)) => (Some(journal), written),
                Err(panicked) => (None, Err(io::Error::other(panicked))),
            };
            match (back, written) {
                (Some(back), Ok(())) => {
                    self.kept.send_replace(Kept::UpTo(handed));
                    journal = back;
                }
                (_, written) => {
                    let error = written.err().unwrap_or_else(|| io::Error::other("the journal is gone"));
                    // After a failed write nobody knows what the disk has, so it is not tried again.
                    self.kept.send_replace(Kept::Failed(Arc::new(error)));
                    return;
                }
            }
        }
    }
}

impl Journal {
    fn take(&mut self, steps: VecDeque<Step>) -> io::Result<()> {
        for step in steps {
            match step {
                Step::Bytes(bytes) => self.file.write_all(&bytes)?,
                Step::Turn(name, beginning) => {
                    self.file.sync()?;
                    put_whole(self.disk.as_ref(), UNBEGUN, &name, &beginning)?;
                    self.file = self.disk.append(&name)?;
                }
            }
        }
        self.file.sync()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::simulated::Simulated;
    use crate::disk::whole;

    #[tokio::test]
    async fn bytes_are_safe_in_order_once_they_are_said_to_be() {
        let disk: Arc<dyn Disk> = Arc::new(Simulated::default());
        let keeper = Arc::new(Keeper::new());
        let file = disk.create("first").expect("a file");
        let keeping = tokio::spawn({
            let (keeper, disk) = (Arc::clone(&keeper), Arc::clone(&disk));
            async move { keeper.keep(Journal { disk, file }).await }
        });
        keeper.safe(keeper.hand_over(b"")).await.expect("nothing is safe at once");
        let first = keeper.hand_over(b"one ");
        let second = keeper.hand_over(b"two");
        keeper.turn_to("second".to_owned(), b"begun ".to_vec());
        let third = keeper.hand_over(b"three");
        keeper.safe(third).await.expect("kept");
        keeper.safe(second).await.expect("kept with the third");
        keeper.safe(first).await.expect("kept with the third");
        assert_eq!(whole(disk.as_ref(), "first").expect("it is there"), b"one two");
        assert_eq!(whole(disk.as_ref(), "second").expect("it is there"), b"begun three");
        assert!(!keeper.has_failed());
        keeping.abort();
    }

    #[tokio::test]
    async fn a_disk_that_fails_is_told_to_everybody() {
        let disk = Arc::new(Simulated::default());
        let file = disk.create("first").expect("a file");
        let keeper = Arc::new(Keeper::new());
        let ticket = keeper.hand_over(b"lost");
        disk.cut_power_after(0);
        keeper.keep(Journal { disk, file }).await;
        assert!(keeper.has_failed());
        assert!(keeper.safe(ticket).await.is_err());
        keeper.failure().await;
    }
}
