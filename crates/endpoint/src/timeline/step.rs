//! Steps as people take them back: what undo and redo step over.
//!
//! Time, refusals and what only tells something lie between steps. A load is one step, with all that was done while it ran
//! once it is over. Must not know how one goes to a place.

use super::Timeline;
use crate::Kind;
use crate::present::Onlooker;

impl<W: Onlooker> Timeline<W> {
    /// Whether something lies ahead that happened already.
    #[must_use]
    pub fn is_past(&self) -> bool {
        self.place() < self.end()
    }

    /// The place before the newest step; `None` where there is none to undo.
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
                Kind::Aside | Kind::Advance(_) | Kind::Return(_) => place -= 1,
            }
        }
        None
    }

    /// The place before the load that runs at this place, or ends there.
    fn begin_of_load(&self, place: u64) -> Option<u64> {
        let begins = |place: &u64| self.outline_at(*place).is_some_and(|record| record.kind == Kind::Load);
        (1..=place).rev().find(begins).map(|place| place - 1)
    }

    /// The place after the next step, or the end where only time lies ahead; `None` at the end.
    #[must_use]
    pub fn redo_place(&self) -> Option<u64> {
        let end = self.end();
        for place in self.place() + 1..=end {
            match self.outline_at(place)?.kind {
                Kind::Load | Kind::Sent(_) => return Some(self.end_of_load(place)),
                Kind::Step | Kind::Settings => return Some(place),
                Kind::Aside | Kind::LoadEnd | Kind::Advance(_) | Kind::Return(_) => {}
            }
        }
        (self.place() < end).then_some(end)
    }

    /// The place after the load that has begun at this place, or before.
    fn end_of_load(&self, place: u64) -> u64 {
        let ends = |place: &u64| self.outline_at(*place).is_some_and(|record| record.kind == Kind::LoadEnd);
        (place..=self.end()).find(ends).unwrap_or(self.end())
    }
}
