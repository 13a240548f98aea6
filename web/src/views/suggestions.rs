//! Lists of attribute names that fields suggest, and the attributes behind them.

use std::sync::OnceLock;

use leptos::prelude::*;

use crate::components::Each;
use crate::derived::Signal;

use crate::state::seen_attributes::SeenAttributes;

/// The attributes seen on this page so far.
#[derive(Clone, Copy)]
#[allow(
    clippy::disallowed_types,
    reason = "it outlives its view, which signals of the page do not"
)]
pub struct Seen(pub RwSignal<SeenAttributes>);

impl Seen {
    /// Adds the attributes of read items.
    pub fn meet<'a>(self, table: &str, items: impl IntoIterator<Item = &'a hashrange_values::Item>) {
        // Writes without a notification first, because most pages contain nothing new.
        let mut learnt = false;
        self.0.update_untracked(|seen| {
            for item in items {
                learnt |= seen.meet(table, item);
            }
        });
        if learnt {
            self.0.notify();
        }
    }
}

/// The seen attributes. The page has one list, because the query form suggests what the grid has seen.
#[allow(clippy::disallowed_types, reason = "as above")]
pub fn use_seen() -> Seen {
    static SEEN: OnceLock<ArcRwSignal<SeenAttributes>> = OnceLock::new();
    Seen(RwSignal::from(
        SEEN.get_or_init(|| ArcRwSignal::new(SeenAttributes::default())).clone(),
    ))
}

/// A native list of suggestions that fields refer to by its id.
#[component]
pub fn Suggestions(
    /// The id.
    #[prop(into)]
    id: String,
    /// The suggestions.
    #[prop(into)]
    names: Signal<Vec<String>>,
) -> impl IntoView {
    view! {
        <datalist id=id>
            <Each each=move || names.get() key=Clone::clone let:name>
                <option value=name></option>
            </Each>
        </datalist>
    }
}
