//! An embedded page: messages to the parent page, and the link to the same workspace in a full page.
//!
//! Must not know how messages are sent.

pub mod frame;

use leptos::prelude::*;

use self::frame::way_out;
use crate::framed;
use crate::rare::Brought;

/// The link out of the frame, and messages to the parent page.
#[inline(never)]
pub fn embed_frame() -> AnyView {
    framed::show_panels();
    view! { <Brought>{way_out()}</Brought> }.into_any()
}
