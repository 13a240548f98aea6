//! The live views: cards beside the workspace, each a process of the service as it happens.
//!
//! A card that is folded draws nothing. Must not know what a card shows.

use leptos::prelude::*;

use super::capacity::CapacityCard;

/// The cards, from the one that is wanted most often.
#[component]
pub fn LiveViews() -> impl IntoView {
    view! {
        <section class="live" aria-label="Live views">
            <CapacityCard />
        </section>
    }
}
