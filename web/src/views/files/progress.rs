//! How far an errand is that takes long, and the way to stop it.
//!
//! Must not know what it does.

use std::time::Duration;

use hashrange_protocol::errand::{Done, Errand};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::Button;
use crate::session::{Session, use_session};

/// Real time between two looks.
const LOOK: Duration = Duration::from_millis(300);

/// The words, while `busy` is set.
#[component]
pub fn ErrandProgress(
    /// Whether the errand is under way.
    busy: RwSignal<bool>,
) -> impl IntoView {
    let session = use_session();
    let words = RwSignal::new(String::new());
    Effect::new(move || {
        if busy.get() {
            words.set(String::new());
            look(session, busy, words);
        }
    });
    let stop = move |()| spawn_local(async move { drop(session.run(Errand::Stop).await) });
    view! {
        <Show when=move || busy.get()>
            <div class="files-progress">
                <p role="status">{words}</p>
                <Button on_press=stop>"Stop"</Button>
            </div>
        </Show>
    }
}

/// Asks how far it is, as long as it is under way.
fn look(session: Session, busy: RwSignal<bool>, words: RwSignal<String>) {
    set_timeout(
        move || {
            spawn_local(async move {
                let Some(Done::Words(told)) = session.run(Errand::Progress).await else { return };
                if busy.try_get_untracked() == Some(true) {
                    words.try_set(told);
                    look(session, busy, words);
                }
            });
        },
        LOOK,
    );
}
