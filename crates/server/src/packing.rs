//! Content codings: their names, which of them a request's body has, and packing.
//!
//! Owns gzip and deflate, the two the service speaks (observed). Must not know what is packed, nor which coding a client
//! would like: `preference` does.

use std::io::Read as _;

use axum::http::HeaderMap;
use axum::http::header::CONTENT_ENCODING;
use flate2::Compression;
use flate2::bufread::{GzEncoder, ZlibEncoder};

/// What a body that is not packed may say of itself.
const IDENTITY: &str = "identity";

/// A content coding.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Coding {
    /// Members of RFC 1952.
    Gzip,
    /// A stream of RFC 1950, zlib's, which is what HTTP calls by this name (documented).
    Deflate,
}

/// A coding the service does not know, or several at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct UnknownCoding;

impl Coding {
    /// All there are; who has no wish gets the first (observed).
    pub(crate) const ALL: [Self; 2] = [Self::Gzip, Self::Deflate];

    /// Its name in headers.
    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Gzip => "gzip",
            Self::Deflate => "deflate",
        }
    }

    /// Packs bytes.
    pub(crate) fn pack(self, bytes: &[u8]) -> Vec<u8> {
        let mut packed = Vec::with_capacity(bytes.len() / 4);
        // From memory into memory: nothing can fail.
        let _ = match self {
            Self::Gzip => GzEncoder::new(bytes, Compression::fast()).read_to_end(&mut packed),
            Self::Deflate => ZlibEncoder::new(bytes, Compression::fast()).read_to_end(&mut packed),
        };
        packed
    }
}

/// The coding of a request's body; `None` for one that is not packed.
///
/// # Errors
/// When it is none the service knows. Several, even known ones, are none either (inferred).
pub(crate) fn coding_of_body(headers: &HeaderMap) -> Result<Option<Coding>, UnknownCoding> {
    let mut values = headers.get_all(CONTENT_ENCODING).into_iter();
    let Some(value) = values.next() else { return Ok(None) };
    if values.next().is_some() {
        return Err(UnknownCoding);
    }
    let name = value.to_str().unwrap_or_default().trim();
    // Taken as not packed (inferred).
    if name.eq_ignore_ascii_case(IDENTITY) {
        return Ok(None);
    }
    let known = Coding::ALL.into_iter().find(|coding| coding.name().eq_ignore_ascii_case(name));
    known.map(Some).ok_or(UnknownCoding)
}

#[cfg(test)]
mod tests {
    use super::{Coding, UnknownCoding, coding_of_body};
    use axum::http::HeaderMap;

    fn coding_of(values: &[&str]) -> Result<Option<Coding>, UnknownCoding> {
        let mut headers = HeaderMap::new();
        for value in values {
            headers.append("content-encoding", value.parse().expect("a value"));
        }
        coding_of_body(&headers)
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
        assert_eq!(Coding::Gzip.pack(b"{}").get(..2), Some(b"\x1f\x8b".as_slice()));
        let packed = Coding::Deflate.pack(b"{}");
        let head = u16::from_be_bytes([packed[0], packed[1]]);
        assert_eq!((packed[0], head % 31), (0x78, 0), "the head of RFC 1950");
    }
}
