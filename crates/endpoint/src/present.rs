//! The present of a timeline: a service at a position of its journal, with its observer.
//!
//! Must not know how it reached this position.

use hashrange_engine::{Budget, Engine, Foreseen, Progress, Remains};
use hashrange_journal::{Header, Record};
use hashrange_time::Timestamp;
use hashrange_wire::{Checked, Response, ServiceError};
use hashrange_workload::Fate;

use crate::replay_cost::replay_cost_since;
use crate::{Dispatched, ReplayError, Replayed};

/// An observer of a service. Undo restores its earlier state too.
pub trait Observer: Clone + Default {
    /// Reads the new events. The timeline calls it after every step, and during long steps before the log drops events.
    fn observe(&mut self, engine: &Engine);
}

/// No observer.
impl Observer for () {
    fn observe(&mut self, _: &Engine) {}
}

/// A service after one of its records.
#[derive(Clone, Debug)]
pub(crate) struct Present<W> {
    pub(crate) service: Replayed,
    pub(crate) observer: W,
}

impl<W: Observer> Present<W> {
    /// The state before the first record.
    pub(crate) fn new(header: &Header) -> Self {
        Self {
            service: Replayed::new(header),
            observer: W::default(),
        }
    }

    /// Executes the next record, and returns the work.
    pub(crate) fn take(&mut self, record: &Record) -> Result<u64, ReplayError> {
        let before = self.service.engine.last_event();
        let Self { service, observer } = self;
        let outcome = service.take(record, &mut |engine| observer.observe(engine));
        self.observer.observe(&self.service.engine);
        outcome.map(|()| replay_cost_since(&self.service.engine, before))
    }

    /// Executes a record that has no outcome yet. The engine notes the changes.
    pub(crate) fn apply_new(&mut self, record: &Record) -> Result<u64, ReplayError> {
        let before = self.service.engine.last_event();
        let Self { service, observer } = self;
        let outcome = service.apply_new(record, &mut |engine| observer.observe(engine));
        self.observer.observe(&self.service.engine);
        outcome.map(|()| replay_cost_since(&self.service.engine, before))
    }
}

impl<W: Observer> Present<W> {
    /// Advances time. Calls the observer even if nothing happened.
    pub(crate) fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        let Self { service, observer } = self;
        let progress = service.front(&mut |engine| observer.observe(engine)).pass(to, budget);
        observer.observe(&service.engine);
        progress
    }

    /// Sends the load's next request at its time.
    pub(crate) fn send(&mut self) -> Option<Fate> {
        let Self { service, observer } = self;
        service.send(&mut |engine| observer.observe(engine))
    }

    /// Advances to a time inside the next record, and executes the record up to that time.
    pub(crate) fn cut(&mut self, moment: Timestamp, record: &Record) {
        let Self { service, observer } = self;
        service.send_until(moment, record, &mut |engine| observer.observe(engine));
        observer.observe(&service.engine);
    }

    /// Handles a request as bytes, with what was foreseen of it.
    pub(crate) fn dispatch(&mut self, at: Timestamp, target: &str, body: &[u8], foreseen: &Foreseen) -> Dispatched {
        let Self { service, observer } = self;
        service
            .front(&mut |engine| observer.observe(engine))
            .dispatch_foreseen(at, target, body, foreseen)
    }

    /// Handles a request.
    pub(crate) fn handle(&mut self, at: Timestamp, request: Checked) -> Result<Response, ServiceError> {
        let Self { service, observer } = self;
        service
            .front(&mut |engine| observer.observe(engine))
            .handle(at, request, None)
            .outcome
    }
}

impl<W> Present<W> {
    /// Ends the service. Returns the rows that it leaves.
    pub(crate) fn discard(self) -> Remains {
        self.service.engine.discard()
    }

    /// Copies the service without its observer.
    pub(crate) fn unwatched(&self) -> Present<()> {
        Present {
            service: self.service.clone(),
            observer: (),
        }
    }

    /// The number of the last executed record; 0 before the first.
    pub(crate) fn place(&self) -> u64 {
        self.service.last_sequence
    }
}
