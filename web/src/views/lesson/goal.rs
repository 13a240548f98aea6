//! The task: the goal as a list of conditions, the hint, and the request that the learner writes.
//!
//! Must not know how a goal is judged.

use hashrange_protocol::{Goal, GoalCondition, LessonCommand};
use hashrange_words::t;
use leptos::prelude::*;

use super::learner::{LearnerState, goal_of};
use super::runner::Runner;
use super::words::figure_text;
use crate::components::{Button, When, element_id};
use crate::lessons::use_lessons;
use crate::memo::Memo;
use crate::section::Section;
use crate::sections::{Screen, use_sections};
use crate::signal::RwSignal;
use crate::views::assignment::HandInCard;

/// A goal that the learner reaches with requests.
#[component]
pub fn GoalTask(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let sections = use_sections();
    // In the workbench, the tabs send requests.
    let on_stage = Memo::new(move |_| sections.is_none_or(|sections| sections.screen.get() == Screen::Lesson));
    let (lessons, steps) = (use_lessons(), learner.part(|lesson| Some(lesson.steps)));
    let is_assignment = Memo::new(move |_| {
        steps.get() == 1 && lessons.is_some_and(|lessons| lessons.own_file.with(|text| !text.is_empty()))
    });
    let work = move |()| {
        if let Some(sections) = sections {
            sections.go(Section::Workbench);
        }
    };
    view! {
        <div class="lesson-task">
            <GoalCard learner />
            <When holds=move || is_assignment.get()><HandInCard /></When>
            <When holds=move || on_stage.get()>
                <Runner learner />
                <div class="lesson-tools">
                    <Button on_press=work>{t!("Do it in the workbench")}</Button>
                </div>
            </When>
        </div>
    }
}

/// The current goal, with the hint.
#[component]
pub fn GoalCard(
    /// The learner's state.
    learner: LearnerState,
) -> impl IntoView {
    let goal = learner.of_step(|step| goal_of(step).cloned());
    let part = move |part: fn(&Goal) -> bool| Memo::new(move |_| goal.with(part));
    let (met, touched) = (part(|goal| goal.met), part(|goal| goal.touched));
    let conditions = Memo::new(move |_| goal.with(|goal| goal.conditions.clone()));
    let misses = Memo::new(move |_| goal.with(|goal| goal.misses.clone()));
    let done = Memo::new(move |_| goal.with(|goal| goal.done.clone()));
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    let playing = learner.part(|lesson| Some(lesson.playing));
    view! {
        <section class="lesson-goal" class:lesson-goal-met=move || met.get() aria-label=t!("Goal") lang=move || language.get()>
            <ul class="lesson-wanted">{move || conditions.get().into_iter().map(condition).collect_view()}</ul>
            <When holds=move || touched.get() && !met.get()>
                {move || misses.get().into_iter().map(|words| view! { <p class="lesson-miss">{figure_text(words)}</p> }).collect_view()}
            </When>
            <When holds=move || met.get()>
                <p class="lesson-done">{t!("✓ Goal reached.")} " "{move || figure_text(done.get())}</p>
            </When>
            <Hint learner />
            <When holds=move || touched.get()>
                <Button disabled=playing on_press=move |()| learner.ask(LessonCommand::Again)>{t!("Start this step again")}</Button>
            </When>
        </section>
    }
}

/// A condition, whether it is true, and the current value.
fn condition(condition: GoalCondition) -> impl IntoView {
    let (sign, spoken) = if condition.holds {
        ("✓", "holds")
    } else {
        ("○", t!("not met yet"))
    };
    view! {
        <li class:lesson-holds=condition.holds>
            <span class="lesson-sign" aria-hidden="true">{sign}</span>
            <span>{condition.words}<span class="visually-hidden">", "{spoken}</span></span>
            <span class="lesson-now">{format!("now: {}", condition.now)}</span>
        </li>
    }
}

/// The hint, shown when the learner asks for it.
#[component]
fn Hint(learner: LearnerState) -> impl IntoView {
    let hint = learner.of_step(|step| goal_of(step).map(|goal| goal.hint.clone()));
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
                {t!("Hint")}
            </button>
            <p id=id hidden=move || !open.get()>{move || figure_text(hint.get())}</p>
        </div>
    }
}
