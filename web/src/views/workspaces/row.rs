//! A workspace in the list: its name, its content, and its commands.

use hashrange_protocol::{Card, Origin, WorkspaceCommand, WorkspaceId};
use hashrange_time::Timestamp;
use hashrange_words::t;
use leptos::prelude::*;

use crate::components::{Button, ButtonKind, Tone, When, use_toasts};
use crate::memo::Memo;
use crate::session::use_session;
use crate::signal::RwSignal;
use crate::state::figures;

/// One workspace.
#[component]
pub fn Row(
    /// Its id.
    id: WorkspaceId,
    /// Every workspace.
    cards: Memo<Vec<Card>>,
    /// Whether the dialog is open. Set to false when the workspace is opened.
    open: RwSignal<bool>,
) -> impl IntoView {
    let (session, toasts) = (use_session(), use_toasts());
    let card = Memo::new(move |_| cards.with(|cards| cards.iter().find(|card| card.id == id).cloned()));
    let name = Memo::new(move |_| card.with(|card| card.as_ref().map(|card| card.name.clone()).unwrap_or_default()));
    let facts = move || card.with(|card| card.as_ref().map(facts).unwrap_or_default());
    let in_front = Memo::new(move |_| session.workspace().get() == id);
    let renaming = RwSignal::new(None::<String>);
    let go = move |()| {
        open.set(false);
        session.run_workspace_command(WorkspaceCommand::Open(id));
    };
    let rename = move || {
        if let Some(typed) = renaming.get_untracked() {
            renaming.set(None);
            session.run_workspace_command(WorkspaceCommand::Rename(id, typed));
        }
    };
    let delete = move |()| {
        let name = name.get_untracked();
        session.run_workspace_command(WorkspaceCommand::Delete(id));
        toasts.say(
            Tone::Notice,
            t!(
                "{name} is in the bin for 30 days. To restore it, open Workspaces, then Bin.",
                name
            ),
        );
    };
    view! {
        <li class="workspace-row" class:workspace-front=move || in_front.get()>
            <div class="workspace-head">
                <When
                    holds=move || renaming.with(Option::is_some)
                    fallback=move || view! {
                        <strong class="workspace-name">{move || name.get()}</strong>
                        <When holds=move || in_front.get()><span class="workspace-open">"open"</span></When>
                    }
                >
                    <input
                        class="field"
                        aria-label=t!("Name of the workspace")
                        prop:value=move || renaming.get().unwrap_or_default()
                        on:input=move |event| renaming.set(Some(event_target_value(&event)))
                        on:keydown=move |event| match event.key().as_str() {
                            "Enter" => rename(),
                            "Escape" => {
                                event.prevent_default();
                                renaming.set(None);
                            }
                            _ => {}
                        }
                    />
                    <Button kind=ButtonKind::Primary on_press=move |()| rename()>{t!("Rename")}</Button>
                </When>
            </div>
            <p class="workspace-facts">{facts}</p>
            <div class="workspace-ways" role="group" aria-label=move || t!("Actions for {name}", name = name.get())>
                <Button disabled=in_front on_press=go>{t!("Open")}</Button>
                <Button on_press=move |()| renaming.set(Some(name.get_untracked()))>{t!("Rename…")}</Button>
                <Button on_press=move |()| session.run_workspace_command(WorkspaceCommand::Duplicate(id))>{t!("Duplicate")}</Button>
                <Button on_press=move |()| session.run_workspace_command(WorkspaceCommand::Save(id))>{t!("Save to a file")}</Button>
                <Button kind=ButtonKind::Quiet on_press=delete>{t!("Delete")}</Button>
            </div>
        </li>
    }
}

/// The time of its last change, its size, its content and its origin.
fn facts(card: &Card) -> String {
    let changed = figures::moment(Timestamp::from_millis(card.changed), 0);
    let tables = match card.tables.as_slice() {
        [] => t!("no tables").to_owned(),
        [one] => format!("table {one}"),
        many => format!("tables {}", many.join(", ")),
    };
    let origin = match &card.origin {
        Origin::Own => "",
        Origin::Sample(_) => t!(", from a sample"),
        Origin::Lesson(_) => t!(", a lesson"),
        Origin::File => t!(", from a file"),
        Origin::Copy(_) => t!(", a copy"),
        Origin::Link(_) => t!(", from a link"),
    };
    t!(
        "Changed {changed} UTC, {card}, {tables}{origin}",
        changed,
        card = figures::bytes(card.bytes),
        tables,
        origin
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_workspace_says_what_it_holds() {
        let mut card = Card::new(WorkspaceId(2), "Forum", Origin::Own, 0);
        (card.bytes, card.tables) = (2_048, vec!["Thread".to_owned()]);
        assert_eq!(facts(&card), "Changed 1970-01-01 00:00:00 UTC, 2.0 KB, table Thread");
        let copy = Card::new(WorkspaceId(3), "Forum copy", Origin::Copy(WorkspaceId(2)), 0);
        assert!(facts(&copy).ends_with("no tables, a copy"));
    }
}
