//! Marks: what happened along a line of events, as the scrubber shows it.
//!
//! Must not know who shows it.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use hashrange_checkpoint::{Checkpointed, Damaged, Reader, Writer, fields};
use hashrange_engine::{Event, EventKind, Exception};
use hashrange_plot::GapScale;
use hashrange_protocol::{COLUMNS, Line, MarkKind, Strip};
use hashrange_time::Timestamp;
use hashrange_wire::ServiceError;

/// Marks kept; what happens after is not marked until the line is left.
const MOST: usize = 200_000;
/// A wait that takes a step of room, in microseconds.
const UNIT: u64 = 100_000;

/// The mark an event leaves, if it leaves one.
fn kind_of(kind: &EventKind) -> Option<MarkKind> {
    match kind {
        EventKind::Request(request) => match request.error.as_deref().map(Exception::error) {
            Some(Some(ServiceError::Throttled(_))) => Some(MarkKind::Throttle),
            Some(_) => None,
            None => Some(MarkKind::Request),
        },
        EventKind::Table { .. } | EventKind::Index { .. } => Some(MarkKind::Stage),
        EventKind::Expired { .. } => Some(MarkKind::Expiry),
        EventKind::PartitionSplit { .. } => Some(MarkKind::Split),
        _ => None,
    }
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// When.
    pub at: Timestamp,
    /// What.
    pub kind: MarkKind,
    event: u64,
}

impl Checkpointed for Mark {
    fn write(&self, out: &mut Writer) {
        self.at.write(out);
        out.byte(self.kind as u8);
        self.event.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let at = Checkpointed::read(bytes)?;
        let kind = *MarkKind::ALL.get(usize::from(bytes.byte()?)).ok_or(Damaged)?;
        Ok(Self { at, kind, event: Checkpointed::read(bytes)? })
    }
}

/// Marks of events as they are seen, to be taken. A step can make more events than the log keeps, so they are put down
/// here by whoever is shown every event; copies are one and the same place, for what looks on is copied with the service.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fresh {
    marks: Rc<RefCell<Vec<Mark>>>,
    /// The newest event this copy was shown.
    shown: u64,
}

impl Fresh {
    /// The newest event shown.
    pub(crate) fn shown(&self) -> u64 {
        self.shown
    }

    /// Shows it events newer than that.
    pub(crate) fn show<'e>(&mut self, events: impl Iterator<Item = &'e Event>) {
        let mut marks = self.marks.borrow_mut();
        for event in events {
            self.shown = event.sequence;
            if let Some(kind) = kind_of(&event.kind).filter(|_| marks.len() < MOST) {
                marks.push(Mark { at: event.at, kind, event: event.sequence });
            }
        }
    }

    /// What was put down since it was taken last.
    pub(crate) fn take(&self) -> Vec<Mark> {
        self.marks.take()
    }
}

/// What was put down is not a part of the state: whoever takes it keeps it.
impl Checkpointed for Fresh {
    fn write(&self, out: &mut Writer) {
        self.shown.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self { marks: Rc::default(), shown: u64::read(bytes)? })
    }
}

/// The marks of one line, in order.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    marks: Vec<Mark>,
    seen: u64,
}

fields!(Marks { marks, seen });

impl Marks {
    /// Takes in marks; those of events that were seen before are passed over.
    pub(crate) fn take(&mut self, fresh: Vec<Mark>) {
        for mark in fresh {
            if mark.event > self.seen && self.marks.len() < MOST {
                self.seen = mark.event;
                self.marks.push(mark);
            }
        }
    }

    /// Lets go of what happened after this event: the line goes on otherwise.
    pub(crate) fn forget_after(&mut self, event: u64) {
        self.marks.truncate(self.marks.partition_point(|mark| mark.event <= event));
        self.seen = self.seen.min(event);
    }

    /// Those up to an event.
    pub(crate) fn up_to(&self, event: u64) -> Self {
        let end = self.marks.partition_point(|mark| mark.event <= event);
        Self { marks: self.marks.get(..end).unwrap_or_default().to_vec(), seen: self.seen.min(event) }
    }

    /// Takes in what came after them.
    pub(crate) fn append(&mut self, later: Self) {
        self.take(later.marks);
    }

    /// All of them.
    #[cfg(test)]
    pub(crate) fn all(&self) -> &[Mark] {
        &self.marks
    }

    /// How many there are.
    pub(crate) fn len(&self) -> usize {
        self.marks.len()
    }

    /// The marks by columns, on a scale on which long waits take little room.
    pub(crate) fn strip(&self, line: &Line) -> Strip {
        let begins = line.begins.micros();
        let ends = line.ends.micros().max(begins);
        let moments = self.marks.iter().map(|mark| mark.at.micros().clamp(begins, ends));
        let all: Vec<u64> = std::iter::once(begins).chain(moments).chain([ends]).collect();
        let scale = GapScale::new(&all, UNIT);
        let edge = |column: u32| Timestamp::from_micros(scale.moment(f64::from(column) / f64::from(COLUMNS)));
        let mut strip = Strip { edges: (0..=COLUMNS).map(edge).collect(), marks: Vec::new() };
        let mut columns: BTreeMap<u32, MarkKind> = BTreeMap::new();
        for mark in &self.marks {
            let kind = columns.entry(strip.column_of(mark.at)).or_insert(mark.kind);
            *kind = mark.kind.max(*kind);
        }
        strip.marks = columns.into_iter().collect();
        strip
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
        assert_eq!((marks.len(), fresh.shown()), (9, 9));
        marks.forget_after(4);
        assert_eq!(marks.len(), 4);
        fresh = before;
        fresh.show(events.iter());
        marks.take(fresh.take());
        assert_eq!(marks.len(), 9);
    }
}
