//! A state on its way into a checkpoint: parts first, then the state that refers to them, in frames.
//!
//! Every frame ends with a checksum that takes in those before it, so that what is damaged, missing, out of order or of another
//! checkpoint is found before it is read.

use std::any::TypeId;
use std::collections::VecDeque;
use std::sync::Arc;

use crate::reader::Shared;
use crate::{Checkpointed, Damaged, Reader, Writer};

/// Bytes after which a frame ends; one part may be longer.
pub(crate) const FRAME: usize = 64 * 1024;

/// A type that parts have.
#[derive(Clone, Copy, Debug)]
pub struct Kind {
    id: TypeId,
    pub(crate) read: fn(&mut Reader<'_>) -> Result<Shared, Damaged>,
}

impl Kind {
    /// The kind of parts of this type.
    #[must_use]
    pub fn of<T: Checkpointed + Send + Sync + 'static>() -> Self {
        Self { id: TypeId::of::<T>(), read: |bytes| Ok(Arc::new(T::read(bytes)?)) }
    }

    pub(crate) fn id(&self) -> TypeId {
        self.id
    }
}

/// Something to write.
pub(crate) trait Part {
    fn write(&self, out: &mut Writer);
}

impl<T: Checkpointed> Part for Arc<T> {
    fn write(&self, out: &mut Writer) {
        T::write(self, out);
    }
}

/// A part that is to be written.
pub(crate) struct Waiting {
    pub(crate) address: usize,
    /// Its place among the kinds.
    pub(crate) kind: usize,
    pub(crate) part: Box<dyn Part>,
}

/// What a frame holds: the first of its bytes.
pub(crate) const PARTS: u8 = 1;
pub(crate) const STATE: u8 = 2;
pub(crate) const LAST: u8 = 3;

/// A state that is being written. It keeps the state, which must be a copy that nobody changes.
pub struct Saving<T> {
    state: T,
    kinds: Vec<Kind>,
    writer: Writer,
    /// The parts that are still to go out, once they are known.
    waiting: Option<VecDeque<Waiting>>,
    /// The state's bytes that are still to go out, once there are any.
    rest: Option<VecDeque<Vec<u8>>>,
    sum: u32,
}

impl<T: Checkpointed> Saving<T> {
    /// Begins with a state and the kinds its parts have.
    #[must_use]
    pub fn new(state: T, kinds: Vec<Kind>) -> Self {
        let writer = Writer::new(&kinds);
        Self { state, kinds, writer, waiting: None, rest: None, sum: 0 }
    }

    /// The next frame; `None` after the last.
    pub fn frame(&mut self) -> Option<Vec<u8>> {
        let frame = self.parts().or_else(|| self.piece_of_state())?;
        Some(self.sealed(frame))
    }

    /// A frame of parts, while there are any.
    fn parts(&mut self) -> Option<Vec<u8>> {
        let waiting = self.waiting.get_or_insert_with(|| {
            // What this says of the state is of no use: it is what refers to parts that are not there.
            let mut look = Writer::new(&self.kinds);
            self.state.write(&mut look);
            look.waiting
        });
        if waiting.is_empty() {
            return None;
        }
        self.writer.byte(PARTS);
        while self.writer.len() < FRAME
            && let Some(Waiting { address, kind, part }) = waiting.pop_front()
        {
            self.writer.varint(kind as u64);
            part.write(&mut self.writer);
            self.writer.give_number(address);
        }
        Some(self.writer.take())
    }

    /// A frame of the state itself.
    fn piece_of_state(&mut self) -> Option<Vec<u8>> {
        let rest = self.rest.get_or_insert_with(|| {
            self.state.write(&mut self.writer);
            self.writer.take().chunks(FRAME).map(<[u8]>::to_vec).collect()
        });
        let piece = rest.pop_front()?;
        let mut frame = vec![if rest.is_empty() { LAST } else { STATE }];
        frame.extend(piece);
        Some(frame)
    }

    fn sealed(&mut self, mut frame: Vec<u8>) -> Vec<u8> {
        self.sum = checksum(self.sum, &frame);
        frame.extend(self.sum.to_le_bytes());
        frame
    }
}

/// The checksum of a frame after those with this one.
pub(crate) fn checksum(before: u32, frame: &[u8]) -> u32 {
    let mut hasher = crc32fast::Hasher::new_with_initial(before);
    hasher.update(frame);
    hasher.finalize()
}
