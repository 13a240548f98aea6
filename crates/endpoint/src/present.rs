//! The present of a timeline: a service at a place of its journal, and what its onlooker has seen of it.
//!
//! Must not know how it got there.

use hashrange_engine::Engine;
use hashrange_journal::{Header, Record};

use crate::{ReplayError, Replayed};

/// Somebody who looks at what a service does, and is taken back with it.
pub trait Onlooker: Clone + Default {
    /// Takes in the events that are new. Called after every step.
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

    /// Does what the next record says; the number of events that had.
    pub(crate) fn take(&mut self, record: &Record) -> Result<u64, ReplayError> {
        let before = self.service.engine.last_event();
        let outcome = self.service.take(record);
        self.onlooker.observe(&self.service.engine);
        outcome.map(|()| self.service.engine.last_event().saturating_sub(before))
    }
}

impl<W> Present<W> {
    /// The number of the record that led here; 0 before the first.
    pub(crate) fn place(&self) -> u64 {
        self.service.last_sequence
    }
}
