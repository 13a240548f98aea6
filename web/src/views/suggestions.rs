//! Lists of attribute names for fields to suggest, and the memory behind them.

use std::sync::OnceLock;

use leptos::prelude::*;

use crate::components::Each;

use crate::state::seen_attributes::SeenAttributes;

/// The attributes met on this page so far.
#[derive(Clone, Copy)]
pub struct Seen(pub RwSignal<SeenAttributes>);

impl Seen {
    /// Takes note of items a read brought.
    pub fn meet<'a>(self, table: &str, items: impl IntoIterator<Item = &'a hashrange_values::Item>) {
        // Writing without telling anyone first: most pages bring nothing new, and nobody needs to wake up for that.
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

/// The memory of attributes. One for the whole page, because what the grid met the query form suggests.
pub fn use_seen() -> Seen {
    static SEEN: OnceLock<ArcRwSignal<SeenAttributes>> = OnceLock::new();
    Seen(RwSignal::from(SEEN.get_or_init(|| ArcRwSignal::new(SeenAttributes::default())).clone()))
}

/// A native list of suggestions that fields refer to by its id.
#[component]
pub fn Suggestions(
    /// The id.
    #[prop(into)]
    id: String,
    /// What to suggest.
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
