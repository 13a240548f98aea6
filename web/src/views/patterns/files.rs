//! Patterns as files: the menu of formats, and the file to import.
//!
//! Must not know formats: the engine reads and writes them.

use hashrange_protocol::call::{Call, CallResult};
use hashrange_protocol::pattern::PatternsFormat;
use hashrange_words::t;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::keeper::Patterns;
use crate::components::{Menu, MenuItem, chosen_file, text_of};
use crate::session::Calling;
use crate::state::patterns::add_patterns;
use crate::views::files::{MOST_BYTES, run_save};

fn formats() -> [(&'static str, PatternsFormat); 6] {
    [
        (t!("Tests in Rust (cargo test)"), PatternsFormat::Rust),
        (t!("Tests in JavaScript (node:test)"), PatternsFormat::JavaScript),
        (t!("Tests in Python (pytest)"), PatternsFormat::Python),
        (t!("AWS MCP server, with items"), PatternsFormat::McpServer),
        (t!("NoSQL Workbench, with items"), PatternsFormat::Workbench),
        (t!("Patterns as JSON"), PatternsFormat::Json),
    ]
}

/// The menu of formats.
#[component]
pub fn ExportMenu(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let calling = Calling::new();
    let items = formats().map(|(name, format)| {
        let save = move |()| {
            let all = patterns.list();
            run_save(calling, Call::PatternsFile { patterns: all, format }, patterns.said);
        };
        view! { <MenuItem on_choose=save>{name}</MenuItem> }
    });
    view! { <Menu label=t!("Export…")>{items.collect_view()}</Menu> }
}

/// The control that takes a file.
#[component]
pub fn ImportFile(
    /// The patterns.
    patterns: Patterns,
) -> impl IntoView {
    let take = move |event: Event| {
        let Some(file) = chosen_file(&event) else { return };
        if file.size() > MOST_BYTES {
            return patterns
                .said
                .set(Some(Err(t!("The file is larger than 64 MB.").to_owned())));
        }
        spawn_local(async move {
            let text = text_of(file).await;
            let said = match patterns.session().run(Call::FindPatterns { text }).await {
                Some(CallResult::Patterns {
                    patterns: found,
                    left_out,
                }) => patterns
                    .kept
                    .try_update(|kept| add_patterns(kept, found.patterns().unwrap_or_default(), &left_out))
                    .unwrap_or_else(|| Ok(String::new())),
                Some(CallResult::Refused(words)) => Err(words),
                _ => Err(t!("The engine did not respond. Try again.").to_owned()),
            };
            patterns.said.try_set(Some(said));
        });
    };
    view! {
        <label class="btn files-choose">
            {t!("Import…")}
            <input type="file" accept=".json" class="visually-hidden" aria-label=t!("Import patterns") on:change=take />
        </label>
    }
}
