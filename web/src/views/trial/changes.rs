//! The changes of a request or load, each with a button that tries it, and the latest result.

use hashrange_protocol::trial::{Tried, Wanted};
use hashrange_words::t;
use leptos::prelude::*;

use super::fields::{fields, words};
use super::outcome::OutcomeTable;
use super::progress::TrialProgress;
use super::subject::Tested;
use crate::components::Button;
use crate::session::Trying;
use crate::signal::RwSignal;
use crate::state::trial::{Meets, Offer, TrialForm, offers};
use crate::views::physics::throttling::ThrottlingButton;

hashrange_late::late!(page:
    /// The changes that apply to the subject.
    pub fn changes(tested: Tested, meets: Meets) -> AnyView { view! { <Changes tested meets /> }.into_any() }
);

/// The changes that apply to the subject.
#[component]
pub fn Changes(
    /// The subject of the trial.
    tested: Tested,
    /// The environment of a change.
    meets: Meets,
) -> impl IntoView {
    let trying = Trying::new();
    let problem = RwSignal::new(None::<String>);
    let form = RwSignal::new(TrialForm::of(&tested.about, &meets));
    let (offered, is_free) = (offers(&tested.about, &meets), !meets.throttles);
    let not = offered
        .not
        .into_iter()
        .map(|why| view! { <li>{why}</li> })
        .collect_view();
    let both = StoredValue::new((tested, meets));
    let press = move |offer: Offer| {
        let change =
            both.with_value(|(tested, meets)| form.with_untracked(|form| form.change(offer, &tested.about, meets)));
        match change {
            Ok(change) => {
                problem.set(None);
                trying.ask(Wanted::Change {
                    of: both.with_value(|(tested, _)| tested.of),
                    change,
                });
            }
            Err(words) => {
                trying.forget();
                problem.set(Some(words));
            }
        }
    };
    let row = move |offer: Offer| {
        let (words, fields) = both.with_value(|(tested, meets)| {
            (
                words(offer, &tested.about, meets),
                fields(offer, &tested.about, meets, form),
            )
        });
        view! {
            <li class="trial-row">
                <span class="trial-what">{capital(words)}</span>
                <span class="trial-fields">{fields}</span>
                <Button label=format!("Try {words}") on_press=move |()| press(offer)>{t!("Try")}</Button>
            </li>
        }
    };
    view! {
        <section class="trial" aria-label=t!("What if")>
            <p class="view-note">{t!("Runs the same requests again with one change, in a second engine. Your tables do not change.")}</p>
            <ul class="trial-rows" aria-label=t!("Changes")>{offered.rows.into_iter().map(row).collect_view()}</ul>
            <ul class="trial-not" aria-label=t!("Does not apply")>{not}</ul>
            {is_free.then(|| view! { <ThrottlingButton /> })}
            <p class="field-error" role="alert">{move || problem.get()}</p>
            <TrialProgress trying label=t!("Running both sides") />
            <Found trying />
        </section>
    }
}

/// The result of a trial.
#[component]
fn Found(trying: Trying) -> impl IntoView {
    let found = trying.found();
    let shown = move || {
        found.get().map(|tried| match tried {
            Tried::Outcome(outcome) => {
                view! { <section aria-label=t!("Outcome")><OutcomeTable outcome=*outcome /></section> }.into_any()
            }
            Tried::NotApplicable(why) => {
                view! { <p class="trial-sentence">{t!("Does not apply.")} " " {why}</p> }.into_any()
            }
            _ => ().into_any(),
        })
    };
    view! { <div aria-live="polite">{shown}</div> }
}

fn capital(words: &str) -> String {
    // The texts are English. The case tables for other letters would add 8 KB to the download.
    let mut words = words.to_owned();
    if let Some(first) = words.get_mut(..1) {
        first.make_ascii_uppercase();
    }
    words
}
