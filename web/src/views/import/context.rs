//! The shared state of the import dialog's parts: its stage, the chosen table, and what its steps need of the page.
//!
//! Must not know how a step is shown.

use leptos::prelude::*;
use web_sys::File;

use crate::components::{Toasts, use_toasts};
use crate::memo::Memo;
use crate::selection::{Selection, use_selection};
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::state::csv_import::{Draft, Import};
use crate::state::table_schema::TableSchema;

/// The shared state of the dialog's parts.
#[derive(Clone, Copy)]
pub struct ImportContext {
    /// The state of the dialog.
    pub state: RwSignal<Import>,
    /// Whether it is shown.
    pub open: RwSignal<bool>,
    /// Schema of the table chosen in the dialog.
    pub schema: Memo<Option<TableSchema>>,
    pub(crate) session: Session,
    pub(crate) selection: Selection,
    pub(crate) toasts: Toasts,
    /// The real time of the start of the writes.
    pub(crate) began: StoredValue<f64>,
    /// The file, if it is too long to be read at once.
    pub(crate) file: StoredValue<Option<File>, LocalStorage>,
}

impl ImportContext {
    /// A state without a file. The caller's owner owns it.
    pub(super) fn new(open: RwSignal<bool>) -> Self {
        let session = use_session();
        let state = RwSignal::new(Import::default());
        let table = Memo::new(move |_| state.with(|state| state.draft().and_then(|draft| draft.table.clone())));
        let new = Memo::new(move |_| state.with(|state| state.draft().and_then(Draft::new_schema)));
        let of_table = move || session.table(&table.get()?).as_ref().and_then(TableSchema::read);
        let schema = Memo::new(move |_| new.get().or_else(of_table));
        let (selection, toasts, began) = (use_selection(), use_toasts(), StoredValue::new(0.0));
        Self {
            state,
            open,
            schema,
            session,
            selection,
            toasts,
            began,
            file: StoredValue::new_local(None),
        }
    }

    /// Reads the draft, if there is one.
    pub(super) fn read<T>(self, look: impl FnOnce(&Draft) -> T) -> Option<T> {
        self.state.with(|state| state.draft().map(look))
    }

    /// Changes the draft, if there is one.
    pub(super) fn edit(self, change: impl FnOnce(&mut Draft, Option<&TableSchema>)) {
        let schema = self.schema.get_untracked();
        self.state.update(|state| {
            if let Some(draft) = state.draft_mut() {
                change(draft, schema.as_ref());
            }
        });
    }

    /// Returns to the choice of a file.
    pub fn start_over(self) {
        self.state.set(Import::default());
    }
}
