//! Collections: the items of each partition key value, in the table and in an index, side by side, linked by lines.
//!
//! What is seen is read without a request, so that looking is free. The number of rows is bounded whatever the table's
//! size; positions come from `state::collection_layout`.

pub mod desk;
pub mod group;
pub mod links;
pub mod looking;
pub mod overview;
mod reading;
mod spots;
pub mod tools;
mod words;

use leptos::prelude::*;

use self::desk::Desk;
use super::table_scope::TableScope;

/// The Collections tab.
#[component]
pub fn CollectionsView() -> impl IntoView {
    view! { <TableScope draw=|schema| view! { <Desk schema /> }.into_any() /> }
}
