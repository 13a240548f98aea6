//! The steps of undo and redo.
//!
//! Time, refusals, and requests without effect are not steps. A finished load is one step, together with everything
//! that happened while it ran. So are the records between the begin and the end of a step; without the end each is its
//! own step. Must not know how to go to a position.

use super::Timeline;
use crate::Kind;
use crate::present::Observer;

impl<W: Observer> Timeline<W> {
    /// Whether there are recorded events after the present.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.place() < self.end()
    }

    /// The position before the latest step; `None` if there is none to undo.
    #[must_use]
    pub fn undo_place(&self) -> Option<u64> {
        let mut place = self.place();
        if self.present.service.part.requests > 0 {
            return self.begin_of_load(place);
        }
        while place > self.beginning() {
            match self.outline_at(place)?.kind {
                Kind::Load | Kind::Sent(_) | Kind::LoadEnd => return self.begin_of_load(place),
                Kind::Step | Kind::Settings => return Some(place - 1),
                Kind::StepEnd => match self.begin_of_step(place) {
                    Some(begin) => return Some(begin),
                    None => place -= 1,
                },
                Kind::Aside | Kind::Advance(_) | Kind::Return(_) | Kind::StepBegin => place -= 1,
            }
        }
        None
    }

    /// The position before the step of several records that ends at this position; `None` if nothing happened in it.
    fn begin_of_step(&self, place: u64) -> Option<u64> {
        let mut happened = false;
        for inside in (1..place).rev() {
            match self.outline_at(inside)?.kind {
                Kind::StepBegin => return happened.then_some(inside - 1),
                Kind::StepEnd => return None,
                Kind::Step | Kind::Settings | Kind::Load | Kind::Sent(_) => happened = true,
                Kind::Aside | Kind::LoadEnd | Kind::Advance(_) | Kind::Return(_) => {}
            }
        }
        None
    }

    /// The position after the step of several records that begins at this position; `None` if it did not end.
    fn end_of_step(&self, place: u64) -> Option<u64> {
        for inside in place + 1..=self.end() {
            match self.outline_at(inside)?.kind {
                Kind::StepEnd => return Some(inside),
                Kind::StepBegin => return None,
                _ => {}
            }
        }
        None
    }

    /// The position before the load that is running or ends at this position.
    fn begin_of_load(&self, place: u64) -> Option<u64> {
        let begins = |place: &u64| self.outline_at(*place).is_some_and(|record| record.kind == Kind::Load);
        (1..=place).rev().find(begins).map(|place| place - 1)
    }

    /// The position after the next step, or the end if only time follows; `None` at the end.
    #[must_use]
    pub fn redo_place(&self) -> Option<u64> {
        let end = self.end();
        for place in self.place() + 1..=end {
            match self.outline_at(place)?.kind {
                Kind::Load | Kind::Sent(_) => return Some(self.end_of_load(place)),
                Kind::Step | Kind::Settings => return Some(place),
                Kind::StepBegin => {
                    let end = self.end_of_step(place);
                    if end.is_some_and(|end| self.begin_of_step(end).is_some()) {
                        return end;
                    }
                }
                Kind::Aside | Kind::LoadEnd | Kind::Advance(_) | Kind::Return(_) | Kind::StepEnd => {}
            }
        }
        (self.place() < end).then_some(end)
    }

    /// The position after the load that started at or before this position.
    fn end_of_load(&self, place: u64) -> u64 {
        let ends = |place: &u64| {
            self.outline_at(*place)
                .is_some_and(|record| record.kind == Kind::LoadEnd)
        };
        (place..=self.end()).find(ends).unwrap_or(self.end())
    }
}
