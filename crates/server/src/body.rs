//! Bodies of requests: read within bounds of size, time and memory, and unpacked.
//!
//! Must not know what they say.

use std::io::{self, Read as _};
use std::sync::Arc;
use std::time::Duration;

use axum::body::Body;
use flate2::read::MultiGzDecoder;
use http_body_util::BodyExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::options::Bounds;

/// Largest body that is taken, packed or unpacked (observed by dynalite).
const LARGEST: usize = 16 * 1024 * 1024;
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

    /// Unpacks a body that was packed with gzip.
    ///
    /// # Errors
    /// When it was not, or when more comes out than the service takes.
    pub(crate) async fn unpack(&self, received: &mut Received) -> Result<Vec<u8>, Untaken> {
        let placed = tokio::time::timeout(self.patience, self.make_place(received)).await;
        placed.map_err(|_| Untaken::TooSlow)?;
        unpack(&received.bytes)
    }

    /// Waits until there is room for a large body. Nobody waits for a second place while holding one, so places do come
    /// free.
    async fn make_place(&self, received: &mut Received) {
        if received.place.is_none() {
            received.place = Arc::clone(&self.large).acquire_owned().await.ok();
        }
    }
}

fn unpack(packed: &[u8]) -> Result<Vec<u8>, Untaken> {
    let limit = u64::try_from(LARGEST).unwrap_or(u64::MAX).saturating_add(1);
    let mut bytes = Vec::new();
    let read: io::Result<usize> = MultiGzDecoder::new(packed).take(limit).read_to_end(&mut bytes);
    match read {
        Ok(length) if length > LARGEST => Err(Untaken::TooLarge),
        Ok(_) => Ok(bytes),
        Err(_) => Err(Untaken::BadPacking),
    }
}

#[cfg(test)]
mod tests {
    use super::{LARGEST, Untaken, unpack};
    use crate::packing::pack;

    #[test]
    fn what_was_packed_is_unpacked() {
        assert_eq!(unpack(&pack(b"{}")), Ok(b"{}".to_vec()));
        let twice = [pack(b"one "), pack(b"two")].concat();
        assert_eq!(unpack(&twice), Ok(b"one two".to_vec()));
    }

    #[test]
    fn a_bomb_is_no_more_than_the_largest_body() {
        assert_eq!(unpack(&pack(&vec![b' '; LARGEST])).map(|bytes| bytes.len()), Ok(LARGEST));
        assert_eq!(unpack(&pack(&vec![b' '; LARGEST + 1])), Err(Untaken::TooLarge));
    }

    #[test]
    fn anything_else_is_refused() {
        let packed = pack(b"{\"TableName\": \"Thread\"}");
        for bad in [b"".as_slice(), b"{}", &packed[..packed.len() - 5], &[packed.as_slice(), b"x"].concat()] {
            assert_eq!(unpack(bad), Err(Untaken::BadPacking), "{bad:?}");
        }
    }
}
