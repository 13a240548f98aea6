//! The handle that opens the dialog of physics and limits from any view.
//!
//! Must not know what the dialog contains.

use leptos::prelude::*;

use crate::signal::RwSignal;

/// The handle that opens the dialog.
#[derive(Clone, Copy, Debug)]
pub struct PhysicsDialog {
    /// Whether the dialog is shown.
    pub open: RwSignal<bool>,
}

/// Puts the handle of the dialog into the context, for all views below.
pub fn provide_physics() -> PhysicsDialog {
    let dialog = PhysicsDialog {
        open: RwSignal::new(false),
    };
    provide_context(dialog);
    dialog
}

/// The handle of the page's dialog. Outside the page it opens nothing.
#[must_use]
pub fn use_physics() -> PhysicsDialog {
    use_context::<PhysicsDialog>().unwrap_or_else(|| PhysicsDialog {
        open: RwSignal::new(false),
    })
}
