//! Bodies of requests: read within bounds of size, time and memory.
//!
//! A body waits for memory before it is read, and only for bodies of about its own size: a small body never waits for
//! large ones that do not arrive. Must not know the content of bodies.

mod body_error;
mod unpack;

use std::sync::Arc;
use std::time::Duration;

use axum::body::{Body, HttpBody as _};
use http_body_util::BodyExt as _;
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, timeout, timeout_at};

pub(crate) use body_error::{BodyError, LARGEST};

use crate::content_encoding::Coding;
use crate::options::Bounds;

/// How much of a larger body is read and discarded, so that its sender receives the refusal instead of a broken
/// connection.
const SWALLOWED: usize = 4 * LARGEST;
/// The maximum size of a body that needs no slot.
const SMALL: usize = 64 * 1024;
/// The maximum sizes of larger bodies, in classes that have the same memory each.
const CLASSES: [usize; 4] = [4 * SMALL, 16 * SMALL, 64 * SMALL, LARGEST];

/// Reads bodies for all connections of a server.
#[derive(Clone)]
pub(crate) struct Bodies {
    /// Slots for the bodies of each class.
    classes: [Arc<Semaphore>; CLASSES.len()],
    /// Slots for decompressed bodies. No client can hold one by sending slowly.
    unpacked: Arc<Semaphore>,
    timeout: Duration,
    stall: Duration,
}

/// A body, and its slots while it is in memory.
pub(crate) struct Received {
    /// The bytes as they were sent.
    pub(crate) bytes: Vec<u8>,
    _place: Option<OwnedSemaphorePermit>,
    unpacked: Option<OwnedSemaphorePermit>,
}

/// A body that is being read.
struct Receiving<'b> {
    bodies: &'b Bodies,
    bytes: Vec<u8>,
    place: Option<OwnedSemaphorePermit>,
    /// Bytes so far, of which those of a body that is too large are discarded.
    length: usize,
    /// When the whole body must have arrived.
    deadline: Instant,
}

impl Bodies {
    /// A reader without pending bodies.
    pub(crate) fn new(bounds: &Bounds) -> Self {
        let slots = |size: usize| Arc::new(Semaphore::new((bounds.body_memory / size).max(1)));
        Self {
            classes: CLASSES.map(slots),
            unpacked: slots(LARGEST),
            timeout: bounds.timeout,
            stall: bounds.stall,
        }
    }

    /// Reads a body. The time limits start when there is memory for it.
    ///
    /// # Errors
    /// When the body is not accepted.
    pub(crate) async fn receive(&self, mut body: Body) -> Result<Received, BodyError> {
        let declared = body
            .size_hint()
            .exact()
            .map(|length| usize::try_from(length).unwrap_or(usize::MAX));
        let place = match declared {
            Some(length) if length <= LARGEST => self.place(length).await?,
            // Too large a body is not stored.
            _ => None,
        };
        let mut receiving = Receiving {
            bodies: self,
            bytes: Vec::new(),
            place,
            length: 0,
            deadline: Instant::now() + self.timeout,
        };
        while let Some(frame) = receiving.in_time(body.frame()).await? {
            let Ok(data) = frame.map_err(|_| BodyError::Broken)?.into_data() else {
                continue;
            };
            receiving.take(&data, declared).await?;
            if receiving.length > SWALLOWED {
                break;
            }
        }
        receiving.end()
    }

    /// Decompresses a body that was compressed with this coding.
    ///
    /// # Errors
    /// The body is not compressed correctly, or decompresses to more than the service accepts.
    pub(crate) async fn decompress(&self, coding: Coding, received: &mut Received) -> Result<Vec<u8>, BodyError> {
        received.unpacked = Some(self.slot(&self.unpacked).await?);
        unpack::decompress(coding, &received.bytes)
    }

    /// Waits for memory for a body of this length; `None` if it needs no slot.
    async fn place(&self, length: usize) -> Result<Option<OwnedSemaphorePermit>, BodyError> {
        if length <= SMALL {
            return Ok(None);
        }
        let classes = CLASSES.iter().zip(&self.classes);
        match classes.into_iter().find(|(size, _)| length <= **size) {
            Some((_, slots)) => self.slot(slots).await.map(Some),
            None => Ok(None),
        }
    }

    async fn slot(&self, slots: &Arc<Semaphore>) -> Result<OwnedSemaphorePermit, BodyError> {
        match timeout(self.timeout, Arc::clone(slots).acquire_owned()).await {
            Ok(Ok(slot)) => Ok(slot),
            // Nobody closes the semaphore.
            Ok(Err(_)) | Err(_) => Err(BodyError::NoRoom),
        }
    }
}

impl Receiving<'_> {
    /// Waits for the next piece: until the body stalls, or its time is up.
    async fn in_time<T>(&self, piece: impl Future<Output = T>) -> Result<T, BodyError> {
        let stalled = Instant::now() + self.bodies.stall;
        timeout_at(stalled.min(self.deadline), piece)
            .await
            .map_err(|_| BodyError::TooSlow)
    }

    /// Stores a piece. A body without a declared length needs room for the largest when it is no longer small.
    async fn take(&mut self, data: &[u8], declared: Option<usize>) -> Result<(), BodyError> {
        self.length = self.length.saturating_add(data.len());
        if self.length > LARGEST || declared.is_some_and(|length| length > LARGEST) {
            self.bytes = Vec::new();
            return Ok(());
        }
        if declared.is_none() && self.place.is_none() && self.length > SMALL {
            self.place = self.bodies.place(LARGEST).await?;
            self.deadline = Instant::now() + self.bodies.timeout;
        }
        self.bytes.extend_from_slice(data);
        Ok(())
    }

    fn end(self) -> Result<Received, BodyError> {
        if self.length > LARGEST {
            return Err(BodyError::TooLarge);
        }
        Ok(Received {
            bytes: self.bytes,
            _place: self.place,
            unpacked: None,
        })
    }
}

#[cfg(test)]
mod tests;
