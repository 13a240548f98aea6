//! Why something was throttled: the chain from the request to the key, and the remedies, each tried first in a second
//! engine.

use hashrange_protocol::trial::{Happened, Tried, Wanted};
use hashrange_words::t;
use leptos::prelude::*;

use super::progress::TrialProgress;
use super::reason::reason;
use crate::components::{Button, ButtonKind, When, late_view};
use crate::derived::Signal;
use crate::effect::effect_since;
use crate::memo::Memo;
use crate::session::Trying;
use crate::signal::RwSignal;

/// A button that asks for the reason, with the reason and the advice below it. Empty if nothing was throttled.
#[component]
pub fn Why(
    /// What was throttled.
    #[prop(into)]
    of: Signal<Option<Happened>>,
    /// Whether to ask at once.
    #[prop(optional)]
    at_once: bool,
) -> impl IntoView {
    let trying = Trying::new();
    let of = Memo::new(move |_| of.get());
    // The advice for one subject does not apply to another. Events continue while something is throttled, so the latest
    // represents them.
    let subject = Memo::new(move |_| of.get().filter(|of| !matches!(of, Happened::Event(_))));
    effect_since(move |before: Option<Option<Happened>>| {
        let now = subject.get();
        if before.is_some_and(|before| before != now) {
            trying.forget();
        }
        now
    });
    let running = trying.is_running();
    let press = move |()| {
        of.get_untracked()
            .into_iter()
            .for_each(|of| trying.ask(Wanted::Advice { of }));
    };
    if at_once {
        press(());
    }
    let found = trying.found();
    let shown = move || {
        found.get().map(|tried| match tried {
            Tried::Advised { permille, advised } => {
                let (advised, over) = (*advised, permille >= 1_000);
                late_view(move || reason(advised.clone(), over))
            }
            Tried::NotApplicable(why) => view! { <p class="trial-sentence">{why}</p> }.into_any(),
            _ => ().into_any(),
        })
    };
    view! {
        <When holds=move || of.with(Option::is_some) || running.get() || found.with(Option::is_some)>
            <div class="why">
                <When holds=move || of.with(Option::is_some)>
                    <Button on_press=press>{t!("Why?")}</Button>
                </When>
                <TrialProgress trying label=t!("Testing what may help") />
                <div aria-live="polite">{shown}</div>
            </div>
        </When>
    }
}

/// The same for one of many events. Built only on request.
#[component]
pub fn EventWhy(
    /// The event's number.
    number: u64,
) -> impl IntoView {
    let asked = RwSignal::new(false);
    let of = Signal::stored(Some(Happened::Event(number)));
    let button =
        move || view! { <Button kind=ButtonKind::Quiet on_press=move |()| asked.set(true)>{t!("Why?")}</Button> };
    view! { <When holds=move || asked.get() fallback=button><Why of at_once=true /></When> }
}
