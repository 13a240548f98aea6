//! The palette: a dialog that finds lessons, tables, views, settings and commands, and the list of keys in its place.
//!
//! Must not know what can be found: the content of the dialog is late code, and its words are a file.

pub mod handle;
mod panel;
mod place;
mod way;

use hashrange_words::t;
use leptos::prelude::*;

use self::handle::Palette;
use self::panel::palette_panel;
use crate::components::{Dialog, late_view};
use crate::derived::Signal;

/// The dialog.
#[component]
pub fn PaletteDialog(
    /// The palette.
    palette: Palette,
) -> impl IntoView {
    let title = Signal::derive(move || {
        if palette.keys.get() {
            t!("Keyboard")
        } else {
            t!("Find anything")
        }
        .to_owned()
    });
    view! { <Dialog open=palette.open title wide=true>{late_view(move || palette_panel(palette))}</Dialog> }
}
