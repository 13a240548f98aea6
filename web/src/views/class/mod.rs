//! A class: the files of many learners as one table, what needs talking about, and reasons to ask. Nothing leaves the
//! page.
//!
//! Must not know how a file is judged: the engine does that.

pub mod answers;
pub mod board;
pub mod discuss;
pub mod files;

use hashrange_words::t;
use leptos::prelude::*;

use self::board::ClassBoard;
pub use self::files::ClassFiles;
use crate::components::{Button, Dialog, late_view};
use crate::signal::RwSignal;

/// The button for the class in Learn, and its dialog. The files stay while Learn is shown.
#[component]
pub fn ClassButton() -> impl IntoView {
    let (open, files) = (RwSignal::new(false), ClassFiles::new(None));
    view! {
        <Button on_press=move |()| open.set(true)>{t!("Look at a class…")}</Button>
        <Dialog open title=t!("A class") full=true>{late_view(move || class_board(files))}</Dialog>
    }
}

hashrange_late::late!(page:
    /// The class of these files.
    pub fn class_board(files: ClassFiles) -> AnyView { view! { <ClassBoard files /> }.into_any() }
);
