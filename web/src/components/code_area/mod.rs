//! A place to read and write a longer text such as JSON: a plain textarea at once, the editor with highlighting and
//! marked errors as soon as its bundle has arrived. What is wrong with the text is also said below it, and leads to its place.
//!
//! Must not know what the text means.

mod diagnostic;
mod editor;

pub use diagnostic::Diagnostic;
use editor::Editor;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::element_id;

/// The language whose words are highlighted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeLanguage {
    /// JSON.
    #[default]
    Json,
    /// Nothing is highlighted.
    Text,
}

impl CodeLanguage {
    fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Text => "text",
        }
    }
}

/// A text editor. It shows `text` and reports what the reader types; the caller keeps the text.
#[component]
pub fn CodeArea(
    /// Its accessible name.
    #[prop(into)]
    label: String,
    /// The text.
    #[prop(into)]
    text: Signal<String>,
    /// Its language.
    #[prop(optional)]
    language: CodeLanguage,
    /// Whether it can only be read.
    #[prop(optional, into)]
    read_only: Signal<bool>,
    /// What is wrong with the text.
    #[prop(optional, into)]
    diagnostics: Signal<Vec<Diagnostic>>,
    /// Called with the text after every change the reader makes.
    #[prop(optional, into)]
    on_input: Option<Callback<String>>,
) -> impl IntoView {
    let place = NodeRef::<html::Div>::new();
    let area = NodeRef::<html::Textarea>::new();
    let editor = StoredValue::new_local(None::<Editor>);
    let upgraded = RwSignal::new(false);
    let waiting = RwSignal::new(false);
    let errors = element_id("code-errors");
    let report = move |typed: String| {
        if let Some(on_input) = on_input {
            on_input.run(typed);
        }
    };
    let upgrade = {
        let label = label.clone();
        move || {
            // Taking the textarea away under the reader's fingers would lose the caret; it waits for the focus to leave.
            let busy = area.try_get_untracked().flatten().is_some_and(|area| area.matches(":focus").unwrap_or(false));
            let Some(place) = place.try_get_untracked().flatten().filter(|_| !busy) else { return };
            let made = editor.try_update_value(|slot| {
                if slot.is_none() {
                    let text = text.get_untracked();
                    *slot = Editor::mount(&place, &text, language.name(), read_only.get_untracked(), &label, report);
                }
                slot.is_some()
            });
            upgraded.set(made == Some(true));
        }
    };
    let on_blur = {
        let upgrade = upgrade.clone();
        move |_| {
            // A browser may tell of a blur while it takes the textarea away with the view around it.
            if waiting.try_get_untracked() == Some(true) {
                // The focus has left only after this event.
                let upgrade = upgrade.clone();
                request_animation_frame(upgrade);
            }
        }
    };
    spawn_local(async move {
        // Without the bundle (offline, blocked) the textarea does the same work.
        if editor::load().await && waiting.try_set(true).is_none() {
            upgrade();
        }
    });
    follow_signals(editor, upgraded, text, read_only, diagnostics);
    on_cleanup(move || {
        if let Some(Some(editor)) = editor.try_update_value(Option::take) {
            editor.destroy();
        }
    });
    view! {
        <div class="code-area" class:code-area-invalid=move || diagnostics.with(|list| !list.is_empty())>
            <div class="code-area-place" node_ref=place>
                <textarea
                    class="code-area-text"
                    node_ref=area
                    aria-label=label
                    aria-describedby=errors.clone()
                    aria-invalid=move || diagnostics.with(|list| (!list.is_empty()).then_some("true"))
                    autocomplete="off"
                    autocapitalize="off"
                    spellcheck="false"
                    prop:hidden=upgraded
                    prop:readOnly=read_only
                    prop:value=text
                    on:input=move |event| report(event_target_value(&event))
                    on:blur=on_blur
                ></textarea>
            </div>
            <Errors id=errors text diagnostics on_choose=move |at: usize| go_to(editor, area, text, at) />
        </div>
    }
}

/// Puts the caret at a byte of the text, and the focus there.
fn go_to(
    editor: StoredValue<Option<Editor>, LocalStorage>,
    area: NodeRef<html::Textarea>,
    text: Signal<String>,
    at: usize,
) {
    let at = text.with_untracked(|text| editor::utf16_position(text, at));
    let mounted = editor.try_with_value(|editor| editor.as_ref().map(|editor| editor.go_to(at))).flatten();
    if mounted.is_none()
        && let Some(area) = area.try_get_untracked().flatten()
    {
        let _ = area.focus();
        // Only a textarea that left the page refuses a caret.
        let _ = area.set_selection_range(at, at);
    }
}

/// Keeps the mounted editor at what the signals say.
fn follow_signals(
    editor: StoredValue<Option<Editor>, LocalStorage>,
    upgraded: RwSignal<bool>,
    text: Signal<String>,
    read_only: Signal<bool>,
    diagnostics: Signal<Vec<Diagnostic>>,
) {
    let with = move |act: &dyn Fn(&Editor)| {
        if upgraded.get() {
            editor.try_with_value(|editor| editor.as_ref().map(act));
        }
    };
    Effect::new(move || with(&|editor| text.with(|text| editor.set_text(text))));
    Effect::new(move || with(&|editor| editor.set_read_only(read_only.get())));
    Effect::new(move || with(&|editor| text.with(|text| diagnostics.with(|list| editor.set_diagnostics(text, list)))));
}

#[component]
fn Errors(
    id: String,
    text: Signal<String>,
    diagnostics: Signal<Vec<Diagnostic>>,
    #[prop(into)] on_choose: Callback<usize>,
) -> impl IntoView {
    let lines = move || {
        let text = text.get();
        let list = diagnostics.get().into_iter();
        list.map(|diagnostic| {
            let line = text.get(..diagnostic.from).map_or(1, |before| before.matches('\n').count() + 1);
            let from = diagnostic.from;
            view! {
                <li>
                    <button type="button" class="code-area-line" on:click=move |_| on_choose.run(from)>
                        {format!("line {line}")}
                    </button>
                    " "{diagnostic.message}
                </li>
            }
        })
        .collect_view()
    };
    view! { <ul class="code-area-errors" id=id aria-live="polite">{lines}</ul> }
}
