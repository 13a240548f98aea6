//! Lessons: the panel that shows one, step by step, with what the learner does in each.
//!
//! Must not know how a lesson is played: the engine does that, and says what is shown.

pub mod coming;
mod desk;
pub mod drag;
pub mod ending;
pub mod focus;
pub mod foot;
pub mod goal;
mod keys;
pub mod predict;
pub mod runner;
mod told;
pub mod ways;

use hashrange_protocol::{Lesson, LessonCommand, Shown, Task};
use leptos::prelude::*;

pub use self::coming::LessonComing;
pub use self::desk::{LessonDesk, provide_lesson, use_lesson};
use self::drag::DragTask;
use self::ending::EndingPage;
use self::focus::FollowButton;
pub use self::focus::follow_focus;
use self::foot::Foot;
use self::goal::GoalTask;
use self::keys::follow_keys;
use self::predict::{NumberTask, PickTask};
use self::told::{plain, told};
use self::ways::Ways;
use crate::rare::Brought;

/// The panel of the lesson that is played, while one is.
#[component]
pub fn LessonShell() -> impl IntoView {
    let lesson = use_lesson().session.lesson();
    let is_here = Memo::new(move |_| lesson.with(Option::is_some));
    view! { <Show when=move || is_here.get()><Brought><LessonPanel /></Brought></Show> }
}

/// What is in the middle of the panel. Another kind of task, or another step, is another page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum Page {
    #[default]
    Nothing,
    Watch(usize),
    Pick(usize),
    Number(usize),
    Do(usize),
    Drag(usize),
    Ending,
}

impl Page {
    fn of(lesson: &Lesson) -> Self {
        match &lesson.shown {
            Shown::Nothing => Self::Nothing,
            Shown::Ending(_) => Self::Ending,
            Shown::Step(step) => match step.task {
                Task::Watch => Self::Watch(step.number),
                Task::Pick { .. } => Self::Pick(step.number),
                Task::Number { .. } => Self::Number(step.number),
                Task::Do(_) => Self::Do(step.number),
                Task::Drag { .. } => Self::Drag(step.number),
            },
        }
    }
}

/// The lesson that is played.
#[component]
pub fn LessonPanel() -> impl IntoView {
    let desk = use_lesson();
    follow_keys(desk);
    let playing = desk.part(|lesson| Some(lesson.playing));
    let trouble = desk.part(|lesson| lesson.trouble.clone());
    let page = desk.part(|lesson| Some(Page::of(lesson)));
    let spoken = desk.part(|lesson| Some(spoken(lesson)));
    view! {
        <section class="lesson" aria-label="Lesson" aria-busy=move || playing.get().to_string()>
            <Head desk />
            <p class="visually-hidden" aria-live="polite">{spoken}</p>
            <div class="lesson-body">
                {move || match page.get() {
                    Page::Nothing => view! { <p class="lesson-say">"The lesson begins."</p> }.into_any(),
                    Page::Ending => view! { <EndingPage desk /> }.into_any(),
                    page => view! { <StepPage desk page /> }.into_any(),
                }}
            </div>
            <p class="lesson-trouble" role="alert">{trouble}</p>
            <Ways desk />
            <Foot desk />
        </section>
    }
}

/// Course, title, and how far it is.
#[component]
fn Head(desk: LessonDesk) -> impl IntoView {
    let course = desk.part(|lesson| Some(lesson.course.clone()));
    let title = desk.part(|lesson| Some(lesson.title.clone()));
    let language = desk.part(|lesson| Some(lesson.language.clone()));
    let place = desk.part(|lesson| Some(place(lesson)));
    view! {
        <header class="lesson-head">
            <p class="lesson-course">
                <span>{course}</span>
                <span class="lesson-place" role="status">{place}</span>
            </p>
            <h2 class="lesson-title" lang=language>{title}</h2>
            <Steps desk />
        </header>
    }
}

/// A mark for each step. Those that were reached lead there.
#[component]
fn Steps(desk: LessonDesk) -> impl IntoView {
    let steps = desk.part(|lesson| Some((lesson.steps, lesson.reached)));
    let shown = desk.part(|lesson| Some(number(lesson)));
    let playing = desk.part(|lesson| Some(lesson.playing));
    let mark = move |at: usize, reached: usize| {
        let cannot = move || at >= reached || playing.get();
        view! {
            <li>
                <button
                    type="button"
                    class="lesson-mark"
                    aria-label=format!("Step {}", at + 1)
                    aria-current=move || (shown.get() == Some(at)).then_some("step")
                    prop:disabled=cannot
                    on:click=move |_| desk.ask(LessonCommand::To(at))
                ></button>
            </li>
        }
    };
    view! {
        <ol class="lesson-marks" aria-label="Steps">
            {move || {
                let (count, reached) = steps.get();
                (0..count).map(|at| mark(at, reached)).collect_view()
            }}
        </ol>
    }
}

/// The number of the step that is shown, from 0.
fn number(lesson: &Lesson) -> Option<usize> {
    if let Shown::Step(step) = &lesson.shown { Some(step.number) } else { None }
}

fn place(lesson: &Lesson) -> String {
    match &lesson.shown {
        Shown::Nothing if lesson.steps == 1 => "1 step".to_owned(),
        Shown::Nothing => format!("{} steps", lesson.steps),
        Shown::Step(step) => format!("Step {} of {}", step.number + 1, lesson.steps),
        Shown::Ending(_) => format!("{} of {} steps done", lesson.steps, lesson.steps),
    }
}

/// A step: its title, its words and its task.
#[component]
fn StepPage(desk: LessonDesk, page: Page) -> impl IntoView {
    let language = desk.part(|lesson| Some(lesson.language.clone()));
    let title = desk.of_step(|step| Some(step.title.clone()));
    let say = desk.of_step(|step| Some(step.say.clone()));
    let task = match page {
        Page::Pick(_) => view! { <PickTask desk /> }.into_any(),
        Page::Number(_) => view! { <NumberTask desk /> }.into_any(),
        Page::Do(_) => view! { <GoalTask desk /> }.into_any(),
        Page::Drag(_) => view! { <DragTask desk /> }.into_any(),
        Page::Nothing | Page::Watch(_) | Page::Ending => ().into_any(),
    };
    view! {
        <h3 class="lesson-step-title" lang=language>{move || told(title.get())}</h3>
        <p class="lesson-say" lang=language>{move || told(say.get())}</p>
        <FollowButton desk />
        {task}
    }
}

/// What is read out when it changes: the words of a step and its question, the reply, or that the goal is reached.
fn spoken(lesson: &Lesson) -> String {
    let step = match &lesson.shown {
        Shown::Nothing => return String::new(),
        Shown::Ending(_) => return "The lesson is over.".to_owned(),
        Shown::Step(step) => step,
    };
    match &step.task {
        Task::Pick { outcome: Some(outcome), .. } | Task::Number { outcome: Some(outcome), .. } => {
            format!("{} {}", if outcome.right { "Right." } else { "Not right." }, plain(&outcome.reply))
        }
        Task::Do(goal) | Task::Drag { goal, .. } if goal.met => format!("Goal reached. {}", plain(&goal.done)),
        Task::Pick { ask, .. } | Task::Number { ask, .. } => {
            format!("{}. {} {}", plain(&step.title), plain(&step.say), plain(ask))
        }
        Task::Watch | Task::Do(_) | Task::Drag { .. } => format!("{}. {}", plain(&step.title), plain(&step.say)),
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::{Ending, Goal, Predicted, Step, Word};

    use super::*;

    fn lesson(task: Task) -> Lesson {
        let words = |text: &str| vec![Word::Text(text.to_owned())];
        let step =
            Step { number: 1, title: words("One busy key"), say: words("It is in P3."), task, ..Step::default() };
        Lesson { steps: 9, shown: Shown::Step(Box::new(step)), ..Lesson::default() }
    }

    #[test]
    fn the_newest_words_are_read_out() {
        let words = |text: &str| vec![Word::Text(text.to_owned())];
        assert_eq!(spoken(&lesson(Task::Watch)), "One busy key. It is in P3.");
        let outcome = Predicted { right: false, reply: words("It takes 1,000.") };
        let told = Task::Number { ask: words("How many?"), said: None, outcome: Some(outcome) };
        assert_eq!(spoken(&lesson(told)), "Not right. It takes 1,000.");
        let met = Goal { met: true, done: words("Good."), ..Goal::default() };
        assert_eq!(spoken(&lesson(Task::Do(met))), "Goal reached. Good.");
    }

    #[test]
    fn the_place_is_told_in_steps() {
        assert_eq!(place(&lesson(Task::Watch)), "Step 2 of 9");
        let over = Lesson { shown: Shown::Ending(Ending::default()), ..lesson(Task::Watch) };
        assert_eq!((place(&over), Page::of(&over)), ("9 of 9 steps done".to_owned(), Page::Ending));
        assert_eq!(place(&Lesson { steps: 1, ..Lesson::default() }), "1 step");
        assert_ne!(Page::of(&lesson(Task::Watch)), Page::of(&lesson(Task::Do(Goal::default()))));
    }
}
