//! What if: a change of the design that the board tries, chosen from a list. Nothing is changed.
//!
//! Must not know how a change is made.

use hashrange_words::t;
use leptos::prelude::*;

use super::keeper::Patterns;
use crate::components::When;
use crate::memo::Memo;
use crate::session::use_session;
use crate::state::what_if::{change_named, changes_of};
use crate::views::fields::{Choice, Options};

/// The first choice: no change.
fn as_it_is() -> &'static str {
    t!("the design as it is")
}

/// The list of changes.
#[component]
pub fn WhatIf(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let tables = use_session().tables();
    let changes = Memo::new(move |_| tables.with(|tables| changes_of(tables)));
    let options = move || -> Options {
        let words = changes.with(|changes| changes.iter().map(|(_, words)| words.clone()).collect::<Vec<_>>());
        let named = words.into_iter().map(|words| (words.clone(), words));
        std::iter::once((String::new(), as_it_is().to_owned()))
            .chain(named)
            .collect()
    };
    let value = move || {
        let tried = patterns.what_if.get();
        changes.with(|changes| {
            let known = changes.iter().find(|(change, _)| Some(change) == tried.as_ref());
            known.map(|(_, words)| words.clone()).unwrap_or_default()
        })
    };
    view! {
        <Choice
            label=t!("What if")
            options=crate::derived::Signal::derive(options)
            value=crate::derived::Signal::derive(value)
            on_change=move |words: String| {
                let change = changes.with_untracked(|changes| change_named(changes, &words));
                patterns.what_if.set(change);
            }
        />
        <When holds=move || patterns.what_if.with(Option::is_some)>
            <p class="view-note">{t!("Nothing is changed. PartiQL statements and requests without items stay as they are.")}</p>
        </When>
    }
}
