//! Settings: changes of an existing table. Each part sends the service's own request.
//!
//! A change that the service would refuse now is disabled and shows the service's text.

pub mod backups;
pub mod capacity;
pub mod change_button;
pub mod expiry;
pub mod index_list;
pub mod live_table;
pub mod new_index;
pub mod protection;
pub mod rate_fields;
pub mod recovery;
pub mod scaling;
pub mod stream;
pub mod vector_list;

use hashrange_words::t;
use leptos::prelude::*;

use self::backups::BackupSettings;
use self::capacity::CapacitySettings;
use self::expiry::ExpirySettings;
use self::index_list::IndexSettings;
use self::live_table::LiveTable;
use self::protection::{DeletionSettings, ProtectionSettings};
use self::recovery::RecoverySettings;
use self::scaling::ScalingSettings;
use self::stream::StreamSettings;
use self::vector_list::VectorSettings;
use super::suggestions::{Suggestions, use_seen};
use super::table_scope::TableScope;
use crate::derived::Signal;
use crate::session::use_session;

hashrange_late::late!(page:
    /// The Settings tab.
    pub fn settings_view() -> AnyView { view! { <SettingsView /> }.into_any() }
);

/// The Settings tab.
#[component]
pub fn SettingsView() -> impl IntoView {
    view! {
        <TableScope draw=|schema| {
            let name = schema.with_untracked(|schema| schema.name.clone());
            view! { <Settings name /> }.into_any()
        } />
    }
}

/// The settings of one table.
#[component]
fn Settings(name: String) -> impl IntoView {
    let live = LiveTable::named(name.clone());
    let status = live.word(|table| table.table_status.as_str().to_owned());
    let session = use_session();
    let is_remote = untrack(|| session.workspace().get().is_remote());
    // In the order in which people need them. A connection knows the definition of a table. The other settings would show the state of the mirror.
    let others = move || {
        if is_remote {
            view! {
                <VectorSettings live />
                <p class="part-note">
                    {t!("TTL, streams, backups, protection and auto scaling of an endpoint are not shown here. Send their operations on the Request tab.")}
                </p>
            }
            .into_any()
        } else {
            view! {
                <ExpirySettings live />
                <StreamSettings live />
                <VectorSettings live />
                <ScalingSettings live />
                <RecoverySettings live />
                <BackupSettings live />
                <ProtectionSettings live />
            }
            .into_any()
        }
    };
    view! {
        <div class="design settings">
            <div class="pane">
                <h2>{name}</h2>
                <p class="view-note">
                    {t!("UpdateTable and related settings. Status:")} " " <b class="mono" role="status">{move || status.get()}</b>
                </p>
                <CapacitySettings live />
                <IndexSettings live />
                {others}
                <DeletionSettings live />
                <Attributes live />
            </div>
        </div>
    }
}

/// Suggestions for attribute names: known attributes of the table's items.
#[component]
fn Attributes(live: LiveTable) -> impl IntoView {
    let seen = use_seen();
    let names = Signal::derive(move || {
        let mut names: Vec<String> = live.name.with_value(|name| {
            seen.0
                .with(|seen| seen.of(name).iter().map(ToString::to_string).collect())
        });
        hashrange_values::sort(&mut names);
        names.dedup();
        names
    });
    // The form for a new index is that of a new table, and reads suggestions under that form's name.
    view! { <Suggestions id="design-attributes" names /> }
}
