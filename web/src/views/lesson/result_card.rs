//! The learner's result as a file for a teacher: a card at the end of a lesson, and a dialog before it.
//!
//! Must not know the content of the file.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::{Button, ButtonKind, Dialog, Tone, offer_download, use_toasts};
use crate::derived::Signal;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::views::fields::TextField;

/// The button for a result so far, and its dialog.
#[component]
pub fn ResultButton() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <Button kind=ButtonKind::Quiet on_press=move |()| open.set(true)>{t!("Save my result…")}</Button>
        <Dialog open title=t!("Your result so far")><ResultCard /></Dialog>
    }
}

/// The card.
#[component]
pub fn ResultCard() -> impl IntoView {
    let (session, toasts) = (use_session(), use_toasts());
    let (name, busy) = (RwSignal::new(String::new()), RwSignal::new(false));
    let save = move |()| {
        busy.set(true);
        let learner = name.get_untracked().trim().to_owned();
        spawn_local(async move {
            let done = session.run(Call::ResultOfLesson { learner }).await;
            busy.try_set(false);
            match done {
                Some(CallResult::File { name, bytes, .. }) => offer_download(&name, "text/plain", &bytes),
                Some(CallResult::Refused(words)) => toasts.say(Tone::Bad, words),
                _ => toasts.say(Tone::Bad, t!("The file could not be created. Try again.")),
            }
        });
    };
    let unnamed = Signal::derive(move || busy.get() || name.with(|name| name.trim().is_empty()));
    view! {
        <section class="assignment-in" aria-label=t!("Result")>
            <h3>{t!("For your teacher")}</h3>
            <p class="view-note">
                {t!("The file has your name, your answers to each step and the goals that you reached. You give it to your teacher; the page sends it nowhere.")}
            </p>
            <TextField label=t!("Your name") value=name on_input=move |typed: String| name.set(typed) />
            <Button disabled=unnamed on_press=save>{t!("Save the result file")}</Button>
        </section>
    }
}
