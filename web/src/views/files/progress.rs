//! The progress of a long call, and the button to stop it.
//!
//! Must not know the call.

use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, When};
use crate::session::Calling;

/// The progress, while a call is running.
#[component]
pub fn CallProgress(
    /// The calls of the view.
    calling: Calling,
) -> impl IntoView {
    let running = calling.is_running();
    view! {
        <When holds=move || running.get()>
            <div class="files-progress">
                <p role="status">{move || calling.words().get()}</p>
                <Button on_press=move |()| calling.stop()>{t!("Stop")}</Button>
            </div>
        </When>
    }
}
