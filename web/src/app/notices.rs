//! Notices about the whole workspace: another tab owns it, or part of it could not be read.

use hashrange_protocol::{Command, KeptAside, Owner, WorkspaceCommand};
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::focus::find_again;
use crate::components::{Button, ButtonKind, Confirm, Each};
use crate::effect::effect_since;
use crate::memo::Memo;
use crate::opening;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::figures;

/// The notices, above the workspace. Empty without problems.
#[component]
pub fn Notices() -> impl IntoView {
    let session = use_session();
    // The dialog is outside the notice, because the notice disappears.
    let asking = RwSignal::new(false);
    let doomed = RwSignal::new(None::<u32>);
    let ask = move |number| {
        doomed.set(Some(number));
        asking.set(true);
    };
    let discard = move |()| {
        if let Some(number) = doomed.get_untracked() {
            session.discard_kept(number);
        }
    };
    // The notice disappears when the engine has discarded the journal.
    effect_since(move |before: Option<usize>| {
        let count = session.kept_aside().with(Vec::len);
        if before.is_some_and(|before| count < before) {
            find_again();
        }
        count
    });
    let owner = move || match session.owner().get() {
        Owner::Here => None,
        Owner::Elsewhere => Some(t!(
            "Another tab owns this workspace. This tab follows it; changes you make here stay in memory only."
        )),
        Owner::TakenOver => Some(t!(
            "Another tab has taken over this workspace; changes you make here stay in memory only."
        )),
        Owner::Diverged => Some(t!(
            "Another tab stored other changes to this workspace. Your changes here are not saved: save the workspace to a file to keep them. Take over shows what is stored."
        )),
    };
    view! {
        <div class="notices" aria-live="polite">
            {move || owner().map(|words| view! { <OwnerNotice words /> })}
            {move || session.unfinished_link().get().map(|text| view! { <LinkNotice text /> })}
            <PastNotice />
            {move || session.trouble().get().map(|words| view! { <TroubleNotice words /> })}
            <Each each=move || session.kept_aside().get() key=|kept| kept.number let:kept>
                <KeptNotice kept on_discard=ask />
            </Each>
        </div>
        <Confirm open=asking title=t!("Discard the stored workspace?") action=t!("Discard it") on_confirm=discard>
            <p>{t!("This deletes it from this browser. This cannot be undone.")}</p>
        </Confirm>
    }
}

#[component]
fn OwnerNotice(words: &'static str) -> impl IntoView {
    let session = use_session();
    view! {
        <div class="notice">
            <p>{words}</p>
            <Button kind=ButtonKind::Primary on_press=move |()| session.run_workspace_command(WorkspaceCommand::TakeOver)>{t!("Take over")}</Button>
        </div>
    }
}

/// A link whose opening did not end. It is not opened again by itself, because it may stop the engine again.
#[component]
fn LinkNotice(text: String) -> impl IntoView {
    let session = use_session();
    let text = StoredValue::new(text);
    let close = move |()| {
        opening::end();
        session.unfinished_link().set(None);
    };
    view! {
        <div class="notice">
            <p>{t!("The opening of a link did not finish, so the link was not opened again.")}</p>
            <Button kind=ButtonKind::Primary on_press=move |()| session.open_link(text.get_value())>{t!("Open the link")}</Button>
            <Button kind=ButtonKind::Quiet on_press=close>{t!("Close")}</Button>
        </div>
    }
}

/// A note that the present is in the past, and what an action there does. A lesson shows its own position.
#[component]
fn PastNotice() -> impl IntoView {
    let session = use_session();
    let words = Memo::new(move |_| {
        let played = session.lesson().with(Option::is_some);
        session.line().with(|line| {
            (line.is_past() && !played).then(|| {
                let (place, end) = (figures::count(line.place), figures::count(line.end));
                t!(
                    "Step {place} of {end}. If you run something here, a new future begins.",
                    place,
                    end
                )
            })
        })
    });
    view! { <p class="status-note" hidden=move || words.with(Option::is_none)>{move || words.get()}</p> }
}

/// A notice of the opened workspace. Closing it discards an import that waits for its file, which the notice describes.
#[component]
fn TroubleNotice(words: String) -> impl IntoView {
    let session = use_session();
    let close = move |()| {
        session.trouble().set(None);
        session.ask_for(Command::ForgetImport);
    };
    view! {
        <div class="notice">
            <p>{words}</p>
            <Button kind=ButtonKind::Quiet on_press=close>{t!("Close")}</Button>
        </div>
    }
}

#[component]
fn KeptNotice(kept: KeptAside, #[prop(into)] on_discard: Callback<u32>) -> impl IntoView {
    let number = kept.number;
    let session = use_session();
    let size = figures::bytes(kept.bytes);
    let words = t!(
        "A stored workspace ({size}) was set aside: {reason}. Download it before you discard it.",
        size,
        reason = kept.reason
    );
    let download = move |()| session.download_kept(number);
    view! {
        <div class="notice">
            <p>{words}</p>
            <Button on_press=download>{t!("Download")}</Button>
            <Button kind=ButtonKind::Quiet on_press=move |()| on_discard.run(number)>{t!("Discard")}</Button>
        </div>
    }
}
