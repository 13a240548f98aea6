//! Marks: what happened along a line of events, as the scrubber shows it.
//!
//! Must not know signals or the DOM, nor where on the scrubber a moment lies.

use std::cell::RefCell;
use std::rc::Rc;

use hashrange_engine::{Event, EventKind};
use hashrange_time::Timestamp;
use hashrange_wire::ServiceError;

/// Marks kept; what happens after is not marked until the line is left.
const MOST: usize = 200_000;

/// What a mark stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum MarkKind {
    /// A request that was answered.
    Request,
    /// An item was deleted by time to live.
    Expiry,
    /// A table or an index entered another stage.
    Stage,
    /// A partition was split.
    Split,
    /// A request that was throttled.
    Throttle,
}

impl MarkKind {
    /// Every kind, from the one that may be hidden by others to the one that must be seen.
    pub const ALL: [Self; 5] = [Self::Request, Self::Expiry, Self::Stage, Self::Split, Self::Throttle];

    /// Its name for people.
    #[must_use]
    pub fn words(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Expiry => "deletion by time to live",
            Self::Stage => "stage of a table or index",
            Self::Split => "split",
            Self::Throttle => "throttled request",
        }
    }

    /// Its name in the style sheet.
    #[must_use]
    pub fn class(self) -> &'static str {
        match self {
            Self::Request => "request",
            Self::Expiry => "expiry",
            Self::Stage => "stage",
            Self::Split => "split",
            Self::Throttle => "throttle",
        }
    }

    fn of(kind: &EventKind) -> Option<Self> {
        match kind {
            EventKind::Request(request) => match request.error.as_deref() {
                Some(ServiceError::Throttled(_)) => Some(Self::Throttle),
                Some(_) => None,
                None => Some(Self::Request),
            },
            EventKind::Table { .. } | EventKind::Index { .. } => Some(Self::Stage),
            EventKind::Expired { .. } => Some(Self::Expiry),
            EventKind::PartitionSplit { .. } => Some(Self::Split),
            _ => None,
        }
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Mark {
    /// When.
    pub at: Timestamp,
    /// What.
    pub kind: MarkKind,
    event: u64,
}

/// Marks of events as they are seen, to be taken. A step can make more events than the log keeps, so they are put down
/// here by whoever is shown every event; copies are one and the same place, for what looks on is copied with the service.
#[derive(Clone, Debug, Default)]
pub(super) struct Fresh {
    marks: Rc<RefCell<Vec<Mark>>>,
    /// The newest event this copy was shown.
    shown: u64,
}

impl Fresh {
    /// The newest event shown.
    pub(super) fn shown(&self) -> u64 {
        self.shown
    }

    /// Shows it events newer than that.
    pub(super) fn show<'e>(&mut self, events: impl Iterator<Item = &'e Event>) {
        let mut marks = self.marks.borrow_mut();
        for event in events {
            self.shown = event.sequence;
            if let Some(kind) = MarkKind::of(&event.kind).filter(|_| marks.len() < MOST) {
                marks.push(Mark { at: event.at, kind, event: event.sequence });
            }
        }
    }

    /// What was put down since it was taken last.
    pub(super) fn take(&self) -> Vec<Mark> {
        self.marks.take()
    }
}

/// The marks of one line, in order.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    marks: Vec<Mark>,
    seen: u64,
}

impl Marks {
    /// Takes in marks; those of events that were seen before are passed over.
    pub(super) fn take(&mut self, fresh: Vec<Mark>) {
        for mark in fresh {
            if mark.event > self.seen && self.marks.len() < MOST {
                self.seen = mark.event;
                self.marks.push(mark);
            }
        }
    }

    /// Lets go of what happened after this event: the line goes on otherwise.
    pub(super) fn forget_after(&mut self, event: u64) {
        self.marks.truncate(self.marks.partition_point(|mark| mark.event <= event));
        self.seen = self.seen.min(event);
    }

    /// All of them.
    #[must_use]
    pub(super) fn all(&self) -> &[Mark] {
        &self.marks
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use hashrange_wire::TableStatus;

    fn event(sequence: u64) -> Event {
        let kind = EventKind::Table { table: "T".into(), status: Some(TableStatus::Active) };
        Event { sequence, at: Timestamp::from_seconds(sequence), kind }
    }

    #[test]
    fn events_are_marked_once_and_another_future_has_its_own() {
        let events: Vec<Event> = (1..=9).map(event).collect();
        let (mut marks, mut fresh) = (Marks::default(), Fresh::default());
        let before = fresh.clone();
        fresh.show(events.iter());
        marks.take(fresh.take());
        // Back to the beginning, and the same once more.
        fresh = before.clone();
        fresh.show(events.iter());
        marks.take(fresh.take());
        assert_eq!((marks.all().len(), fresh.shown()), (9, 9));
        marks.forget_after(4);
        assert_eq!(marks.all().len(), 4);
        fresh = before;
        fresh.show(events.iter());
        marks.take(fresh.take());
        assert_eq!(marks.all().len(), 9);
    }
}
