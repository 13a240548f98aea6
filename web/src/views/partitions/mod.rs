//! The Partitions card: who owns which slice of the hash range, what it holds and serves, where a key lands, and which
//! partition became which.

mod figures_of;
pub mod heat_map;
pub mod landing;
mod picture;
pub mod ranges;
pub mod rankings;
pub mod reading;
pub mod tables;
mod words;

use hashrange_protocol::PartitionsAsk;
use leptos::html;
use leptos::prelude::*;

use self::heat_map::HeatMap;
use self::landing::Landing;
use self::picture::LINE;
use self::ranges::Ranges;
use self::rankings::{Copies, Rankings};
use self::reading::{Reading, read};
use self::tables::AsTable;
use super::live_shell::Face;
use crate::components::{ExportButtons, ModelTag};
use crate::session::{use_reading, use_selection};

/// Draws what the unfolded card shows.
#[must_use]
pub fn body(face: Face) -> AnyView {
    let selection = use_selection();
    let data = use_reading(move || Some(PartitionsAsk { table: selection.table.get()?, index: selection.index.get() }));
    let reading = Memo::new(move |_| data.with(|data| data.as_ref().map(read)));
    face.follow(move || {
        reading.with(|reading| match reading {
            // The answer is on its way.
            None if selection.table.with(Option::is_some) => Default::default(),
            None => (String::new(), "Choose a table to see its partitions.".to_owned()),
            Some(reading) => (subject(reading), words::sentence(reading)),
        })
    });
    let there = Memo::new(move |_| reading.with(Option::is_some));
    view! {
        <Show when=move || there.get()>
            <Body reading />
        </Show>
    }
    .into_any()
}

fn subject(reading: &Reading) -> String {
    let name = reading.index.as_ref().unwrap_or(&reading.table);
    match reading.map.partitions.len() {
        1 => format!("{name}, 1 partition"),
        count => format!("{name}, {count} partitions"),
    }
}

/// What the unfolded card shows.
#[component]
fn Body(
    /// What is shown.
    reading: Memo<Option<Reading>>,
) -> impl IntoView {
    let pictures = NodeRef::<html::Div>::new();
    // Where the key that is asked for lands, for the bar to mark.
    let marked = RwSignal::new(None::<u128>);
    let name = move || {
        let name = reading.with(|reading| {
            reading.as_ref().map(|reading| reading.index.clone().unwrap_or_else(|| reading.table.clone()))
        });
        format!("partitions-{}", name.unwrap_or_default())
    };
    let csv = move |()| reading.with_untracked(|reading| reading.as_ref().map(figures_of::csv).unwrap_or_default());
    view! {
        <p class="live-tools">
            <ModelTag reason="AWS documents the limits of a partition, not the hash function or which partition holds a key; we choose both" />
            <ExportButtons name=Signal::derive(name) picture=pictures csv />
        </p>
        <div class="partitions-pictures" node_ref=pictures>
            <Ranges reading marked />
            <HeatMap reading />
            <Lineage reading />
        </div>
        <Landing reading marked />
        <Rankings reading />
        <Copies reading />
        <AsTable reading />
    }
}

/// Which partition became which.
#[component]
fn Lineage(reading: Memo<Option<Reading>>) -> impl IntoView {
    let drawn = Memo::new(move |_| {
        reading.with(|reading| reading.as_ref().map(|reading| picture::lineage(&reading.map)).unwrap_or_default())
    });
    let limit = move || reading.with(|reading| reading.as_ref().map_or(0, |reading| reading.map.bytes_limit));
    let none = move || {
        let limit = super::figures::bytes(limit());
        format!("No splits yet. DynamoDB splits a partition at {limit}, for more throughput, or when it stays hot.")
    };
    let node = |node: picture::Node| {
        view! { <text class="lineage-node" class:lineage-gone=!node.alive x=node.at.x y=node.at.y>{node.words}</text> }
    };
    let tree = move || {
        let tree = drawn.get();
        let height = tree.height.max(LINE);
        view! {
            <svg class="lineage" viewBox=format!("0 0 {} {height}", picture::WIDTH) role="img" aria-label="Splits">
                <path class="lineage-line" d=tree.lines></path>
                {tree.nodes.into_iter().map(node).collect_view()}
            </svg>
        }
    };
    let older = move || match drawn.with(|drawn| drawn.older) {
        0 => String::new(),
        1 => "1 older split is not shown.".to_owned(),
        count => format!("{count} older splits are not shown."),
    };
    view! {
        <h3 class="live-heading">"Splits"</h3>
        <Show when=move || drawn.with(|drawn| !drawn.nodes.is_empty()) fallback=move || view! { <p class="view-note">{none}</p> }>
            {tree}
            <p class="view-note">{older}</p>
        </Show>
    }
}
