//! Where scenes stand on the page: the button in the header, the place of the panel, and links that lead to a scene. Nothing
//! of a scene is needed until one is asked for.

use leptos::prelude::*;

use super::scenes::{ScenePanel, ScenesList};
use crate::components::{Button, ButtonKind, Dialog};
use crate::session::use_session;

/// What stands before a scene's name in the address of a link to it.
const MARK: &str = "#scene=";

/// The way into the list of scenes.
#[derive(Clone, Copy, Debug)]
pub struct SceneDoor {
    /// Whether the list is shown.
    pub open: RwSignal<bool>,
    /// The scene a link asks for, by its id, until it is begun or asked about.
    pub wanted: RwSignal<Option<String>>,
}

/// Puts the way to the scenes into the context. A scene that the page's address asks for is wanted from the start, once:
/// the address forgets it.
pub fn provide_scenes() -> SceneDoor {
    let hash = window().location().hash().unwrap_or_default();
    let wanted = hash.strip_prefix(MARK).map(str::to_owned);
    if wanted.is_some()
        && let Ok(history) = window().history()
    {
        let path = window().location().pathname().unwrap_or_default();
        // A browser that refuses asks again after a reload, which does no harm.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path));
    }
    let door = SceneDoor { open: RwSignal::new(false), wanted: RwSignal::new(wanted) };
    provide_context(door);
    door
}

/// The address of a link to a scene.
#[must_use]
pub fn link_to(id: &str) -> String {
    let location = window().location();
    let base = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    format!("{base}{MARK}{id}")
}

/// The button that lists the scenes.
#[component]
pub fn ScenesButton() -> impl IntoView {
    let door = expect_context::<SceneDoor>();
    view! {
        <Button kind=ButtonKind::Quiet on_press=move |()| door.open.set(true)>"Scenes"</Button>
        <Dialog open=door.open title="Scenes" wide=true>
            <ScenesList door />
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
