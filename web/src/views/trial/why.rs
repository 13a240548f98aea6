//! Why something was throttled: the chain from the request to the key, and what helps, each tried in a second engine first.

use hashrange_protocol::trial::{Happened, Tried, Wanted};
use leptos::prelude::*;

use super::progress::TrialProgress;
use super::told::Told;
use crate::components::{Button, ButtonKind};
use crate::rare::Brought;
use crate::session::Trying;

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
                let (advised, over) = (*advised, permille >= 1_000);
                view! { <Brought><Told advised=advised.clone() over /></Brought> }.into_any()
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
