//! The register: all exports, imports and bulk operations, in memory and, if there is a data directory, in a file there.
//!
//! Entries that are running when a server starts were cut off by the end of the previous server, so they have failed.
//! Must not know how anything is exported or imported.

use std::io;
use std::sync::{Arc, Mutex, PoisonError};

use hashrange_time::{Duration, Random, Timestamp};
use tokio::task::spawn_blocking;

use super::bulk::{self, Bulk};
use super::export::{Export, Exported};
use super::failure::Failure;
use super::import::{Counts, Import, Imported};
use super::transfer_file::TransferFile;
use crate::clock::VirtualClock;
use crate::disk::Disk;

/// The maximum number of stored exports, of stored imports, and of stored bulk operations. The oldest finished ones are dropped first. The service
/// stores those of 90 days.
const MOST: usize = 1_000;
/// The approximate maximum bytes of their requests, because names and tokens can be long.
const MOST_BYTES: usize = 16 << 20;
/// How long a token stays valid after its export or import has ended (documented: exports-requests).
pub(super) const TOKEN_LIFE: Duration = Duration::from_hours(8);

/// Exports and imports.
pub(crate) struct Registry {
    entries: Mutex<Entries>,
    /// The virtual time of the service.
    clock: Arc<VirtualClock>,
    /// Where they are stored.
    disk: Option<Arc<dyn Disk>>,
    /// Locked while they are being written.
    writing: tokio::sync::Mutex<()>,
}

/// Exports, imports and bulk operations, oldest first.
pub(super) struct Entries {
    pub(super) exports: Vec<Export>,
    pub(super) imports: Vec<Import>,
    pub(super) bulk: Vec<Bulk>,
    random: Random,
}

impl Registry {
    /// Opens the register of a data directory, or creates an empty one. Returns a report for the user.
    ///
    /// # Errors
    /// When the directory cannot be read or written.
    pub(super) fn open(
        disk: Option<Arc<dyn Disk>>,
        seed: u64,
        clock: Arc<VirtualClock>,
    ) -> io::Result<(Self, Option<String>)> {
        let (mut transfer_file, report) = match &disk {
            Some(disk) => TransferFile::find(disk.as_ref())?,
            None => (TransferFile::default(), None),
        };
        let now = clock.now();
        for export in transfer_file.exports.iter_mut().filter(|export| export.ended.is_none()) {
            export.ended = Some((now, Err(Failure::server_ended("the export"))));
        }
        for import in transfer_file.imports.iter_mut().filter(|import| import.ended.is_none()) {
            let failure = Some(cut_off());
            import.ended = Some(Imported {
                at: now,
                counts: Counts::default(),
                failure,
            });
        }
        for bulk in transfer_file.bulk.iter_mut().filter(|bulk| bulk.ended.is_none()) {
            bulk.ended = Some(bulk::Ended {
                at: now,
                failure: Some(bulk_cut_off()),
            });
        }
        let TransferFile {
            exports, imports, bulk, ..
        } = transfer_file;
        let random = Random::new(seed).fork("exports and imports");
        let entries = Mutex::new(Entries {
            exports,
            imports,
            bulk,
            random,
        });
        Ok((
            Self {
                entries,
                clock,
                disk,
                writing: tokio::sync::Mutex::default(),
            },
            report,
        ))
    }

    /// The virtual time.
    pub(super) fn now(&self) -> Timestamp {
        self.clock.now()
    }

    /// Reads or changes the entries.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut Entries) -> T) -> T {
        work(&mut self.entries.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stores the result of an export.
    pub(super) async fn end_export(&self, arn: &str, outcome: Result<Exported, Failure>) -> io::Result<()> {
        self.with(|entries| {
            if let Some(export) = entries.exports.iter_mut().find(|export| export.arn == arn) {
                // The export can be that of another Region, whose clock is its own.
                export.ended = Some((self.clock.now().max(export.started), outcome));
            }
        });
        self.save().await
    }

    /// Stores the result of an import.
    pub(super) async fn end_import(&self, arn: &str, counts: Counts, failure: Option<Failure>) -> io::Result<()> {
        self.with(|entries| {
            if let Some(import) = entries.imports.iter_mut().find(|import| import.arn == arn) {
                let at = self.clock.now().max(import.started);
                import.ended = Some(Imported { at, counts, failure });
            }
        });
        self.save().await
    }

    /// Stores the progress of a bulk operation in memory.
    pub(super) fn note_progress(&self, arn: &str, progress: bulk::Progress) {
        self.with(|entries| {
            if let Some(bulk) = entries.bulk.iter_mut().find(|bulk| bulk.arn == arn) {
                bulk.progress = progress;
            }
        });
    }

    /// Whether a client has cancelled a bulk operation.
    pub(super) fn is_cancelling(&self, arn: &str) -> bool {
        self.with(|entries| entries.bulk.iter().any(|bulk| bulk.arn == arn && bulk.is_cancelling))
    }

    /// Stores the result of a bulk operation.
    pub(super) async fn end_bulk(
        &self,
        arn: &str,
        progress: bulk::Progress,
        failure: Option<Failure>,
    ) -> io::Result<()> {
        self.with(|entries| {
            if let Some(bulk) = entries.bulk.iter_mut().find(|bulk| bulk.arn == arn) {
                bulk.progress = progress;
                let at = self.clock.now().max(bulk.started);
                bulk.ended = Some(bulk::Ended { at, failure });
            }
        });
        self.save().await
    }

    /// Writes the register. Returns when all changes so far are durable.
    ///
    /// # Errors
    /// When it cannot be written.
    pub(super) async fn save(&self) -> io::Result<()> {
        let Some(disk) = self.disk.clone() else { return Ok(()) };
        let _alone = self.writing.lock().await;
        let transfer_file = self
            .with(|entries| TransferFile::new(entries.exports.clone(), entries.imports.clone(), entries.bulk.clone()));
        spawn_blocking(move || transfer_file.put(&disk))
            .await
            .map_err(io::Error::other)?
    }
}

/// The failure of an import that the end of a server cut off.
pub(super) fn cut_off() -> Failure {
    let Failure { code, message } = Failure::server_ended("the import");
    let more = "The table contains the items written until then: delete it and import again.";
    Failure {
        code,
        message: format!("{message} {more}"),
    }
}

/// The failure of a bulk operation that the end of a server cut off.
pub(super) fn bulk_cut_off() -> Failure {
    let Failure { code, message } = Failure::server_ended("the bulk operation");
    let more = "The table contains the items written until then: start another operation to put the rest.";
    Failure {
        code,
        message: format!("{message} {more}"),
    }
}

impl Entries {
    /// The number of an export or import that begins now, in the service's form: fourteen digits of milliseconds, and
    /// eight random ones.
    pub(super) fn number(&mut self, now: Timestamp) -> String {
        format!("{:014}-{:08x}", now.millis(), self.random.next_u64() & 0xffff_ffff)
    }

    pub(super) fn add_export(&mut self, export: Export) {
        self.exports.push(export);
        forget(&mut self.exports, |export| export.ended.is_some(), Export::weight);
    }

    pub(super) fn add_import(&mut self, import: Import) {
        self.imports.push(import);
        forget(&mut self.imports, |import| import.ended.is_some(), Import::weight);
    }

    pub(super) fn add_bulk(&mut self, bulk: Bulk) {
        self.bulk.push(bulk);
        forget(&mut self.bulk, |bulk| bulk.ended.is_some(), Bulk::weight);
    }
}

/// Drops the oldest finished ones, if there are too many or they are too large.
fn forget<T>(entries: &mut Vec<T>, has_ended: impl Fn(&T) -> bool, weight: impl Fn(&T) -> usize) {
    let mut bytes: usize = entries.iter().map(&weight).sum();
    while entries.len() > MOST || bytes > MOST_BYTES {
        let Some(oldest) = entries.iter().position(&has_ended) else {
            return;
        };
        bytes -= weight(&entries.remove(oldest));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_oldest_that_have_ended_make_room() {
        let mut entries: Vec<(usize, bool)> = (0..MOST + 3).map(|number| (number, number > 0)).collect();
        forget(&mut entries, |(_, has_ended)| *has_ended, |_| 1);
        assert_eq!((entries.len(), entries[0], entries[1]), (MOST, (0, false), (4, true)));
        let mut large = vec![(0, true), (1, true), (2, false)];
        forget(&mut large, |(_, has_ended)| *has_ended, |_| MOST_BYTES / 2);
        assert_eq!(large, [(1, true), (2, false)]);
        let mut running = vec![(0, false)];
        forget(&mut running, |(_, has_ended)| *has_ended, |_| MOST_BYTES * 2);
        assert_eq!(running.len(), 1);
    }
}
