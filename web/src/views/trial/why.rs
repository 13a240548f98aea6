//! Why something was throttled: the chain from the request to the key, and what helps, each tried in a second engine first.

use hashrange_protocol::trial::{Advice, Advised, Happened, Tried, Wanted};
use leptos::prelude::*;

use super::outcome::OutcomeTable;
use super::progress::TrialProgress;
use crate::components::{Button, ButtonKind};
use crate::session::Trying;
use crate::stage::Subject;
use crate::state::trial::{chain, decisive};
use crate::views::stage::use_stage;

/// A button that asks why, and the reason with what helps below it. Nothing where nothing was throttled.
#[component]
pub fn Why(
    /// What was throttled.
    #[prop(into)]
    of: Signal<Option<Happened>>,
    /// Whether it is asked at once.
    #[prop(optional)]
    at_once: bool,
) -> impl IntoView {
    let trying = Trying::new();
    let of = Memo::new(move |_| of.get());
    // What is known of one says nothing of another. Events go on as long as something is throttled: the newest stands for them.
    let subject = Memo::new(move |_| of.get().filter(|of| !matches!(of, Happened::Event(_))));
    Effect::new(move |before: Option<Option<Happened>>| {
        let now = subject.get();
        if before.is_some_and(|before| before != now) {
            trying.forget();
        }
        now
    });
    let under_way = trying.is_under_way();
    let press = move |()| of.get_untracked().into_iter().for_each(|of| trying.ask(Wanted::Advice { of }));
    if at_once {
        press(());
    }
    let found = trying.found();
    let shown = move || {
        found.get().map(|tried| match tried {
            Tried::Advised { permille, advised } => {
                view! { <Told advised=*advised over={permille >= 1_000} /> }.into_any()
            }
            Tried::NotApplicable(why) => view! { <p class="trial-sentence">{why}</p> }.into_any(),
            _ => ().into_any(),
        })
    };
    view! {
        <Show when=move || of.with(Option::is_some) || under_way.get() || found.with(Option::is_some)>
            <div class="why">
                <Show when=move || of.with(Option::is_some)>
                    <Button on_press=press>"Why?"</Button>
                </Show>
                <TrialProgress trying label="Trying what may help" />
                <div aria-live="polite">{shown}</div>
            </div>
        </Show>
    }
}

/// The same for one of many events: nothing of it is there before it is asked.
#[component]
pub fn EventWhy(
    /// The event's number.
    number: u64,
) -> impl IntoView {
    let asked = RwSignal::new(false);
    let of = Signal::stored(Some(Happened::Event(number)));
    let button = move || view! { <Button kind=ButtonKind::Quiet on_press=move |()| asked.set(true)>"Why?"</Button> };
    view! { <Show when=move || asked.get() fallback=button><Why of at_once=true /></Show> }
}

#[component]
fn Told(advised: Advised, over: bool) -> impl IntoView {
    let desk = use_stage();
    let sentence = match &advised.chain {
        Some(chain) => Some(chain.clone()),
        None if over => Some("Run again, it is not throttled: the units it needs have come back.".to_owned()),
        None => None,
    };
    let links = chain(&advised).into_iter();
    let links = links.map(|link| view! { <li><b>{link.part}</b> " " {link.words}</li> }).collect_view();
    let place = decisive(&advised).and_then(|(_, throttle)| {
        Some(Subject::Partition { index: throttle.index.clone(), number: throttle.most.as_ref()?.partition })
    });
    let to_stage = place.map(|place| {
        let press = move |()| desk.chosen.set(Some(place.clone()));
        view! { <Button kind=ButtonKind::Quiet on_press=press>"Show the partition on the stage"</Button> }
    });
    let some = !advised.advice.is_empty();
    let none = (over && !some && advised.chain.is_some())
        .then(|| view! { <p class="view-note">"None of the changes that were tried helps."</p> });
    let helps = advised.advice.into_iter().map(helpful).collect_view();
    let vain =
        advised.in_vain.into_iter().map(|advice| view! { <li>{advice.outcome.sentence}</li> }).collect::<Vec<_>>();
    let vain = (!vain.is_empty()).then(|| {
        view! { <p class="trial-head">"Tried, does not help"</p> <ul class="why-vain" aria-label="Tried, does not help">{vain}</ul> }
    });
    view! {
        <section class="why-told" aria-label="Why it was throttled">
            <p class="trial-sentence">{sentence}</p>
            <ol class="why-chain" aria-label="From the request to the key">{links}</ol>
            {to_stage}
            {some.then(|| view! { <p class="trial-head">"What helps"</p> })}
            <ul class="why-helps" aria-label="What helps">{helps}</ul>
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
            <details><summary>"Figures"</summary><OutcomeTable outcome=advice.outcome /></details>
        </li>
    }
}
