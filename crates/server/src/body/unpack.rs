//! Decompression of a body, within the size of the largest body.
//!
//! Must not know where a body comes from, nor its content.

use std::io::Read as _;

use flate2::bufread::{MultiGzDecoder, ZlibDecoder};

use super::body_error::{BodyError, LARGEST};
use crate::content_encoding::Coding;

/// Decompresses a body.
///
/// # Errors
/// The body is not compressed correctly, or decompresses to more than the service accepts.
pub(super) fn decompress(coding: Coding, compressed: &[u8]) -> Result<Vec<u8>, BodyError> {
    let mut bytes = Vec::new();
    let whole = match coding {
        Coding::Gzip => ungzip(compressed, &mut bytes),
        Coding::Deflate => inflate(compressed, &mut bytes),
    };
    match whole {
        _ if bytes.len() > LARGEST => Err(BodyError::TooLarge),
        true => Ok(bytes),
        false => Err(BodyError::BadEncoding),
    }
}

/// Decompresses consecutive members. Ignores data after a complete member that does not begin like a member
/// (observed: compressed-requests).
fn ungzip(compressed: &[u8], bytes: &mut Vec<u8>) -> bool {
    let mut members = MultiGzDecoder::new(compressed);
    let is_one = members.header().is_some();
    let read = members.by_ref().take(limit()).read_to_end(bytes);
    // While the decoder is between two members it has no header.
    is_one && (read.is_ok() || members.header().is_none())
}

/// Decompresses one stream, with nothing after it. Refuses a second stream (observed: compressed-requests) and any
/// other data (inferred: compressed-deflate).
fn inflate(compressed: &[u8], bytes: &mut Vec<u8>) -> bool {
    let mut stream = ZlibDecoder::new(compressed);
    stream.by_ref().take(limit()).read_to_end(bytes).is_ok() && stream.into_inner().is_empty()
}

/// The maximum unpacked size: one byte over the limit, enough to detect it.
fn limit() -> u64 {
    u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::*;

    const TEXT: &[u8] = b"{\"TableName\": \"Thread\"}";

    #[test]
    fn what_was_compressed_is_decompressed() {
        for coding in Coding::ALL {
            assert_eq!(decompress(coding, &coding.compress(TEXT)), Ok(TEXT.to_vec()));
            assert_eq!(decompress(coding, &coding.compress(b"")), Ok(Vec::new()));
        }
    }

    #[test]
    fn several_members_of_gzip_are_one_body() {
        let gzip = |text: &[u8]| Coding::Gzip.compress(text);
        assert_eq!(
            decompress(Coding::Gzip, &[gzip(b"one "), gzip(b""), gzip(b"two")].concat()),
            Ok(b"one two".to_vec())
        );
        for junk in [b"j".as_slice(), b"junk", b"\x1f\x8b", &[0; 100], &gzip(b"two")[..9]] {
            let sent = [gzip(b"one "), gzip(b"two"), junk.to_vec()].concat();
            assert_eq!(decompress(Coding::Gzip, &sent), Ok(b"one two".to_vec()), "{junk:?}");
        }
    }

    #[test]
    fn a_stream_of_deflate_is_alone() {
        let compressed = Coding::Deflate.compress(TEXT);
        for more in [compressed.as_slice(), b"j", b"junk"] {
            assert_eq!(
                decompress(Coding::Deflate, &[compressed.as_slice(), more].concat()),
                Err(BodyError::BadEncoding)
            );
        }
    }

    #[test]
    fn a_bomb_is_no_more_than_the_largest_body() {
        for coding in Coding::ALL {
            assert_eq!(
                decompress(coding, &coding.compress(&vec![b' '; LARGEST])).map(|bytes| bytes.len()),
                Ok(LARGEST)
            );
            assert_eq!(
                decompress(coding, &coding.compress(&vec![b' '; LARGEST + 1])),
                Err(BodyError::TooLarge)
            );
        }
        let junk = [Coding::Gzip.compress(&vec![b' '; LARGEST + 1]), b"junk".to_vec()].concat();
        assert_eq!(decompress(Coding::Gzip, &junk), Err(BodyError::TooLarge));
    }

    #[test]
    fn anything_else_is_refused() {
        for (coding, other) in [(Coding::Gzip, Coding::Deflate), (Coding::Deflate, Coding::Gzip)] {
            let compressed = coding.compress(TEXT);
            for end in 0..compressed.len() {
                assert_eq!(
                    decompress(coding, &compressed[..end]),
                    Err(BodyError::BadEncoding),
                    "{coding:?} up to {end}"
                );
            }
            for bad in [b"".as_slice(), b"{}", TEXT, &other.compress(TEXT)] {
                assert_eq!(
                    decompress(coding, bad),
                    Err(BodyError::BadEncoding),
                    "{coding:?}: {bad:?}"
                );
            }
            let mut damaged = compressed.clone();
            *damaged.last_mut().expect("it is not empty") ^= 1;
            assert_eq!(decompress(coding, &damaged), Err(BodyError::BadEncoding), "{coding:?}");
        }
    }

    #[test]
    fn a_later_member_that_breaks_off_is_refused() {
        let compressed = Coding::Gzip.compress(TEXT);
        for end in 10..compressed.len() {
            let sent = [compressed.as_slice(), &compressed[..end]].concat();
            assert_eq!(
                decompress(Coding::Gzip, &sent),
                Err(BodyError::BadEncoding),
                "up to {end}"
            );
        }
    }
}
