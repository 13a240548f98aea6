//! In a frame of another page: what the page around is told, and the way out, to the same workspace in a page of its own.
//!
//! Must not know how messages travel.

pub mod frame;

use leptos::prelude::*;

use self::frame::way_out;
use crate::framed;
use crate::rare::Brought;

/// The way out of the frame, and messages to the page around it.
#[inline(never)]
pub fn embed_frame() -> AnyView {
    framed::show_panels();
    view! { <Brought>{way_out()}</Brought> }.into_any()
}
