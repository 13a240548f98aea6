//! The service in a damaged data directory, as far as its files verify.
//!
//! Must not know where the result goes. It changes nothing.

use std::io;

use hashrange_endpoint::{Replayed, Settings, replay};
use hashrange_journal::{Found, HEADER_BYTES, Record, Salvage};

use crate::acknowledged;
use crate::checkpoint;
use crate::data_dir_error::between;
use crate::data_files::{self, DataFiles, REPLACED};
use crate::disk::{Disk, whole};

/// A service from what verifies.
pub(crate) struct Salvaged {
    pub(crate) service: Replayed,
    /// What does not verify, in words for the user.
    pub(crate) losses: Vec<String>,
}

/// Reads all that verifies: the newest good checkpoint, or a new service, and then records.
///
/// # Errors
/// When the folder cannot be read, or has no data.
pub(crate) fn read(disk: &dyn Disk) -> io::Result<Salvaged> {
    let data_files = DataFiles::of(&disk.names()?);
    let acknowledged = acknowledged::read(disk);
    if data_files == DataFiles::default() && acknowledged == 0 {
        return Err(io::Error::other("this folder does not contain the data of a server"));
    }
    let mut losses = Vec::new();
    let base = newest(disk, &data_files, &mut losses);
    let journals = match &base {
        Some(service) => data_files.journals_after(service.last_sequence),
        None => &data_files.journals,
    };
    let mut reading = Reading {
        disk,
        misses_some: false,
        service: base.unwrap_or_else(|| Replayed::fresh(&Settings::default())),
        losses,
    };
    for first in journals {
        reading.journal(*first);
    }
    let last = reading.service.last_sequence;
    if acknowledged > last {
        let missing = between(last + 1, acknowledged);
        reading
            .losses
            .push(format!("{missing} missing at the end, although acknowledged"));
    }
    Ok(Salvaged {
        service: reading.service,
        losses: reading.losses,
    })
}

/// The newest checkpoint that verifies.
fn newest(disk: &dyn Disk, data_files: &DataFiles, losses: &mut Vec<String>) -> Option<Replayed> {
    for record in &data_files.checkpoints {
        match checkpoint::read(disk, *record) {
            Ok((service, _)) => return Some(service),
            Err(error) => {
                let place = disk.place(&data_files::checkpoint(*record));
                losses.push(format!("{}: {error}", place.display()));
            }
        }
    }
    None
}

struct Reading<'d> {
    disk: &'d dyn Disk,
    service: Replayed,
    /// Whether records before the next one are missing.
    misses_some: bool,
    losses: Vec<String>,
}

impl Reading<'_> {
    /// Applies the records of a journal.
    fn journal(&mut self, first: u64) {
        let name = data_files::journal(first);
        let place = self.disk.place(&name).display().to_string();
        let bytes = match whole(self.disk, &name) {
            Ok(bytes) if bytes == REPLACED => return,
            Ok(bytes) => bytes,
            Err(error) => return self.losses.push(format!("{place}: {error}")),
        };
        if self.service.last_sequence == 0
            && let Some(header) = bytes.get(..HEADER_BYTES)
            && let Ok(service) = replay(header)
        {
            self.service = service;
        }
        let salvage = match Salvage::new(first, &bytes) {
            Ok(salvage) => salvage,
            Err(error) => return self.losses.push(format!("{place}: {error}")),
        };
        for found in salvage {
            match found {
                Found::Record(record) => self.record(&place, &record),
                Found::Damage { at_byte, bytes } => self.losses.push(format!(
                    "{place}: {bytes} bytes from byte {at_byte}, which are no record"
                )),
            }
        }
    }

    fn record(&mut self, place: &str, record: &Record) {
        let next = self.service.last_sequence + 1;
        if record.sequence > next {
            self.misses_some = true;
            let missing = between(next, record.sequence - 1);
            self.losses.push(format!("{place}: {missing} missing"));
        }
        let left_out = self.service.salvage(record, self.misses_some);
        self.losses
            .extend(left_out.into_iter().map(|what| format!("{place}: {what}")));
    }
}
