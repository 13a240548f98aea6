//! Scenes: the panel that plays one, caption by caption, with the check in the end.
//!
//! Must not know how a scene is played: the engine does that.

use hashrange_protocol::{Checked, Command, Staged, Word, WorkspaceCommand, scene};
use leptos::prelude::*;

use super::copy_text::copy_text;
use super::scene_shell::link_to;
use crate::components::{Button, ButtonKind, Progress, use_toasts};
use crate::door::{Door, use_doors};
use crate::session::{Session, Tab, use_selection, use_session};

/// Shows the table of a scene that has just begun, and the view it is about. What the reader chose later stays.
fn set_the_stage(session: Session) {
    let selection = use_selection();
    Effect::new(move |before: Option<Option<String>>| {
        let playing = session.staged().with(|staged| staged.as_ref().map(|staged| staged.scene.clone()));
        let begins = before.flatten() != playing && session.view().with_untracked(String::is_empty);
        if let Some(scene) = playing.as_deref().and_then(scene).filter(|_| begins) {
            selection.choose(scene.table, None);
            selection.tab.set(if scene.collections { Tab::Collections } else { Tab::Items });
        }
        playing
    });
}

/// The scene that is played: its caption, the way forth and back, and the check.
#[component]
pub fn ScenePanel() -> impl IntoView {
    let session = use_session();
    let staged = session.staged();
    set_the_stage(session);
    let doors = use_doors();
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
    let leave = move |()| {
        if let Some(doors) = doors {
            doors.go(Door::Workbench);
        }
        session.ask_for(Command::SceneLeave);
    };
    let all = move |()| {
        if let Some(doors) = doors {
            doors.go(Door::Learn);
        }
        session.shelve(WorkspaceCommand::Welcome);
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
            </header>
            <p class="scene-caption" aria-live="polite">
                {move || words.get().unwrap_or_default().into_iter().map(word).collect_view()}
            </p>
            <Show when=move || !checks.with(Vec::is_empty)>
                <Checks checks />
            </Show>
            <p class="scene-trouble" role="alert">{trouble}</p>
            <SceneWays session place />
            <footer class="scene-foot">
                <Button kind=ButtonKind::Quiet on_press=copy_link>"Copy link"</Button>
                <Button kind=ButtonKind::Quiet on_press=leave>"Try it yourself"</Button>
                <Button kind=ButtonKind::Quiet on_press=all>"All scenes"</Button>
            </footer>
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
