//! Scenes: the list of them, and the panel that plays one, caption by caption, with the check in the end.
//!
//! Must not know how a scene is played: the engine does that.

use std::time::Duration;

use hashrange_protocol::{Checked, Command, Scene, SceneCard, Staged, Word, WorkspaceCommand, scene, scenes};
use leptos::prelude::*;

use super::copy_text::copy_text;
use super::scene_shell::{SceneDoor, link_to};
use crate::components::{Button, ButtonKind, Progress, use_toasts};
use crate::preferences::{LiveCard, Preferences};
use crate::session::{Session, Tab, use_selection, use_session};

/// Real time after which the views of a table that was just chosen stand.
const DRAWN: Duration = Duration::from_millis(400);

/// Every scene with its promise. A scene opens in a workspace of its own; the reader's own stays as it is.
#[component]
pub fn ScenesList(
    /// Closed when a scene begins.
    door: SceneDoor,
) -> impl IntoView {
    let session = use_session();
    let choose = move |scene: &'static Scene| {
        door.open.set(false);
        session.shelve(WorkspaceCommand::WithScene(scene.id.to_owned()));
    };
    let entry = move |scene: &'static Scene| {
        view! {
            <li>
                <button type="button" class="scene-entry" on:click=move |_| choose(scene)>
                    <span class="scene-name">{scene.title}</span>
                    <span class="scene-promise">{scene.promise}</span>
                </button>
            </li>
        }
    };
    view! {
        <p class="scene-promise">
            "A scene opens in a workspace of its own and plays from caption to caption. Your workspace stays as it is."
        </p>
        <ul class="scene-list">{scenes().iter().map(entry).collect_view()}</ul>
    }
}

/// Shows the table of a scene that has just begun, and the view it is about. What the reader chose later stays.
fn set_the_stage(session: Session) {
    let selection = use_selection();
    let cards = LiveCard::ALL.map(|card| (card, Preferences::open(card)));
    Effect::new(move |before: Option<Option<String>>| {
        let playing = session.staged().with(|staged| staged.as_ref().map(|staged| staged.scene.clone()));
        let begins = before.flatten() != playing && session.view().with_untracked(String::is_empty);
        if let Some(scene) = playing.as_deref().and_then(scene).filter(|_| begins) {
            selection.choose(scene.table, None);
            selection.tab.set(if scene.card == SceneCard::Collections { Tab::Collections } else { Tab::Items });
            if let Some(card) = live_card(scene.card) {
                cards.iter().filter(|(one, _)| *one == card).for_each(|(_, open)| open.set(true));
                set_timeout(move || bring_into_sight(card), DRAWN);
            }
        }
        playing
    });
}

/// The card that shows what a scene is about; item collections have a tab of their own.
fn live_card(card: SceneCard) -> Option<LiveCard> {
    Some(match card {
        SceneCard::Capacity => LiveCard::Capacity,
        SceneCard::Partitions => LiveCard::Partitions,
        SceneCard::IndexBuild => LiveCard::IndexBuild,
        SceneCard::Expiry => LiveCard::Expiry,
        SceneCard::FanOut => LiveCard::FanOut,
        SceneCard::StaleRead => LiveCard::StaleRead,
        SceneCard::Collections => return None,
    })
}

/// Moves the column of live views so that a card stands at its top. In a column below the workspace nothing moves: there the
/// panel would be lost.
fn bring_into_sight(card: LiveCard) {
    let Some(element) = document().get_element_by_id(card.name()) else { return };
    if let Some(column) = element.parent_element().filter(|column| column.scroll_height() > column.client_height()) {
        let distance = element.get_bounding_client_rect().top() - column.get_bounding_client_rect().top();
        #[allow(clippy::cast_possible_truncation, reason = "pixels of a page")]
        column.set_scroll_top(column.scroll_top() + distance as i32);
    }
}

/// The scene that is played: its caption, the way forth and back, and the check.
#[component]
pub fn ScenePanel() -> impl IntoView {
    let session = use_session();
    let staged = session.staged();
    set_the_stage(session);
    let about = Signal::derive(move || staged.with(|staged| scene(&staged.as_ref()?.scene)));
    let read = move |part: fn(&Staged) -> String| {
        Memo::new(move |_| staged.with(|staged| staged.as_ref().map(part).unwrap_or_default()))
    };
    let toasts = use_toasts();
    let copy_link = move |()| {
        if let Some(scene) = about.get_untracked() {
            copy_text(toasts, &link_to(scene.id));
        }
    };
    let title = move || about.get().map(|scene| scene.title);
    let promise = move || about.get().map(|scene| scene.promise);
    let trouble = read(|staged| staged.trouble.clone().unwrap_or_default());
    let place = read(|staged| match staged.reached.len() {
        0 => format!("{} steps", staged.captions),
        _ => format!("Step {} of {}", staged.shown + 1, staged.captions),
    });
    let words = Memo::new(move |_| {
        staged.with(|staged| {
            let staged = staged.as_ref()?;
            staged.reached.get(staged.shown).cloned()
        })
    });
    let checks = Memo::new(move |_| {
        staged.with(|staged| match staged {
            Some(staged) if staged.is_over() => staged.checks.clone(),
            _ => Vec::new(),
        })
    });
    view! {
        <section class="scene" aria-label="Scene">
            <header class="scene-head">
                <h2>{title}</h2>
                <span class="scene-promise">{promise}</span>
                <Button kind=ButtonKind::Quiet on_press=copy_link>"Copy link"</Button>
                <Button kind=ButtonKind::Quiet label="Leave the scene" on_press=move |()| session.ask_for(Command::SceneLeave)>"✕"</Button>
            </header>
            <p class="scene-caption" aria-live="polite">
                {move || words.get().unwrap_or_default().into_iter().map(word).collect_view()}
            </p>
            <Show when=move || !checks.with(Vec::is_empty)>
                <Checks checks />
            </Show>
            <p class="scene-trouble" role="alert">{trouble}</p>
            <SceneWays session place />
        </section>
    }
}

/// Back, next, and how far it is.
#[component]
fn SceneWays(
    /// The session.
    session: Session,
    /// How far it is, in words.
    place: Memo<String>,
) -> impl IntoView {
    let staged = session.staged();
    let flag =
        move |part: fn(&Staged) -> bool| Memo::new(move |_| staged.with(|staged| staged.as_ref().is_some_and(part)));
    let playing = flag(|staged| staged.playing);
    let first = flag(|staged| staged.playing || staged.shown == 0);
    let last = flag(|staged| staged.playing || staged.is_over() || staged.trouble.is_some());
    let share = Signal::derive(move || {
        staged.with(|staged| staged.as_ref().map(|one| one.reached.len() as f64 / one.captions.max(1) as f64))
    });
    view! {
        <div class="scene-ways">
            <Button disabled=first on_press=move |()| session.ask_for(Command::SceneBack)>"Back"</Button>
            <Button
                kind=ButtonKind::Primary
                disabled=last
                on_press=move |()| session.ask_for(Command::SceneForward)
            >
                "Next"
            </Button>
            <span class="scene-place" role="status">{place}</span>
            <Show when=move || playing.get()>
                <Progress label="Playing" share />
            </Show>
        </div>
    }
}

/// What stood in the end beside what was promised.
#[component]
fn Checks(
    /// The checks.
    checks: Memo<Vec<Checked>>,
) -> impl IntoView {
    let row = |check: Checked| {
        let good = check.found == check.expected;
        view! {
            <tr class=if good { "scene-good" } else { "scene-bad" }>
                <th scope="row">{check.words}</th>
                <td>{check.found}</td>
                <td>{if good { "✓ as expected".to_owned() } else { format!("✗ expected {}", check.expected) }}</td>
            </tr>
        }
    };
    view! {
        <table class="scene-checks" aria-label="Check">
            <tbody>{move || checks.get().into_iter().map(row).collect_view()}</tbody>
        </table>
    }
}

/// A piece of a caption. A figure that differs from the scene's own says so: somebody else was at work.
fn word(word: Word) -> impl IntoView {
    match word {
        Word::Text(text) => text.into_any(),
        Word::Figure { found, expected } if found == expected => {
            view! { <strong class="scene-figure">{found}</strong> }.into_any()
        }
        Word::Figure { found, expected } => {
            let title = format!("{expected} when nothing but the scene happens");
            view! { <strong class="scene-figure scene-off" title=title>{found}" (otherwise "{expected}")"</strong> }
                .into_any()
        }
    }
}
