//! The text of a link: version, checksum and packed content as letters that an address takes.
//!
//! Must not know what the content says.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hashrange_checkpoint::crc32;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::{Link, LinkError, content};

/// The version of the format that is written, and the latest that is read.
pub const FORMAT_VERSION: u8 = 1;
/// The most characters of a text that is made. Longer ones are cut on their way; a file is not.
pub const MOST_CHARACTERS: usize = 32_000;
/// The most characters of a text that is read.
pub const MOST_READ: usize = 1_000_000;
/// The most bytes that a text stands for: a short one can stand for very many.
const MOST_BYTES: usize = 16 << 20;
/// How hard to try to pack, of 10: a link is made once and travels far.
const LEVEL: u8 = 9;

/// The text of a link: letters, digits, `-` and `_`. The same state gives the same text.
///
/// # Errors
/// `TooLong` where it has more than `MOST_CHARACTERS`, or stands for more bytes than are read.
pub fn write(link: &Link) -> Result<String, LinkError> {
    pack(&content::write(&link.clone().canonical()))
}

/// Bytes as the text of a link.
///
/// # Errors
/// As `write`.
pub fn pack(content: &[u8]) -> Result<String, LinkError> {
    if content.len() > MOST_BYTES {
        return Err(LinkError::TooLong);
    }
    let mut bytes = vec![FORMAT_VERSION];
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend(compress_to_vec(content, LEVEL));
    // Three bytes are four characters.
    if bytes.len() > MOST_CHARACTERS / 4 * 3 {
        return Err(LinkError::TooLong);
    }
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads the text of a link.
///
/// # Errors
/// As `LinkError` says. No text takes more memory than a few times the most bytes it may stand for.
pub fn read(text: &str) -> Result<Link, LinkError> {
    content::read(&unpack(text)?)
}

/// The bytes behind a text that `pack` made.
///
/// # Errors
/// As `read`.
pub fn unpack(text: &str) -> Result<Vec<u8>, LinkError> {
    if text.len() > MOST_READ {
        return Err(LinkError::TooLong);
    }
    // The version is looked at first: whatever follows may have another form altogether.
    let head = text.get(..4).ok_or(LinkError::NotALink)?;
    let version = URL_SAFE_NO_PAD.decode(head).ok().and_then(|head| head.first().copied());
    match version.ok_or(LinkError::NotALink)? {
        FORMAT_VERSION => {}
        0 => return Err(LinkError::NotALink),
        version => return Err(LinkError::Newer { version }),
    }
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| LinkError::Damaged)?;
    let (sum, packed) = bytes.get(1..).and_then(<[u8]>::split_first_chunk).ok_or(LinkError::Damaged)?;
    let content = decompress_to_vec_with_limit(packed, MOST_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLong,
        _ => LinkError::Damaged,
    })?;
    if crc32(&content) != u32::from_le_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    Ok(content)
}
