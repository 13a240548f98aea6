//! What a picture must show first: the subjects that a step of a lesson names, and the latest request. Must not know
//! where anything is drawn.

use hashrange_protocol::{Part, Stage, StageAnswer};
use hashrange_time::Timestamp;

use super::Senders;
use super::words::recent;

/// What a picture is asked to show, besides its reading.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Wanted {
    /// The parts that a step names, the most important first. Empty outside of lessons.
    pub parts: Vec<Part>,
    /// When that step began.
    pub began: Timestamp,
    /// Whether the clock is paused.
    pub paused: bool,
    /// The number of the request that the reader or a lesson chose.
    pub chosen: Option<u64>,
    /// The number of the latest request that the reader dismissed.
    pub dismissed: Option<u64>,
    /// Whether only the flow of requests is shown, as in the welcome, and what none of them did.
    pub flow_only: bool,
}

impl Wanted {
    /// Whether a step names subjects.
    pub(super) fn is_lesson(&self) -> bool {
        !self.parts.is_empty()
    }

    /// When the step of a lesson began; `None` outside of lessons.
    #[must_use]
    pub fn step_began(&self) -> Option<Timestamp> {
        self.is_lesson().then_some(self.began)
    }

    /// Whether a part is named.
    pub(super) fn has(&self, part: &Part) -> bool {
        self.parts.contains(part)
    }

    /// Whether an index, or its build, is named.
    pub(super) fn has_index(&self, index: &str) -> bool {
        self.parts.iter().any(|part| match part {
            Part::Index(name) | Part::Build(name) | Part::Entry(name, _) => name == index,
            Part::Tray => !self
                .parts
                .iter()
                .any(|part| matches!(part, Part::Index(_) | Part::Build(_))),
            _ => false,
        })
    }

    /// Whether the pipe to an index is named.
    pub(super) fn has_pipe(&self, index: &str) -> bool {
        self.parts
            .iter()
            .any(|part| matches!(part, Part::Pipe(name) if name == index))
    }

    /// Whether a key of the table, or of one of its global indexes, is named.
    pub(super) fn has_key(&self, index: Option<&str>, key: &str) -> bool {
        let is = |of: &String| of.split('/').next() == Some(key);
        self.parts.iter().any(|part| match (part, index) {
            (Part::Partition(of) | Part::Key(of), None) => is(of),
            (Part::Entry(name, of), Some(index)) => name == index && is(of),
            _ => false,
        })
    }

    /// The chosen or the latest request, if the picture tells what it did: it was chosen, or the reader or a lesson sent
    /// it alone, and the reader has not dismissed it.
    #[must_use]
    pub fn told<'a>(&self, stage: &'a Stage, senders: &Senders) -> Option<&'a StageAnswer> {
        let rate = recent([
            stage.second.answered + stage.second.throttled,
            stage.before.answered + stage.before.throttled,
        ]);
        let answer = stage.answer.as_ref()?;
        let alone = !senders.load_runs() && !answer.by_load && (self.paused || rate <= 1);
        let chosen = self.chosen == Some(answer.number);
        ((alone || chosen) && !self.flow_only && self.dismissed != Some(answer.number)).then_some(answer)
    }
}
