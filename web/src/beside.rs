//! The addresses of files that come with the program: lessons, licences. A release has them in a folder whose name
//! changes with its content.
//!
//! Must not know who loads a file.

use leptos::prelude::document;

/// The address of a file in the folder of the script that started the program.
#[must_use]
pub fn beside(name: &str) -> String {
    let script = document().query_selector("script[data-module]").ok().flatten();
    let source = script
        .and_then(|script| script.get_attribute("src"))
        .unwrap_or_default();
    let folder = source.rsplit_once('/').map_or("", |(folder, _)| folder);
    if folder.is_empty() {
        name.to_owned()
    } else {
        format!("{folder}/{name}")
    }
}
