//! Learn: what this is in one sentence, a service that moves, and the scenes by topic.
//!
//! Must not know how a scene is played.

pub mod topic;

use hashrange_protocol::WorkspaceCommand;
use leptos::prelude::*;

use self::topic::{TOPICS, Topic};
use super::stage::StageView;
use crate::components::{Button, ButtonKind};
use crate::door::Door;
use crate::session::{ClockCommand, Phase, use_session};

/// The scene that the first button begins.
const FIRST: &str = "hot-key";

/// What a visitor sees who has not come for a workspace.
#[component]
pub fn LearnHome() -> impl IntoView {
    let session = use_session();
    let begin = move |id: &str| session.shelve(WorkspaceCommand::WithScene(id.to_owned()));
    view! {
        <div class="learn">
            <div class="learn-words">
                <h2 class="learn-title">"A DynamoDB you can see inside"</h2>
                <p class="learn-about">
                    "The whole service runs in this tab. Watch one request reach its partition, its index and its stream, "
                    "or let 48 hours of expiry pass in a minute. Nothing leaves your computer."
                </p>
                <div class="learn-ways">
                    <Button kind=ButtonKind::Primary on_press=move |()| begin(FIRST)>"Start the first lesson"</Button>
                    <a class="btn" href=format!("#{}", Door::Workbench.name())>"Open the workbench"</a>
                </div>
            </div>
            <WelcomeStage />
            <section class="learn-topics" aria-label="Lessons by topic">
                <h2>"Five topics, eight lessons: each plays by itself, step by step, and ends with a check"</h2>
                <div class="topics">
                    {TOPICS.iter().map(|topic| view! { <Topic topic begin=Callback::new(begin) /> }).collect_view()}
                </div>
            </section>
        </div>
    }
}

/// The stage of the welcome, with the pause that whatever moves must have.
#[component]
fn WelcomeStage() -> impl IntoView {
    let session = use_session();
    let there = Memo::new(move |_| session.workspace().get().is_welcome() && session.phase().get() == Phase::Ready);
    let running = session.running();
    let toggle = move |()| {
        let running = running.get_untracked();
        session.command(if running { ClockCommand::Pause } else { ClockCommand::Resume });
    };
    view! {
        <section class="learn-stage" aria-label="Stage" aria-busy=move || (!there.get()).to_string()>
            <Show when=move || there.get()>
                <StageView present=false />
                <span class="learn-pause">
                    <span class="view-note">{move || format!("slowed down, {}×", session.speed().get().decimal())}</span>
                    <Button on_press=toggle>{move || if running.get() { "Pause" } else { "Resume" }}</Button>
                </span>
            </Show>
        </section>
    }
}
