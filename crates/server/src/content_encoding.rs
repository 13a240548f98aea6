//! Content codings: their names, the coding of a request's body, and compression.
//!
//! Owns gzip and deflate, the two codings that the service supports (observed: compressed-requests). Must not know
//! what is compressed, nor which coding a client prefers: `content_negotiation` does.

use std::io::Read as _;

use axum::http::HeaderMap;
use axum::http::header::CONTENT_ENCODING;
use flate2::Compression;
use flate2::bufread::{GzEncoder, ZlibEncoder};

/// The content encoding of an uncompressed body.
const IDENTITY: &str = "identity";

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Members of RFC 1952.
    Gzip,
    /// A stream of RFC 1950 (zlib), which HTTP calls deflate (documented: http-standard).
    Deflate,
}

/// An unknown encoding, or several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownCoding;

impl Coding {
    /// All codings. A client without a preference gets the first (observed: compressed-responses).
    pub(crate) const ALL: [Self; 2] = [Self::Gzip, Self::Deflate];

    /// Its name in headers.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
        }
    }

    /// Compresses bytes.
    pub(crate) fn compress(self, bytes: &[u8]) -> Vec<u8> {
        let mut compressed = Vec::with_capacity(bytes.len() / 4);
        // From memory to memory: this cannot fail.
        let _ = match self {
            Self::Gzip => GzEncoder::new(bytes, Compression::fast()).read_to_end(&mut compressed),
            Self::Deflate => ZlibEncoder::new(bytes, Compression::fast()).read_to_end(&mut compressed),
        };
        compressed
    }
}

/// The content encoding of a request's body; `None` for an uncompressed one.
///
/// # Errors
/// When the service does not know it. Several encodings are an error too, even if all are known
/// (inferred: content-coding-rest).
pub(crate) fn content_encoding(headers: &HeaderMap) -> Result<Option<Coding>, UnknownCoding> {
    let mut values = headers.get_all(CONTENT_ENCODING).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(UnknownCoding);
    }
    let name = value.to_str().unwrap_or_default().trim();
    // Treated as uncompressed (inferred: content-coding-rest).
    if name.eq_ignore_ascii_case(IDENTITY) {
        return Ok(None);
    }
    let known = Coding::ALL
        .into_iter()
        .find(|coding| coding.name().eq_ignore_ascii_case(name));
    known.map(Some).ok_or(UnknownCoding)
}

#[cfg(test)]
mod tests {
    use super::{Coding, UnknownCoding, content_encoding};
    use axum::http::HeaderMap;

    fn coding_of(values: &[&str]) -> Result<Option<Coding>, UnknownCoding> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("content-encoding", value.parse().expect("a value"));
        }
        content_encoding(&headers)
    }

    #[test]
    fn a_body_has_one_coding_or_none() {
        assert_eq!(coding_of(&[" GZip"]), Ok(Some(Coding::Gzip)));
        assert_eq!(coding_of(&["DEFLATE"]), Ok(Some(Coding::Deflate)));
        assert_eq!(coding_of(&["Identity"]), Ok(None));
        assert_eq!(coding_of(&[]), Ok(None));
    }

    #[test]
    fn any_other_is_unknown() {
        for unknown in ["garbage", "br", "x-gzip", "gzip, gzip", "gzip, identity", "*", ""] {
            assert_eq!(coding_of(&[unknown]), Err(UnknownCoding), "{unknown}");
        }
        assert_eq!(coding_of(&["gzip", "gzip"]), Err(UnknownCoding));
        assert_eq!(coding_of(&["identity", "gzip"]), Err(UnknownCoding));
    }

    #[test]
    fn deflate_is_packed_as_zlib_does() {
        assert_eq!(Coding::Gzip.compress(b"{}").get(..2), Some(b"\x1f\x8b".as_slice()));
        let compressed = Coding::Deflate.compress(b"{}");
        let head = u16::from_be_bytes([compressed[0], compressed[1]]);
        assert_eq!((compressed[0], head % 31), (0x78, 0), "the head of RFC 1950");
    }
}
