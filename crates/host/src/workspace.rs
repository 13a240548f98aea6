//! An open workspace: its core, the lesson and loads in it, and how far it is kept.
//!
//! Must not know other workspaces, nor where bytes are kept.

use hashrange_protocol::{Card, ClockCommand, Job, LoadTally, Owner, SaveState, Speed, State};
use hashrange_time::{Duration, Timestamp};

use crate::checkpoints::Checkpoints;
use crate::clock::Clock;
use crate::core::{Core, Unsaved, micros_of};
use crate::lesson::playing::Playing;
use crate::remote::connection::Remote;

/// Loads whose results are kept for comparison.
const LOADS: usize = 2;
/// Real time over which the speed reached is measured, in milliseconds.
const MEASURED_MS: f64 = 1_000.0;

/// An open workspace.
pub(crate) struct Workspace {
    pub(crate) card: Card,
    pub(crate) core: Core,
    /// The page's own state, as text.
    pub(crate) view: String,
    pub(crate) lesson: Option<Playing>,
    /// The endpoint that requests go to, where the engine is only a mirror.
    pub(crate) remote: Option<Box<Remote>>,
    /// The speed at which the lesson lets time pass, while it does.
    pub(crate) playing_at: Option<Speed>,
    /// The job that is under way.
    pub(crate) job: Option<Job>,
    /// Whether the job is to stop.
    pub(crate) stop: bool,
    /// Counts up with every change of state.
    pub(crate) revision: u64,
    pub(crate) saved: SaveState,
    pub(crate) owner: Owner,
    pub(crate) keeping: Keeping,
    /// Whether the reader has done something here since it was opened.
    pub(crate) touched: bool,
    /// Whether it is about to be read again, since another tab writes it.
    pub(crate) rereading: bool,
    pace: Pace,
}

/// Records between two chunks whose first record is remembered.
const RECORDS_PER_CHUNK: u64 = 128;

/// How far a workspace is kept.
#[derive(Clone, Debug, Default, PartialEq)]
pub(crate) struct Keeping {
    /// Whether its bytes are kept at all.
    pub(crate) on: bool,
    /// Whether a write is due.
    pub(crate) scheduled: bool,
    /// Whether a write is under way.
    pub(crate) writing: bool,
    /// The last record that is kept.
    pub(crate) through: u64,
    /// Chunks of the journal and the first record in each, ascending; some are left out.
    pub(crate) chunks: Vec<(u32, u64)>,
    /// The number of the chunk after those that were read.
    pub(crate) next: u32,
    pub(crate) checkpoints: Checkpoints,
}

impl Keeping {
    /// Takes in that bytes were written, as this chunk.
    pub(crate) fn wrote(&mut self, chunk: u32, unsaved: &Unsaved) {
        if unsaved.begins {
            (self.chunks, self.through) = (Vec::new(), 0);
            self.checkpoints = Checkpoints::default();
        }
        let first = self.through + 1;
        if self.chunks.last().is_none_or(|(_, record)| first >= record + RECORDS_PER_CHUNK) {
            self.chunks.push((chunk, first));
        }
        self.through = unsaved.through;
    }

    /// The chunk from which on the records after this one are found.
    pub(crate) fn chunk_after(&self, record: u64) -> u32 {
        let before = self.chunks.partition_point(|(_, first)| *first <= record + 1);
        before.checked_sub(1).and_then(|at| self.chunks.get(at)).map_or(0, |(chunk, _)| *chunk)
    }
}

/// The speed that is reached, from what the clock shows at one look and the next: a load moves the clock between two.
#[derive(Clone, Copy, Debug, Default)]
struct Pace {
    began: f64,
    looked: Option<(f64, Timestamp)>,
    asked: Duration,
    passed: Duration,
    reached: Option<Speed>,
}

impl Workspace {
    /// A workspace around a core.
    pub(crate) fn new(card: Card, core: Core, view: String) -> Self {
        Self {
            card,
            core,
            view,
            lesson: None,
            remote: None,
            playing_at: None,
            job: None,
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

    /// The same with what is known of how it is kept.
    pub(crate) fn kept_as(self, keeping: Keeping) -> Self {
        Self { keeping, ..self }
    }

    /// What is kept beside the journal: the lesson, and the page's own state.
    pub(crate) fn paper(&self) -> String {
        let lesson = self.lesson.as_ref().map_or_else(String::new, Playing::kept);
        format!("{lesson}\n{}", self.view)
    }

    /// The lesson's line and the page's own state, as they were kept.
    pub(crate) fn read_paper(paper: &str) -> (String, String) {
        let (lesson, view) = paper.split_once('\n').unwrap_or_default();
        (lesson.to_owned(), view.to_owned())
    }

    /// Whether it shows what another tab does, and nothing of its own.
    pub(crate) fn follows(&self) -> bool {
        self.owner != Owner::Here && !self.touched
    }

    /// Something has changed.
    pub(crate) fn changed(&mut self) {
        self.revision += 1;
    }

    /// Whether the reader holds a lesson on its way.
    fn is_held(&self) -> bool {
        self.lesson.as_ref().is_some_and(|lesson| lesson.held)
    }

    /// Takes a command for the clock. One to pause holds a lesson on its way, and one to resume lets it go on.
    pub(crate) fn command(&mut self, real: f64, command: ClockCommand) {
        match (&mut self.lesson, command) {
            (Some(lesson), ClockCommand::Pause) if lesson.playing => lesson.held = true,
            (Some(lesson), ClockCommand::Resume) if lesson.playing => lesson.held = false,
            (Some(lesson), _) if lesson.playing => {}
            _ => self.core.command(real, command),
        }
    }

    /// Lets virtual time follow real time.
    pub(crate) fn tick(&mut self, real: f64) {
        if self.core.tick(real) {
            self.changed();
            self.lesson_ticked(real);
        }
        self.pace.look(real, self.core.clock());
    }

    /// Lets real time pass without virtual time. It does not count for the speed that is reached.
    pub(crate) fn wait(&mut self, real: f64) {
        self.core.wait(real);
        self.pace.looked = None;
    }

    /// The clock, and where the present is.
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

    /// The newest loads at the present place, newest first.
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
        // A tenth less is what a busy moment takes.
        let behind = passed < asked - asked / 10;
        let speed = clock.speed();
        let share = u128::from(passed) * u128::from(speed.per_mille()) / u128::from(asked.max(1));
        self.reached = behind.then(|| u32::try_from(share).map_or(speed, Speed::from_per_mille));
        *self = Self { began: real, asked: Duration::ZERO, passed: Duration::ZERO, ..*self };
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
        // Nothing but the clock itself counts: a load moves it without a tick.
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
