//! The reason of a throttle: the chain from the request to the key, remedies, and changes that do not help.

use hashrange_protocol::trial::{Advice, Advised};
use hashrange_words::t;
use leptos::prelude::*;

use super::outcome::OutcomeTable;
use crate::components::{Button, ButtonKind};
use crate::stage::Subject;
use crate::state::trial::{chain, decisive};
use crate::views::stage::use_stage;

hashrange_late::late!(page:
    /// The reason, and the advice.
    pub fn reason(advised: Advised, over: bool) -> AnyView { view! { <Reason advised over /> }.into_any() }
);

/// The advice.
#[component]
pub fn Reason(
    /// The advice.
    advised: Advised,
    /// Whether the trial has ended.
    over: bool,
) -> impl IntoView {
    let context = use_stage();
    let sentence = match &advised.chain {
        Some(chain) => Some(chain.clone()),
        None if over => {
            Some(t!("If you run it again, it is not throttled: the units it needs are available again.").to_owned())
        }
        None => None,
    };
    let links = chain(&advised).into_iter();
    let links = links
        .map(|link| view! { <li><b>{link.part}</b> " " {link.words}</li> })
        .collect_view();
    let place = decisive(&advised).and_then(|(_, throttle)| {
        Some(Subject::Partition {
            index: throttle.index.clone(),
            number: throttle.most.as_ref()?.partition,
        })
    });
    let to_stage = place.map(|place| {
        let press = move |()| context.chosen.set(Some(place.clone()));
        view! { <Button kind=ButtonKind::Quiet on_press=press>{t!("Show the partition on the stage")}</Button> }
    });
    let some = !advised.advice.is_empty();
    let none = (over && !some && advised.chain.is_some())
        .then(|| view! { <p class="view-note">{t!("None of the tested changes helps.")}</p> });
    let helps = advised.advice.into_iter().map(helpful).collect_view();
    let vain = advised
        .in_vain
        .into_iter()
        .map(|advice| view! { <li>{advice.outcome.sentence}</li> })
        .collect::<Vec<_>>();
    let vain = (!vain.is_empty()).then(|| {
        view! { <p class="trial-head">{t!("Tried, does not help")}</p> <ul class="why-vain" aria-label=t!("Tried, does not help")>{vain}</ul> }
    });
    view! {
        <section class="why-reported" aria-label=t!("Why it was throttled")>
            <p class="trial-sentence">{sentence}</p>
            <ol class="why-chain" aria-label=t!("From the request to the key")>{links}</ol>
            {to_stage}
            {some.then(|| view! { <p class="trial-head">{t!("What helps")}</p> })}
            <ul class="why-helps" aria-label=t!("What helps")>{helps}</ul>
            {none}
            {vain}
        </section>
    }
}

/// A change that helps, with its figures folded below it.
fn helpful(advice: Advice) -> impl IntoView {
    let sentence = advice.outcome.sentence.clone();
    view! {
        <li>
            {sentence}
            <details><summary>{t!("Figures")}</summary><OutcomeTable outcome=advice.outcome /></details>
        </li>
    }
}
