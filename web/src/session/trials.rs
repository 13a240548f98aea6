//! Trials under way: each has a number by which its news find the view that asked.
//!
//! Must not know what is tried, nor how it is sent.

use std::rc::Rc;

use hashrange_protocol::trial::Tried;
use litemap::LiteMap;

/// What is done with what a trial has come to; `None` where it ends without.
pub(super) type Take = Rc<dyn Fn(Option<Tried>)>;

/// Trials under way.
#[derive(Default)]
pub(super) struct Trials {
    newest: u64,
    all: LiteMap<u64, Take>,
}

impl Trials {
    /// Adds a trial, and returns its number.
    pub(super) fn add(&mut self, take: Take) -> u64 {
        self.newest += 1;
        self.all.insert(self.newest, take);
        self.newest
    }

    /// Takes a trial out, where it is under way.
    pub(super) fn remove(&mut self, number: u64) -> Option<Take> {
        self.all.remove(&number)
    }

    /// Who asked for a trial, where it is under way.
    pub(super) fn get(&self, number: u64) -> Option<Take> {
        self.all.get(&number).cloned()
    }

    /// Takes all of them out.
    pub(super) fn take_all(&mut self) -> LiteMap<u64, Take> {
        std::mem::take(&mut self.all)
    }
}
