//! The question before an index of a live table is deleted, and its answer. Asked by the list of indexes: the index may be
//! gone before the question has closed.

use hashrange_wire::{Request, TableDescription, UpdateTableRequest};
use leptos::prelude::*;

use super::live_table::LiveTable;
use crate::components::Confirm;
use crate::views::refusal::{Refusal, Refused};

/// The handle on the question.
#[derive(Clone, Copy)]
pub struct IndexDeletion {
    live: LiveTable,
    request: fn(&TableDescription, &str) -> UpdateTableRequest,
    asked: RwSignal<bool>,
    doomed: RwSignal<String>,
    refused: RwSignal<Option<Refused>>,
}

impl IndexDeletion {
    /// Of one table, by the request that takes an index of this kind away.
    #[must_use]
    pub fn of(live: LiveTable, request: fn(&TableDescription, &str) -> UpdateTableRequest) -> Self {
        let (asked, doomed) = (RwSignal::new(false), RwSignal::new(String::new()));
        Self { live, request, asked, doomed, refused: RwSignal::new(None) }
    }

    /// Asks about the index of this name.
    pub fn ask(self, name: String) {
        self.doomed.set(name);
        self.refused.set(None);
        self.asked.set(true);
    }

    fn delete(self) {
        let request = self.doomed.with_untracked(|index| self.live.read_once(|table| (self.request)(table, index)));
        let answer = request.map(|request| self.live.session.submit(Request::UpdateTable(request)));
        if let Some(Err(error)) = answer {
            self.refused.try_set(Some(Refused::from(&error)));
        }
    }
}

/// Why the service would not, when it did not.
#[component]
pub fn DeletionRefusal(
    /// The question.
    deletion: IndexDeletion,
) -> impl IntoView {
    view! { <Refusal refused=deletion.refused /> }
}

/// The question itself.
#[component]
pub fn DeletionQuestion(
    /// The question.
    deletion: IndexDeletion,
) -> impl IntoView {
    view! {
        <Confirm
            open=deletion.asked
            title=Signal::derive(move || format!("Delete {}?", deletion.doomed.get()))
            action="Delete index"
            on_confirm=move |()| deletion.delete()
        >
            <p>"The index goes with its entries. The table's items stay."</p>
        </Confirm>
    }
}
