//! What if: the changes that apply to a request or load, in a tab or behind a button.

use hashrange_protocol::Throttling;
use hashrange_words::t;
use leptos::prelude::*;

use super::changes::changes;
use super::subject::Tested;
use crate::components::{When, late_view};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::trial::Meets;

/// The changes for the subject, or a sentence if there is no subject.
#[component]
pub fn WhatIf(
    /// The subject of the trial.
    #[prop(into)]
    tested: Signal<Option<Tested>>,
    /// The text without a subject.
    none: &'static str,
) -> impl IntoView {
    let session = use_session();
    // Figures of the table change all the time, but the environment of a change rarely does.
    let known = Memo::new(move |_| {
        let tested = tested.get()?;
        let mut table = session.table(tested.about.table()?)?;
        (table.item_count, table.table_size_bytes) = (0, 0);
        table
            .global_secondary_indexes
            .iter_mut()
            .for_each(|index| (index.item_count, index.index_size_bytes) = (0, 0));
        table
            .local_secondary_indexes
            .iter_mut()
            .for_each(|index| (index.item_count, index.index_size_bytes) = (0, 0));
        let settings = session.settings();
        let throttles = settings.physics.throttling.mode != Throttling::Off;
        Some((
            tested,
            Meets {
                table,
                throttles,
                dax: settings.dax.is_some(),
            },
        ))
    });
    move || match known.get() {
        Some((tested, meets)) => late_view(move || changes(tested.clone(), meets.clone())),
        None => view! { <p class="no-rows">{none}</p> }.into_any(),
    }
}

/// The same behind a button, for views without tabs.
#[component]
pub fn WhatIfButton(
    /// The subject of the trial.
    #[prop(into)]
    tested: Signal<Option<Tested>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <button type="button" class="btn" aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open = !*open)>
            {t!("What if")}
        </button>
        <When holds=move || open.get()>
            <WhatIf tested none=t!("The table no longer exists.") />
        </When>
    }
}
