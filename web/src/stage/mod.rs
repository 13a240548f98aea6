//! The stage: one picture of the whole service behind a table, pure. A reading goes in, marks come out.
//!
//! `picture` says what stands where, `Traffic` where things move at a moment. Both are tested natively. Must not know the
//! DOM, signals, or how a reading is made.

mod below;
pub mod facts;
mod head;
mod index;
mod mark;
mod partition;
mod pen;
mod place;
mod room;
mod rows;
mod senders;
#[cfg(test)]
mod tests;
mod traffic;
pub mod walk;
pub mod words;

use hashrange_protocol::Stage;

pub use self::mark::{Anchor, Group, Mark, Picture, Shape, Subject, Way, along, length};
pub use self::room::Room;
pub use self::senders::{Sender, Senders, senders};
pub use self::traffic::{Dot, DotKind, Traffic, is_read};

/// What stands on the stage.
#[must_use]
pub fn picture(stage: &Stage, senders: &Senders, room: Room) -> Picture {
    let places = place::places(stage, senders, room);
    let mut picture =
        Picture { width: room.width, height: places.height, text: places.scale.text, ..Picture::default() };
    index::pipes(stage, &places, &mut picture);
    head::draw(stage, senders, &places, &mut picture);
    partition::draw(stage, &places, &mut picture);
    index::draw(stage, &places, &mut picture);
    below::draw(stage, &places, &mut picture);
    picture
}
