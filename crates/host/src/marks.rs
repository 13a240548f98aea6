//! Marks: events along a timeline, counted by lane.
//!
//! Exact up to a number of marks. Beyond it, close marks of a lane are joined into one that counts them. Must not know
//! who shows them.

use std::cell::RefCell;
use std::rc::Rc;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer, fields};
use hashrange_engine::{Engine, Event, EventKind, Exception, RequestEvent, StopCause, Trace, WriteEffect};
use hashrange_protocol::Lane;
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::ServiceError;
use litemap::LiteMap;

/// Maximum number of marks. Beyond it, close marks are joined.
const MOST: usize = 100_000;
/// The first distance at which marks are joined, in microseconds. If that is not enough, the distance is multiplied by
/// eight.
const CLOSE: u64 = 1_000;

/// Events of one lane at a time, or in a short span.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// The time of the event, or of the first event if the mark counts several.
    pub at: Timestamp,
    /// The lane.
    pub lane: Lane,
    /// The number of events.
    pub count: u32,
    /// The numbers of the first and the last counted event.
    events: (u64, u64),
}

impl Mark {
    /// The mark without events after this one. Joined events are assumed to be evenly distributed.
    fn up_to(mut self, event: u64) -> Option<Self> {
        let (first, last) = self.events;
        if last > event {
            let share =
                u128::from(self.count) * u128::from((event + 1).checked_sub(first)?) / u128::from(last + 1 - first);
            self.count = u32::try_from(share).unwrap_or(self.count);
            self.events.1 = event;
        }
        (first <= event && self.count > 0).then_some(self)
    }
}

impl Checkpointed for Mark {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            format!(
                "at: {}, lane: byte, count: number, events: (number, number)",
                Timestamp::form(forms)
            )
        })
    }

    fn write(&self, out: &mut Writer) {
        self.at.write(out);
        out.byte(self.lane as u8);
        self.count.write(out);
        self.events.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let at = Checkpointed::read(bytes)?;
        let lane = *Lane::ALL.get(usize::from(bytes.byte()?)).ok_or(Damaged)?;
        Ok(Self {
            at,
            lane,
            count: Checkpointed::read(bytes)?,
            events: Checkpointed::read(bytes)?,
        })
    }
}

/// Marks of new events. A step can create more events than the log holds, so the observer of every event stores them
/// here. Copies share the stored marks, because the observer is copied with the service.
#[derive(Clone, Debug, Default)]
pub(crate) struct Fresh {
    marks: Rc<RefCell<Marks>>,
    /// The latest event that this copy has processed.
    shown: u64,
}

impl Fresh {
    /// The latest processed event.
    #[cfg(test)]
    pub(crate) fn shown(&self) -> u64 {
        self.shown
    }

    /// Adds the marks of the events after that.
    pub(crate) fn show(&mut self, engine: &Engine) {
        self.show_events(engine.events_since(self.shown), |table| {
            engine
                .table(table)
                .is_some_and(hashrange_engine::TableView::is_streamed)
        });
    }

    fn show_events<'e>(&mut self, events: impl Iterator<Item = &'e Event>, is_streamed: impl Fn(&Text) -> bool) {
        let mut marks = self.marks.borrow_mut();
        for event in events {
            self.shown = event.sequence;
            count_marks(&event.kind, &is_streamed, |lane, count| {
                if count > 0 {
                    marks.push(Mark {
                        at: event.at,
                        lane,
                        count,
                        events: (event.sequence, event.sequence),
                    });
                }
            });
        }
    }

    /// Removes and returns the marks stored since the last call.
    pub(crate) fn take(&self) -> Marks {
        self.marks.take()
    }
}

/// The marks are not part of this state: [`Marks`] stores them.
impl Checkpointed for Fresh {
    fn form(_: &mut Forms) -> String {
        "shown: number".to_owned()
    }

    fn write(&self, out: &mut Writer) {
        self.shown.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            marks: Rc::default(),
            shown: u64::read(bytes)?,
        })
    }
}

/// Calls `count` with the lane and the number of an event, for each lane that counts it.
fn count_marks(kind: &EventKind, is_streamed: impl Fn(&Text) -> bool, mut count: impl FnMut(Lane, u32)) {
    match kind {
        EventKind::Request(request) => {
            let throttled = throttled(request);
            count(Lane::Throttled, throttled);
            count(Lane::Requests, u32::from(throttled == 0 || request.error.is_none()));
            count(
                Lane::Stream,
                number(
                    request
                        .traces
                        .iter()
                        .filter(|trace| is_record(trace, &is_streamed))
                        .count(),
                ),
            );
        }
        EventKind::IndexCaughtUp { .. } => count(Lane::Index, 1),
        EventKind::Backfilled { entries, .. } => count(Lane::Index, u32::try_from(*entries).unwrap_or(u32::MAX)),
        EventKind::Expired { table, .. } => {
            count(Lane::Expiry, 1);
            count(Lane::Stream, u32::from(is_streamed(table)));
        }
        EventKind::Table { .. }
        | EventKind::Index { .. }
        | EventKind::PartitionSplit { .. }
        | EventKind::Scaled { .. } => count(Lane::Events, 1),
        EventKind::ExpiryScanned { .. } => {}
    }
}

/// The number of throttled requests: the request itself, or its members that were not processed.
fn throttled(request: &RequestEvent) -> u32 {
    match request.error.as_deref().map(Exception::error) {
        Some(Some(ServiceError::Throttled(_))) => 1,
        Some(_) => 0,
        None => number(
            request
                .stops
                .iter()
                .filter(|stop| matches!(stop.cause, StopCause::Throttled(_)))
                .count(),
        ),
    }
}

/// Whether a write created a stream record. A write that does not change the item creates none
/// (documented: streams-guide).
fn is_record(trace: &Trace, is_streamed: impl Fn(&Text) -> bool) -> bool {
    match trace {
        Trace::Write(write) => {
            write
                .arms
                .first()
                .is_some_and(|arm| arm.effect != WriteEffect::Unchanged)
                && is_streamed(&write.table)
        }
        Trace::Read(_) => false,
    }
}

fn number(count: usize) -> u32 {
    u32::try_from(count).unwrap_or(u32::MAX)
}

/// The marks of one timeline, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct Marks {
    marks: Vec<Mark>,
    /// The latest event that they include.
    seen: u64,
    /// The distance in microseconds within which marks of a lane were joined; 0 if none were.
    close: u64,
}

fields!(Marks { marks, seen, close });

impl Marks {
    fn push(&mut self, mark: Mark) {
        self.seen = self.seen.max(mark.events.1);
        self.marks.push(mark);
        if self.marks.len() >= MOST {
            self.join();
        }
    }

    /// Joins marks until half of the maximum number is left.
    fn join(&mut self) {
        while self.marks.len() > MOST / 2 {
            self.close = if self.close == 0 {
                CLOSE
            } else {
                self.close.saturating_mul(8)
            };
            let mut joined: Vec<Mark> = Vec::new();
            let mut last: LiteMap<Lane, usize> = LiteMap::new();
            for mark in self.marks.drain(..) {
                let before = last.get(&mark.lane).and_then(|at| joined.get_mut(*at));
                let near = |before: &&mut Mark| before.at.micros() / self.close == mark.at.micros() / self.close;
                if let Some(before) = before.filter(near) {
                    before.count = before.count.saturating_add(mark.count);
                    before.events.1 = mark.events.1;
                } else {
                    last.insert(mark.lane, joined.len());
                    joined.push(mark);
                }
            }
            self.marks = joined;
        }
    }

    /// Adds later marks, and skips events that were included before.
    pub(crate) fn append(&mut self, later: Self) {
        self.close = self.close.max(later.close);
        // An event can be processed more than once, and can have marks in several lanes.
        let (mut newest, mut goes_on) = (self.seen, false);
        for mark in later.marks {
            let event = mark.events.0;
            goes_on = event > newest || (event == newest && goes_on);
            if goes_on {
                newest = event;
                self.push(mark);
            }
        }
    }

    /// Drops events after this one, because the timeline continues differently.
    pub(crate) fn forget_after(&mut self, event: u64) {
        *self = self.up_to(event);
    }

    /// The marks up to an event.
    pub(crate) fn up_to(&self, event: u64) -> Self {
        let marks = self.marks.iter().filter_map(|mark| mark.up_to(event)).collect();
        Self {
            marks,
            seen: self.seen.min(event),
            close: self.close,
        }
    }

    /// All marks, in order.
    pub(crate) fn all(&self) -> &[Mark] {
        &self.marks
    }

    /// Identifies a set of marks: the latest event, and the number of marks.
    pub(crate) fn state(&self) -> (u64, usize) {
        (self.seen, self.marks.len())
    }
}

#[cfg(test)]
pub(crate) mod tests;
