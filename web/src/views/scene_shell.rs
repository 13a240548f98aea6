//! Where scenes stand on the page: the button in the header and the place of the panel. Nothing of a scene is needed until
//! one is asked for.

use leptos::prelude::*;

use super::scenes::{ScenePanel, ScenesList};
use crate::components::{Button, ButtonKind, Dialog};
use crate::session::use_session;

/// The button that lists the scenes.
#[component]
pub fn ScenesButton() -> impl IntoView {
    let open = RwSignal::new(false);
    view! {
        <Button kind=ButtonKind::Quiet on_press=move |()| open.set(true)>"Scenes"</Button>
        <Dialog open title="Scenes" wide=true>
            <ScenesList open />
        </Dialog>
    }
}

/// The panel of the scene that is played, while one is.
#[component]
pub fn SceneShell() -> impl IntoView {
    let staged = use_session().staged();
    let shown = Memo::new(move |_| staged.with(Option::is_some));
    view! { <Show when=move || shown.get()><ScenePanel /></Show> }
}
