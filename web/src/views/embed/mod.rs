//! An embedded page: messages to the parent page, and the link to the same workspace in a full page.
//!
//! Must not know how messages are sent.

pub mod frame;

use leptos::prelude::*;

use self::frame::way_out;
use crate::components::late_view;
use crate::framed;

/// The link out of the frame, and messages to the parent page.
pub fn embed_frame() -> AnyView {
    framed::show_panels();
    late_view(way_out)
}
