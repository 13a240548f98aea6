//! An editor for longer text such as JSON. It is a plain textarea at first, and gets highlighting and marked errors
//! when its bundle is loaded. The errors are also listed below the text, with links to their positions.
//!
//! Must not know the meaning of the text.

mod diagnostic;
mod editor;

pub use diagnostic::Diagnostic;
use editor::CodeEditor;
use leptos::html;
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::element_id;

use crate::derived::Signal;
use crate::effect::effect;
use crate::signal::RwSignal;

/// The language for highlighting.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum CodeLanguage {
    /// JSON.
    #[default]
    Json,
    /// SQL, whose words the caller says.
    Sql,
    /// No highlighting.
    Text,
}

impl CodeLanguage {
    fn name(self) -> &'static str {
        match self {
            Self::Json => "json",
            Self::Sql => "sql",
            Self::Text => "text",
        }
    }
}

/// A text editor. It shows `text` and reports typing; the caller stores the text.
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
    /// The words of SQL, one a line: `keyword`, `function` or another kind, a tab, and the word. They are completed.
    #[prop(optional, into)]
    words: Signal<String>,
    /// Whether it is read-only.
    #[prop(optional, into)]
    read_only: Signal<bool>,
    /// The errors in the text.
    #[prop(optional, into)]
    diagnostics: Signal<Vec<Diagnostic>>,
    /// Called with the text after every change the reader makes.
    #[prop(optional, into)]
    on_input: Option<Callback<String>>,
) -> impl IntoView {
    let field = Field {
        label: StoredValue::new(label),
        text,
        language,
        words,
        read_only,
        diagnostics,
        on_input,
        place: NodeRef::new(),
        area: NodeRef::new(),
        editor: StoredValue::new_local(None),
        upgraded: RwSignal::new(false),
        waiting: RwSignal::new(false),
    };
    spawn_local(field.load_editor());
    field.follow_signals();
    on_cleanup(move || {
        if let Some(Some(editor)) = field.editor.try_update_value(Option::take) {
            editor.destroy();
        }
    });
    let errors = element_id("code-errors");
    view! {
        <div class="code-area" class:code-area-invalid=move || field.is_invalid()>
            <div class="code-area-place" node_ref=field.place>
                {textarea(field, errors.clone())}
            </div>
            <Errors id=errors text diagnostics on_choose=move |at: usize| field.go_to(at) />
        </div>
    }
}

/// The field that is shown until the editor is loaded.
fn textarea(field: Field, errors: String) -> impl IntoView {
    view! {
        <textarea
            class="code-area-text"
            node_ref=field.area
            aria-label=field.label.get_value()
            aria-describedby=errors
            aria-invalid=move || field.is_invalid().then_some("true")
            autocomplete="off"
            autocapitalize="off"
            spellcheck="false"
            prop:hidden=move || field.upgraded.get()
            prop:readOnly=move || field.read_only.get()
            prop:value=move || field.text.get()
            on:input=move |event| field.report(event_target_value(&event))
            on:blur=move |_| field.upgrade_after_blur()
        ></textarea>
    }
}

/// The text and its two views: the textarea, and the editor that replaces it.
#[derive(Clone, Copy)]
struct Field {
    label: StoredValue<String>,
    text: Signal<String>,
    language: CodeLanguage,
    words: Signal<String>,
    read_only: Signal<bool>,
    diagnostics: Signal<Vec<Diagnostic>>,
    on_input: Option<Callback<String>>,
    place: NodeRef<html::Div>,
    area: NodeRef<html::Textarea>,
    editor: StoredValue<Option<CodeEditor>, LocalStorage>,
    /// Whether the editor is mounted.
    upgraded: RwSignal<bool>,
    /// Whether the loaded bundle waits to be mounted.
    waiting: RwSignal<bool>,
}

impl Field {
    fn is_invalid(self) -> bool {
        self.diagnostics.with(|list| !list.is_empty())
    }

    fn report(self, typed: String) {
        if let Some(on_input) = self.on_input {
            on_input.run(typed);
        }
    }

    /// Loads the bundle. Without it (offline, blocked) the textarea stays in use.
    async fn load_editor(self) {
        if editor::load().await && self.waiting.try_set(true).is_none() {
            self.upgrade();
        }
    }

    /// Mounts the editor. Removing the textarea while the reader types would lose the caret, so it waits until the
    /// focus leaves.
    fn upgrade(self) {
        let busy = self
            .area
            .try_get_untracked()
            .flatten()
            .is_some_and(|area| area.matches(":focus").unwrap_or(false));
        let Some(place) = self.place.try_get_untracked().flatten().filter(|_| !busy) else {
            return;
        };
        let made = self.editor.try_update_value(|slot| {
            if slot.is_none() {
                *slot = CodeEditor::mount(
                    &place,
                    &self.text.get_untracked(),
                    (self.language.name(), &self.words.get_untracked()),
                    self.read_only.get_untracked(),
                    &self.label.get_value(),
                    move |typed| self.report(typed),
                );
            }
            slot.is_some()
        });
        self.upgraded.set(made == Some(true));
    }

    /// Mounts the editor that waited until the reader stopped typing.
    fn upgrade_after_blur(self) {
        // A browser can report a blur when it removes the textarea with its view.
        if self.waiting.try_get_untracked() == Some(true) {
            // The focus leaves only after this event.
            request_animation_frame(move || self.upgrade());
        }
    }

    /// Updates the mounted editor from the signals.
    fn follow_signals(self) {
        let Self {
            text,
            words,
            read_only,
            diagnostics,
            ..
        } = self;
        let with = move |act: &dyn Fn(&CodeEditor)| {
            if self.upgraded.get() {
                self.editor.try_with_value(|editor| editor.as_ref().map(act));
            }
        };
        effect(move || with(&|editor| text.with(|text| editor.set_text(text))));
        effect(move || with(&|editor| words.with(|words| editor.set_words(words))));
        effect(move || with(&|editor| editor.set_read_only(read_only.get())));
        effect(move || {
            with(&|editor| text.with(|text| diagnostics.with(|list| editor.set_diagnostics(text, list))));
        });
    }

    /// Moves the caret and the focus to a byte of the text.
    fn go_to(self, at: usize) {
        let at = self.text.with_untracked(|text| editor::utf16_position(text, at));
        let mounted = self
            .editor
            .try_with_value(|editor| editor.as_ref().map(|editor| editor.go_to(at)))
            .flatten();
        if mounted.is_none()
            && let Some(area) = self.area.try_get_untracked().flatten()
        {
            let _ = area.focus();
            // Fails only for a textarea that is no longer in the page.
            let _ = area.set_selection_range(at, at);
        }
    }
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
            let line = text
                .get(..diagnostic.from)
                .map_or(1, |before| before.matches('\n').count() + 1);
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
