//! Lists of attribute names for fields to suggest, and the memory behind them.

use leptos::prelude::*;

use crate::state::seen_attributes::SeenAttributes;

/// The attributes met on this page so far. Provided once, near the top of the page.
#[derive(Clone, Copy)]
pub struct Seen(pub RwSignal<SeenAttributes>);

impl Seen {
    /// Nothing met yet.
    pub fn new() -> Self {
        Self(RwSignal::new(SeenAttributes::default()))
    }

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

/// The memory of attributes, made on first use when nobody provided it.
pub fn use_seen() -> Seen {
    use_context::<Seen>().unwrap_or_else(|| {
        let seen = Seen::new();
        provide_context(seen);
        seen
    })
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
            <For each=move || names.get() key=Clone::clone let:name>
                <option value=name></option>
            </For>
        </datalist>
    }
}
