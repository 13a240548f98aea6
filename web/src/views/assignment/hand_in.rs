//! Handing in: the learner's name, the file with the journal, and the verdict.
//!
//! Must not know how the file is created.

use hashrange_protocol::call::{Call, CallResult, Verdict};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::verdict::verdict_words;
use crate::components::{Button, ButtonKind, Tone, offer_download, use_toasts};
use crate::derived::Signal;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::views::fields::TextField;

/// The card of the current assignment.
#[component]
pub fn HandInCard() -> impl IntoView {
    let (session, toasts) = (use_session(), use_toasts());
    let (name, judged) = (RwSignal::new(String::new()), RwSignal::new(None::<Verdict>));
    let busy = RwSignal::new(false);
    let hand_in = move |()| {
        busy.set(true);
        let learner = name.get_untracked().trim().to_owned();
        spawn_local(async move {
            let done = session.run(Call::HandIn { learner }).await;
            busy.try_set(false);
            match done {
                Some(CallResult::HandIn { name, bytes, verdict }) => {
                    offer_download(&name, "application/octet-stream", &bytes);
                    judged.try_set(Some(verdict));
                }
                Some(CallResult::Refused(words)) => toasts.say(Tone::Bad, words),
                _ => toasts.say(Tone::Bad, t!("The file could not be created. Try again.")),
            }
        });
    };
    let unnamed = Signal::derive(move || busy.get() || name.with(|name| name.trim().is_empty()));
    view! {
        <section class="assignment-in" aria-label=t!("Hand in")>
            <h3>{t!("Hand in")}</h3>
            <p class="view-note">
                {t!("The file contains everything you did here. Your teacher's page replays and judges it.")}
            </p>
            <TextField label=t!("Your name") value=name on_input=move |typed: String| name.set(typed) />
            <Button kind=ButtonKind::Primary disabled=unnamed on_press=hand_in>{t!("Save the file to hand in")}</Button>
            {move || judged.with(|judged| judged.as_ref().map(verdict_words))}
        </section>
    }
}
