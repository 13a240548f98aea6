//! The options of an embedded page: `?embed=tables,workspace,stage,clock&theme=dark`. It shows only the named panels,
//! and stores nothing.
//!
//! Must not know the content of a panel.

pub mod parent_page;

use leptos::prelude::{document, window};

/// The panels if the address names none.
const ALL: &str = "tables,workspace,stage,clock";

/// An option of the address by name. Empty for a name without a value.
#[must_use]
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

/// Whether the page is embedded.
#[must_use]
pub fn is_embedded() -> bool {
    asked("embed").is_some()
}

/// Sets the shown panels for the style sheet.
pub fn show_panels() {
    let named = asked("embed")
        .filter(|named| !named.is_empty())
        .unwrap_or_else(|| ALL.to_owned());
    if let Some(root) = document().document_element() {
        // Cannot fail: the name is valid, and any value is permitted.
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
