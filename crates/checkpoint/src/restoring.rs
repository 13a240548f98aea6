//! Restores a state from a checkpoint: frames in the order in which they were written, then the state.
//!
//! Must not accept a frame whose checksum does not match.

use std::marker::PhantomData;

use crate::frame::{LAST, PARTS, STATE, checksum};
use crate::{Arena, Checkpointed, Damaged, FORMAT_VERSION, Kind, Reader};

/// The progress of the reading.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Stage {
    /// More frames follow.
    Open,
    /// All frames have been read.
    Whole,
    /// Something was damaged.
    Broken,
}

/// A state that is being read.
pub struct Restoring<T> {
    kinds: Vec<Kind>,
    arena: Arena,
    /// The state's bytes so far.
    state: Vec<u8>,
    stage: Stage,
    sum: u32,
    of: PhantomData<fn() -> T>,
}

impl<T: Checkpointed> Restoring<T> {
    /// Begins with the kinds that parts have.
    #[must_use]
    pub fn new(kinds: Vec<Kind>) -> Self {
        Self::of_version(kinds, FORMAT_VERSION)
    }

    /// The same for a checkpoint of this version.
    #[must_use]
    pub fn of_version(kinds: Vec<Kind>, version: u32) -> Self {
        let arena = Arena::of_version(version);
        Self {
            kinds,
            arena,
            state: Vec::new(),
            stage: Stage::Open,
            sum: 0,
            of: PhantomData,
        }
    }

    /// Reads the next frame.
    ///
    /// # Errors
    /// If it is damaged, or not the next one. Nothing can be read after that.
    pub fn take(&mut self, frame: &[u8]) -> Result<(), Damaged> {
        // The stage is broken until the frame is known to be valid.
        if std::mem::replace(&mut self.stage, Stage::Broken) != Stage::Open {
            return Err(Damaged);
        }
        let (frame, sum) = frame.split_last_chunk().ok_or(Damaged)?;
        self.sum = checksum(self.sum, frame);
        if self.sum != u32::from_le_bytes(*sum) {
            return Err(Damaged);
        }
        let (kind, content) = frame.split_first().ok_or(Damaged)?;
        match *kind {
            PARTS if self.state.is_empty() => self.take_parts(content)?,
            STATE | LAST => self.state.extend_from_slice(content),
            _ => return Err(Damaged),
        }
        self.stage = if *kind == LAST { Stage::Whole } else { Stage::Open };
        Ok(())
    }

    fn take_parts(&mut self, parts: &[u8]) -> Result<(), Damaged> {
        let mut bytes = Reader::new(parts, &mut self.arena);
        while !bytes.is_at_end() {
            let kind = usize::try_from(bytes.varint()?)
                .ok()
                .and_then(|kind| self.kinds.get(kind))
                .ok_or(Damaged)?;
            let part = (kind.read)(&mut bytes)?;
            bytes.keep(part);
        }
        Ok(())
    }

    /// Returns the state, after the last frame.
    ///
    /// # Errors
    /// If frames are missing, or if a frame was damaged.
    pub fn finish(mut self) -> Result<T, Damaged> {
        if self.stage != Stage::Whole {
            return Err(Damaged);
        }
        let mut bytes = Reader::new(&self.state, &mut self.arena);
        let state = T::read(&mut bytes)?;
        if bytes.is_at_end() { Ok(state) } else { Err(Damaged) }
    }
}
