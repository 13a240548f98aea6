//! The stage: one picture of the whole service behind a table, as a pure function from a reading to marks.
//!
//! `picture` computes the marks and their positions, `Traffic` the positions of moving things at a time. Both have
//! native tests. Must not know the DOM, signals, or how a reading is made.

mod below;
pub mod facts;
mod head;
mod holder;
mod index;
mod index_rows;
mod keys;
mod mark;
mod partition;
mod partition_line;
mod partition_state;
mod pen;
mod place;
mod place_below;
mod place_phone;
mod places;
mod requests;
mod row;
mod row_mark;
mod rows;
mod senders;
mod situation;
mod stage_size;
#[cfg(test)]
mod tests;
mod told;
#[cfg(test)]
mod told_tests;
mod traffic;
pub mod walk;
mod wanted;
pub mod words;

use hashrange_protocol::Stage;

pub use self::mark::{Anchor, Group, Mark, Picture, Shape, Subject, Tone, Way, along, length};
pub use self::senders::{Sender, Senders, senders};
pub use self::stage_size::StageSize;
pub use self::told::sentence;
pub use self::traffic::{Dot, DotKind, Traffic, is_read};
pub use self::wanted::Wanted;

/// The marks of the stage.
#[must_use]
pub fn picture(stage: &Stage, senders: &Senders, wanted: &Wanted, size: StageSize) -> Picture {
    let told = told::told(stage, senders, wanted);
    let mut places = place::places(stage, senders, (wanted, &told), size);
    places.keys = keys::keys_of(stage);
    let mut picture = Picture {
        width: size.width,
        height: places.height,
        text: places.scale.text,
        ..Picture::default()
    };
    index::pipes(stage, &places, &mut picture);
    head::draw(stage, senders, &places, &mut picture);
    partition::draw(stage, &places, &mut picture);
    index::draw(stage, &places, &mut picture);
    below::draw(stage, &places, &mut picture);
    picture
}
