//! The folder with a server's data: a checkpoint, once there is one, and the journal after it.
//!
//! It overwrites nothing without a copy: it copies an incomplete end before it
//! truncates it. It leaves a file with damage before its end unchanged. Must not know requests.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use hashrange_endpoint::{Impact, Recorder, Replayed, Settings};
use hashrange_journal::Torn;

use crate::data_dir_error::DataDirError;
use crate::data_files::{self, DataFiles, FIRST_JOURNAL, UNBEGUN};
use crate::disk::{Disk, Folder, put_whole, whole};
use crate::folder_lock::FolderLock;
use crate::group_commit::Journal;
use crate::recovery::{Recovered, recover};

/// Data in use.
pub(crate) struct Data {
    /// The restored service, or a new one.
    pub(crate) service: Replayed,
    /// Writes the following records.
    pub(crate) recorder: Recorder,
    /// The journal to append to.
    pub(crate) journal: Journal,
    /// Bytes of the checkpoint, and of the journal after it.
    pub(crate) sizes: (u64, u64),
    /// A report about the found data, for the user.
    pub(crate) report: Option<String>,
}

/// Opens a folder, and creates it and its journal if they do not exist. `fresh` returns the settings of a new service.
/// The returned lock excludes other servers.
///
/// # Errors
/// When the folder cannot be used. Nothing in it is changed then.
pub(crate) fn open(folder: &Path, fresh: impl FnOnce() -> Settings) -> Result<(Data, FolderLock), DataDirError> {
    fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
    let lock = FolderLock::exclusive(folder)?;
    Ok((open_on(Arc::new(Folder::new(folder)), fresh)?, lock))
}

/// The same for a folder that is locked.
///
/// # Errors
/// As `open`.
pub(crate) fn open_on(disk: Arc<dyn Disk>, fresh: impl FnOnce() -> Settings) -> Result<Data, DataDirError> {
    let folder = disk.place("");
    let names = |error| failure(&folder, error);
    let mut data_files = DataFiles::of(&disk.names().map_err(names)?);
    if data_files == DataFiles::default() {
        begin(disk.as_ref(), &fresh())?;
        data_files = DataFiles::of(&disk.names().map_err(names)?);
    }
    let recovered = recover(disk.as_ref(), &data_files)?;
    let report = report(disk.as_ref(), &recovered)?;
    let Recovered {
        mut service,
        journal,
        mut sizes,
        ..
    } = recovered;
    if !service.differences.is_empty() {
        // Forces a checkpoint at once, so that the next start does not repeat the report.
        sizes.1 = u64::MAX;
    }
    let recorder = Recorder::resume(&mut service, Impact::Change);
    let name = match journal {
        Some(name) => name,
        None => begin_after(disk.as_ref(), &service)?,
    };
    let file = disk.append(&name).map_err(|error| failure(&disk.place(&name), error))?;
    Ok(Data {
        service,
        recorder,
        journal: Journal { disk, file },
        sizes,
        report,
    })
}

/// The service of a folder that no server uses. Changes nothing in it.
///
/// # Errors
/// When it has no service, or a server uses it.
pub(crate) fn look(folder: &Path) -> Result<Replayed, DataDirError> {
    let _lock = FolderLock::shared(folder)?;
    let disk = Folder::new(folder);
    let data_files = DataFiles::of(&disk.names().map_err(|error| failure(folder, error))?);
    if data_files == DataFiles::default() {
        return Err(failure(
            folder,
            io::Error::other("this folder does not contain the data of a server"),
        ));
    }
    Ok(recover(&disk, &data_files)?.service)
}

fn failure(path: &Path, error: io::Error) -> DataDirError {
    DataDirError::Io {
        path: path.to_owned(),
        error,
    }
}

/// Starts a journal. It gets its name when it is complete, so that a crash leaves no journal or a complete one.
fn begin(disk: &dyn Disk, settings: &Settings) -> Result<(), DataDirError> {
    let (mut recorder, mut bytes) = Recorder::begin(settings, Impact::Change);
    bytes.extend(recorder.flush());
    put_whole(disk, UNBEGUN, FIRST_JOURNAL, &bytes).map_err(|error| failure(&disk.place(FIRST_JOURNAL), error))
}

/// Starts the journal after a checkpoint without one.
fn begin_after(disk: &dyn Disk, service: &Replayed) -> Result<String, DataDirError> {
    let name = data_files::journal(service.last_sequence + 1);
    put_whole(disk, UNBEGUN, &name, &Recorder::header(&service.settings))
        .map_err(|error| failure(&disk.place(&name), error))?;
    Ok(name)
}

/// Writes the report for the user. Truncates an incomplete end, which the report mentions.
fn report(disk: &dyn Disk, recovered: &Recovered) -> Result<Option<String>, DataDirError> {
    let mut lines: Vec<String> = Vec::new();
    for (record, error) in &recovered.passed_over {
        let path = disk.place(&data_files::checkpoint(*record));
        lines.push(format!(
            "{}: {error}. It is not needed: the records it summarizes are still there",
            path.display()
        ));
    }
    if !recovered.service.differences.is_empty() {
        lines.push(format!(
            "{}: {}",
            disk.place("").display(),
            recovered.service.differences
        ));
    }
    if let (Some(torn), Some(name)) = (&recovered.torn, &recovered.journal) {
        lines.push(cut(disk, name, torn)?);
    }
    Ok((!lines.is_empty()).then(|| lines.join("\n")))
}

/// Copies an incomplete end, then truncates it. Returns a report.
fn cut(disk: &dyn Disk, name: &str, torn: &Torn) -> Result<String, DataDirError> {
    let path = disk.place(name);
    let reported = |error| failure(&path, error);
    let bytes = whole(disk, name).map_err(reported)?;
    let aside = put_aside(disk, bytes.get(torn.at_byte..).unwrap_or_default(), torn.at_byte).map_err(reported)?;
    disk.cut(name, u64::try_from(torn.at_byte).unwrap_or(u64::MAX))
        .map_err(reported)?;
    Ok(format!(
        "{}: {torn}. They were never acknowledged; they were cut off and stored in {}",
        path.display(),
        disk.place(&aside).display()
    ))
}

fn put_aside(disk: &dyn Disk, bytes: &[u8], at_byte: usize) -> io::Result<String> {
    let (names, beginning) = (disk.names()?, format!("cut-off-at-{at_byte}-"));
    let taken = names
        .iter()
        .filter_map(|name| name.strip_prefix(&beginning)?.parse::<u64>().ok())
        .max();
    let name = format!("{beginning}{}", taken.unwrap_or_default() + 1);
    let mut file = disk.create(&name)?;
    file.write_all(bytes)?;
    file.sync()?;
    disk.sync_names()?;
    Ok(name)
}
