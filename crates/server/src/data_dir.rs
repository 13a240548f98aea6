//! The folder a server keeps its data in: a checkpoint, once there is one, and the journal after it.
//!
//! One server at a time, and nothing in it is overwritten unseen: an end that was never written whole is put aside
//! before it is cut off, and what has damage before its end is left as it is. Must not know requests.
#![allow(clippy::disallowed_methods, reason = "files are its business")]

use std::fs::{self, File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;
use std::sync::Arc;

use hashrange_endpoint::{Mark, Recorder, Replayed, Settings};
use hashrange_journal::Torn;

use crate::data_dir_error::DataDirError;
use crate::disk::{Disk, Folder, put_whole, whole};
use crate::keeper::Journal;
use crate::papers::{self, FIRST_JOURNAL, Papers, UNBEGUN};
use crate::recovery::{Recovered, recover};

/// What keeps other servers out while it is locked.
const LOCK: &str = "lock";

/// Data in use.
pub(crate) struct Data {
    /// The service as its data left it, or as it begins.
    pub(crate) service: Replayed,
    /// Writes the records that follow.
    pub(crate) recorder: Recorder,
    /// The journal, to be appended to.
    pub(crate) journal: Journal,
    /// Bytes of the checkpoint, and of the journal after it.
    pub(crate) sizes: (u64, u64),
    /// What people should know of how the data was found.
    pub(crate) report: Option<String>,
}

/// Takes a folder into use, making it and its journal where there are none. `fresh` are the settings of a new service. The
/// file keeps other servers out as long as it is open.
///
/// # Errors
/// When it cannot be used; nothing in it was changed then.
pub(crate) fn open(folder: &Path, fresh: impl FnOnce() -> Settings) -> Result<(Data, File), DataDirError> {
    fs::create_dir_all(folder).map_err(|error| failure(folder, error))?;
    let lock = lock(folder)?;
    Ok((open_on(Arc::new(Folder::new(folder)), fresh)?, lock))
}

/// The same for a folder that is locked.
///
/// # Errors
/// As `open`.
pub(crate) fn open_on(disk: Arc<dyn Disk>, fresh: impl FnOnce() -> Settings) -> Result<Data, DataDirError> {
    let folder = disk.place("");
    let names = |error| failure(&folder, error);
    let mut papers = Papers::of(&disk.names().map_err(names)?);
    if papers == Papers::default() {
        begin(disk.as_ref(), &fresh())?;
        papers = Papers::of(&disk.names().map_err(names)?);
    }
    let recovered = recover(disk.as_ref(), &papers)?;
    let report = report(disk.as_ref(), &recovered)?;
    let Recovered { mut service, journal, mut sizes, outdated, .. } = recovered;
    if !service.differences.is_empty() {
        // A checkpoint at once: what was told is not told again.
        sizes.1 = u64::MAX;
    }
    let recorder = Recorder::resume(&mut service, Mark::Change);
    let name = match journal {
        Some(name) if !outdated => name,
        _ => begin_after(disk.as_ref(), &service)?,
    };
    let file = disk.append(&name).map_err(|error| failure(&disk.place(&name), error))?;
    Ok(Data { service, recorder, journal: Journal { disk, file }, sizes, report })
}

/// The service of a folder that no server uses. Nothing in it is changed.
///
/// # Errors
/// When it holds none, or a server uses it.
pub(crate) fn look(folder: &Path) -> Result<Replayed, DataDirError> {
    let _lock = lock_of(folder)?;
    let disk = Folder::new(folder);
    let papers = Papers::of(&disk.names().map_err(|error| failure(folder, error))?);
    if papers == Papers::default() {
        return Err(failure(folder, io::Error::other("this folder holds no data of a server")));
    }
    Ok(recover(&disk, &papers)?.service)
}

/// The lock of a folder, held; nothing where no server ever used it.
fn lock_of(folder: &Path) -> Result<Option<File>, DataDirError> {
    let path = folder.join(LOCK);
    let lock = match File::open(&path) {
        Ok(lock) => lock,
        Err(error) if error.kind() == io::ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(failure(&path, error)),
    };
    match lock.try_lock_shared() {
        Ok(()) => Ok(Some(lock)),
        Err(fs::TryLockError::WouldBlock) => Err(DataDirError::Taken { folder: folder.to_owned(), by: String::new() }),
        Err(fs::TryLockError::Error(error)) => Err(failure(&path, error)),
    }
}

fn failure(path: &Path, error: io::Error) -> DataDirError {
    DataDirError::Io { path: path.to_owned(), error }
}

/// Locks the folder. The system takes the lock back when the process ends, however it ends.
fn lock(folder: &Path) -> Result<File, DataDirError> {
    let path = folder.join(LOCK);
    let told = |error| failure(&path, error);
    let mut options = OpenOptions::new();
    let mut lock = options.read(true).write(true).create(true).truncate(false).open(&path).map_err(told)?;
    match lock.try_lock() {
        Ok(()) => {}
        Err(fs::TryLockError::WouldBlock) => {
            let mut process = String::new();
            // Who it is only makes the message better.
            let _ = lock.read_to_string(&mut process);
            let by = if process.is_empty() { String::new() } else { format!(" (process {})", process.trim()) };
            return Err(DataDirError::Taken { folder: folder.to_owned(), by });
        }
        Err(fs::TryLockError::Error(error)) => return Err(told(error)),
    }
    lock.set_len(0).and_then(|()| writeln!(lock, "{}", std::process::id())).map_err(told)?;
    Ok(lock)
}

/// Begins a journal. It gets its name when it is whole, so that a crash leaves none or a good one.
fn begin(disk: &dyn Disk, settings: &Settings) -> Result<(), DataDirError> {
    let (mut recorder, mut bytes) = Recorder::begin(settings, Mark::Change);
    bytes.extend(recorder.flush());
    put_whole(disk, UNBEGUN, FIRST_JOURNAL, &bytes).map_err(|error| failure(&disk.place(FIRST_JOURNAL), error))
}

/// Begins the journal after a checkpoint that has none, or after one of an earlier format.
fn begin_after(disk: &dyn Disk, service: &Replayed) -> Result<String, DataDirError> {
    let name = papers::journal(service.last_sequence + 1);
    put_whole(disk, UNBEGUN, &name, &Recorder::header(&service.settings))
        .map_err(|error| failure(&disk.place(&name), error))?;
    Ok(name)
}

/// What people should know. An end that was never written whole is cut off for it.
fn report(disk: &dyn Disk, recovered: &Recovered) -> Result<Option<String>, DataDirError> {
    let mut lines: Vec<String> = Vec::new();
    for (record, error) in &recovered.passed_over {
        let path = disk.place(&papers::checkpoint(*record));
        lines.push(format!("{}: {error}. It is not needed: what it was made of is there", path.display()));
    }
    if !recovered.service.differences.is_empty() {
        lines.push(format!("{}: {}", disk.place("").display(), recovered.service.differences));
    }
    if let (Some(torn), Some(name)) = (&recovered.torn, &recovered.journal) {
        lines.push(cut(disk, name, torn)?);
    }
    Ok((!lines.is_empty()).then(|| lines.join("\n")))
}

/// Cuts off an end that was never written whole, after a copy of it was put aside. Tells what was done.
fn cut(disk: &dyn Disk, name: &str, torn: &Torn) -> Result<String, DataDirError> {
    let path = disk.place(name);
    let told = |error| failure(&path, error);
    let bytes = whole(disk, name).map_err(told)?;
    let aside = put_aside(disk, bytes.get(torn.at_byte..).unwrap_or_default(), torn.at_byte).map_err(told)?;
    disk.cut(name, u64::try_from(torn.at_byte).unwrap_or(u64::MAX)).map_err(told)?;
    Ok(format!(
        "{}: {torn}. They were never acknowledged to anybody; they were cut off and are in {}",
        path.display(),
        disk.place(&aside).display()
    ))
}

fn put_aside(disk: &dyn Disk, bytes: &[u8], at_byte: usize) -> io::Result<String> {
    let (names, beginning) = (disk.names()?, format!("cut-off-at-{at_byte}-"));
    let taken = names.iter().filter_map(|name| name.strip_prefix(&beginning)?.parse::<u64>().ok()).max();
    let name = format!("{beginning}{}", taken.unwrap_or_default() + 1);
    let mut file = disk.create(&name)?;
    file.write_all(bytes)?;
    file.sync()?;
    disk.sync_names()?;
    Ok(name)
}
