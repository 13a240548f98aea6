//! The task to move sliders until a goal is reached: settings of a load, or numbers of a request.
//!
//! Must not know what the load or request does: the engine runs it at each change.

use hashrange_protocol::{Task, Turn};
use hashrange_words::t;
use leptos::prelude::*;

use super::goal::GoalCard;
use super::learner::{LearnerState, goal_of};
use crate::components::{Button, element_id};
use crate::effect::effect;
use crate::signal::RwSignal;
use crate::state::figures::count;

/// A goal that the learner reaches with sliders.
#[component]
pub fn DragTask(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    // The sliders. A change does not replace them.
    let sliders = learner.of_step(|step| {
        let turns = turns(&step.task).iter();
        Some(
            turns
                .map(|turn| Turn {
                    value: 0,
                    ..turn.clone()
                })
                .collect::<Vec<Turn>>(),
        )
    });
    let solution = learner.of_step(|step| goal_of(step).map(|goal| goal.solution.clone()));
    let show = move |()| {
        let values = solution.get_untracked().into_iter();
        learner.turn(
            values
                .filter_map(|(name, value)| Some((name, value.parse().ok()?)))
                .collect(),
        );
    };
    view! {
        <div class="lesson-task">
            <div class="lesson-turns">
                {move || sliders.get().into_iter().map(|turn| view! { <Slider learner turn /> }).collect_view()}
            </div>
            <GoalCard learner />
            <div class="lesson-tools">
                <Button on_press=show>{t!("Show a solution")}</Button>
            </div>
        </div>
    }
}

fn turns(task: &Task) -> &[Turn] {
    if let Task::Drag { turns, .. } = task {
        turns
    } else {
        &[]
    }
}

/// A slider with its value. The load or request runs when it stops.
#[component]
fn Slider(learner: LearnerState, turn: Turn) -> impl IntoView {
    let Turn { name, from, to, .. } = turn;
    let (id, words) = (element_id("turn"), words(&name));
    let value = {
        let name = name.clone();
        learner.of_step(move |step| {
            turns(&step.task)
                .iter()
                .find(|turn| turn.name == name)
                .map(|turn| turn.value)
        })
    };
    let shown = RwSignal::new(value.get_untracked());
    effect(move || shown.set(value.get()));
    let read = |event: &web_sys::Event| event_target_value(event).parse::<u64>().ok();
    let others = move |event: web_sys::Event| {
        let Some(value) = read(&event) else { return };
        shown.set(value);
        learner.turn(vec![(name.clone(), value)]);
    };
    view! {
        <div class="lesson-turn">
            <label for=id.clone()>{words}</label>
            <output for=id.clone()>{move || count(shown.get())}</output>
            <input
                id=id
                type="range"
                min=from.to_string()
                max=to.to_string()
                step="1"
                prop:value=move || shown.get().to_string()
                on:input=move |event| {
                    if let Some(value) = read(&event) {
                        shown.set(value);
                    }
                }
                on:change=others
            />
        </div>
    }
}

/// The label of a setting.
fn words(name: &str) -> String {
    match name {
        "rate" => t!("Requests a second").to_owned(),
        "seconds" => t!("Seconds").to_owned(),
        "bytes" => t!("Bytes of an item").to_owned(),
        "suffixes" => t!("Suffixes").to_owned(),
        other => other.to_owned(),
    }
}
