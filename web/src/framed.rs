//! What the address asks of a page in a frame of another one: `?embed=tables,workspace,stage,clock&theme=dark`. Only the panels
//! that are named are shown, and nothing is kept.
//!
//! Must not know what stands in a panel.

pub mod around;

use leptos::prelude::{document, window};

/// What is shown where the address names no panel.
const ALL: &str = "tables,workspace,stage,clock";

/// What the address asks for by a name; empty where it gives the name alone.
#[must_use]
#[inline(never)]
pub fn asked(name: &str) -> Option<String> {
    let search = window().location().search().ok()?;
    value_of(&search, name)
}

fn value_of(search: &str, name: &str) -> Option<String> {
    let mut parts = search.trim_start_matches('?').split('&');
    parts.find_map(|part| {
        let (key, value) = part.split_once('=').unwrap_or((part, ""));
        (key == name).then(|| value.to_owned())
    })
}

/// Whether the page is a part of another one.
#[must_use]
pub fn is_embedded() -> bool {
    asked("embed").is_some()
}

/// Tells the style sheet which panels are shown.
pub fn show_panels() {
    let named = asked("embed").filter(|named| !named.is_empty()).unwrap_or_else(|| ALL.to_owned());
    if let Some(root) = document().document_element() {
        // The name is a valid one, and any value may be given to it.
        let _ = root.set_attribute("data-panels", &named);
    }
}

#[cfg(test)]
mod tests {
    use super::value_of;

    #[test]
    fn an_address_asks_by_name() {
        let search = "?embed=tables,stage&theme=dark&origin=https://a.test";
        let value = |name| value_of(search, name);
        assert_eq!(value("embed").as_deref(), Some("tables,stage"));
        assert_eq!(value("theme").as_deref(), Some("dark"));
        assert_eq!(value("origin").as_deref(), Some("https://a.test"));
        assert_eq!((value("emb"), value_of("", "embed")), (None, None));
        assert_eq!(value_of("?embed", "embed").as_deref(), Some(""));
    }
}
