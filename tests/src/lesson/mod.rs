//! Plays lessons without a browser: their moves on a timeline, their figures from insight and engine. It plays right
//! answers, wrong answers, and undo.
//!
//! Owns the findings of a play: every figure with its value in the file. Must not know the subject of a lesson.

mod fill;
mod walk;

use std::path::{Path, PathBuf};

use hashrange_endpoint::{Sending, Settings, Timeline, target_of};
use hashrange_engine::Budget;
use hashrange_lesson::{Lesson, Move, Play, Problem, Service};
use hashrange_past::Seen;
use hashrange_time::Timestamp;
use hashrange_workload::Figure;

pub use fill::fill;
pub use walk::{Finding, Look, Stop, Walked, walk, walk_and_look};

/// The files of the lessons in order, without translations.
#[must_use]
pub fn files() -> Vec<PathBuf> {
    let folder = crate::root().join("../lessons");
    let mut files: Vec<PathBuf> = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path())
        .filter(|path| path.extension().is_some_and(|extension| extension == "txt") && language(path).is_none())
        .collect();
    files.sort();
    files
}

/// The translations, with their text.
///
/// # Panics
/// When one cannot be read.
#[must_use]
pub fn translations() -> Vec<(PathBuf, String)> {
    let folder = crate::root().join("../lessons");
    let entries = std::fs::read_dir(folder)
        .into_iter()
        .flatten()
        .flatten()
        .map(|entry| entry.path());
    let mut paths: Vec<PathBuf> = entries.filter(|path| language(path).is_some()).collect();
    paths.sort();
    paths
        .into_iter()
        .map(|path| {
            (
                path.clone(),
                std::fs::read_to_string(path).expect("a translation is text"),
            )
        })
        .collect()
}

/// The language of a translation: `es` of `keys-1.es.txt`.
#[must_use]
pub fn language(path: &Path) -> Option<String> {
    let stem = path.file_stem()?.to_str()?;
    stem.split_once('.').map(|(_, language)| language.to_owned())
}

/// A service on which a lesson is played.
#[derive(Debug)]
pub struct Stage {
    /// The service, with its history.
    pub timeline: Timeline<Seen>,
}

impl Service for Stage {
    fn figure(&self, table: &str, figure: &Figure) -> String {
        let timeline = &self.timeline;
        timeline
            .observer()
            .0
            .figure_of(timeline.engine(), timeline.dax(), table, figure)
    }

    fn now(&self) -> Timestamp {
        self.timeline.engine().now()
    }
}

/// The settings of a lesson: the page's own physics, start and seed, and the lesson's settings.
///
/// # Errors
/// Unknown settings, and settings with invalid values.
pub fn settings(lesson: &Lesson) -> Result<Settings, Vec<Problem>> {
    let start = Timestamp::from_seconds(1_571_820_000);
    let mut settings = Settings {
        start,
        ..Settings::of_preset("classroom").expect("a preset")
    };
    let mut problems = Vec::new();
    for setting in &lesson.settings {
        if settings.set(&setting.name, &setting.value).is_none() {
            let words = format!(
                "no setting `{} {}`; the settings are in crates/endpoint/src/setting.rs",
                setting.name, setting.value
            );
            problems.push(Problem {
                line: setting.line,
                words,
            });
        }
    }
    if problems.is_empty() {
        Ok(settings)
    } else {
        Err(problems)
    }
}

impl Stage {
    /// A new service.
    #[must_use]
    pub fn new(settings: &Settings) -> Self {
        let mut timeline = Timeline::<Seen>::begin(settings);
        timeline.set_tracing(true);
        Self { timeline }
    }

    /// Executes moves up to the next stop. Returns the difference from the lesson.
    pub fn to_stop(&mut self, play: &mut Play) -> Option<String> {
        loop {
            match play.next(self) {
                Move::Wait(to) => drop(self.timeline.advance(to, Budget::UNBOUNDED)),
                Move::Set { name, value } => {
                    let mut settings = self.timeline.settings().clone();
                    if settings.set(&name, &value).is_none() {
                        return Some(format!(
                            "no setting `{name} {value}`; the settings are in crates/endpoint/src/setting.rs"
                        ));
                    }
                    self.timeline.change(&settings);
                }
                Move::Back(to) => self.timeline.go_to_time(to).expect("a moment"),
                Move::Send { operation, body } => {
                    let at = self.timeline.engine().now();
                    let answer = self
                        .timeline
                        .dispatch(at, &target_of(operation.name()), body.as_bytes())
                        .answer;
                    let message = answer.message.as_deref().unwrap_or_default();
                    let refused = answer.exception.map(|exception| (exception, message));
                    drop(play.answered(operation, refused, &answer.body));
                }
                Move::Load { plan, seed } => {
                    self.timeline.begin_load(*plan, seed);
                    while self.timeline.send_next(Timestamp::MAX, Budget::UNBOUNDED) != Sending::Ended {}
                    let tally = self.timeline.loads().next_back().expect("the load");
                    play.loaded(tally, self.timeline.engine().now());
                }
                Move::Stop | Move::End => return play.take_trouble(),
            }
        }
    }
}
