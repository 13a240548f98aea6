//! An open workspace: its core, the lesson and loads in it, and the state of its storage.
//!
//! Must not know other workspaces, nor where bytes are stored.

use hashrange_protocol::{Card, ClockCommand, Job, LoadTally, Owner, SaveState, Speed, State};
use hashrange_time::{Duration, Timestamp};

use crate::checkpoints::Checkpoints;
use crate::clock::Clock;
use crate::core::{Core, Unsaved, micros_of};
use crate::import::parts::Parts;
use crate::import::unfinished::Unfinished;
use crate::lesson::playing::Playing;
use crate::remote::connection::Remote;

/// Number of loads whose results are stored for comparison.
const LOADS: usize = 2;
/// Real time over which the reached speed is measured, in milliseconds.
const MEASURED_MS: f64 = 1_000.0;

/// An open workspace.
pub(crate) struct Workspace {
    pub(crate) card: Card,
    pub(crate) core: Core,
    /// The page's own state, as text.
    pub(crate) view: String,
    pub(crate) lesson: Option<Playing>,
    /// The stored line of a lesson that has not continued yet, because its code is not here; otherwise empty.
    pub(crate) lesson_line: String,
    /// The endpoint that requests go to. The engine is then only a mirror.
    pub(crate) remote: Option<Box<Remote>>,
    /// The speed of time in the lesson, while it plays.
    pub(crate) playing_at: Option<Speed>,
    /// The running job.
    pub(crate) job: Option<Job>,
    /// The parts of a file to import.
    pub(crate) parts: Parts,
    /// An import that did not finish when the workspace was left.
    pub(crate) interrupted: Option<Unfinished>,
    /// Whether to stop the job.
    pub(crate) stop: bool,
    /// Increases with every change of state.
    pub(crate) revision: u64,
    pub(crate) saved: SaveState,
    pub(crate) owner: Owner,
    pub(crate) keeping: Keeping,
    /// Whether the reader has done something here since it was opened.
    pub(crate) touched: bool,
    /// Whether it must be read again, because another tab writes it.
    pub(crate) rereading: bool,
    pace: Pace,
}

/// Minimum number of records between two chunks whose first record is stored.
const RECORDS_PER_CHUNK: u64 = 128;

/// The state of a workspace's storage.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Keeping {
    /// Whether its bytes are stored at all.
    pub(crate) on: bool,
    /// Whether a write is due.
    pub(crate) scheduled: bool,
    /// Whether a write is running.
    pub(crate) writing: bool,
    /// Whether the source of an import that is over is stored until the journal has all its writes.
    pub(crate) has_source: bool,
    /// The number of the last stored record.
    pub(crate) through: u64,
    /// Chunks of the journal, each with its first record, ascending. Some chunks are left out.
    pub(crate) chunks: Vec<(u32, u64)>,
    /// The number of the chunk after the chunks that were read.
    pub(crate) next: u32,
    pub(crate) checkpoints: Checkpoints,
}

impl Keeping {
    /// Records that bytes were written as this chunk.
    pub(crate) fn wrote(&mut self, chunk: u32, unsaved: &Unsaved) {
        if unsaved.begins {
            (self.chunks, self.through) = (Vec::new(), 0);
            self.checkpoints = Checkpoints::default();
        }
        let first = self.through + 1;
        if self
            .chunks
            .last()
            .is_none_or(|(_, record)| first >= record + RECORDS_PER_CHUNK)
        {
            self.chunks.push((chunk, first));
        }
        self.through = unsaved.through;
    }

    /// The first chunk that can contain the records after this one.
    pub(crate) fn chunk_after(&self, record: u64) -> u32 {
        let before = self.chunks.partition_point(|(_, first)| *first <= record + 1);
        before
            .checked_sub(1)
            .and_then(|at| self.chunks.get(at))
            .map_or(0, |(chunk, _)| *chunk)
    }
}

/// Measures the reached speed from readings of the clock, because a load moves the clock in between.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    began: f64,
    looked: Option<(f64, Timestamp)>,
    asked: Duration,
    passed: Duration,
    reached: Option<Speed>,
}

impl Workspace {
    /// Creates a workspace with this core.
    pub(crate) fn new(card: Card, core: Core, view: String) -> Self {
        Self {
            card,
            core,
            view,
            lesson: None,
            lesson_line: String::new(),
            remote: None,
            playing_at: None,
            job: None,
            parts: Parts::default(),
            interrupted: None,
            stop: false,
            revision: 1,
            saved: SaveState::Saving,
            owner: Owner::Here,
            keeping: Keeping::default(),
            touched: false,
            rereading: false,
            pace: Pace::default(),
        }
    }

    /// Sets the state of its storage.
    pub(crate) fn kept_as(self, keeping: Keeping) -> Self {
        Self { keeping, ..self }
    }

    /// The text stored beside the journal: the lesson, and the page's own state.
    pub(crate) fn view_text(&self) -> String {
        let lesson = self
            .lesson
            .as_ref()
            .map_or_else(|| self.lesson_line.clone(), Playing::kept);
        format!("{lesson}\n{}", self.view)
    }

    /// Splits that text into the lesson's line and the page's own state.
    pub(crate) fn read_view_text(view_text: &str) -> (String, String) {
        let (lesson, view) = view_text.split_once('\n').unwrap_or_default();
        (lesson.to_owned(), view.to_owned())
    }

    /// Whether it only follows another tab.
    pub(crate) fn follows(&self) -> bool {
        self.owner != Owner::Here && !self.touched
    }

    /// Whether the reader has changed it here, while another tab owns it or has stored something else.
    pub(crate) fn is_at_risk(&self) -> bool {
        self.owner != Owner::Here && self.touched && self.core.has_unsaved()
    }

    /// Records that something has changed.
    pub(crate) fn changed(&mut self) {
        self.revision += 1;
    }

    /// Whether the reader pauses a lesson while it plays.
    fn is_held(&self) -> bool {
        self.lesson.as_ref().is_some_and(|lesson| lesson.held)
    }

    /// Executes a clock command. A pause also pauses a playing lesson, and a resume resumes it.
    pub(crate) fn command(&mut self, real: f64, command: ClockCommand) {
        match (&mut self.lesson, command) {
            (Some(lesson), ClockCommand::Pause) if lesson.playing => lesson.held = true,
            (Some(lesson), ClockCommand::Resume) if lesson.playing => lesson.held = false,
            (Some(lesson), _) if lesson.playing => {}
            _ => self.core.command(real, command),
        }
    }

    /// Advances virtual time with real time, as far as the work on the way allows in one tick by this clock.
    pub(crate) fn tick(&mut self, real: f64, clock: impl Fn() -> f64) {
        if self.core.tick_by(real, clock) {
            self.changed();
            self.lesson_ticked(real);
        }
        self.pace.look(real, self.core.clock());
    }

    /// Lets real time pass without virtual time. It does not count for the measured speed.
    pub(crate) fn wait(&mut self, real: f64) {
        self.core.wait(real);
        self.pace.looked = None;
    }

    /// The clock, and the position of the present.
    pub(crate) fn state(&mut self) -> State {
        let clock = self.core.clock();
        State {
            now: clock.now(),
            running: clock.is_running() || (self.playing_at.is_some() && !self.is_held()),
            speed: self.playing_at.unwrap_or_else(|| clock.speed()),
            reached: self.pace.reached.filter(|_| clock.is_running()),
            jump: self.core.jump(),
            next_due: self.core.engine().next_due(),
            line: self.core.line(),
            steps: self.core.steps(),
            revision: self.revision,
            settled: false,
        }
    }

    /// The latest loads at the present position, latest first.
    pub(crate) fn loads(&self) -> Vec<LoadTally> {
        self.core.timeline().loads().rev().take(LOADS).cloned().collect()
    }
}

impl Pace {
    fn look(&mut self, real: f64, clock: Clock) {
        let (before, seen) = self.looked.replace((real, clock.now())).unwrap_or((real, clock.now()));
        self.asked += clock.passed(micros_of(real) - micros_of(before));
        self.passed += clock.now() - seen;
        if real - self.began < MEASURED_MS {
            return;
        }
        let (asked, passed) = (self.asked.micros(), self.passed.micros());
        // A busy period can cost up to a tenth.
        let behind = passed < asked - asked / 10;
        let speed = clock.speed();
        let share = u128::from(passed) * u128::from(speed.per_mille()) / u128::from(asked.max(1));
        self.reached = behind.then(|| u32::try_from(share).map_or(speed, Speed::from_per_mille));
        *self = Self {
            began: real,
            asked: Duration::ZERO,
            passed: Duration::ZERO,
            ..*self
        };
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_clock_that_cannot_keep_its_speed_says_what_it_reaches() {
        let mut clock = Clock::new(Timestamp::EPOCH);
        clock.command(ClockCommand::Speed(Speed::from_per_mille(100_000)));
        let mut pace = Pace::default();
        let mut look = |seconds: u64, real: f64| {
            clock.set(Timestamp::from_seconds(seconds));
            pace.look(real, clock);
            pace.reached
        };
        look(0, 0.0);
        assert_eq!(look(12, 500.0), None, "not measured long enough");
        // Only the clock itself counts: a load moves it without a tick.
        assert_eq!(look(25, 1_000.0), Some(Speed::from_per_mille(25_000)));
        look(75, 1_500.0);
        assert_eq!(look(121, 2_000.0), None);
    }

    #[test]
    fn time_that_was_waited_for_is_no_slowness() {
        let mut clock = Clock::new(Timestamp::EPOCH);
        let mut pace = Pace::default();
        pace.look(0.0, clock);
        clock.set(Timestamp::EPOCH + Duration::from_millis(900));
        pace.look(900.0, clock);
        // The page was hidden for a minute.
        pace.looked = None;
        pace.look(60_900.0, clock);
        assert_eq!(pace.reached, None);
    }
}
