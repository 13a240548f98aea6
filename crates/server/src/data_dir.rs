//! The folder with a server's data: a checkpoint, once there is one, and the journal after it.
//!
//! It overwrites nothing without a copy: it copies an incomplete end before it truncates it, and renames a damaged
//! checkpoint. It leaves a journal with damage before its end unchanged. Must not know requests.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs;
use std::io::{self, Write as _};
use std::path::Path;
use std::sync::Arc;

use hashrange_endpoint::{Impact, Recorder, Replayed, Settings};
use hashrange_journal::Torn;

use crate::acknowledged;
use crate::checkpoint::CheckpointError;
use crate::data_dir_error::DataDirError;
use crate::data_files::{self, DataFiles, FIRST_JOURNAL, UNBEGUN, UNFINISHED};
use crate::disk::{Disk, Folder, put_whole, whole};
use crate::folder_lock::FolderLock;
use crate::group_commit::Journal;
use crate::recovery::{Recovered, recover};

/// What a report says about a damaged checkpoint.
const NOT_NEEDED: &str =
    "It is not needed: an earlier checkpoint or the first journal is there, with all records since then";

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
    let is_new = data_files == DataFiles::default() && acknowledged::read(disk.as_ref()) == 0;
    if is_new {
        remove_leftovers(disk.as_ref())?;
        begin(disk.as_ref(), &fresh())?;
        data_files = DataFiles::of(&disk.names().map_err(names)?);
    }
    let recovered = recover(disk.as_ref(), &data_files)?;
    remove_leftovers(disk.as_ref())?;
    let report = report(disk.as_ref(), &recovered)?;
    let Recovered {
        mut service,
        journal,
        mut sizes,
        passed_over,
        ..
    } = recovered;
    if !service.differences.is_empty() || !passed_over.is_empty() {
        // Forces a checkpoint at once, so that the next start does not repeat the report and has two generations.
        sizes.1 = u64::MAX;
    }
    let recorder = Recorder::resume(&mut service, Impact::Change);
    let name = match journal {
        Some(name) => name,
        None => begin_after(disk.as_ref(), &service)?,
    };
    let place = disk.place(&name);
    let journal = Journal::open(disk, &name).map_err(|error| failure(&place, error))?;
    Ok(Data {
        service,
        recorder,
        journal,
        sizes,
        report,
    })
}

/// The service of a folder that no server uses, and a report about damaged checkpoints. Changes nothing in it.
///
/// # Errors
/// When it has no service, or a server uses it.
pub(crate) fn look(folder: &Path) -> Result<(Replayed, Option<String>), DataDirError> {
    let _lock = FolderLock::shared(folder)?;
    let disk = Folder::new(folder);
    let data_files = DataFiles::of(&disk.names().map_err(|error| failure(folder, error))?);
    if data_files == DataFiles::default() {
        return Err(failure(
            folder,
            io::Error::other("this folder does not contain the data of a server"),
        ));
    }
    let recovered = recover(&disk, &data_files)?;
    let lines = recovered.passed_over.iter().map(|(record, error)| {
        let path = disk.place(&data_files::checkpoint(*record));
        format!("{}: {error}. {NOT_NEEDED}", path.display())
    });
    let lines: Vec<String> = lines.collect();
    Ok((recovered.service, (!lines.is_empty()).then(|| lines.join("\n"))))
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

/// Removes the incomplete files of a server that ended while it wrote them, before anything else needs their room.
fn remove_leftovers(disk: &dyn Disk) -> Result<(), DataDirError> {
    let names = disk.names().map_err(|error| failure(&disk.place(""), error))?;
    for name in names
        .iter()
        .filter(|name| [UNBEGUN, UNFINISHED].contains(&name.as_str()))
    {
        disk.remove(name).map_err(|error| failure(&disk.place(name), error))?;
    }
    Ok(())
}

/// Writes the report for the user. Renames damaged checkpoints, and truncates an incomplete end, which the report
/// mentions.
fn report(disk: &dyn Disk, recovered: &Recovered) -> Result<Option<String>, DataDirError> {
    let mut lines: Vec<String> = Vec::new();
    for (record, error) in &recovered.passed_over {
        lines.push(set_aside(disk, *record, error)?);
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

/// Renames a checkpoint that cannot be used, so that nothing relies on it. Returns a report.
fn set_aside(disk: &dyn Disk, record: u64, error: &CheckpointError) -> Result<String, DataDirError> {
    let name = data_files::checkpoint(record);
    let path = disk.place(&name);
    let aside = free_name(disk, &format!("unusable-{name}-")).and_then(|aside| {
        disk.rename(&name, &aside)?;
        disk.sync_names()?;
        Ok(aside)
    });
    Ok(format!(
        "{}: {error}. {NOT_NEEDED}. It was renamed to {}",
        path.display(),
        disk.place(&aside.map_err(|error| failure(&path, error))?).display()
    ))
}

/// Copies an incomplete end, then truncates it. Returns a report.
fn cut(disk: &dyn Disk, name: &str, torn: &Torn) -> Result<String, DataDirError> {
    let path = disk.place(name);
    let reported = |error| failure(&path, error);
    let bytes = whole(disk, name).map_err(reported)?;
    let aside = put_aside(disk, bytes.get(torn.at_byte..).unwrap_or_default(), torn.at_byte).map_err(reported)?;
    disk.cut(name, u64::try_from(torn.at_byte).unwrap_or(u64::MAX))
        .map_err(reported)?;
    let known = match acknowledged::read(disk) {
        0 => String::new(),
        record => format!(" All records up to {record}, the last one known to be acknowledged, are there."),
    };
    Ok(format!(
        "{}: {torn}.{known} After a crash of the program or the machine this is usual: the record was being written, and \
         nobody had received its response. Without a crash, the disk has changed it, and an acknowledged write can be \
         missing. The bytes were cut off and stored in {}",
        path.display(),
        disk.place(&aside).display()
    ))
}

fn put_aside(disk: &dyn Disk, bytes: &[u8], at_byte: usize) -> io::Result<String> {
    let name = free_name(disk, &format!("cut-off-at-{at_byte}-"))?;
    let mut file = disk.create(&name)?;
    file.write_all(bytes)?;
    file.sync()?;
    disk.sync_names()?;
    Ok(name)
}

/// A name with this beginning and a number that no file has.
fn free_name(disk: &dyn Disk, beginning: &str) -> io::Result<String> {
    let names = disk.names()?;
    let taken = names
        .iter()
        .filter_map(|name| name.strip_prefix(beginning)?.parse::<u64>().ok())
        .max();
    Ok(format!("{beginning}{}", taken.unwrap_or_default() + 1))
}
