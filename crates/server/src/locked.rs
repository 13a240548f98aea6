//! What the lock of a service protects: the engine and its recorder. Due work is done in slices, so that requests find
//! their turn.
//!
//! Must not know sockets, disks, or when somebody asks.

use std::panic::{AssertUnwindSafe, catch_unwind};
use std::time::Duration;

use hashrange_endpoint::{Recorder, Replayed};
use hashrange_engine::{Budget, Engine};
use hashrange_time::Timestamp;

use crate::clock;

/// How long work of the server may keep requests waiting at once.
pub(crate) const SLICE: Duration = Duration::from_millis(1);

/// How far time advanced.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Advanced {
    /// To the present. More work is due at this time.
    Present(Option<Timestamp>),
    /// Not yet: more work is due. The slice took this long.
    Behind { took: Duration },
}

/// A service, the recorder of its journal, and how far it has come.
pub(crate) struct Locked {
    pub(crate) service: Replayed,
    pub(crate) recorder: Option<Recorder>,
    /// Whether work that is due waits for the next slice.
    is_behind: bool,
    /// When the keeper of time looks again; `None` if it waits for work.
    looks_at: Option<Timestamp>,
    /// Whether a panic left the service half changed. It then handles no more requests.
    pub(crate) is_broken: bool,
}

impl Locked {
    pub(crate) fn new(service: Replayed, recorder: Option<Recorder>) -> Self {
        Self {
            service,
            recorder,
            is_behind: false,
            looks_at: None,
            is_broken: false,
        }
    }

    /// Returns itself, unless it is broken.
    pub(crate) fn whole(&mut self) -> Option<&mut Self> {
        (!self.is_broken).then_some(self)
    }

    /// Advances time, for at most a slice of work. `None` if the engine panicked.
    pub(crate) fn advance(&mut self, to: Timestamp) -> Option<Advanced> {
        let to = to.max(self.service.engine.now());
        let is_due = |engine: &Engine| engine.next_due().is_some_and(|due| due <= to);
        if is_due(&self.service.engine) {
            let begun = clock::mark();
            let engine = &mut self.service.engine;
            guarded(|| {
                while is_due(engine) && begun.elapsed() < SLICE {
                    engine.advance(to, Budget { steps: 1 });
                }
            })?;
            if let Some(recorder) = &mut self.recorder {
                recorder.note(&mut self.service.engine);
            }
            self.is_behind = is_due(&self.service.engine);
            if self.is_behind {
                return Some(Advanced::Behind { took: begun.elapsed() });
            }
        }
        self.is_behind = false;
        Some(Advanced::Present(
            self.service.engine.advance(to, Budget::UNBOUNDED).next_due,
        ))
    }

    /// Advances time for its keeper, which looks again when more work is due. `None` if the engine panicked.
    pub(crate) fn keep_time(&mut self, to: Timestamp) -> Option<Advanced> {
        let advanced = self.advance(to)?;
        self.looks_at = match advanced {
            Advanced::Present(due) => due,
            Advanced::Behind { .. } => Some(to),
        };
        Some(advanced)
    }

    /// Whether work became due before the keeper of time looks again. True once: the keeper is told then. To wake it after
    /// every request would cost more than most requests.
    pub(crate) fn is_due_sooner(&mut self) -> bool {
        let due = self.service.engine.next_due();
        let is_sooner = due.is_some_and(|due| self.looks_at.is_none_or(|looks_at| due < looks_at));
        if is_sooner {
            self.looks_at = due;
        }
        is_sooner
    }

    /// The time of a request: now, or the time that much work has reached. `None` if the engine panicked.
    pub(crate) fn time_of_request(&mut self, now: Timestamp) -> Option<Timestamp> {
        if !self.is_behind {
            self.advance(now)?;
        }
        Some(self.service.engine.now())
    }
}

/// Runs a piece of the engine; `None` if it panicked. The standard panic hook has printed where and why.
///
/// The engine can be half changed then, so the caller must not use it again. A copy before each request would allow a
/// repair, but a panic is a bug and does not justify the cost. The journal does not contain the request.
pub(crate) fn guarded<T>(work: impl FnOnce() -> T) -> Option<T> {
    catch_unwind(AssertUnwindSafe(work)).ok()
}
