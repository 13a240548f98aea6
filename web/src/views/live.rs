//! The live views: cards beside the workspace, each a process of the service as it happens.
//!
//! A card that is folded draws nothing. Must not know what a card shows.

use leptos::prelude::*;

use super::live_shell::LiveShell;
use super::{capacity, events};
use crate::preferences::LiveCard;

/// The cards, from the one that is wanted most often.
#[component]
pub fn LiveViews() -> impl IntoView {
    view! {
        <section class="live" aria-label="Live views">
            <LiveShell card=LiveCard::Capacity title="Capacity" body=capacity::body />
            <LiveShell card=LiveCard::Events title="Events" body=events::body />
        </section>
    }
}
