//! Makes a journal's bytes durable before a response relies on them.
//!
//! Group commit: bytes that arrive while the disk is busy are written together next, so that many clients share one
//! sync. Must not know records.

use std::collections::VecDeque;
use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use tokio::sync::{Notify, watch};
use tokio::task::spawn_blocking;

use crate::acknowledged;
use crate::data_files::UNBEGUN;
use crate::disk::{Appended, Disk, prepare, put_prepared};

/// The queue of bytes for the disk, and the progress of writing them.
pub(crate) struct GroupCommit {
    queue: Mutex<Queue>,
    /// Notified when the queue is not empty.
    more: Notify,
    progress: watch::Sender<Progress>,
}

#[derive(Default)]
struct Queue {
    steps: VecDeque<Step>,
    /// Total number of appended steps.
    appended: u64,
}

/// The next step.
enum Step {
    /// Append bytes to the journal. The number is that of the last record in them.
    Bytes(Vec<u8>, u64),
    /// Switch to another journal, with this name and these first bytes, if there is room for it. All earlier bytes are
    /// durable before it exists.
    Rotate(String, Vec<u8>),
}

#[derive(Clone, Debug)]
enum Progress {
    /// This number of steps is durable, counted from the start.
    Durable(u64),
    /// The disk failed. It is unknown which of the bytes after the last durable ones it holds.
    Failed(Arc<io::Error>),
}

/// A position in the journal, to wait for.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Ticket(u64);

/// A journal that is being written, in its folder.
pub(crate) struct Journal {
    pub(crate) disk: Arc<dyn Disk>,
    pub(crate) file: Box<dyn Appended>,
    name: String,
    /// Its bytes that are safe, and all its bytes.
    safe: u64,
    length: u64,
    /// The number of the last written record; `None` until there is one.
    last_record: Option<u64>,
}

impl GroupCommit {
    /// A group commit without work.
    pub(crate) fn new() -> Self {
        Self {
            queue: Mutex::default(),
            more: Notify::new(),
            progress: watch::Sender::new(Progress::Durable(0)),
        }
    }

    /// Queues bytes, possibly none; they are written in the order of these calls. `record` is the number of the last
    /// record so far. The ticket covers them and all before them.
    pub(crate) fn append(&self, bytes: &[u8], record: u64) -> Ticket {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        if !bytes.is_empty() {
            queue.appended += 1;
            match queue.steps.back_mut() {
                Some(Step::Bytes(before, last)) => {
                    before.extend_from_slice(bytes);
                    *last = record;
                }
                _ => queue.steps.push_back(Step::Bytes(bytes.to_vec(), record)),
            }
            self.more.notify_one();
        }
        Ticket(queue.appended)
    }

    /// Switches to another journal, which starts with these bytes.
    pub(crate) fn rotate(&self, name: String, beginning: Vec<u8>) -> Ticket {
        let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
        queue.appended += 1;
        queue.steps.push_back(Step::Rotate(name, beginning));
        self.more.notify_one();
        Ticket(queue.appended)
    }

    /// Waits until everything up to the ticket is durable.
    ///
    /// # Errors
    /// When the disk failed before.
    pub(crate) async fn wait_durable(&self, ticket: Ticket) -> Result<(), Arc<io::Error>> {
        let mut progress = self.progress.subscribe();
        let settled = progress.wait_for(|progress| match progress {
            Progress::Durable(steps) => *steps >= ticket.0,
            Progress::Failed(_) => true,
        });
        match settled.await.as_deref() {
            Ok(Progress::Failed(error)) => Err(Arc::clone(error)),
            // `self` holds the sender, so it exists.
            Ok(Progress::Durable(_)) | Err(_) => Ok(()),
        }
    }

    /// Whether the disk failed: nothing more becomes durable.
    pub(crate) fn has_failed(&self) -> bool {
        matches!(*self.progress.borrow(), Progress::Failed(_))
    }

    /// Waits for the disk to fail, possibly forever.
    pub(crate) async fn failure(&self) -> Arc<io::Error> {
        let mut progress = self.progress.subscribe();
        loop {
            if let Progress::Failed(error) = &*progress.borrow_and_update() {
                return Arc::clone(error);
            }
            if progress.changed().await.is_err() {
                std::future::pending::<()>().await;
            }
        }
    }

    /// Writes the queued bytes to the journal, until the disk fails.
    pub(crate) async fn run(&self, mut journal: Journal) {
        loop {
            self.more.notified().await;
            let (steps, appended) = {
                let mut queue = self.queue.lock().unwrap_or_else(PoisonError::into_inner);
                (std::mem::take(&mut queue.steps), queue.appended)
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
                    self.progress.send_replace(Progress::Durable(appended));
                    journal = back;
                }
                (_, written) => {
                    let error = written.err().unwrap_or_else(|| io::Error::other("the journal is gone"));
                    // After a failed write the state of the disk is unknown, so there is no retry.
                    self.progress.send_replace(Progress::Failed(Arc::new(error)));
                    return;
                }
            }
        }
    }
}

impl Journal {
    /// Opens a journal to append to it.
    ///
    /// # Errors
    /// When the system fails.
    pub(crate) fn open(disk: Arc<dyn Disk>, name: &str) -> io::Result<Self> {
        let (file, length) = (disk.append(name)?, disk.length(name)?);
        Ok(Self {
            disk,
            file,
            name: name.to_owned(),
            safe: length,
            length,
            last_record: None,
        })
    }

    /// Appends bytes that end with this record.
    #[cfg(test)]
    pub(crate) fn add(&mut self, bytes: Vec<u8>, record: u64) -> io::Result<()> {
        self.take([Step::Bytes(bytes, record)].into())
    }

    fn take(&mut self, steps: VecDeque<Step>) -> io::Result<()> {
        for step in steps {
            match step {
                Step::Bytes(bytes, record) => {
                    self.file.write_all(&bytes).inspect_err(|_| self.cut_back())?;
                    self.length += bytes.len() as u64;
                    self.last_record = Some(record);
                }
                Step::Rotate(name, beginning) => {
                    self.sync()?;
                    self.rotate(&name, &beginning)?;
                }
            }
        }
        self.sync()?;
        if let Some(record) = self.last_record {
            // An older number than the true one does no harm, so a failure does none.
            let _ = acknowledged::store(self.disk.as_ref(), record);
        }
        Ok(())
    }

    /// Switches to another journal. If the disk has no room for it, this one continues: a checkpoint can be taken inside
    /// a journal.
    fn rotate(&mut self, name: &str, beginning: &[u8]) -> io::Result<()> {
        let disk = Arc::clone(&self.disk);
        if prepare(disk.as_ref(), UNBEGUN, beginning).is_err() {
            let _ = disk.remove(UNBEGUN);
            return Ok(());
        }
        put_prepared(disk.as_ref(), UNBEGUN, name)?;
        *self = Self {
            last_record: self.last_record,
            ..Self::open(disk, name)?
        };
        Ok(())
    }

    /// Removes what is not safe, after an error. A full disk stored the beginning of a record, and the next start has no
    /// room to put it aside. Nobody received a response that relies on it.
    fn cut_back(&self) {
        if self.disk.length(&self.name).is_ok_and(|length| length > self.safe) {
            let _ = self.disk.cut(&self.name, self.safe);
        }
    }

    /// Makes all bytes safe. An open journal can be written although it was removed, but nobody would find it again.
    fn sync(&mut self) -> io::Result<()> {
        self.file.sync().inspect_err(|_| self.cut_back())?;
        self.disk.check()?;
        if self.disk.length(&self.name).ok() != Some(self.length) {
            let path = self.disk.place(&self.name);
            let message = format!("{} was removed or changed while it was in use", path.display());
            return Err(io::Error::other(message));
        }
        self.safe = self.length;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::disk::simulated::Simulated;
    use crate::disk::whole;

    #[tokio::test]
    async fn bytes_are_durable_in_order() {
        let disk: Arc<dyn Disk> = Arc::new(Simulated::default());
        let group_commit = Arc::new(GroupCommit::new());
        disk.create("first").expect("a file");
        let journal = Journal::open(Arc::clone(&disk), "first").expect("it is there");
        let keeping = tokio::spawn({
            let group_commit = Arc::clone(&group_commit);
            async move { group_commit.run(journal).await }
        });
        group_commit
            .wait_durable(group_commit.append(b"", 0))
            .await
            .expect("nothing is durable at once");
        let first = group_commit.append(b"one ", 1);
        let second = group_commit.append(b"two", 2);
        group_commit.rotate("second".to_owned(), b"begun ".to_vec());
        let third = group_commit.append(b"three", 3);
        group_commit.wait_durable(third).await.expect("kept");
        group_commit.wait_durable(second).await.expect("kept with the third");
        group_commit.wait_durable(first).await.expect("kept with the third");
        assert_eq!(whole(disk.as_ref(), "first").expect("it is there"), b"one two");
        assert_eq!(whole(disk.as_ref(), "second").expect("it is there"), b"begun three");
        assert_eq!(acknowledged::read(disk.as_ref()), 3);
        assert!(!group_commit.has_failed());
        keeping.abort();
    }

    #[tokio::test]
    async fn every_waiter_gets_the_error_of_a_failed_disk() {
        let disk = Arc::new(Simulated::default());
        disk.create("first").expect("a file");
        let journal = Journal::open(Arc::<Simulated>::clone(&disk), "first").expect("it is there");
        let group_commit = Arc::new(GroupCommit::new());
        let ticket = group_commit.append(b"lost", 1);
        disk.cut_power_after(0);
        group_commit.run(journal).await;
        assert!(group_commit.has_failed());
        assert!(group_commit.wait_durable(ticket).await.is_err());
        group_commit.failure().await;
    }

    #[tokio::test]
    async fn a_full_disk_leaves_no_incomplete_record() {
        let disk = Arc::new(Simulated::default());
        disk.create("first").expect("a file");
        let journal = Journal::open(Arc::<Simulated>::clone(&disk), "first").expect("it is there");
        let group_commit = Arc::new(GroupCommit::new());
        group_commit.append(b"as much as there is room for, and more", 1);
        disk.leave_room(20);
        group_commit.run(journal).await;
        assert!(group_commit.has_failed());
        assert_eq!(whole(disk.as_ref(), "first").expect("it is there"), b"");
    }

    #[tokio::test]
    async fn a_journal_continues_where_there_is_no_room_for_another() {
        let disk = Arc::new(Simulated::default());
        disk.create("first").expect("a file");
        let mut journal = Journal::open(Arc::<Simulated>::clone(&disk), "first").expect("it is there");
        let rotate = || Step::Rotate("second".to_owned(), b"begun ".to_vec());
        disk.leave_room(3);
        journal.take([rotate()].into()).expect("it is not needed");
        journal.add(b"one".to_vec(), 1).expect("room");
        assert_eq!(disk.names().expect("names"), [acknowledged::ACKNOWLEDGED, "first"]);
        disk.leave_room(100);
        journal.take([rotate()].into()).expect("room");
        journal.add(b"two".to_vec(), 2).expect("room");
        assert_eq!(whole(disk.as_ref(), "first").expect("it is there"), b"one");
        assert_eq!(whole(disk.as_ref(), "second").expect("it is there"), b"begun two");
    }

    #[test]
    fn a_journal_that_is_removed_or_changed_is_noticed() {
        let disk = Arc::new(Simulated::default());
        for spoil in [
            |disk: &Simulated| disk.remove("first").expect("it is there"),
            |disk: &Simulated| disk.cut("first", 1).expect("it is there"),
        ] {
            disk.create("first").expect("a file");
            let mut journal = Journal::open(Arc::<Simulated>::clone(&disk), "first").expect("it is there");
            journal.add(b"one".to_vec(), 1).expect("room");
            spoil(&disk);
            let error = journal.add(b"two".to_vec(), 2).expect_err("nobody would find it");
            assert!(error.to_string().contains("was removed or changed"), "{error}");
            assert_eq!(acknowledged::read(disk.as_ref()), 1);
        }
    }
}
