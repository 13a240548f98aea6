//! The addresses of files that come with the program: lessons, licences. A release has them in a folder whose name
//! changes with its content.
//!
//! Must not know who loads a file.

use leptos::prelude::document;

/// The address of a file in the folder of the script that started the program.
#[must_use]
pub fn beside(name: &str) -> String {
    let script = document().query_selector("script[data-module]").ok().flatten();
    let source = script.and_then(|script| script.get_attribute("src"));
    let folder = source.as_deref().and_then(|source| source.strip_suffix("init.mjs"));
    format!("{}{name}", folder.unwrap_or_default())
}
