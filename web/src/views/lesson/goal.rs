//! The task to do: the goal as a list of conditions, what helps, and the request that the learner writes.
//!
//! Must not know how a goal is judged.

use hashrange_protocol::{Goal, LessonCommand, Wanted};
use leptos::prelude::*;

use super::desk::{LessonDesk, goal_of};
use super::runner::Runner;
use super::told::told;
use crate::components::{Button, element_id};
use crate::door::Door;
use crate::doors::{Room, use_doors};
use crate::lessons::use_lessons;
use crate::views::assignment::HandInCard;

/// A goal that requests of the learner reach.
#[component]
pub fn GoalTask(
    /// What the learner holds.
    desk: LessonDesk,
) -> impl IntoView {
    let doors = use_doors();
    // In the workbench its tabs send requests.
    let on_stage = Memo::new(move |_| doors.is_none_or(|doors| doors.room.get() == Room::Lesson));
    let (lessons, steps) = (use_lessons(), desk.part(|lesson| Some(lesson.steps)));
    let is_assignment = Memo::new(move |_| {
        steps.get() == 1 && lessons.is_some_and(|lessons| lessons.own_file.with(|text| !text.is_empty()))
    });
    let work = move |()| {
        if let Some(doors) = doors {
            doors.go(Door::Workbench);
        }
    };
    view! {
        <div class="lesson-task">
            <GoalCard desk />
            <Show when=move || is_assignment.get()><HandInCard /></Show>
            <Show when=move || on_stage.get()>
                <Runner desk />
                <div class="lesson-tools">
                    <Button on_press=work>"Do it in the workbench"</Button>
                </div>
            </Show>
        </div>
    }
}

/// The goal as it stands, with what helps.
#[component]
pub fn GoalCard(
    /// What the learner holds.
    desk: LessonDesk,
) -> impl IntoView {
    let goal = desk.of_step(|step| goal_of(step).cloned());
    let part = move |part: fn(&Goal) -> bool| Memo::new(move |_| goal.with(part));
    let (met, touched) = (part(|goal| goal.met), part(|goal| goal.touched));
    let conditions = Memo::new(move |_| goal.with(|goal| goal.conditions.clone()));
    let misses = Memo::new(move |_| goal.with(|goal| goal.misses.clone()));
    let done = Memo::new(move |_| goal.with(|goal| goal.done.clone()));
    let language = desk.part(|lesson| Some(lesson.language.clone()));
    let playing = desk.part(|lesson| Some(lesson.playing));
    view! {
        <section class="lesson-goal" class:lesson-goal-met=met aria-label="Goal" lang=language>
            <ul class="lesson-wanted">{move || conditions.get().into_iter().map(condition).collect_view()}</ul>
            <Show when=move || touched.get() && !met.get()>
                {move || misses.get().into_iter().map(|words| view! { <p class="lesson-miss">{told(words)}</p> }).collect_view()}
            </Show>
            <Show when=move || met.get()>
                <p class="lesson-done">"✓ Goal reached. "{move || told(done.get())}</p>
            </Show>
            <Hint desk />
            <Show when=move || touched.get()>
                <Button disabled=playing on_press=move |()| desk.ask(LessonCommand::Again)>"Start this step again"</Button>
            </Show>
        </section>
    }
}

/// A condition, whether it holds, and what there is now.
fn condition(wanted: Wanted) -> impl IntoView {
    let (sign, spoken) = if wanted.holds { ("✓", "holds") } else { ("○", "does not hold yet") };
    view! {
        <li class:lesson-holds=wanted.holds>
            <span class="lesson-sign" aria-hidden="true">{sign}</span>
            <span>{wanted.words}<span class="visually-hidden">", "{spoken}</span></span>
            <span class="lesson-now">{format!("now: {}", wanted.now)}</span>
        </li>
    }
}

/// What helps, once the learner asks for it.
#[component]
fn Hint(desk: LessonDesk) -> impl IntoView {
    let hint = desk.of_step(|step| goal_of(step).map(|goal| goal.hint.clone()));
    let (open, id) = (RwSignal::new(false), element_id("hint"));
    view! {
        <div class="lesson-hint">
            <button
                type="button"
                class="btn"
                aria-expanded=move || open.get().to_string()
                aria-controls=id.clone()
                on:click=move |_| open.update(|open| *open = !*open)
            >
                "Hint"
            </button>
            <p id=id hidden=move || !open.get()>{move || told(hint.get())}</p>
        </div>
    }
}
