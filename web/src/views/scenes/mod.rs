//! Scenes: the list of them, and the panel that plays one, caption by caption, with the check in the end.
//!
//! Must not know how a scene is played: the session does that.

use std::time::Duration;

use hashrange_workload::{Card, Scene, scene, scenes};
use leptos::prelude::*;
use leptos::task::spawn_local;

use super::copy_text::copy_text;
use super::scene_shell::{SceneDoor, link_to};
use crate::components::{Button, ButtonKind, Confirm, Progress, use_toasts};
use crate::preferences::{LiveCard, Preferences};
use crate::session::{Checked, Session, Staged, Tab, Word, scene as stage, use_selection, use_session};

/// Real time after which the views of a table that was just chosen stand.
const DRAWN: Duration = Duration::from_millis(400);

/// Every scene with its promise. A reader's own work is asked about before a scene takes its place.
#[component]
pub fn ScenesList(
    /// Closed when a scene begins.
    door: SceneDoor,
) -> impl IntoView {
    let open = door.open;
    let session = use_session();
    let asked = RwSignal::new(None::<&'static Scene>);
    let asking = RwSignal::new(false);
    let begin = beginner();
    let choose = move |scene: &'static Scene| {
        if session.is_untouched() {
            open.set(false);
            begin.run(scene);
        } else {
            asked.set(Some(scene));
            asking.set(true);
        }
    };
    let confirmed = move || {
        if let Some(scene) = asked.get_untracked() {
            open.set(false);
            begin.run(scene);
        }
    };
    // One that a link asks for is chosen as if by hand.
    let linked = door.wanted.try_update(Option::take).flatten().and_then(|id| scene(&id));
    if let Some(scene) = linked {
        request_animation_frame(move || choose(scene));
    }
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
            "A scene begins in a workspace of its own and plays from caption to caption. Look around at any time; everything is real."
        </p>
        <ul class="scene-list">{scenes().iter().map(entry).collect_view()}</ul>
        <Confirm open=asking title="Discard this workspace?" action="Discard everything and begin the scene" on_confirm=confirmed>
            <p>"Every table and item in it is deleted, here and in this browser's storage. This cannot be undone."</p>
        </Confirm>
    }
}

/// A callback that begins a scene: shows its table and the view it is about, and plays to its first caption.
fn beginner() -> Callback<&'static Scene> {
    let (session, selection) = (use_session(), use_selection());
    let cards = LiveCard::ALL.map(|card| (card, Preferences::open(card)));
    Callback::new(move |scene: &'static Scene| {
        stage::begin(session, scene);
        if let Some(wanted) = live_card(scene.card) {
            cards.iter().filter(|(card, _)| *card == wanted).for_each(|(_, open)| open.set(true));
        }
        spawn_local(async move {
            stage::forward(session).await;
            selection.choose(scene.table, None);
            selection.tab.set(if scene.card == Card::Collections { Tab::Collections } else { Tab::Items });
            if let Some(card) = live_card(scene.card) {
                set_timeout(move || bring_into_sight(card), DRAWN);
            }
        });
    })
}

/// The card that shows what a scene is about; item collections have a tab of their own.
fn live_card(card: Card) -> Option<LiveCard> {
    Some(match card {
        Card::Capacity => LiveCard::Capacity,
        Card::Partitions => LiveCard::Partitions,
        Card::IndexBuild => LiveCard::IndexBuild,
        Card::Expiry => LiveCard::Expiry,
        Card::FanOut => LiveCard::FanOut,
        Card::StaleRead => LiveCard::StaleRead,
        Card::Collections => return None,
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
    let read = move |part: fn(&Staged) -> String| {
        Memo::new(move |_| staged.with(|staged| staged.as_ref().map(part).unwrap_or_default()))
    };
    let toasts = use_toasts();
    let copy_link = move |()| {
        if let Some(id) = staged.with_untracked(|staged| staged.as_ref().map(|staged| staged.scene.id)) {
            copy_text(toasts, &link_to(id));
        }
    };
    let title = read(|staged| staged.scene.title.to_owned());
    let promise = read(|staged| staged.scene.promise.to_owned());
    let trouble = read(|staged| staged.trouble.clone().unwrap_or_default());
    let place = read(|staged| match staged.reached.len() {
        0 => format!("{} steps", staged.captions),
        _ => format!("Step {} of {}", staged.shown + 1, staged.captions),
    });
    let words = Memo::new(move |_| {
        staged.with(|staged| {
            let staged = staged.as_ref()?;
            staged.reached.get(staged.shown).map(|reached| reached.words.clone())
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
                <Button kind=ButtonKind::Quiet label="Leave the scene" on_press=move |()| stage::leave(session)>"✕"</Button>
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
            <Button disabled=first on_press=move |()| stage::back(session)>"Back"</Button>
            <Button
                kind=ButtonKind::Primary
                disabled=last
                on_press=move |()| spawn_local(stage::forward(session))
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
