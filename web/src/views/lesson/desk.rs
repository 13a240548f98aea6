//! What a learner holds while a lesson is in front: the pick that runs, and the request being written. One for the page, so
//! that nothing is lost from door to door; the request belongs to the workspace.
//!
//! Must not know how anything is drawn.

use hashrange_protocol::{Command, Goal, Lesson, LessonCommand, Shown, Step, Task};
use hashrange_wire::Operation;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::session::{Session, use_paper, use_session};
use crate::state::runner_paper::{Answer, RunnerPaper};

/// The handle on what a learner holds.
#[derive(Clone, Copy)]
pub struct LessonDesk {
    /// The session.
    pub session: Session,
    /// The pick that was made last, by its number.
    pub picked: RwSignal<Option<usize>>,
    /// Values of settings that wait for the load to end.
    turned: RwSignal<Option<Vec<(String, u64)>>>,
    paper: RwSignal<RunnerPaper>,
    /// Whether a request is on its way.
    pub waits: RwSignal<bool>,
}

/// Where a request is written.
struct Place {
    /// The lesson and the step, by their names.
    names: (String, String),
    /// The step's table.
    table: String,
    /// The solution of its goal.
    solution: Vec<(String, String)>,
}

/// Makes the desk of lessons and gives it to everything below.
pub fn provide_lesson() -> LessonDesk {
    let session = use_session();
    let desk = LessonDesk {
        session,
        picked: RwSignal::new(None),
        turned: RwSignal::new(None),
        paper: use_paper("lesson-request"),
        waits: RwSignal::new(false),
    };
    // No answer comes any more to what was sent to the workspace that was in front before.
    Effect::new(move || {
        session.workspace().track();
        desk.waits.set(false);
        desk.turned.set(None);
    });
    let stop = desk.part(|lesson| Some((lesson.id.clone(), step(lesson).map(|step| (step.number, is_over(step))))));
    Effect::new(move || {
        stop.track();
        desk.picked.set(None);
    });
    desk.send_turns();
    provide_context(desk);
    desk
}

/// The desk of the page; one of its own outside the page, as in a test of one view.
#[must_use]
pub fn use_lesson() -> LessonDesk {
    use_context().unwrap_or_else(provide_lesson)
}

/// The step that is shown.
pub(super) fn step(lesson: &Lesson) -> Option<&Step> {
    if let Shown::Step(step) = &lesson.shown { Some(step) } else { None }
}

/// The goal of a step.
pub(super) fn goal_of(step: &Step) -> Option<&Goal> {
    match &step.task {
        Task::Do(goal) | Task::Drag { goal, .. } => Some(goal),
        Task::Watch | Task::Pick { .. } | Task::Number { .. } => None,
    }
}

/// Whether a question was answered.
fn is_over(step: &Step) -> bool {
    matches!(&step.task, Task::Pick { outcome: Some(_), .. } | Task::Number { outcome: Some(_), .. })
}

impl LessonDesk {
    /// A part of the lesson that is played; nothing while none is.
    pub(super) fn part<T: Default + PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Lesson) -> Option<T> + Send + Sync + 'static,
    ) -> Memo<T> {
        let lesson = self.session.lesson();
        Memo::new(move |_| lesson.with(|lesson| lesson.as_ref().and_then(&part)).unwrap_or_default())
    }

    /// A part of the step that is shown.
    pub(super) fn of_step<T: Default + PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Step) -> Option<T> + Send + Sync + 'static,
    ) -> Memo<T> {
        self.part(move |lesson| step(lesson).and_then(&part))
    }

    /// Does something in the lesson.
    pub(super) fn ask(self, command: LessonCommand) {
        self.session.ask_for(Command::Lesson(command));
    }

    /// Whether the lesson is on its way to the next stop.
    pub(super) fn is_playing(self) -> bool {
        self.session.lesson().with_untracked(|lesson| lesson.as_ref().is_some_and(|lesson| lesson.playing))
    }

    /// Makes a pick, by its number.
    pub(super) fn pick(self, number: usize) {
        self.picked.set(Some(number));
        self.ask(LessonCommand::Pick(number));
    }

    /// Makes the pick at a place on the page, where a question waits for one.
    pub(super) fn pick_at(self, place: usize) -> bool {
        let number = self.session.lesson().with_untracked(|lesson| {
            let lesson = lesson.as_ref().filter(|lesson| !lesson.playing)?;
            match &step(lesson)?.task {
                Task::Pick { picks, outcome: None, .. } => picks.get(place).map(|pick| pick.number),
                _ => None,
            }
        });
        number.is_some_and(|number| {
            self.pick(number);
            true
        })
    }

    /// Turns settings of the step's load. One that runs is brought to its end first.
    pub(super) fn turn(self, values: Vec<(String, u64)>) {
        self.turned.set(Some(values));
        if self.is_playing() {
            self.ask(LessonCommand::Finish);
        }
    }

    fn send_turns(self) {
        let playing = self.part(|lesson| Some(lesson.playing));
        Effect::new(move || {
            let values = self.turned.get();
            if let Some(values) = values.filter(|_| !playing.get()) {
                self.turned.set(None);
                self.ask(LessonCommand::Turn(values));
            }
        });
    }

    /// The step that is shown.
    fn at_step(self) -> Option<Place> {
        self.session.lesson().with_untracked(|lesson| {
            let lesson = lesson.as_ref()?;
            let step = step(lesson)?;
            let solution = goal_of(step).map(|goal| goal.solution.clone()).unwrap_or_default();
            let names = (lesson.id.clone(), step.name.clone());
            Some(Place { names, table: step.focus.table.clone(), solution })
        })
    }

    /// Lays out a new paper where the step is another one.
    pub(super) fn begin_step(self) {
        if let Some(Place { names, table, solution }) = self.at_step()
            && self.paper.with_untracked(|paper| paper.step != names)
        {
            self.paper.set(RunnerPaper::begin(names, &table, &solution));
        }
    }

    /// What is written.
    pub(super) fn paper(self) -> ReadSignal<RunnerPaper> {
        self.paper.read_only()
    }

    /// Chooses an operation.
    pub(super) fn turn_to(self, operation: Operation) {
        if let Some(place) = self.at_step() {
            self.paper.update(|paper| paper.turn_to(operation, &place.table));
        }
    }

    /// Takes over a typed body.
    pub(super) fn type_body(self, text: String) {
        self.paper.update(|paper| paper.type_body(text));
    }

    /// Shows the next request of the solution.
    pub(super) fn show_solution(self) {
        if let Some(place) = self.at_step() {
            self.paper.update(|paper| paper.show_solution(&place.solution));
        }
    }

    /// Sends the request as it stands, unless another is on its way.
    pub(super) fn run(self) {
        if self.waits.get_untracked() {
            return;
        }
        self.waits.set(true);
        let (operation, body) = self.paper.with_untracked(|paper| (paper.operation, paper.body.clone()));
        let session = self.session;
        let workspace = session.workspace().get_untracked();
        spawn_local(async move {
            let answer = match session.send_json(operation.name(), body).await {
                Ok(answered) => Answer { operation, refused: None, body: answered.body, record: answered.record },
                Err(refused) => Answer {
                    operation,
                    refused: Some((refused.exception, refused.message)),
                    body: refused.body,
                    record: refused.record,
                },
            };
            // An answer belongs to the workspace that gave it.
            if session.workspace().get_untracked() != workspace {
                return;
            }
            self.waits.set(false);
            let solution = self.at_step().map(|place| place.solution).unwrap_or_default();
            self.paper.update(|paper| paper.answered(answer, &solution));
        });
    }
}
