//! A learner's state during a lesson: the current pick, and the request being written. The page has one state, so that
//! nothing is lost between sections. The request belongs to the workspace.
//!
//! Must not know how anything is drawn.

use hashrange_protocol::{Command, Goal, Lesson, LessonCommand, Shown, Step, Task};
use hashrange_wire::Operation;
use leptos::prelude::*;
use leptos::task::spawn_local;

use crate::effect::effect;
use crate::memo::Memo;
use crate::session::{Session, use_saved_part, use_session};
use crate::signal::{ReadSignal, RwSignal};
use crate::state::query_form::QueryForm;
use crate::state::saved_runner::{Answer, SavedRunner};

/// The handle to a learner's state.
#[derive(Clone, Copy)]
pub struct LearnerState {
    /// The session.
    pub session: Session,
    /// The latest pick, by its number.
    pub picked: RwSignal<Option<usize>>,
    /// Values of settings that are applied after the load.
    turned: RwSignal<Option<Vec<(String, u64)>>>,
    saved: RwSignal<SavedRunner>,
    /// Whether a request is pending.
    pub waits: RwSignal<bool>,
}

/// The position in a lesson where a request is written.
struct Place {
    /// The lesson and the step, by their names.
    names: (String, String),
    /// The step's table.
    table: String,
    /// The solution of its goal.
    solution: Vec<(String, String)>,
}

/// Provides the state of a learner to all views below.
pub fn provide_lesson() -> LearnerState {
    let session = use_session();
    let learner = LearnerState {
        session,
        picked: RwSignal::new(None),
        turned: RwSignal::new(None),
        saved: use_saved_part("lesson-request"),
        waits: RwSignal::new(false),
    };
    // Requests to the previous workspace no longer get a response.
    effect(move || {
        session.workspace().track();
        learner.waits.set(false);
        learner.turned.set(None);
    });
    let stop = learner.part(|lesson| Some((lesson.id.clone(), step(lesson).map(|step| (step.number, is_over(step))))));
    effect(move || {
        stop.track();
        learner.picked.set(None);
    });
    learner.send_turns();
    provide_context(learner);
    learner
}

/// The state of the page. Outside the page, as in a test of one view, a separate state.
#[must_use]
pub fn use_lesson() -> LearnerState {
    use_context().unwrap_or_else(provide_lesson)
}

/// The step that is shown.
pub(super) fn step(lesson: &Lesson) -> Option<&Step> {
    if let Shown::Step(step) = &lesson.shown {
        Some(step)
    } else {
        None
    }
}

/// The goal of a step.
pub(super) fn goal_of(step: &Step) -> Option<&Goal> {
    match &step.task {
        Task::Do(goal) | Task::Drag { goal, .. } => Some(goal),
        Task::Watch | Task::Pick { .. } | Task::Number { .. } => None,
    }
}

/// Whether the question of a step was answered.
fn is_over(step: &Step) -> bool {
    matches!(
        &step.task,
        Task::Pick { outcome: Some(_), .. } | Task::Number { outcome: Some(_), .. }
    )
}

impl LearnerState {
    /// A part of the current lesson; the default value without a lesson.
    pub(super) fn part<T: Default + PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Lesson) -> Option<T> + Send + Sync + 'static,
    ) -> Memo<T> {
        let lesson = self.session.lesson();
        Memo::new(move |_| {
            lesson
                .with(|lesson| lesson.as_ref().and_then(&part))
                .unwrap_or_default()
        })
    }

    /// A part of the step that is shown.
    pub(super) fn of_step<T: Default + PartialEq + Send + Sync + 'static>(
        self,
        part: impl Fn(&Step) -> Option<T> + Send + Sync + 'static,
    ) -> Memo<T> {
        self.part(move |lesson| step(lesson).and_then(&part))
    }

    /// Sends a lesson command.
    pub(super) fn ask(self, command: LessonCommand) {
        self.session.ask_for(Command::Lesson(command));
    }

    /// Whether the lesson is playing towards the next stop.
    pub(super) fn is_playing(self) -> bool {
        self.session
            .lesson()
            .with_untracked(|lesson| lesson.as_ref().is_some_and(|lesson| lesson.playing))
    }

    /// Sends a pick, by its number.
    pub(super) fn pick(self, number: usize) {
        self.picked.set(Some(number));
        self.ask(LessonCommand::Pick(number));
    }

    /// Sends the pick at a position on the page, if a question waits for one.
    pub(super) fn pick_at(self, place: usize) -> bool {
        let number = self.session.lesson().with_untracked(|lesson| {
            let lesson = lesson.as_ref().filter(|lesson| !lesson.playing)?;
            match &step(lesson)?.task {
                Task::Pick {
                    picks, outcome: None, ..
                } => picks.get(place).map(|pick| pick.number),
                _ => None,
            }
        });
        number.is_some_and(|number| {
            self.pick(number);
            true
        })
    }

    /// Changes settings of the step's load. Finishes a running load first.
    pub(super) fn turn(self, values: Vec<(String, u64)>) {
        self.turned.set(Some(values));
        if self.is_playing() {
            self.ask(LessonCommand::Finish);
        }
    }

    fn send_turns(self) {
        let playing = self.part(|lesson| Some(lesson.playing));
        effect(move || {
            let values = self.turned.get();
            if let Some(values) = values.filter(|_| !playing.get()) {
                self.turned.set(None);
                self.ask(LessonCommand::Turn(values));
            }
        });
    }

    /// The position of the step that is shown.
    fn at_step(self) -> Option<Place> {
        self.session.lesson().with_untracked(|lesson| {
            let lesson = lesson.as_ref()?;
            let step = step(lesson)?;
            let solution = goal_of(step).map(|goal| goal.solution.clone()).unwrap_or_default();
            let names = (lesson.id.clone(), step.name.clone());
            Some(Place {
                names,
                table: step.focus.table.clone(),
                solution,
            })
        })
    }

    /// Starts a new request if the step has changed.
    pub(super) fn begin_step(self) {
        if let Some(Place { names, table, solution }) = self.at_step()
            && self.saved.with_untracked(|saved| saved.step != names)
        {
            self.saved.set(SavedRunner::begin(names, &table, &solution));
        }
    }

    /// The request being written.
    pub(super) fn saved(self) -> ReadSignal<SavedRunner> {
        self.saved.read_only()
    }

    /// Chooses an operation.
    pub(super) fn turn_to(self, operation: Operation) {
        if let Some(place) = self.at_step() {
            self.saved.update(|saved| saved.turn_to(operation, &place.table));
        }
    }

    /// Stores a typed body.
    pub(super) fn type_body(self, text: String) {
        self.saved.update(|saved| saved.type_body(text));
    }

    /// Stores a form and its request.
    pub(super) fn fill(self, form: QueryForm, operation: Operation, body: String) {
        self.saved.update(|saved| saved.fill(form, operation, body));
    }

    /// Shows the next request of the solution.
    pub(super) fn show_solution(self) {
        if let Some(place) = self.at_step() {
            self.saved.update(|saved| saved.show_solution(&place.solution));
        }
    }

    /// Sends the request, unless another is pending.
    pub(super) fn run(self) {
        if self.waits.get_untracked() {
            return;
        }
        self.waits.set(true);
        let (operation, body) = self.saved.with_untracked(|saved| (saved.operation, saved.body.clone()));
        let session = self.session;
        let workspace = session.workspace().get_untracked();
        spawn_local(async move {
            let answer = match session.send_json(operation.name(), body).await {
                Ok(answered) => Answer {
                    operation,
                    refused: None,
                    body: answered.body,
                    record: answered.record,
                },
                Err(refused) => Answer {
                    operation,
                    refused: Some((refused.exception, refused.message)),
                    body: refused.body,
                    record: refused.record,
                },
            };
            // A response belongs to the workspace that sent it.
            if session.workspace().get_untracked() != workspace {
                return;
            }
            self.waits.set(false);
            let solution = self.at_step().map(|place| place.solution).unwrap_or_default();
            self.saved.update(|saved| saved.answered(answer, &solution));
        });
    }
}
