//! Workspaces: the button that names the one in front, and the dialog that lists all of them. The dialog can open,
//! rename, copy, delete and restore a workspace, save it to a file, and open a file.
//!
//! Must not know where workspaces are stored: the engine does that.

pub mod bin;
pub mod row;
pub mod storage;

use hashrange_protocol::{Card, WorkspaceCommand};
use hashrange_words::t;
use js_sys::Uint8Array;
use leptos::ev::Event;
use leptos::prelude::*;
use leptos::task::spawn_local;
use wasm_bindgen::JsCast;
use wasm_bindgen_futures::JsFuture;
use web_sys::HtmlInputElement;

use self::bin::Bin;
use self::row::Row;
use self::storage::StorageWords;
use crate::components::{Button, ButtonKind, Dialog, Each, Tone, When, late_view, use_toasts};
use crate::derived::Signal;
use crate::memo::Memo;
use crate::session::{Session, use_session};
use crate::signal::RwSignal;
use crate::views::remote::{CheckForm, ConnectForm, CopyForm};

/// The maximum bytes of a workspace file, because a tab must hold it together with the service state that it becomes.
const MOST_BYTES: f64 = 512.0 * 1024.0 * 1024.0;

/// The button that names the workspace in front and opens the list.
#[component]
pub fn WorkspacesButton() -> impl IntoView {
    let session = use_session();
    let open = RwSignal::new(false);
    let name = Memo::new(move |_| {
        let front = session.workspace().get();
        session
            .workspaces()
            .with(|cards| cards.iter().find(|card| card.id == front).map(|card| card.name.clone()))
    });
    let words = move || name.get().unwrap_or_else(|| "Workspace".to_owned());
    view! {
        <Button
            kind=ButtonKind::Quiet
            label=Signal::derive(move || t!("Workspaces; {value} is open", value = words()))
            on_press=move |()| open.set(true)
        >
            <svg class="top-workspace-sign" width="16" height="16" viewBox="0 0 16 16" aria-hidden="true">
                <path d="M1.5 12.5v-9h4l1.5 2h7.5v7z" fill="none" stroke="currentColor" stroke-width="1.5" stroke-linejoin="round"></path>
            </svg>
            <span class="top-workspace">{words}</span>
            <span class="top-workspace-arrow">"▾"</span>
        </Button>
        <Dialog open title=t!("Workspaces") wide=true>
            {late_view(move || workspaces_list(open))}
        </Dialog>
    }
}

/// The content of the dialog.
#[derive(Clone, Copy, PartialEq, Eq)]
enum DialogPage {
    List,
    Connect,
    Copy,
    Check,
}

hashrange_late::late!(page:
    /// The list in the dialog.
    pub fn workspaces_list(open: RwSignal<bool>) -> AnyView { view! { <WorkspacesList open /> }.into_any() }
);

/// The list in the dialog.
#[component]
pub fn WorkspacesList(
    /// Whether the dialog is open. Set to false when a workspace is opened.
    open: RwSignal<bool>,
) -> impl IntoView {
    let session = use_session();
    let cards = Memo::new(move |_| {
        session.workspaces().with(|cards| {
            cards
                .iter()
                .filter(|card| card.deleted.is_none())
                .cloned()
                .collect::<Vec<Card>>()
        })
    });
    let begin = move |()| {
        open.set(false);
        session.run_workspace_command(WorkspaceCommand::New);
    };
    let back = move |()| {
        open.set(false);
        session.run_workspace_command(WorkspaceCommand::Back);
    };
    let several = Memo::new(move |_| cards.with(Vec::len) > 1);
    let page = RwSignal::new(DialogPage::List);
    let list = move || {
        view! {
            <div class="workspaces">
                <div class="workspaces-ways">
                    <Button kind=ButtonKind::Primary on_press=begin>{t!("New workspace")}</Button>
                    <OpenFile open />
                    <When holds=move || several.get()>
                        <Button on_press=back>{t!("Back to the previous one")}</Button>
                    </When>
                    <Button on_press=move |()| page.set(DialogPage::Connect)>{t!("Connect to an endpoint…")}</Button>
                    <Button on_press=move |()| page.set(DialogPage::Copy)>{t!("Copy to or from an endpoint…")}</Button>
                <Button on_press=move |()| page.set(DialogPage::Check)>{t!("Compare with an endpoint…")}</Button>
                </div>
                <ul class="workspaces-list" aria-label=t!("Workspaces")>
                    <Each each=move || cards.get() key=|card| card.id let:card>
                        <Row id=card.id cards open />
                    </Each>
                </ul>
                <Bin />
                <StorageWords />
            </div>
        }
    };
    let to_list = move || {
        view! {
            <Button kind=ButtonKind::Quiet on_press=move |()| page.set(DialogPage::List)>{t!("← All workspaces")}</Button>
        }
    };
    move || match page.get() {
        DialogPage::List => list().into_any(),
        DialogPage::Connect => view! { {to_list()}<ConnectForm open /> }.into_any(),
        DialogPage::Copy => view! { {to_list()}<CopyForm /> }.into_any(),
        DialogPage::Check => view! { {to_list()}<CheckForm /> }.into_any(),
    }
}

/// The file control for a saved workspace.
#[component]
fn OpenFile(open: RwSignal<bool>) -> impl IntoView {
    let (session, toasts) = (use_session(), use_toasts());
    let take = move |event: Event| {
        let control = event
            .target()
            .and_then(|target| target.dyn_into::<HtmlInputElement>().ok());
        let Some(control) = control else { return };
        let Some(file) = control.files().and_then(|files| files.get(0)) else {
            return;
        };
        if file.size() > MOST_BYTES {
            toasts.say(
                Tone::Bad,
                t!(
                    "{file} is larger than the 512 MB that can be read here.",
                    file = file.name()
                ),
            );
            return;
        }
        spawn_local(async move {
            match JsFuture::from(file.array_buffer()).await {
                Ok(buffer) => open_file(session, file.name(), Uint8Array::new(&buffer).to_vec()),
                Err(_) => toasts.say(Tone::Bad, t!("{file} could not be read.", file = file.name())),
            }
        });
        // Allows the same file to be chosen again.
        control.set_value("");
        open.set(false);
    };
    view! {
        <label class="btn workspaces-file">
            {t!("Open a file")}
            <input type="file" accept=".hashrange" class="visually-hidden" on:change=take />
        </label>
    }
}

fn open_file(session: Session, name: String, bytes: Vec<u8>) {
    session.run_workspace_command(WorkspaceCommand::OpenFile { name, bytes });
}
