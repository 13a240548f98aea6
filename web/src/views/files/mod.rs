//! Files of the workspace: items and tables saved, and tables or a model of NoSQL Workbench opened.
//!
//! Must not know the formats: the engine reads and writes them.

pub mod open_tables;
pub mod progress;
pub mod save;

use hashrange_words::t;
use leptos::prelude::*;

pub use self::open_tables::{MOST_BYTES, OpenTables, VIEWS};
pub use self::save::{Outcome, SaveItems, SaveResult, SaveTables, run_save};
use crate::components::{Button, Dialog, late_view};
use crate::signal::RwSignal;

hashrange_late::late!(page:
    /// The content of the dialog.
    pub fn save_panel() -> AnyView { view! { <SaveItems /><SaveTables /> }.into_any() }
);

/// The button that opens the dialog, and the dialog.
#[component]
pub fn ExportButton() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <Button on_press=move |()| open.set(true)>{t!("Export…")}</Button>
        <Dialog open title=t!("Export")>
            {late_view(save_panel)}
        </Dialog>
    }
}
