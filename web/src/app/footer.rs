//! The footer: the Region, the pace of time, the state of storage, and the hash of the state.

use hashrange_protocol::{SaveState, Settings, Throttling};
use hashrange_words::t;
use leptos::prelude::*;

use crate::beside::beside;
use crate::components::ModelTag;
use crate::memo::Memo;
use crate::session::use_session;
use crate::views::physics::use_physics;

/// The footer.
#[component]
pub fn Footer() -> impl IntoView {
    let session = use_session();
    let region = Memo::new(move |_| session.settings().region);
    let state = move || match session.saved().get() {
        SaveState::Saved => (t!("saved in this browser").to_owned(), "save"),
        SaveState::Saving => ("saving…".to_owned(), "save"),
        SaveState::MemoryOnly(reason) => (t!("in memory only: {reason}", reason), "save save-warn"),
        SaveState::Behind(reason) => (t!("latest changes in memory only: {reason}", reason), "save save-warn"),
    };
    let physics = use_physics();
    let pace = Memo::new(move |_| pace(&session.settings()));
    view! {
        <footer class="foot">
            <span>{move || region.get()}</span>
            <span class="foot-pace">
                <button
                    type="button"
                    class="foot-physics"
                    title=t!("Physics and limits")
                    on:click=move |_| physics.open.set(true)
                >
                    {move || pace.get()}
                </button>
                " "
                <ModelTag reason=t!("durations that AWS does not guarantee are settings here; each setting says what is known about it") />
            </span>
            <span class="foot-space"></span>
            <span role="status">{move || { let (words, class) = state(); view! { <span class=class>{words}</span> } }}</span>
            <Steps />
            <a class="foot-licences" href=beside("licences.txt") target="_blank" rel="noopener">{t!("Licences")}</a>
        </footer>
    }
}

/// The number of steps. A click shows the hash of the current state, which includes its time.
#[component]
fn Steps() -> impl IntoView {
    let session = use_session();
    let steps = move || {
        t!(
            "{number, plural, one {# step} other {# steps}}",
            number = session.steps().get()
        )
    };
    let hash = session.hash();
    view! {
        <button
            type="button"
            class="foot-physics foot-steps"
            title=t!("Hash of the current state: the same steps up to the same virtual time give the same hash, in any browser and on a server")
            on:click=move |_| session.ask_hash()
        >
            {steps}
            {move || hash.get().map(hash_text)}
        </button>
    }
}

fn hash_text(hash: String) -> impl IntoView {
    let short: String = hash.chars().take(12).collect();
    view! { {t!(", state")} " " <code title=hash>{short}</code> }
}

/// The current physics as text: the preset, and whether anything differs from it.
fn pace(settings: &Settings) -> String {
    let preset = match settings.preset.as_str() {
        "classroom" => t!("classroom time: waits are shortened"),
        "aws" => t!("AWS time: waits as measured"),
        _ => t!("instant: nothing takes time"),
    };
    let changed = match settings.changes() {
        0 => String::new(),
        changes => t!(
            ", {changes, plural, one {# setting} other {# settings}} changed",
            changes
        ),
    };
    let throttling = match settings.physics.throttling.mode {
        Throttling::Off => "",
        _ => t!(", throttling on"),
    };
    let dax = if settings.dax.is_some() { t!(", DAX on") } else { "" };
    format!("{preset}{changed}{throttling}{dax}")
}
