//! Recovery from a data directory: the latest good checkpoint, and the records after it.
//!
//! Nothing that was ever durable may be missing. If a checkpoint is damaged, recovery uses the previous one and the
//! journals after that. It changes nothing. Must not know the rest of the server.

use hashrange_endpoint::{ReplayError, Replayed, replay};
use hashrange_journal::{Extent, HEADER_BYTES, Torn};

use crate::acknowledged;
use crate::checkpoint::{self, CheckpointError};
use crate::data_dir_error::DataDirError;
use crate::data_files::{self, DataFiles, REPLACED};
use crate::disk::{Disk, whole};

/// A service as restored from its folder.
pub(crate) struct Recovered {
    pub(crate) service: Replayed,
    /// The journal to append to; `None` if there is only the checkpoint.
    pub(crate) journal: Option<String>,
    /// The incomplete end of that journal.
    pub(crate) torn: Option<Torn>,
    /// Bytes of the checkpoint, and of the journal after it.
    pub(crate) sizes: (u64, u64),
    /// Skipped checkpoints, and the reasons.
    pub(crate) passed_over: Vec<(u64, CheckpointError)>,
}

/// Restores the service.
///
/// # Errors
/// When something that was durable is missing or damaged.
pub(crate) fn recover(disk: &dyn Disk, data_files: &DataFiles) -> Result<Recovered, DataDirError> {
    let mut passed_over = Vec::new();
    for record in &data_files.checkpoints {
        match checkpoint::read(disk, *record) {
            Ok(read) => {
                let recovered = follow(disk, data_files, read)?;
                return reaches(
                    disk,
                    data_files,
                    Recovered {
                        passed_over,
                        ..recovered
                    },
                );
            }
            Err(error) => passed_over.push((*record, error)),
        }
    }
    if data_files == &DataFiles::default() {
        return Err(end_missing(disk, 0));
    }
    if data_files.journals.first() == Some(&1)
        && let Some(recovered) = from_the_beginning(disk, data_files)?
    {
        return reaches(
            disk,
            data_files,
            Recovered {
                passed_over,
                ..recovered
            },
        );
    }
    Err(match passed_over.into_iter().next() {
        Some((record, error)) => unusable_checkpoint(disk, record, error),
        None => missing(disk, data_files, 1),
    })
}

/// Restores the service from the first record; `None` if a checkpoint replaced the start.
fn from_the_beginning(disk: &dyn Disk, data_files: &DataFiles) -> Result<Option<Recovered>, DataDirError> {
    let name = data_files::journal(1);
    let bytes = read(disk, &name)?;
    if bytes == REPLACED {
        return Ok(None);
    }
    let mut service = replay(&bytes).map_err(|error| unusable(disk, &name, error))?;
    let torn = service.torn.take();
    let first = Recovered {
        torn,
        journal: Some(name),
        sizes: (0, records(&bytes)),
        passed_over: Vec::new(),
        service,
    };
    go_on(disk, data_files.journals.get(1..).unwrap_or_default(), first).map(Some)
}

fn follow(
    disk: &dyn Disk,
    data_files: &DataFiles,
    (service, length): (Replayed, u64),
) -> Result<Recovered, DataDirError> {
    let journals = data_files.journals_after(service.last_sequence);
    go_on(
        disk,
        journals,
        Recovered {
            service,
            journal: None,
            torn: None,
            sizes: (length, 0),
            passed_over: Vec::new(),
        },
    )
}

/// Replays these journals, each of which starts where the previous one ends.
fn go_on(disk: &dyn Disk, journals: &[u64], mut recovered: Recovered) -> Result<Recovered, DataDirError> {
    for first in journals {
        let name = data_files::journal(*first);
        // A journal before another one was complete, so its end is not torn.
        if let (Some(torn), Some(before)) = (recovered.torn.take(), &recovered.journal) {
            return Err(damaged(disk, before, torn));
        }
        if *first > recovered.service.last_sequence.saturating_add(1) {
            return Err(unusable(
                disk,
                &name,
                ReplayError::Away {
                    sequence: recovered.service.last_sequence + 1,
                },
            ));
        }
        let bytes = read(disk, &name)?;
        recovered
            .service
            .follow(*first, &bytes)
            .map_err(|error| unusable(disk, &name, error))?;
        recovered.torn = recovered.service.torn.take();
        recovered.sizes.1 += records(&bytes);
        recovered.journal = Some(name);
    }
    match (&recovered.torn, &recovered.journal) {
        (Some(torn), Some(name)) if torn.extent == Extent::Damage => Err(damaged(disk, name, torn.clone())),
        _ => Ok(recovered),
    }
}

/// Checks that nothing is missing at the end: a damaged checkpoint, the name of a journal, or the stored number of the
/// last acknowledged record shows that there were records.
fn reaches(disk: &dyn Disk, data_files: &DataFiles, recovered: Recovered) -> Result<Recovered, DataDirError> {
    let reported = data_files.checkpoints.first().copied().unwrap_or_default();
    let reported = reported.max(
        data_files
            .journals
            .last()
            .copied()
            .unwrap_or_default()
            .saturating_sub(1),
    );
    let found = recovered.service.last_sequence;
    if found >= reported {
        return match (&recovered.torn, &recovered.journal) {
            _ if found >= acknowledged::read(disk) => Ok(recovered),
            // The record that cannot be read is one that was acknowledged.
            (Some(torn), Some(name)) => Err(damaged(disk, name, torn.clone())),
            _ => Err(end_missing(disk, found)),
        };
    }
    Err(match recovered.passed_over.into_iter().next() {
        Some((record, error)) => unusable_checkpoint(disk, record, error),
        None => missing(disk, data_files, recovered.service.last_sequence + 1),
    })
}

/// Bytes of a journal's records.
fn records(bytes: &[u8]) -> u64 {
    bytes.len().saturating_sub(HEADER_BYTES) as u64
}

fn read(disk: &dyn Disk, name: &str) -> Result<Vec<u8>, DataDirError> {
    whole(disk, name).map_err(|error| DataDirError::Io {
        path: disk.place(name),
        error,
    })
}

fn unusable(disk: &dyn Disk, name: &str, error: ReplayError) -> DataDirError {
    DataDirError::Unusable {
        path: disk.place(name),
        error,
    }
}

fn damaged(disk: &dyn Disk, name: &str, torn: Torn) -> DataDirError {
    DataDirError::Damaged {
        path: disk.place(name),
        torn,
    }
}

fn unusable_checkpoint(disk: &dyn Disk, record: u64, error: CheckpointError) -> DataDirError {
    DataDirError::Checkpoint {
        path: disk.place(&data_files::checkpoint(record)),
        error,
    }
}

fn end_missing(disk: &dyn Disk, found: u64) -> DataDirError {
    DataDirError::EndMissing {
        folder: disk.place(""),
        found,
        acknowledged: acknowledged::read(disk),
    }
}

fn missing(disk: &dyn Disk, data_files: &DataFiles, sequence: u64) -> DataDirError {
    let name = data_files.journals.last().map_or_else(
        || data_files::FIRST_JOURNAL.to_owned(),
        |first| data_files::journal(*first),
    );
    unusable(disk, &name, ReplayError::Away { sequence })
}

#[cfg(test)]
#[allow(clippy::expect_used, clippy::indexing_slicing, reason = "a test may fail")]
mod tests;
