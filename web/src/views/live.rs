//! The live views: cards beside the workspace, each a process of the service as it happens.
//!
//! A folded card draws nothing. Must not know the content of a card.

use hashrange_words::t;
use leptos::prelude::*;

use super::live_shell::LiveShell;
use super::{capacity, events};
use crate::components::late_view;
use crate::preferences::LiveCard;

/// The cards, most used first.
#[component]
pub fn LiveViews() -> impl IntoView {
    view! {
        <section class="live" aria-label=t!("Live views")>
            <LiveShell card=LiveCard::Capacity title=t!("Capacity") body=|face| late_view(move || capacity::body(face)) />
            <LiveShell card=LiveCard::Events title=t!("Events") body=|face| late_view(move || events::body(face)) />
        </section>
    }
}
