//! Saves a state into a checkpoint: parts first, then the state that refers to them, in frames.
//!
//! Must not know the content of a part or the state.

use std::collections::VecDeque;

use crate::frame::{FRAME, LAST, PARTS, STATE, checksum};
use crate::writer::Waiting;
use crate::{Checkpointed, Kind, Writer};

/// A state that is being written. It holds a copy of the state, which must not change.
pub struct Saving<T> {
    state: T,
    kinds: Vec<Kind>,
    writer: Writer,
    /// The remaining parts, once they are known.
    waiting: Option<VecDeque<Waiting>>,
    /// The remaining bytes of the state, once there are any.
    rest: Option<VecDeque<Vec<u8>>>,
    sum: u32,
}

impl<T: Checkpointed> Saving<T> {
    /// Begins with a state and the kinds its parts have.
    #[must_use]
    pub fn new(state: T, kinds: Vec<Kind>) -> Self {
        let writer = writer(&kinds);
        Self {
            state,
            kinds,
            writer,
            waiting: None,
            rest: None,
            sum: 0,
        }
    }

    /// The next frame; `None` after the last.
    pub fn frame(&mut self) -> Option<Vec<u8>> {
        let frame = self.parts().or_else(|| self.piece_of_state())?;
        Some(self.sealed(frame))
    }

    /// A frame of parts, while there are any.
    fn parts(&mut self) -> Option<Vec<u8>> {
        let waiting = self.waiting.get_or_insert_with(|| {
            // This writing of the state is discarded: it only finds the parts that the state refers to.
            let mut look = writer(&self.kinds);
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

/// A writer for these kinds of parts.
fn writer(kinds: &[Kind]) -> Writer {
    Writer::new(kinds.iter().map(Kind::id).collect())
}
