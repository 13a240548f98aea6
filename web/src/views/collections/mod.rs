//! Collections: the items of each partition key value, in the table and in an index, side by side, linked by lines.
//!
//! The view reads without a request, at no cost. The number of rows is bounded at any table size. Positions come from
//! `state::collection_layout`.

pub mod body;
pub mod group;
pub mod links;
pub mod looking;
pub mod overview;
mod reading;
mod spots;
pub mod tools;
mod words;

use leptos::prelude::*;

use self::body::CollectionsBody;
use super::table_scope::TableScope;

hashrange_late::late!(page:
    /// The Collections tab.
    pub fn collections_view() -> AnyView { view! { <CollectionsView /> }.into_any() }
);

/// The Collections tab.
#[component]
pub fn CollectionsView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <CollectionsBody schema /> }.into_any() /> }
}
