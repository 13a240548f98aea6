//! A checkpoint as a file: the whole service after one record. It replaces the records up to there.
//!
//! The server writes it beside the previous one, reads it again, and renames it when it is durable.
//! `checkpoint/FORMAT.md` describes the frames. All numbers are little-endian. Must not know when one is due.
//!
//! ```text
//! head   "HRC"  version of this file u16  version of the forms u32  record u64  CRC-32 of all before
//! frame  length u32  bytes, the last four of which are the CRC-32 of all frames so far without theirs
//! ```

use std::io::{self, BufReader, Read, Write as _};

use hashrange_endpoint::{CHECKPOINT_VERSION, Damaged, Replayed, ServiceCheckpoint, ServiceRestoring};

use crate::data_files::{self, UNFINISHED};
use crate::disk::Disk;

/// The version of the written file, and the latest readable version.
const FILE_VERSION: u16 = 1;
const MARK: [u8; 3] = *b"HRC";
const HEAD_BYTES: usize = MARK.len() + 2 + 4 + 8 + 4;
/// The bytes after which the file is synced while it grows. A sync of the journal can wait for those of this file too.
const MOST_UNSYNCED: u64 = 4 << 20;

/// Why a file is not the expected checkpoint.
#[derive(Debug, thiserror::Error)]
pub enum CheckpointError {
    /// The system cannot read it.
    #[error("{0}")]
    Io(#[from] io::Error),
    /// It is not a checkpoint, or its head is incomplete.
    #[error("this is not a checkpoint of Hashrange")]
    NotOne,
    /// A later version of the program wrote it.
    #[error("the checkpoint has format version {found}; this program reads versions up to {supported}")]
    Newer {
        /// Its version.
        found: u32,
        /// The latest readable version.
        supported: u32,
    },
    /// Its bytes differ from those that were written.
    #[error("{0}")]
    Damaged(#[from] Damaged),
    /// It was taken after another record than its name states.
    #[error("the checkpoint was taken after record {found}, but its name says another record")]
    Misplaced {
        /// The record it was taken after.
        found: u64,
    },
}

/// Writes a checkpoint of a copy of a service, and returns its length once it is durable.
///
/// # Errors
/// When the system fails, or returns other bytes than those written. The previous checkpoint is unchanged, and the
/// incomplete one is removed, because it could fill the disk.
pub(crate) fn write(disk: &dyn Disk, service: Replayed) -> Result<u64, CheckpointError> {
    let written = write_completely(disk, service);
    if written.is_err() {
        // A failed removal changes nothing: the next start removes it.
        let _ = disk.remove(UNFINISHED);
    }
    written
}

fn write_completely(disk: &dyn Disk, service: Replayed) -> Result<u64, CheckpointError> {
    let record = service.last_sequence;
    let mut file = disk.create(UNFINISHED)?;
    let mut bytes = head(record);
    let (mut length, mut synced) = (bytes.len() as u64, 0);
    file.write_all(&bytes)?;
    let mut checkpoint = ServiceCheckpoint::of(service);
    while let Some(frame) = checkpoint.frame() {
        bytes.clear();
        bytes.extend(u32::try_from(frame.len()).map_err(|_| Damaged)?.to_le_bytes());
        bytes.extend(frame);
        length += bytes.len() as u64;
        file.write_all(&bytes)?;
        if length - synced >= MOST_UNSYNCED {
            file.sync()?;
            synced = length;
        }
    }
    file.sync()?;
    drop(file);
    verify(disk, UNFINISHED, record)?;
    disk.rename(UNFINISHED, &data_files::checkpoint(record))?;
    disk.sync_names()?;
    Ok(length)
}

/// Returns the service in a checkpoint, and the checkpoint's size in bytes.
///
/// # Errors
/// When the checkpoint was not taken after this record, or cannot be read.
pub(crate) fn read(disk: &dyn Disk, record: u64) -> Result<(Replayed, u64), CheckpointError> {
    let mut file = BufReader::with_capacity(1 << 18, disk.read(&data_files::checkpoint(record))?);
    let version = check_head(&mut file, record)?;
    let mut restoring = ServiceRestoring::of_version(version);
    let mut length = HEAD_BYTES as u64;
    frames(&mut file, |frame| {
        length += 4 + frame.len() as u64;
        restoring.take(frame)
    })?;
    let service = restoring.finish()?;
    match service.last_sequence {
        found if found != record => Err(CheckpointError::Misplaced { found }),
        _ => Ok((service, length)),
    }
}

/// Checks that the bytes of a checkpoint are those that were written.
fn verify(disk: &dyn Disk, name: &str, record: u64) -> Result<(), CheckpointError> {
    let mut file = BufReader::with_capacity(1 << 18, disk.read(name)?);
    check_head(&mut file, record)?;
    let mut hasher = crc32fast::Hasher::new();
    frames(&mut file, |frame| {
        let (content, sum) = frame.split_last_chunk().ok_or(Damaged)?;
        hasher.update(content);
        if hasher.clone().finalize() == u32::from_le_bytes(*sum) {
            Ok(())
        } else {
            Err(Damaged)
        }
    })
}

fn head(record: u64) -> Vec<u8> {
    let mut bytes = MARK.to_vec();
    bytes.extend(FILE_VERSION.to_le_bytes());
    bytes.extend(CHECKPOINT_VERSION.to_le_bytes());
    bytes.extend(record.to_le_bytes());
    let sum = crc32fast::hash(&bytes);
    bytes.extend(sum.to_le_bytes());
    bytes
}

/// Reads the head, and returns the version of the forms. It checks versions before any data that depends on them.
fn check_head(file: &mut impl Read, record: u64) -> Result<u32, CheckpointError> {
    let mut bytes = Vec::with_capacity(HEAD_BYTES);
    file.by_ref().take(HEAD_BYTES as u64).read_to_end(&mut bytes)?;
    let (content, sum) = bytes.split_last_chunk().ok_or(CheckpointError::NotOne)?;
    let rest = content.strip_prefix(&MARK).ok_or(CheckpointError::NotOne)?;
    let (version, rest) = rest.split_first_chunk().ok_or(CheckpointError::NotOne)?;
    let version = u16::from_le_bytes(*version);
    if version > FILE_VERSION {
        return Err(CheckpointError::Newer {
            found: version.into(),
            supported: FILE_VERSION.into(),
        });
    }
    let (forms, number) = rest.split_first_chunk().ok_or(CheckpointError::NotOne)?;
    let (forms, number) = (
        u32::from_le_bytes(*forms),
        number.try_into().map_err(|_| CheckpointError::NotOne)?,
    );
    if crc32fast::hash(content) != u32::from_le_bytes(*sum) {
        return Err(CheckpointError::NotOne);
    }
    if forms > CHECKPOINT_VERSION {
        return Err(CheckpointError::Newer {
            found: forms,
            supported: CHECKPOINT_VERSION,
        });
    }
    match u64::from_le_bytes(number) {
        found if found != record => Err(CheckpointError::Misplaced { found }),
        _ => Ok(forms),
    }
}

/// Passes the frames of a file to `take`, up to its end.
fn frames(file: &mut impl Read, mut take: impl FnMut(&[u8]) -> Result<(), Damaged>) -> Result<(), CheckpointError> {
    let mut frame = Vec::new();
    loop {
        frame.clear();
        file.by_ref().take(4).read_to_end(&mut frame)?;
        if frame.is_empty() {
            return Ok(());
        }
        let length = u32::from_le_bytes(frame.as_slice().try_into().map_err(|_| Damaged)?);
        frame.clear();
        // Allocates no memory for a length that exceeds the file.
        let read = file.by_ref().take(length.into()).read_to_end(&mut frame)?;
        if u32::try_from(read) != Ok(length) {
            return Err(Damaged.into());
        }
        take(&frame)?;
    }
}
