//! Lessons: the panel that shows one, step by step, with the learner's task in each.
//!
//! Must not know how a lesson is played: the engine does that, and reports what to show.

pub mod coming;
pub mod drag;
pub mod ending;
pub mod focus;
pub mod foot;
pub mod goal;
mod keys;
mod learner;
pub mod navigation;
pub mod pills;
pub mod predict;
pub mod result_card;
pub mod runner;
pub mod step_requests;
mod words;

use hashrange_protocol::{Lesson, LessonCommand, Shown, Task};
use hashrange_words::t;
use leptos::prelude::*;

pub use self::coming::LessonComing;
use self::drag::DragTask;
use self::ending::EndingPage;
use self::focus::FollowButton;
pub use self::focus::follow_focus;
use self::foot::Foot;
use self::goal::GoalTask;
use self::keys::follow_keys;
pub use self::learner::{LearnerState, provide_lesson, use_lesson};
use self::navigation::Navigation;
use self::predict::{NumberTask, PickTask};
use self::words::{figure_text, plain};
use crate::components::{When, late_view};
use crate::memo::Memo;

/// The panel of the current lesson, if any.
#[component]
pub fn LessonShell() -> impl IntoView {
    let lesson = use_lesson().session.lesson();
    let is_here = Memo::new(move |_| lesson.with(Option::is_some));
    view! { <When holds=move || is_here.get()>{late_view(lesson_panel)}</When> }
}

/// The content of the panel. Another kind of task, and another step, is another page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
enum LessonPage {
    #[default]
    Nothing,
    Watch(usize),
    Pick(usize),
    Number(usize),
    Do(usize),
    Drag(usize),
    Ending,
}

impl LessonPage {
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

hashrange_late::late!(page:
    /// The lesson in front.
    pub fn lesson_panel() -> AnyView { view! { <LessonPanel /> }.into_any() }
);

/// The current lesson.
#[component]
pub fn LessonPanel() -> impl IntoView {
    let learner = use_lesson();
    follow_keys(learner);
    let playing = learner.part(|lesson| Some(lesson.playing));
    let trouble = learner.part(|lesson| lesson.trouble.clone());
    let page = learner.part(|lesson| Some(LessonPage::of(lesson)));
    let spoken = learner.part(|lesson| Some(spoken(lesson)));
    view! {
        <section class="lesson" aria-label=t!("Lesson") aria-busy=move || playing.get().to_string()>
            <Head learner />
            <p class="visually-hidden" aria-live="polite">{move || spoken.get()}</p>
            <div class="lesson-body">
                {move || match page.get() {
                    LessonPage::Nothing => view! { <p class="lesson-say">{t!("The lesson begins.")}</p> }.into_any(),
                    LessonPage::Ending => view! { <EndingPage learner /> }.into_any(),
                    page => view! { <StepPage learner page /> }.into_any(),
                }}
            </div>
            <p class="lesson-trouble" role="alert">{move || trouble.get()}</p>
            <Navigation learner />
            <Foot learner />
        </section>
    }
}

/// Course, title, and position in the lesson.
#[component]
fn Head(learner: LearnerState) -> impl IntoView {
    let course = learner.part(|lesson| Some(lesson.course.clone()));
    let title = learner.part(|lesson| Some(lesson.title.clone()));
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    let place = learner.part(|lesson| Some(place(lesson)));
    view! {
        <header class="lesson-head">
            <p class="lesson-course">
                <span>{move || course.get()}</span>
                <span class="lesson-place" role="status">{move || place.get()}</span>
            </p>
            <h2 class="lesson-title" lang=move || language.get()>{move || title.get()}</h2>
            <Steps learner />
        </header>
    }
}

/// A mark for each step. Reached steps are links.
#[component]
fn Steps(learner: LearnerState) -> impl IntoView {
    let steps = learner.part(|lesson| Some((lesson.steps, lesson.reached)));
    let shown = learner.part(|lesson| Some(number(lesson)));
    let playing = learner.part(|lesson| Some(lesson.playing));
    let mark = move |at: usize, reached: usize| {
        let cannot = move || at >= reached || playing.get();
        view! {
            <li>
                <button
                    type="button"
                    class="lesson-mark"
                    aria-label=t!("Step {at}", at = at + 1)
                    aria-current=move || (shown.get() == Some(at)).then_some("step")
                    prop:disabled=cannot
                    on:click=move |_| learner.ask(LessonCommand::To(at))
                ></button>
            </li>
        }
    };
    view! {
        <ol class="lesson-marks" aria-label=t!("Steps")>
            {move || {
                let (count, reached) = steps.get();
                (0..count).map(|at| mark(at, reached)).collect_view()
            }}
        </ol>
    }
}

/// The number of the step that is shown, from 0.
fn number(lesson: &Lesson) -> Option<usize> {
    if let Shown::Step(step) = &lesson.shown {
        Some(step.number)
    } else {
        None
    }
}

fn place(lesson: &Lesson) -> String {
    match &lesson.shown {
        Shown::Nothing => t!("{number, plural, one {# step} other {# steps}}", number = lesson.steps),
        Shown::Step(step) => t!("Step {step} of {steps}", step = step.number + 1, steps = lesson.steps),
        Shown::Ending(_) => t!(
            "{steps} of {all, plural, one {# step} other {# steps}} done",
            steps = lesson.steps,
            all = lesson.steps
        ),
    }
}

/// A step: its title, its text and its task.
#[component]
fn StepPage(learner: LearnerState, page: LessonPage) -> impl IntoView {
    let language = learner.part(|lesson| Some(lesson.language.clone()));
    let title = learner.of_step(|step| Some(step.title.clone()));
    let say = learner.of_step(|step| Some(step.say.clone()));
    let task = match page {
        LessonPage::Pick(_) => view! { <PickTask learner /> }.into_any(),
        LessonPage::Number(_) => view! { <NumberTask learner /> }.into_any(),
        LessonPage::Do(_) => view! { <GoalTask learner /> }.into_any(),
        LessonPage::Drag(_) => view! { <DragTask learner /> }.into_any(),
        LessonPage::Nothing | LessonPage::Watch(_) | LessonPage::Ending => ().into_any(),
    };
    view! {
        <h3 class="lesson-step-title" lang=move || language.get()>{move || figure_text(title.get())}</h3>
        <p class="lesson-say" lang=move || language.get()>{move || figure_text(say.get())}</p>
        <FollowButton learner />
        {task}
    }
}

/// The text for screen readers, read when it changes: the text of a step and its question, the reply, or that the goal
/// is reached.
fn spoken(lesson: &Lesson) -> String {
    let step = match &lesson.shown {
        Shown::Nothing => return String::new(),
        Shown::Ending(_) => return t!("The lesson is over.").to_owned(),
        Shown::Step(step) => step,
    };
    match &step.task {
        Task::Pick {
            outcome: Some(outcome), ..
        }
        | Task::Number {
            outcome: Some(outcome), ..
        } => {
            format!(
                "{} {}",
                if outcome.right { "Right." } else { t!("Not right.") },
                plain(&outcome.reply)
            )
        }
        Task::Do(goal) | Task::Drag { goal, .. } if goal.met => t!("Goal reached. {done}", done = plain(&goal.done)),
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
        let step = Step {
            number: 1,
            title: words("One busy key"),
            say: words("It is in P3."),
            task,
            ..Step::default()
        };
        Lesson {
            steps: 9,
            shown: Shown::Step(Box::new(step)),
            ..Lesson::default()
        }
    }

    #[test]
    fn the_newest_words_are_read_out() {
        let words = |text: &str| vec![Word::Text(text.to_owned())];
        assert_eq!(spoken(&lesson(Task::Watch)), "One busy key. It is in P3.");
        let outcome = Predicted {
            right: false,
            reply: words("It takes 1,000."),
        };
        let reported = Task::Number {
            ask: words("How many?"),
            said: None,
            outcome: Some(outcome),
        };
        assert_eq!(spoken(&lesson(reported)), "Not right. It takes 1,000.");
        let met = Goal {
            met: true,
            done: words("Good."),
            ..Goal::default()
        };
        assert_eq!(spoken(&lesson(Task::Do(met))), "Goal reached. Good.");
    }

    #[test]
    fn the_place_is_reported_in_steps() {
        assert_eq!(place(&lesson(Task::Watch)), "Step 2 of 9");
        let over = Lesson {
            shown: Shown::Ending(Ending::default()),
            ..lesson(Task::Watch)
        };
        assert_eq!(
            (place(&over), LessonPage::of(&over)),
            ("9 of 9 steps done".to_owned(), LessonPage::Ending)
        );
        assert_eq!(
            place(&Lesson {
                steps: 1,
                ..Lesson::default()
            }),
            "1 step"
        );
        assert_ne!(
            LessonPage::of(&lesson(Task::Watch)),
            LessonPage::of(&lesson(Task::Do(Goal::default())))
        );
    }
}
