//! The progress of a long call, and the button to cancel it.
//!
//! Must not know the call.

use std::time::Duration;

use hashrange_protocol::call::{Call, CallResult};
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::components::Button;
use crate::session::{Session, use_session};

/// Real time between two progress requests.
const LOOK: Duration = Duration::from_millis(300);

/// The progress, while `busy` is set.
#[component]
pub fn CallProgress(
    /// Whether the call is running.
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
    let stop = move |()| spawn_local(async move { drop(session.run(Call::Stop).await) });
    view! {
        <Show when=move || busy.get()>
            <div class="files-progress">
                <p role="status">{words}</p>
                <Button on_press=stop>"Stop"</Button>
            </div>
        </Show>
    }
}

/// Requests the progress of the call, while it runs.
fn look(session: Session, busy: RwSignal<bool>, words: RwSignal<String>) {
    set_timeout(
        move || {
            spawn_local(async move {
                let Some(CallResult::Words(reported)) = session.run(Call::Progress).await else {
                    return;
                };
                if busy.try_get_untracked() == Some(true) {
                    words.try_set(reported);
                    look(session, busy, words);
                }
            });
        },
        LOOK,
    );
}
