//! The live views: cards beside the workspace, each a process of the service as it happens.
//!
//! A card that is folded draws nothing. Must not know what a card shows.

use leptos::prelude::*;

use super::live_shell::LiveShell;
use super::{capacity, events, expiry, fan_out, index_build, partitions, stale_read, stream};
use crate::preferences::LiveCard;

/// The cards, from the one that is wanted most often.
#[component]
pub fn LiveViews() -> impl IntoView {
    view! {
        <section class="live" aria-label="Live views">
            <LiveShell card=LiveCard::Capacity title="Capacity" body=capacity::body />
            <LiveShell card=LiveCard::Partitions title="Partitions" body=partitions::body />
            <LiveShell card=LiveCard::IndexBuild title="Index build" body=index_build::body />
            <LiveShell card=LiveCard::Expiry title="Expiry" body=expiry::body />
            <LiveShell card=LiveCard::FanOut title="Write fan-out" body=fan_out::body />
            <LiveShell card=LiveCard::StaleRead title="Stale read" body=stale_read::body />
            <LiveShell card=LiveCard::Stream title="Stream" body=stream::body />
            <LiveShell card=LiveCard::Events title="Events" body=events::body />
        </section>
    }
}
