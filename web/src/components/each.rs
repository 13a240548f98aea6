//! A list with a view for each of its entries, which stays with its entry when the list changes.
//!
//! Replaces Leptos' `For`. All lists of the page share its code, instead of a copy for each type of entry.

use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

use leptos::prelude::*;

/// An entry: its key, and the function that builds its view.
struct EachEntry {
    key: u64,
    make: Box<dyn FnOnce() -> AnyView + Send>,
}

/// A view for each entry of a list.
#[component]
pub fn Each<IF, I, T, EF, N, KF, K>(
    /// The entries.
    each: IF,
    /// Identifies an entry.
    key: KF,
    /// Creates the view of an entry.
    children: EF,
) -> impl IntoView
where
    IF: Fn() -> I + Send + 'static,
    I: IntoIterator<Item = T>,
    T: Send + 'static,
    EF: Fn(T) -> N + Send + Sync + 'static,
    N: IntoView + 'static,
    KF: Fn(&T) -> K + Send + 'static,
    K: Hash,
{
    // Shared, because a copy for each entry would be code for each list.
    let children = Arc::new(children);
    let entry = move |item: T| {
        let mut hasher = DefaultHasher::new();
        key(&item).hash(&mut hasher);
        let children = Arc::clone(&children);
        EachEntry {
            key: hasher.finish(),
            make: Box::new(move || children(item).into_any()),
        }
    };
    list(Box::new(move || each().into_iter().map(&entry).collect()))
}

fn list(entries: Box<dyn Fn() -> Vec<EachEntry> + Send>) -> AnyView {
    view! { <For each=entries key=|entry| entry.key children=|entry: EachEntry| (entry.make)() /> }.into_any()
}
