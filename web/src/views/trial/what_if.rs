//! What if: the changes that make sense for a request or load, behind a tab or a button.

use hashrange_protocol::Throttling;
use leptos::prelude::*;

use super::changes::Changes;
use super::subject::Tested;
use crate::rare::Brought;
use crate::session::use_session;
use crate::state::trial::Meets;

/// The changes of what is tested; a sentence where nothing is.
#[component]
pub fn WhatIf(
    /// What is run again.
    #[prop(into)]
    tested: Signal<Option<Tested>>,
    /// What is said while there is nothing.
    none: &'static str,
) -> impl IntoView {
    let session = use_session();
    // Figures of the table change all the time; what a change meets seldom does.
    let known = Memo::new(move |_| {
        let tested = tested.get()?;
        let mut table = session.table(tested.about.table()?)?;
        (table.item_count, table.table_size_bytes) = (0, 0);
        table.global_secondary_indexes.iter_mut().for_each(|index| (index.item_count, index.index_size_bytes) = (0, 0));
        table.local_secondary_indexes.iter_mut().for_each(|index| (index.item_count, index.index_size_bytes) = (0, 0));
        let settings = session.settings();
        let throttles = settings.physics.throttling.mode != Throttling::Off;
        Some((tested, Meets { table, throttles, dax: settings.dax.is_some() }))
    });
    move || match known.get() {
        Some((tested, meets)) => {
            view! { <Brought><Changes tested=tested.clone() meets=meets.clone() /></Brought> }.into_any()
        }
        None => view! { <p class="no-rows">{none}</p> }.into_any(),
    }
}

/// The same behind a button, for where there are no tabs.
#[component]
pub fn WhatIfButton(
    /// What is run again.
    #[prop(into)]
    tested: Signal<Option<Tested>>,
) -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <button type="button" class="btn" aria-expanded=move || open.get().to_string() on:click=move |_| open.update(|open| *open = !*open)>
            "What if"
        </button>
        <Show when=move || open.get()>
            <WhatIf tested none="The table is gone." />
        </Show>
    }
}
