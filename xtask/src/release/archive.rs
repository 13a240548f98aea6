//! Archives and checksums. An archive is reproducible: names in order, no times, no owners.

use std::fs::{self, File};
use std::io;
use std::path::{Path, PathBuf};

use flate2::Compression;
use flate2::write::GzEncoder;
use sha2::{Digest as _, Sha256};

use super::draft::failed;
use crate::failure::Failure;

/// The file of checksums in a draft.
pub(super) const SUMS: &str = "SHA256SUMS";
const FILE_MODE: u32 = 0o644;
const PROGRAM_MODE: u32 = 0o755;

/// A file of an archive.
pub(super) struct ArchiveFile {
    /// Its path in the archive, with forward slashes.
    pub(super) name: String,
    /// Its current path.
    pub(super) source: PathBuf,
    pub(super) is_program: bool,
}

impl ArchiveFile {
    /// A file that is not executable.
    pub(super) fn file(name: impl Into<String>, source: PathBuf) -> Self {
        Self {
            name: name.into(),
            source,
            is_program: false,
        }
    }
}

/// Writes `<name>.tar.gz` with the entries below a folder with that name, and returns its path.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn write(folder: &Path, name: &str, mut entries: Vec<ArchiveFile>) -> Result<PathBuf, Failure> {
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    let place = folder.join(format!("{name}.tar.gz"));
    write_entries(&place, name, &entries).map_err(|error| failed(&error))?;
    Ok(place)
}

fn write_entries(place: &Path, top: &str, entries: &[ArchiveFile]) -> io::Result<()> {
    let mut archive = tar::Builder::new(GzEncoder::new(File::create(place)?, Compression::best()));
    for entry in entries {
        let bytes = fs::read(&entry.source)?;
        let mut header = tar::Header::new_ustar();
        header.set_size(bytes.len() as u64);
        header.set_mode(if entry.is_program { PROGRAM_MODE } else { FILE_MODE });
        archive.append_data(&mut header, format!("{top}/{}", entry.name), bytes.as_slice())?;
    }
    archive.into_inner()?.finish()?;
    Ok(())
}

/// Lists every file below a folder in order, each with its path relative to the folder.
///
/// # Errors
/// When a folder cannot be read.
pub(super) fn files_below(folder: &Path) -> Result<Vec<ArchiveFile>, Failure> {
    let mut entries = Vec::new();
    list(folder, "", &mut entries).map_err(|error| failed(&error))?;
    entries.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(entries)
}

fn list(folder: &Path, prefix: &str, entries: &mut Vec<ArchiveFile>) -> io::Result<()> {
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let name = format!("{prefix}{}", entry.file_name().to_string_lossy());
        if entry.file_type()?.is_dir() {
            list(&entry.path(), &format!("{name}/"), entries)?;
        } else {
            entries.push(ArchiveFile::file(name, entry.path()));
        }
    }
    Ok(())
}

/// Writes the checksums of all files of a release, as `sha256sum --check` reads them. Returns their number.
///
/// # Errors
/// When a file cannot be read or written.
pub(super) fn checksums(folder: &Path) -> Result<usize, Failure> {
    let entries = files_below(folder)?;
    let mut text = String::new();
    for ArchiveFile { name, source, .. } in &entries {
        let bytes = fs::read(source).map_err(|error| failed(&error))?;
        text.push_str(&format!("{:x}  {name}\n", Sha256::digest(&bytes)));
    }
    fs::write(folder.join(SUMS), text).map_err(|error| failed(&error))?;
    Ok(entries.len())
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::{ArchiveFile, checksums, files_below, write};

    #[test]
    fn an_archive_does_not_depend_on_order_or_time() {
        let folder = std::env::temp_dir().join(format!("hashrange-archive-{}", std::process::id()));
        fs::create_dir_all(folder.join("in/deep")).unwrap();
        fs::write(folder.join("in/deep/b.txt"), "b").unwrap();
        fs::write(folder.join("in/a.txt"), "a").unwrap();
        let entries = || files_below(&folder.join("in")).unwrap();
        assert_eq!(
            entries().iter().map(|entry| entry.name.as_str()).collect::<Vec<_>>(),
            ["a.txt", "deep/b.txt"]
        );
        let first = fs::read(write(&folder, "x", entries()).unwrap()).unwrap();
        fs::write(folder.join("in/a.txt"), "a").unwrap();
        let reversed: Vec<ArchiveFile> = entries().into_iter().rev().collect();
        assert_eq!(first, fs::read(write(&folder, "x", reversed).unwrap()).unwrap());
        assert_eq!(checksums(&folder.join("in")).unwrap(), 2);
        let sums = fs::read_to_string(folder.join("in/SHA256SUMS")).unwrap();
        assert!(
            sums.starts_with("ca978112ca1bbdcafac231b39a23dc4da786eff8147c4e72b9807785afee48bb  a.txt\n"),
            "{sums}"
        );
        fs::remove_dir_all(folder).unwrap();
    }
}
