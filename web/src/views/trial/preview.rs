//! An index before its creation: what it would contain and omit, what it would cost, and which Scans become a Query.

use hashrange_protocol::KeySchema;
use hashrange_protocol::trial::{Preview, Tried, Wanted};
use hashrange_wire::Projection;
use hashrange_words::t;
use leptos::leptos_dom::helpers::TimeoutHandle;
use leptos::prelude::*;

use crate::components::When;
use crate::effect::effect;
use crate::memo::Memo;
use crate::session::Trying;
use crate::state::trial::{previewed, turned};

/// Real time without a change of the form before the items are read.
const DEBOUNCE: std::time::Duration = std::time::Duration::from_millis(300);

/// The preview of a form's index. Empty while the form is incomplete.
#[component]
pub fn IndexPreview(
    /// The table.
    table: String,
    /// The keys and the projection.
    index: Memo<Option<(KeySchema, Projection)>>,
) -> impl IntoView {
    let trying = Trying::new();
    let waiting = StoredValue::new(None::<TimeoutHandle>);
    let stop = move || {
        if let Some(Some(handle)) = waiting.try_update_value(Option::take) {
            handle.clear();
        }
    };
    effect(move || {
        stop();
        let Some((keys, projection)) = index.get() else {
            return trying.forget();
        };
        let table = table.clone();
        let ask = move || {
            trying.ask(Wanted::Preview {
                table,
                keys,
                projection,
            });
        };
        waiting.set_value(set_timeout_with_handle(ask, DEBOUNCE).ok());
    });
    on_cleanup(stop);
    let found = trying.found();
    let shown = move || {
        found.get().map(|tried| match tried {
            Tried::Preview(preview) => view! { <Seen preview=*preview /> }.into_any(),
            Tried::NotApplicable(why) => view! { <p class="view-note">{why}</p> }.into_any(),
            _ => ().into_any(),
        })
    };
    view! {
        <section class="index-preview" aria-label=t!("Before the index is created")>
            <p class="trial-head">{t!("Before the index is created")}</p>
            <When holds=move || index.with(Option::is_none)>
                <p class="view-note">{t!("Complete the keys and the name to see what the index would contain.")}</p>
            </When>
            <div aria-live="polite">{shown}</div>
        </section>
    }
}

#[component]
fn Seen(preview: Preview) -> impl IntoView {
    let lines = turned(&preview)
        .into_iter()
        .map(|line| view! { <li>{line}</li> })
        .collect_view();
    view! {
        {previewed(&preview).into_iter().map(|line| view! { <p>{line}</p> }).collect_view()}
        <ul class="index-turned" aria-label=t!("Scans that become a Query")>{lines}</ul>
    }
}
