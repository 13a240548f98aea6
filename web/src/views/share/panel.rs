//! The content of the dialog: the link in a field, its length, its formats, and the file.
//!
//! Must not know how a link is created.

use hashrange_protocol::WorkspaceCommand;
use hashrange_protocol::call::{Call, CallResult};
use hashrange_words::t;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use web_sys::HtmlInputElement;

use super::view::shown;
use super::words::{LONG, iframe, length_words, markdown, too_long_words};
use crate::components::{Button, ButtonKind, Tone, use_toasts};
use crate::lessons::{Lessons, use_lessons};
use crate::places::{LINK, base};
use crate::selection::use_selection;
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::views::copy_text::copy_text;
use crate::views::lesson_file::use_lesson_file;

hashrange_late::late!(page:
    /// The content of the dialog.
    pub fn share_panel(open: RwSignal<bool>) -> AnyView { view! { <SharePanel open /> }.into_any() }
);

/// The link to the workspace or lesson in front.
#[component]
pub fn SharePanel(
    /// Whether the dialog is shown.
    open: RwSignal<bool>,
) -> impl IntoView {
    let (session, selection) = (use_session(), use_selection());
    let lesson = untrack(|| use_lessons().and_then(Lessons::link));
    let is_lesson = lesson.is_some();
    let name = name_of(session);
    if lesson.is_none() {
        session.link().set(None);
        session.run_workspace_command(WorkspaceCommand::MakeLink {
            view: shown(session, selection),
        });
    }
    // `None` while it is being created. Empty if there is no link.
    let address = move || match &lesson {
        Some(link) => Some(link.address()),
        None => session.link().get().map(|text| {
            if text.is_empty() {
                text
            } else {
                format!("{}{LINK}{text}", base())
            }
        }),
    };
    let whole = address.clone();
    let what = if is_lesson {
        t!("The link opens this step of the lesson, from its beginning.")
    } else {
        t!(
            "The link contains this workspace up to now: tables, items, requests, physics, clock and selection. It opens as a new \
         workspace. Anyone with the link can read all of it, including deleted items. Nothing is sent to a server."
        )
    };
    view! {
        <div class="share">
            <p class="view-note">{what}</p>
            {move || match address() {
                None => view! { <p role="status">{t!("Creating the link…")}</p> }.into_any(),
                Some(address) if address.is_empty() => view! { <p role="status">{too_long_words()}</p> }.into_any(),
                Some(address) => view! { <Forms name=name.get_value() address /> }.into_any(),
            }}
            <div class="dialog-actions">
                {(!is_lesson).then(|| view! { <AssignmentButton session open /> })}
                {move || {
                    let is_long = whole().is_some_and(|address| address.is_empty() || address.len() > LONG);
                    is_long.then(|| view! { <FileButton session /> })
                }}
            </div>
        </div>
    }
}

/// The name of the lesson in front, or of the workspace.
fn name_of(session: Session) -> StoredValue<String> {
    let title = session
        .lesson()
        .with_untracked(|lesson| lesson.as_ref().map(|lesson| lesson.title.clone()));
    let front = session.workspace().get_untracked();
    let card = session
        .workspaces()
        .with_untracked(|cards| cards.iter().find(|card| card.id == front).map(|card| card.name.clone()));
    StoredValue::new(title.or(card).unwrap_or_else(|| "Hashrange".to_owned()))
}

/// The link in a field, and its formats.
#[component]
fn Forms(name: String, address: String) -> impl IntoView {
    let toasts = use_toasts();
    let select = || {
        let field = document().query_selector(".share-link > input").ok().flatten();
        if let Some(field) = field.and_then(|field| field.dyn_into::<HtmlInputElement>().ok()) {
            let _ = field.focus();
            field.select();
        }
    };
    // The dialog was open before the link was ready.
    request_animation_frame(select);
    let characters = address.chars().count();
    let forms = [
        (t!("Copy link"), ButtonKind::Primary, address.clone()),
        (t!("Copy as Markdown"), ButtonKind::Plain, markdown(&name, &address)),
        (t!("Copy as iframe"), ButtonKind::Plain, iframe(&name, &address)),
    ];
    let buttons = forms.map(|(words, kind, text)| {
        view! { <Button kind on_press=move |()| copy_text(toasts, &text)>{words}</Button> }
    });
    view! {
        <label class="share-link dialog-first">
            <span>{t!("Link")}</span>
            <input type="text" readonly spellcheck="false" prop:value=address on:click=move |_| select() />
        </label>
        <p class="share-length" role="status">{length_words(characters)}</p>
        <div class="share-forms">{buttons.into_iter().collect_view()}</div>
    }
}

/// Saves the workspace to a file.
#[component]
fn FileButton(session: Session) -> impl IntoView {
    let save = move |()| session.run_workspace_command(WorkspaceCommand::Save(session.workspace().get_untracked()));
    view! { <Button on_press=save>{t!("Save to a file")}</Button> }
}

/// Creates an assignment that starts with the workspace in front, and opens it in the editor of lesson files.
#[component]
fn AssignmentButton(session: Session, open: RwSignal<bool>) -> impl IntoView {
    let (lesson_file, toasts) = (use_lesson_file(), use_toasts());
    let make = move |()| {
        spawn_local(async move {
            match session.run(Call::DraftAssignment).await {
                Some(CallResult::Words(text)) => {
                    open.set(false);
                    lesson_file.edit(text);
                }
                Some(CallResult::Refused(words)) => toasts.say(Tone::Bad, words),
                _ => toasts.say(Tone::Bad, t!("The engine did not respond. Try again.")),
            }
        });
    };
    view! { <Button on_press=make>{t!("Make an assignment…")}</Button> }
}
