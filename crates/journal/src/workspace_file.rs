//! The workspace file: one workspace as bytes, for download and for opening elsewhere.
//!
//! It also reads a bare journal, because unusable journals that were set aside are downloaded in this form. Must not
//! replay a journal, nor know the content of a view. All numbers are little-endian.
//!
//! ```text
//! "HRW"  version u16  bytes of the content u64  content  CRC-32 of all before
//! content: made u64  name  view  journal; each of the three as length u64 and bytes
//! ```

use std::fmt;

use hashrange_checkpoint::crc32;

use crate::{JournalError, Reader};

/// The format version that is written, and the latest that is read.
pub const FILE_VERSION: u16 = 1;

const MARK: [u8; 3] = *b"HRW";
const CHECKSUM_BYTES: usize = 4;

/// The content of a workspace file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WorkspaceFile {
    /// The workspace's name; `None` for a bare journal.
    pub name: Option<String>,
    /// The time of the workspace's creation, in milliseconds since 1970; `None` for a bare journal.
    pub made: Option<u64>,
    /// The page's forms, results and tab, as JSON text; may be empty.
    pub view: String,
    /// The journal's bytes. Their header is valid; the records are unchecked.
    pub journal: Vec<u8>,
}

/// The reason why bytes are not a workspace file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FileError {
    /// The bytes are something else.
    NotAWorkspace,
    /// A later version wrote the file in an unknown format.
    Newer {
        /// The version of the format.
        version: u16,
    },
    /// The bytes have changed since they were written.
    Damaged,
    /// The end of the file is missing.
    Truncated,
}

impl fmt::Display for FileError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotAWorkspace => out.write_str("This file is not a Hashrange workspace."),
            Self::Newer { version } => write!(
                out,
                "A newer Hashrange wrote this workspace (format {version}); this one reads formats up to {FILE_VERSION}."
            ),
            Self::Damaged => out.write_str("This workspace file is damaged: its contents do not match their checksum."),
            Self::Truncated => out.write_str("This workspace file is incomplete: its end is missing."),
        }
    }
}

impl std::error::Error for FileError {}

/// The file of a workspace with this name and this creation time, in milliseconds since 1970.
#[must_use]
pub fn write_file(name: &str, made: u64, view: &str, journal: &[u8]) -> Vec<u8> {
    let mut content = made.to_le_bytes().to_vec();
    for part in [name.as_bytes(), view.as_bytes(), journal] {
        content.extend(length(part));
        content.extend_from_slice(part);
    }
    let mut bytes = MARK.to_vec();
    bytes.extend(FILE_VERSION.to_le_bytes());
    bytes.extend(length(&content));
    bytes.append(&mut content);
    let checksum = crc32(&bytes);
    bytes.extend(checksum.to_le_bytes());
    bytes
}

/// Reads a workspace file, or a bare journal.
///
/// # Errors
/// See `FileError`. A bare journal is refused only for its header.
pub fn read_file(bytes: &[u8]) -> Result<WorkspaceFile, FileError> {
    let Some((mark, after_mark)) = bytes.split_first_chunk() else {
        let begun = !bytes.is_empty() && MARK.starts_with(bytes);
        return Err(if begun {
            FileError::Truncated
        } else {
            FileError::NotAWorkspace
        });
    };
    if *mark != MARK {
        return read_bare(bytes);
    }
    let (version, after_version) = after_mark.split_first_chunk().ok_or(FileError::Truncated)?;
    match u16::from_le_bytes(*version) {
        FILE_VERSION => {}
        0 => return Err(FileError::Damaged),
        version => return Err(FileError::Newer { version }),
    }
    let (content_bytes, after_length) = take_number(after_version).ok_or(FileError::Truncated)?;
    let there = after_length
        .len()
        .checked_sub(CHECKSUM_BYTES)
        .ok_or(FileError::Truncated)?;
    match (there as u64).cmp(&content_bytes) {
        std::cmp::Ordering::Less => return Err(FileError::Truncated),
        std::cmp::Ordering::Greater => return Err(FileError::Damaged),
        std::cmp::Ordering::Equal => {}
    }
    let (covered, checksum) = bytes.split_last_chunk().ok_or(FileError::Truncated)?;
    if crc32(covered) != u32::from_le_bytes(*checksum) {
        return Err(FileError::Damaged);
    }
    let content = after_length.get(..there).ok_or(FileError::Truncated)?;
    let file = read_content(content).ok_or(FileError::Damaged)?;
    // An empty journal belongs to a new workspace.
    if file.journal.is_empty() {
        Ok(file)
    } else {
        header_is_good(&file.journal).map(|()| file)
    }
}

fn read_content(content: &[u8]) -> Option<WorkspaceFile> {
    let (made, rest) = take_number(content)?;
    let (name, rest) = take_part(rest)?;
    let (view, rest) = take_part(rest)?;
    let (journal, rest) = take_part(rest)?;
    rest.is_empty().then_some(())?;
    Some(WorkspaceFile {
        name: Some(String::from_utf8(name.to_vec()).ok()?),
        made: Some(made),
        view: String::from_utf8(view.to_vec()).ok()?,
        journal: journal.to_vec(),
    })
}

fn read_bare(bytes: &[u8]) -> Result<WorkspaceFile, FileError> {
    header_is_good(bytes)?;
    Ok(WorkspaceFile {
        name: None,
        made: None,
        view: String::new(),
        journal: bytes.to_vec(),
    })
}

fn header_is_good(journal: &[u8]) -> Result<(), FileError> {
    match Reader::new(journal) {
        Ok(_) => Ok(()),
        Err(JournalError::NotAJournal) => Err(FileError::NotAWorkspace),
        Err(JournalError::HeaderTooShort { .. }) => Err(FileError::Truncated),
        Err(JournalError::NewerVersion { found, .. }) => Err(FileError::Newer { version: found }),
        Err(_) => Err(FileError::Damaged),
    }
}

fn length(part: &[u8]) -> [u8; 8] {
    (part.len() as u64).to_le_bytes()
}

fn take_number(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (number, rest) = bytes.split_first_chunk()?;
    Some((u64::from_le_bytes(*number), rest))
}

fn take_part(bytes: &[u8]) -> Option<(&[u8], &[u8])> {
    let (length, rest) = take_number(bytes)?;
    rest.split_at_checked(usize::try_from(length).ok()?)
}

#[cfg(test)]
mod tests;
