//! What a data directory leads to: the newest checkpoint that is good, and the records after it.
//!
//! Nothing that was ever safe may be missing: where a checkpoint cannot be used, the one before and the journals after that are
//! used, if they are all there. Nothing is changed here. Must not know the rest of the server.

use hashrange_endpoint::{ReplayError, Replayed, replay};
use hashrange_journal::{Extent, HEADER_BYTES, Torn};

use crate::checkpoint::{self, CheckpointError};
use crate::data_dir::DataDirError;
use crate::disk::{Disk, whole};
use crate::papers::{self, Papers, REPLACED};

/// A service as its folder left it.
pub(crate) struct Recovered {
    pub(crate) service: Replayed,
    /// The journal that is gone on with; none where the checkpoint is all there is.
    pub(crate) journal: Option<String>,
    /// The end of that journal that was never written whole.
    pub(crate) torn: Option<Torn>,
    /// Bytes of the checkpoint, and of the journal after it.
    pub(crate) sizes: (u64, u64),
    /// Checkpoints that were passed over, and why.
    pub(crate) passed_over: Vec<(u64, CheckpointError)>,
}

/// Brings the service back.
///
/// # Errors
/// When something that was safe is missing or damaged.
pub(crate) fn recover(disk: &dyn Disk, papers: &Papers) -> Result<Recovered, DataDirError> {
    let mut passed_over = Vec::new();
    for record in &papers.checkpoints {
        match checkpoint::read(disk, *record) {
            Ok(read) => {
                let recovered = follow(disk, papers, read)?;
                return reaches(disk, papers, Recovered { passed_over, ..recovered });
            }
            Err(error) => passed_over.push((*record, error)),
        }
    }
    if papers.journals.first() == Some(&1)
        && let Some(recovered) = from_the_beginning(disk, papers)?
    {
        return reaches(disk, papers, Recovered { passed_over, ..recovered });
    }
    Err(match passed_over.into_iter().next() {
        Some((record, error)) => unusable_checkpoint(disk, record, error),
        None => missing(disk, papers, 1),
    })
}

/// Nothing where a checkpoint took the beginning's place.
fn from_the_beginning(disk: &dyn Disk, papers: &Papers) -> Result<Option<Recovered>, DataDirError> {
    let name = papers::journal(1);
    let bytes = read(disk, &name)?;
    if bytes == REPLACED {
        return Ok(None);
    }
    let mut service = replay(&bytes).map_err(|error| unusable(disk, &name, error))?;
    let torn = service.torn.take();
    let first = Recovered { torn, journal: Some(name), sizes: (0, records(&bytes)), passed_over: Vec::new(), service };
    go_on(disk, papers.journals.get(1..).unwrap_or_default(), first).map(Some)
}

fn follow(disk: &dyn Disk, papers: &Papers, (service, length): (Replayed, u64)) -> Result<Recovered, DataDirError> {
    let journals = papers.journals_after(service.last_sequence);
    go_on(disk, journals, Recovered { service, journal: None, torn: None, sizes: (length, 0), passed_over: Vec::new() })
}

/// Goes along these journals, each of which begins where the one before ends.
fn go_on(disk: &dyn Disk, journals: &[u64], mut recovered: Recovered) -> Result<Recovered, DataDirError> {
    for first in journals {
        let name = papers::journal(*first);
        // What was whole when the next journal was begun has no end that was never written.
        if let (Some(torn), Some(before)) = (recovered.torn.take(), &recovered.journal) {
            return Err(damaged(disk, before, torn));
        }
        if *first > recovered.service.last_sequence.saturating_add(1) {
            return Err(unusable(disk, &name, ReplayError::Away { sequence: recovered.service.last_sequence + 1 }));
        }
        let bytes = read(disk, &name)?;
        recovered.service.follow(*first, &bytes).map_err(|error| unusable(disk, &name, error))?;
        recovered.torn = recovered.service.torn.take();
        recovered.sizes.1 += records(&bytes);
        recovered.journal = Some(name);
    }
    match (&recovered.torn, &recovered.journal) {
        (Some(torn), Some(name)) if torn.extent == Extent::Damage => Err(damaged(disk, name, torn.clone())),
        _ => Ok(recovered),
    }
}

/// Whether nothing is missing at the end: a checkpoint that could not be used, or the name of a journal, tells of records.
fn reaches(disk: &dyn Disk, papers: &Papers, recovered: Recovered) -> Result<Recovered, DataDirError> {
    let told = papers.checkpoints.first().copied().unwrap_or_default();
    let told = told.max(papers.journals.last().copied().unwrap_or_default().saturating_sub(1));
    if recovered.service.last_sequence >= told {
        return Ok(recovered);
    }
    Err(match recovered.passed_over.into_iter().next() {
        Some((record, error)) => unusable_checkpoint(disk, record, error),
        None => missing(disk, papers, recovered.service.last_sequence + 1),
    })
}

/// Bytes of a journal's records.
fn records(bytes: &[u8]) -> u64 {
    bytes.len().saturating_sub(HEADER_BYTES) as u64
}

fn read(disk: &dyn Disk, name: &str) -> Result<Vec<u8>, DataDirError> {
    whole(disk, name).map_err(|error| DataDirError::Io { path: disk.place(name), error })
}

fn unusable(disk: &dyn Disk, name: &str, error: ReplayError) -> DataDirError {
    DataDirError::Unusable { path: disk.place(name), error }
}

fn damaged(disk: &dyn Disk, name: &str, torn: Torn) -> DataDirError {
    DataDirError::Damaged { path: disk.place(name), torn }
}

fn unusable_checkpoint(disk: &dyn Disk, record: u64, error: CheckpointError) -> DataDirError {
    DataDirError::Checkpoint { path: disk.place(&papers::checkpoint(record)), error }
}

fn missing(disk: &dyn Disk, papers: &Papers, sequence: u64) -> DataDirError {
    let name = papers.journals.last().map_or_else(|| papers::FIRST_JOURNAL.to_owned(), |first| papers::journal(*first));
    unusable(disk, &name, ReplayError::Away { sequence })
}
