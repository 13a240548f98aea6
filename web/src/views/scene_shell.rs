//! Where a scene stands on the page: the place of its panel, and links that lead to one. Nothing of a scene is needed until
//! one is asked for.

use hashrange_protocol::WorkspaceCommand;
use leptos::prelude::*;

use super::scenes::ScenePanel;
use crate::session::{Session, use_session};

/// What stands before a scene's name in the address of a link to it.
const MARK: &str = "#scene=";

/// The scene that the page's address asks for, by its id, once: the address forgets it.
#[must_use]
pub fn asked_for() -> Option<String> {
    let hash = window().location().hash().ok()?;
    let wanted = hash.strip_prefix(MARK)?.to_owned();
    if let Ok(history) = window().history() {
        let path = window().location().pathname().unwrap_or_default();
        // A browser that refuses asks again after a reload, which does no harm.
        let _ = history.replace_state_with_url(&wasm_bindgen::JsValue::NULL, "", Some(&path));
    }
    Some(wanted)
}

/// Begins the scene of a link that is followed while the page is open.
pub fn follow_links(session: Session) {
    let listener = window_event_listener(leptos::ev::hashchange, move |_| {
        if let Some(scene) = asked_for() {
            session.shelve(WorkspaceCommand::WithScene(scene));
        }
    });
    on_cleanup(move || listener.remove());
}

/// The address of a link to a scene.
#[must_use]
pub fn link_to(id: &str) -> String {
    let location = window().location();
    let base = location.origin().unwrap_or_default() + &location.pathname().unwrap_or_default();
    format!("{base}{MARK}{id}")
}

/// The panel of the scene that is played, while one is.
#[component]
pub fn SceneShell() -> impl IntoView {
    let staged = use_session().staged();
    let shown = Memo::new(move |_| staged.with(Option::is_some));
    view! { <Show when=move || shown.get()><ScenePanel /></Show> }
}
