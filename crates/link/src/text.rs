//! The text of a link: version, checksum and compressed content, in letters that are valid in a URL.
//!
//! Must not know the content.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hashrange_checkpoint::crc32;
use miniz_oxide::deflate::compress_to_vec;
use miniz_oxide::inflate::{TINFLStatus, decompress_to_vec_with_limit};

use crate::{Link, LinkError, content};

/// The version of the format that is written, and the latest that is read.
pub const FORMAT_VERSION: u8 = 1;
/// Maximum characters of a created text. Other programs truncate longer texts, but not files.
pub const MOST_CHARACTERS: usize = 32_000;
/// Maximum characters of a text that is read.
pub const MOST_READ: usize = 1_000_000;
/// Maximum size of the content after decompression, because a short text can expand to very many bytes.
const MOST_BYTES: usize = 16 << 20;
/// The compression level, from 0 to 10. It is high, because a link is created once and read often.
const LEVEL: u8 = 9;

/// The text of a link: letters, digits, `-` and `_`. The same state always has the same text.
///
/// # Errors
/// `TooLong` if the text has more than `MOST_CHARACTERS`, or if the content has more bytes than `decode` accepts.
/// `TooMuch` if `read` would refuse it for what it contains.
pub fn write(link: &Link) -> Result<String, LinkError> {
    let link = link.clone().canonical();
    content::check(&link)?;
    encode(&content::write(&link))
}

/// Encodes bytes as the text of a link.
///
/// # Errors
/// As `write`.
pub fn encode(content: &[u8]) -> Result<String, LinkError> {
    if content.len() > MOST_BYTES {
        return Err(LinkError::TooLong);
    }
    let mut bytes = vec![FORMAT_VERSION];
    bytes.extend(crc32(content).to_le_bytes());
    bytes.extend(compress_to_vec(content, LEVEL));
    // Base64 encodes three bytes as four characters.
    if bytes.len() > MOST_CHARACTERS / 4 * 3 {
        return Err(LinkError::TooLong);
    }
    Ok(URL_SAFE_NO_PAD.encode(bytes))
}

/// Reads the text of a link.
///
/// # Errors
/// See `LinkError`. No text needs more memory than a few times the maximum size of the content.
pub fn read(text: &str) -> Result<Link, LinkError> {
    content::read(&decode(text)?)
}

/// Decodes the bytes of a text from `encode`.
///
/// # Errors
/// As `read`.
pub fn decode(text: &str) -> Result<Vec<u8>, LinkError> {
    if text.len() > MOST_READ {
        return Err(LinkError::TooLong);
    }
    // Checks the version first, because another version can have another form.
    let head = text.get(..4).ok_or(LinkError::NotALink)?;
    let version = URL_SAFE_NO_PAD.decode(head).ok().and_then(|head| head.first().copied());
    match version.ok_or(LinkError::NotALink)? {
        FORMAT_VERSION => {}
        0 => return Err(LinkError::NotALink),
        version => return Err(LinkError::Newer { version }),
    }
    let bytes = URL_SAFE_NO_PAD.decode(text).map_err(|_| LinkError::Damaged)?;
    let (sum, compressed) = bytes
        .get(1..)
        .and_then(<[u8]>::split_first_chunk)
        .ok_or(LinkError::Damaged)?;
    let content = decompress_to_vec_with_limit(compressed, MOST_BYTES).map_err(|error| match error.status {
        TINFLStatus::HasMoreOutput => LinkError::TooLong,
        _ => LinkError::Damaged,
    })?;
    if crc32(&content) != u32::from_le_bytes(*sum) {
        return Err(LinkError::Damaged);
    }
    Ok(content)
}
