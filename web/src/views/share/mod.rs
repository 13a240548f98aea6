//! Sharing: a dialog with a link to what is in front, in three formats, and a file if a link is too long.
//!
//! Must not know how a link is created: the engine does that. The content of the dialog is loaded when it is first
//! opened.

pub mod panel;
pub mod view;
pub mod words;

use hashrange_words::t;
use leptos::prelude::*;

use self::panel::share_panel;
use crate::components::{Dialog, late_view};
use crate::signal::RwSignal;

/// The dialog.
#[component]
pub fn ShareDialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <Dialog open title=t!("Share") wide=true>
            {late_view(move || share_panel(open))}
        </Dialog>
    }
}
