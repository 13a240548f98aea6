//! The lines from items to their entries. They are decoration: rows contain the same as text.

use leptos::prelude::*;

use super::looking::Looking;
use crate::memo::Memo;
use crate::state::collection_layout::{EntryLine, LINK_SPACE, Placed};
use crate::state::table_schema::IndexKind;

/// The lines, in the hue of the index's key, the active ones in front.
#[component]
pub fn Links(
    /// The current part of the table.
    looking: Looking,
    /// The positions of the lines.
    placed: Memo<Placed>,
) -> impl IntoView {
    let kinds = looking.picture.with_untracked(|picture| {
        let groups = picture.iter().flat_map(|picture| &picture.right);
        groups.map(|group| group.kind).collect::<Vec<_>>()
    });
    // Drawn again with the rows that it joins.
    let Placed { height, links } = placed.get_untracked();
    let line = |link: EntryLine| {
        let local = kinds.get(link.group).copied().flatten() == Some(IndexKind::Local);
        let item = link.item;
        view! {
            <path
                class="link"
                class:link-local=local
                class:link-on=move || looking.active.get() == Some(item)
                d=link.path
                vector-effect="non-scaling-stroke"
            ></path>
        }
    };
    view! {
        <svg
            class="collection-links"
            viewBox=format!("0 0 {LINK_SPACE} {height}")
            preserveAspectRatio="none"
            aria-hidden="true"
            style:block-size=format!("{height}px")
        >
            {links.into_iter().map(line).collect_view()}
        </svg>
    }
}
