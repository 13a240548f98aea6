//! Sharing: a dialog with a link to what is in front, in three forms, and a file where a link is too long.
//!
//! Must not know how a link is made: the engine does that. What is in the dialog comes when it is first opened.

pub mod panel;
pub mod view;
pub mod words;

use leptos::prelude::*;

use self::panel::share_panel;
use crate::components::Dialog;
use crate::rare::Brought;

/// The dialog.
#[component]
pub fn ShareDialog(
    /// Whether it is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    view! {
        <Dialog open title="Share" wide=true>
            <Brought>{share_panel()}</Brought>
        </Dialog>
    }
}
