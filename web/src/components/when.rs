//! Children that the page shows while a condition holds, and what it shows instead.
//!
//! Replaces Leptos' `Show`. All conditions of the page share its code, instead of a copy for each type of children.

use leptos::children::ViewFn;
use leptos::prelude::*;

use crate::memo::Memo;

/// The children, while the condition holds. They are built anew each time it begins to hold.
#[component]
pub fn When<C>(
    /// The condition.
    holds: C,
    /// What is there while the condition does not hold; nothing, unless said.
    #[prop(optional, into)]
    fallback: ViewFn,
    /// What is there while the condition holds.
    children: ChildrenFn,
) -> impl IntoView
where
    C: Fn() -> bool + Send + Sync + 'static,
{
    either(Box::new(holds), children, fallback)
}

fn either(holds: Box<dyn Fn() -> bool + Send + Sync>, children: ChildrenFn, fallback: ViewFn) -> AnyView {
    let holds = Memo::new(move |_| holds());
    (move || if holds.get() { children() } else { fallback.run() }).into_any()
}
