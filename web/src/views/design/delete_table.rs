//! Deletes a table, after asking.

use hashrange_wire::{DeleteTableRequest, Request};
use leptos::prelude::*;

use crate::components::Confirm;
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::views::refusal::Refused;

/// A deletion that is asked about, or was refused.
#[derive(Clone, Copy)]
pub struct Deletion {
    session: Session,
    selection: Selection,
    open: RwSignal<bool>,
    table: RwSignal<String>,
    /// Why the last deletion was refused; none after another table came to the front.
    pub refused: RwSignal<Option<Refused>>,
}

impl Deletion {
    /// Nothing is to be deleted yet.
    pub fn in_context() -> Self {
        Self {
            session: use_session(),
            selection: use_selection(),
            open: RwSignal::new(false),
            table: RwSignal::new(String::new()),
            refused: RwSignal::new(None),
        }
    }

    /// Asks whether the table shall go.
    pub fn ask(self, table: String) {
        self.table.set(table);
        self.refused.set(None);
        self.open.set(true);
    }

    fn delete(self) {
        let request = DeleteTableRequest { table_name: self.table.get_untracked() };
        match self.session.submit(Request::DeleteTable(request)) {
            Ok(_) => {
                self.selection.index.set(None);
                self.selection.item.set(None);
            }
            Err(error) => self.refused.set(Some(Refused::from(&error))),
        }
    }
}

/// The question. It stands outside the table's page, which goes with the table while the question is still closing.
#[component]
pub fn DeletionQuestion(
    /// What is asked about.
    deletion: Deletion,
) -> impl IntoView {
    view! {
        <Confirm
            open=deletion.open
            title=Signal::derive(move || format!("Delete {}?", deletion.table.get()))
            action="Delete table"
            on_confirm=move |()| deletion.delete()
        >
            <p>"The table goes with all its items and indexes. This cannot be undone."</p>
        </Confirm>
    }
}
