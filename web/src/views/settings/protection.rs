//! Protection of a table against its deletion, and the deletion.

use hashrange_wire::{DeleteTableRequest, Request, UpdateTableRequest};
use hashrange_words::t;
use leptos::prelude::*;

use super::change_button::ChangeButton;
use super::live_table::LiveTable;
use crate::components::ButtonKind;
use crate::derived::Signal;
use crate::selection::use_selection;
use crate::signal::RwSignal;
use crate::views::fields::TextField;

/// Deletion protection on or off.
#[component]
pub fn ProtectionSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let on = live.signal(|table| table.deletion_protection_enabled);
    let on = Signal::derive(move || on.get() == Some(true));
    let requests = Signal::derive(move || {
        vec![Request::UpdateTable(UpdateTableRequest {
            table_name: live.name.get_value(),
            deletion_protection_enabled: Some(!on.get()),
            ..UpdateTableRequest::default()
        })]
    });
    view! {
        <fieldset class="design-part" id="settings-protection" tabindex="-1">
            <legend>{t!("Deletion protection")}</legend>
            <p class="part-note">{move || if on.get() { "On: DynamoDB refuses DeleteTable." } else { "Off." }}</p>
            <ChangeButton
                label=Signal::derive(move || if on.get() { t!("Turn protection off") } else { t!("Turn protection on") }.to_owned())
                requests
            />
        </fieldset>
    }
}

/// Deletes the table after its name was typed.
#[component]
pub fn DeletionSettings(
    /// The table.
    live: LiveTable,
) -> impl IntoView {
    let selection = use_selection();
    let typed = RwSignal::new(String::new());
    let requests = Signal::derive(move || {
        vec![Request::DeleteTable(DeleteTableRequest {
            table_name: live.name.get_value(),
        })]
    });
    let unsure = Signal::derive(move || typed.with(|typed| live.name.with_value(|name| typed.trim() != name)));
    let done = move |()| {
        selection.index.set(None);
        selection.item.set(None);
    };
    view! {
        <fieldset class="design-part" id="settings-deletion" tabindex="-1">
            <legend>{t!("Delete table")}</legend>
            <p class="part-note">{t!("This deletes the table with all its items and indexes.")}</p>
            <TextField
                label=live.word(|table| t!("Type {table_name} to delete it", table_name = table.table_name))
                value=typed
                on_input=move |text: String| typed.set(text)
                mono=true
            />
            <ChangeButton
                label=t!("Delete table")
                kind=ButtonKind::Danger
                requests
                disabled=unsure
                on_done=Callback::new(done)
            />
        </fieldset>
    }
}
