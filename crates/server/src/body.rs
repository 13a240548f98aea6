//! Bodies of requests: read within bounds of size, time and memory, and unpacked.
//!
//! Must not know what they say.

use std::io::Read as _;
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use flate2::bufread::{MultiGzDecoder, ZlibDecoder};
use http_body_util::BodyExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::options::Bounds;
use crate::packing::Coding;

/// Largest body that is taken (observed by dynalite). Of a packed one the service takes a gigabyte unpacked (observed);
/// here it may be no larger than others, so that memory stays bounded.
pub(crate) const LARGEST: usize = 16 * 1024 * 1024;
/// How much of a larger body is swallowed, so that its sender gets to read the refusal instead of a broken connection.
const SWALLOWED: usize = 4 * LARGEST;
/// Largest body that needs no place among the large ones.
const SMALL: usize = 64 * 1024;

/// Reads bodies for all connections of a server.
#[derive(Clone)]
pub(crate) struct Bodies {
    /// Places of large bodies.
    large: Arc<Semaphore>,
    patience: Duration,
}

/// A body, and its place among the large ones for as long as it is held.
pub(crate) struct Received {
    /// The bytes as they were sent.
    pub(crate) bytes: Vec<u8>,
    place: Option<OwnedSemaphorePermit>,
}

/// A body that was not taken.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Untaken {
    /// It is larger than the service takes.
    TooLarge,
    /// It did not come in time.
    TooSlow,
    /// The connection broke, or the body's own framing.
    Broken,
    /// It is not packed as it says.
    BadPacking,
}

impl Bodies {
    /// Nothing is read yet.
    pub(crate) fn new(bounds: &Bounds) -> Self {
        Self { large: Arc::new(Semaphore::new(bounds.large_bodies)), patience: bounds.patience }
    }

    /// Reads a body.
    ///
    /// # Errors
    /// When it is not taken.
    pub(crate) async fn receive(&self, body: Body) -> Result<Received, Untaken> {
        tokio::time::timeout(self.patience, self.receive_at_leisure(body)).await.unwrap_or(Err(Untaken::TooSlow))
    }

    async fn receive_at_leisure(&self, mut body: Body) -> Result<Received, Untaken> {
        let mut received = Received { bytes: Vec::new(), place: None };
        let mut length = 0_usize;
        while let Some(frame) = body.frame().await {
            let Ok(data) = frame.map_err(|_| Untaken::Broken)?.into_data() else { continue };
            length = length.saturating_add(data.len());
            if length > SWALLOWED {
                break;
            } else if length > LARGEST {
                received.bytes = Vec::new();
            } else {
                if length > SMALL {
                    self.make_place(&mut received).await;
                }
                received.bytes.extend_from_slice(&data);
            }
        }
        if length > LARGEST { Err(Untaken::TooLarge) } else { Ok(received) }
    }

    /// Unpacks a body that was packed with this coding.
    ///
    /// # Errors
    /// When it was not, or when more comes out than the service takes.
    pub(crate) async fn unpack(&self, coding: Coding, received: &mut Received) -> Result<Vec<u8>, Untaken> {
        let placed = tokio::time::timeout(self.patience, self.make_place(received)).await;
        placed.map_err(|_| Untaken::TooSlow)?;
        unpack(coding, &received.bytes)
    }

    /// Waits until there is room for a large body. Nobody waits for a second place while holding one, so places do come
    /// free.
    async fn make_place(&self, received: &mut Received) {
        if received.place.is_none() {
            received.place = Arc::clone(&self.large).acquire_owned().await.ok();
        }
    }
}

fn unpack(coding: Coding, packed: &[u8]) -> Result<Vec<u8>, Untaken> {
    let mut bytes = Vec::new();
    let whole = match coding {
        Coding::Gzip => ungzip(packed, &mut bytes),
        Coding::Deflate => inflate(packed, &mut bytes),
    };
    match whole {
        _ if bytes.len() > LARGEST => Err(Untaken::TooLarge),
        true => Ok(bytes),
        false => Err(Untaken::BadPacking),
    }
}

/// Unpacks members one after the other. What comes after a whole one and does not begin as one is left alone (observed).
fn ungzip(packed: &[u8], bytes: &mut Vec<u8>) -> bool {
    let mut members = MultiGzDecoder::new(packed);
    let is_one = members.header().is_some();
    let read = members.by_ref().take(limit()).read_to_end(bytes);
    // While the decoder is between two members it has no header.
    is_one && (read.is_ok() || members.header().is_none())
}

/// Unpacks one stream, with nothing after it. A second one is refused (observed), and so is anything else (inferred).
fn inflate(packed: &[u8], bytes: &mut Vec<u8>) -> bool {
    let mut stream = ZlibDecoder::new(packed);
    stream.by_ref().take(limit()).read_to_end(bytes).is_ok() && stream.into_inner().is_empty()
}

/// How much is unpacked: enough to see that it is too much.
fn limit() -> u64 {
    u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1)
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, Untaken, unpack};
    use crate::packing::Coding;

    const TEXT: &[u8] = b"{\"TableName\": \"Thread\"}";

    #[test]
    fn what_was_packed_is_unpacked() {
        for coding in Coding::ALL {
            assert_eq!(unpack(coding, &coding.pack(TEXT)), Ok(TEXT.to_vec()));
            assert_eq!(unpack(coding, &coding.pack(b"")), Ok(Vec::new()));
        }
    }

    #[test]
    fn several_members_of_gzip_are_one_body() {
        let gzip = |text: &[u8]| Coding::Gzip.pack(text);
        assert_eq!(unpack(Coding::Gzip, &[gzip(b"one "), gzip(b""), gzip(b"two")].concat()), Ok(b"one two".to_vec()));
        for junk in [b"j".as_slice(), b"junk", b"\x1f\x8b", &[0; 100], &gzip(b"two")[..9]] {
            let sent = [gzip(b"one "), gzip(b"two"), junk.to_vec()].concat();
            assert_eq!(unpack(Coding::Gzip, &sent), Ok(b"one two".to_vec()), "{junk:?}");
        }
    }

    #[test]
    fn a_stream_of_deflate_is_alone() {
        let packed = Coding::Deflate.pack(TEXT);
        for more in [packed.as_slice(), b"j", b"junk"] {
            assert_eq!(unpack(Coding::Deflate, &[packed.as_slice(), more].concat()), Err(Untaken::BadPacking));
        }
    }

    #[test]
    fn a_bomb_is_no_more_than_the_largest_body() {
        for coding in Coding::ALL {
            assert_eq!(unpack(coding, &coding.pack(&vec![b' '; LARGEST])).map(|bytes| bytes.len()), Ok(LARGEST));
            assert_eq!(unpack(coding, &coding.pack(&vec![b' '; LARGEST + 1])), Err(Untaken::TooLarge));
        }
        let junk = [Coding::Gzip.pack(&vec![b' '; LARGEST + 1]), b"junk".to_vec()].concat();
        assert_eq!(unpack(Coding::Gzip, &junk), Err(Untaken::TooLarge));
    }

    #[test]
    fn anything_else_is_refused() {
        for (coding, other) in [(Coding::Gzip, Coding::Deflate), (Coding::Deflate, Coding::Gzip)] {
            let packed = coding.pack(TEXT);
            for end in 0..packed.len() {
                assert_eq!(unpack(coding, &packed[..end]), Err(Untaken::BadPacking), "{coding:?} up to {end}");
            }
            for bad in [b"".as_slice(), b"{}", TEXT, &other.pack(TEXT)] {
                assert_eq!(unpack(coding, bad), Err(Untaken::BadPacking), "{coding:?}: {bad:?}");
            }
            let mut damaged = packed.clone();
            *damaged.last_mut().expect("it is not empty") ^= 1;
            assert_eq!(unpack(coding, &damaged), Err(Untaken::BadPacking), "{coding:?}");
        }
    }

    #[test]
    fn a_later_member_that_breaks_off_is_refused() {
        let packed = Coding::Gzip.pack(TEXT);
        for end in 10..packed.len() {
            let sent = [packed.as_slice(), &packed[..end]].concat();
            assert_eq!(unpack(Coding::Gzip, &sent), Err(Untaken::BadPacking), "up to {end}");
        }
    }
}
