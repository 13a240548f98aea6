//! The present of a timeline: a service at a place of its journal, and what its onlooker has seen of it.
//!
//! Must not know how it got there.

use hashrange_engine::{Budget, Engine, Progress};
use hashrange_journal::{Header, Record};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Response, ServiceError};
use hashrange_workload::Fate;

use crate::work::work_since;
use crate::{Dispatched, ReplayError, Replayed};

/// Somebody who looks at what a service does, and is taken back with it.
pub trait Onlooker: Clone + Default {
    /// Takes in the events that are new. Called after every step, and within one before the log lets go of any.
    fn observe(&mut self, engine: &Engine);
}

/// Nobody.
impl Onlooker for () {
    fn observe(&mut self, _: &Engine) {}
}

/// A service after one of its records.
#[derive(Clone, Debug)]
pub(crate) struct Present<W> {
    pub(crate) service: Replayed,
    pub(crate) onlooker: W,
}

impl<W: Onlooker> Present<W> {
    /// Before the first record.
    pub(crate) fn new(header: &Header) -> Self {
        Self { service: Replayed::new(header), onlooker: W::default() }
    }

    /// Does what the next record says; the work that was.
    pub(crate) fn take(&mut self, record: &Record) -> Result<u64, ReplayError> {
        let before = self.service.engine.last_event();
        let Self { service, onlooker } = self;
        let outcome = service.take(record, &mut |engine| onlooker.observe(engine));
        self.onlooker.observe(&self.service.engine);
        outcome.map(|()| work_since(&self.service.engine, before))
    }

    /// The same for a record that does not say yet what it changes. The engine notes that.
    pub(crate) fn take_anew(&mut self, record: &Record) -> Result<u64, ReplayError> {
        let before = self.service.engine.last_event();
        let Self { service, onlooker } = self;
        let outcome = service.take_anew(record, &mut |engine| onlooker.observe(engine));
        self.onlooker.observe(&self.service.engine);
        outcome.map(|()| work_since(&self.service.engine, before))
    }
}

impl<W: Onlooker> Present<W> {
    /// Lets time pass. The onlooker sees that it did, even where nothing happened.
    pub(crate) fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let Self { service, onlooker } = self;
        let progress = service.front(&mut |engine| onlooker.observe(engine)).pass(to, budget);
        onlooker.observe(&service.engine);
        progress
    }

    /// Sends the load's next request at its time.
    pub(crate) fn send(&mut self) -> Option<Fate> {
        let Self { service, onlooker } = self;
        service.send(&mut |engine| onlooker.observe(engine))
    }

    /// Lets time pass up to a moment within the record that follows, which happens as far as that.
    pub(crate) fn cut(&mut self, moment: Timestamp, record: &Record) {
        let Self { service, onlooker } = self;
        service.send_until(moment, record, &mut |engine| onlooker.observe(engine));
        onlooker.observe(&service.engine);
    }

    /// Answers a request as bytes.
    pub(crate) fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8]) -> Dispatched {
        let Self { service, onlooker } = self;
        service.front(&mut |engine| onlooker.observe(engine)).dispatch(at, target, body)
    }

    /// Answers a request.
    pub(crate) fn handle(&mut self, at: Timestamp, request: Checked) -> Result<Response, ServiceError> {
        let Self { service, onlooker } = self;
        service.front(&mut |engine| onlooker.observe(engine)).handle(at, request, None).outcome
    }
}

impl<W> Present<W> {
    /// The same without its onlooker.
    pub(crate) fn unwatched(&self) -> Present<()> {
        Present { service: self.service.clone(), onlooker: () }
    }

    /// The number of the record that led here; 0 before the first.
    pub(crate) fn place(&self) -> u64 {
        self.service.last_sequence
    }
}
