//! The saved requests of the workspace: open, rename, move and delete them; and the field that saves one.
//!
//! Must not know how a request is sent.

use hashrange_wire::Operation;
use hashrange_words::t;
use leptos::prelude::*;

use super::editor::RequestEditor;
use crate::components::focus::first_of;
use crate::components::{Button, ButtonKind, Each, Toasts, Tone, When, use_toasts};
use crate::derived::{MaybeProp, Signal};
use crate::signal::RwSignal;
use crate::state::named_request::{self, Kept, NamedRequest};
use crate::views::fields::{Field, TextInput};

/// The id of the name's field.
const NAME: &str = "request-name";
/// Selectors of buttons in a row.
const OPEN: &str = ".request-open";
const UP: &str = ".request-acts > :nth-child(1)";
const DOWN: &str = ".request-acts > :nth-child(2)";

/// Saves a request, under this name or a free one, and says so.
pub fn save(editor: RequestEditor, toasts: Toasts, name: &str, operation: Operation, body: &str) {
    let kept = editor
        .named
        .try_update(|list| named_request::save(list, name, operation, body));
    let last = move || {
        editor
            .named
            .with_untracked(|list| list.last().map(|one| one.name.clone()).unwrap_or_default())
    };
    match kept {
        Some(Kept::New) => toasts.say(Tone::Good, t!("Saved as “{last}”.", last = last())),
        Some(Kept::Before(name)) => toasts.say(Tone::Notice, t!("The same request is saved as “{name}”.", name)),
        Some(Kept::Instead(old)) => {
            let words = t!("Replaced “{old}”.", old = old.name);
            toasts.offer_undo(words, move || {
                editor.named.update(|list| {
                    named_request::save(list, &old.name, old.operation, &old.body);
                });
            });
        }
        Some(Kept::NoRoom) => toasts.say(
            Tone::Bad,
            t!("A workspace has room for 500 saved requests with 900 KB. Delete one, then save this one."),
        ),
        None => {}
    }
}

/// The field with the name, and the button that saves the request.
#[component]
pub fn SaveRow(
    /// The editor.
    editor: RequestEditor,
    /// The body.
    body: Signal<String>,
) -> impl IntoView {
    let toasts = use_toasts();
    let keep = move |()| {
        let name = editor.name().get_untracked();
        let operation = untrack(|| editor.operation());
        save(editor, toasts, &name, operation, &body.get_untracked());
    };
    let placeholder = Signal::derive(move || body.with(|body| named_request::name_of(editor.operation(), body)));
    view! {
        <div class="request-save">
            <Field id=NAME label=t!("Name")>
                <TextInput
                    id=NAME
                    value=editor.name()
                    placeholder
                    on_input=move |name: String| editor.type_name(name)
                    on_enter=Callback::new(keep)
                />
            </Field>
            <Button on_press=keep>{t!("Save")}</Button>
        </div>
    }
}

/// The list.
#[component]
pub fn SavedList(
    /// The editor.
    editor: RequestEditor,
) -> impl IntoView {
    let places = move || 0..editor.named.with(Vec::len);
    // The place of the request that gets another name, with the typed text.
    let renamed = RwSignal::new(None::<(usize, String)>);
    let is_empty = move || editor.named.with(Vec::is_empty);
    view! {
        <section class="request-saved" aria-label=t!("Saved requests")>
            <h3>{t!("Saved")}</h3>
            <p class="view-note" hidden=move || !is_empty()>
                {t!("No saved requests yet. Save keeps the operation and the body with this workspace, its file and its links.")}
            </p>
            <ol>
                <Each each=places key=|place| *place let:place>
                    <li id=format!("saved-request-{place}")>
                        <When
                            holds=move || renamed.with(|it| it.as_ref().is_some_and(|it| it.0 == place))
                            fallback=move || view! { <Line editor place renamed /> }
                        >
                            <Renamed editor place renamed />
                        </When>
                    </li>
                </Each>
            </ol>
        </section>
    }
}

/// The request at this place.
fn at(editor: RequestEditor, place: usize) -> Option<NamedRequest> {
    editor.named.with(|list| list.get(place).cloned())
}

/// Focuses a part of the row at this place, or of the last row. Without a row, the field of the name gets the focus.
fn focus_row(editor: RequestEditor, place: usize, part: &str) {
    let last = editor.named.with_untracked(Vec::len).checked_sub(1);
    first_of(match last {
        Some(last) => format!("#saved-request-{} {part}", place.min(last)),
        None => format!("#{NAME}"),
    });
}

/// A saved request with its buttons.
#[component]
fn Line(editor: RequestEditor, place: usize, renamed: RwSignal<Option<(usize, String)>>) -> impl IntoView {
    let toasts = use_toasts();
    let name = Signal::derive(move || at(editor, place).map(|one| one.name).unwrap_or_default());
    let operation = move || at(editor, place).map(|one| one.operation.name());
    let named = move |act: &'static str| Signal::derive(move || format!("{act} {}", name.get()));
    let open = move |_| {
        if let Some(request) = untrack(|| at(editor, place)) {
            editor.open(request);
        }
    };
    let shift = move |down: bool| {
        if let Some(to) = editor.named.try_update(|list| named_request::shift(list, place, down)) {
            focus_row(editor, to, if down { DOWN } else { UP });
        }
    };
    let rename = move |()| {
        renamed.set(Some((place, name.get_untracked())));
        focus_row(editor, place, "input");
    };
    view! {
        <button type="button" class="btn btn-quiet request-open" on:click=open>
            <span>{move || name.get()}</span>
            <span class="mono">{operation}</span>
        </button>
        <span class="request-acts">
            <Button kind=ButtonKind::Quiet label=named(t!("Move up")) on_press=move |()| shift(false)>"↑"</Button>
            <Button kind=ButtonKind::Quiet label=named(t!("Move down")) on_press=move |()| shift(true)>"↓"</Button>
            <Button kind=ButtonKind::Quiet label=named(t!("Rename")) on_press=rename>{t!("Rename")}</Button>
            <Button kind=ButtonKind::Quiet label=named(t!("Delete")) on_press=move |()| delete(editor, toasts, place)>"×"</Button>
        </span>
    }
}

/// Deletes a saved request, and offers to put it back.
fn delete(editor: RequestEditor, toasts: Toasts, place: usize) {
    let gone = editor.named.try_update(|list| named_request::remove(list, place));
    if let Some(gone) = gone.flatten() {
        toasts.offer_undo(t!("Deleted “{gone}”.", gone = gone.name), move || {
            editor
                .named
                .update(|list| named_request::put_back(list, place, gone.clone()));
            focus_row(editor, place, OPEN);
        });
        focus_row(editor, place, OPEN);
    }
}

/// The field for another name.
#[component]
fn Renamed(editor: RequestEditor, place: usize, renamed: RwSignal<Option<(usize, String)>>) -> impl IntoView {
    let typed = Signal::derive(move || renamed.with(|it| it.as_ref().map(|it| it.1.clone()).unwrap_or_default()));
    let refused = RwSignal::new(false);
    let error = MaybeProp::derive(move || {
        refused
            .get()
            .then(|| t!("Enter a name that no other saved request has.").to_owned())
    });
    let close = move || {
        renamed.set(None);
        focus_row(editor, place, OPEN);
    };
    let rename = move |()| {
        let name = typed.get_untracked();
        match editor
            .named
            .try_update(|list| named_request::rename(list, place, &name))
        {
            Some(false) => refused.set(true),
            _ => close(),
        }
    };
    let id = format!("saved-name-{place}");
    view! {
        <div
            class="request-save"
            on:keydown=move |event| {
                if event.key() == "Escape" {
                    event.stop_propagation();
                    close();
                }
            }
        >
            <Field id=id.clone() label=t!("New name") error>
                <TextInput
                    id
                    value=typed
                    error
                    on_input=move |name: String| renamed.set(Some((place, name)))
                    on_enter=Callback::new(rename)
                />
            </Field>
            <Button on_press=rename>{t!("Rename")}</Button>
            <Button kind=ButtonKind::Quiet on_press=move |()| close()>{t!("Cancel")}</Button>
        </div>
    }
}
