//! The accelerator (DAX) before the tables: on or off, and its caches.

use hashrange_protocol::{DaxOptions, Settings};
use hashrange_words::t;
use leptos::prelude::*;

use super::setting::{SettingField, SettingOwner};
use super::words::dax_words;
use crate::memo::Memo;
use crate::session::use_session;
use crate::views::fields::Checkbox;

/// The accelerator section of the dialog.
#[component]
pub fn AcceleratorPart(
    /// The current settings.
    settings: Memo<Settings>,
) -> impl IntoView {
    let session = use_session();
    let on = Memo::new(move |_| settings.with(|now| now.dax.is_some()));
    let switch = move |on: bool| {
        let dax = on.then_some(DaxOptions::DEFAULT);
        session.change_settings(&Settings {
            dax,
            ..settings.get_untracked()
        });
    };
    let fields = move || {
        on.get().then(|| {
            dax_words()
                .map(|words| view! { <SettingField settings of=SettingOwner::Dax words /> })
                .collect_view()
        })
    };
    view! {
        <section class="physics-part" id="physics-accelerator" tabindex="-1" aria-label=t!("Accelerator")>
            <h3>{t!("Accelerator (DAX)")}</h3>
            <Checkbox label=t!("Requests go through a DAX cluster") checked=on on_change=switch />
            <p class="part-note">
                {t!("Documented: DAX serves eventually consistent reads from its caches and passes writes through to the table.")}
            </p>
            <div class="physics-settings">{fields}</div>
        </section>
    }
}
