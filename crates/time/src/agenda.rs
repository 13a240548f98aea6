//! The agenda: work with a due time, in the order of due time and then of scheduling.
//!
//! Must not know what the work is or how it is done.

use std::collections::BTreeMap;

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};

use crate::Timestamp;

/// Identifies one waiting entry of one agenda. Tickets sort in the order of their work.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ticket {
    due: Timestamp,
    sequence: u64,
}

hashrange_checkpoint::fields!(Ticket { due, sequence });

impl Ticket {
    /// When the work is due.
    pub const fn due(self) -> Timestamp {
        self.due
    }

    /// The number of this entry among all entries that its agenda ever received. It orders entries with the same due
    /// time.
    pub const fn sequence(self) -> u64 {
        self.sequence
    }
}

/// Due work in a total order, so that two runs of the same journal do the same things in the same order.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Agenda<T> {
    /// The first entry is separate: an agenda that is filled and emptied all the time allocates no tree.
    first: Option<(Ticket, T)>,
    /// The others.
    rest: BTreeMap<Ticket, T>,
    next_sequence: u64,
}

impl<T: Checkpointed> Checkpointed for Agenda<T> {
    fn form(forms: &mut Forms) -> String {
        format!(
            "(first: {}, rest: {}, next: number)",
            Option::<(Ticket, T)>::form(forms),
            BTreeMap::<Ticket, T>::form(forms)
        )
    }

    fn write(&self, out: &mut Writer) {
        let Self {
            first,
            rest,
            next_sequence,
        } = self;
        first.write(out);
        rest.write(out);
        next_sequence.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let (first, rest) = (Option::read(bytes)?, BTreeMap::read(bytes)?);
        Ok(Self {
            first,
            rest,
            next_sequence: u64::read(bytes)?,
        })
    }
}

impl<T> Agenda<T> {
    /// An agenda without work.
    pub const fn new() -> Self {
        Self {
            first: None,
            rest: BTreeMap::new(),
            next_sequence: 0,
        }
    }

    /// Schedules `work` for `due`, after everything already scheduled for that time. A past time is allowed: the work
    /// is then due at once.
    pub fn schedule(&mut self, due: Timestamp, work: T) -> Ticket {
        let ticket = Ticket {
            due,
            sequence: self.next_sequence,
        };
        self.next_sequence += 1;
        let later = match self.first.take() {
            Some(first) if first.0 < ticket => {
                self.first = Some(first);
                Some((ticket, work))
            }
            first => {
                self.first = Some((ticket, work));
                first
            }
        };
        self.rest.extend(later);
        ticket
    }

    /// Cancels the entry; `None` if it has been done or cancelled already.
    pub fn cancel(&mut self, ticket: Ticket) -> Option<T> {
        match self.first.take() {
            Some((first, work)) if first == ticket => {
                self.first = self.rest.pop_first();
                Some(work)
            }
            first => {
                self.first = first;
                self.rest.remove(&ticket)
            }
        }
    }

    /// Moves a waiting entry to another time, after everything already scheduled for that time. `None` if it no longer
    /// waits.
    pub fn reschedule(&mut self, ticket: Ticket, due: Timestamp) -> Option<Ticket> {
        let work = self.cancel(ticket)?;
        Some(self.schedule(due, work))
    }

    /// The waiting entry of this ticket.
    pub fn get(&self, ticket: Ticket) -> Option<&T> {
        match &self.first {
            Some((first, work)) if *first == ticket => Some(work),
            _ => self.rest.get(&ticket),
        }
    }

    /// When the next work is due.
    pub fn next_due(&self) -> Option<Timestamp> {
        self.first.as_ref().map(|(ticket, _)| ticket.due)
    }

    /// Removes and returns the first entry that is due at `now` or earlier, with its due time.
    pub fn pop_due(&mut self, now: Timestamp) -> Option<(Timestamp, T)> {
        let (ticket, work) = self.first.take_if(|(ticket, _)| ticket.due <= now)?;
        self.first = self.rest.pop_first();
        Some((ticket.due, work))
    }

    /// All waiting entries in the order in which they are due.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = (Ticket, &T)> {
        let first = self.first.iter().map(|(ticket, work)| (*ticket, work));
        first.chain(self.rest.iter().map(|(ticket, work)| (*ticket, work)))
    }

    /// Number of waiting entries.
    pub fn len(&self) -> usize {
        usize::from(self.first.is_some()) + self.rest.len()
    }

    /// Whether no entry waits.
    pub fn is_empty(&self) -> bool {
        self.first.is_none()
    }
}

impl<T> Default for Agenda<T> {
    fn default() -> Self {
        Self::new()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn at(seconds: u64) -> Timestamp {
        Timestamp::from_seconds(seconds)
    }

    #[test]
    fn work_comes_out_by_due_time_then_in_the_order_it_went_in() {
        let mut agenda = Agenda::new();
        agenda.schedule(at(5), "late");
        agenda.schedule(at(1), "first");
        agenda.schedule(at(1), "second");
        assert_eq!(agenda.next_due(), Some(at(1)));
        assert_eq!(agenda.pop_due(at(0)), None);
        assert_eq!(agenda.pop_due(at(4)), Some((at(1), "first")));
        assert_eq!(agenda.pop_due(at(4)), Some((at(1), "second")));
        assert_eq!(agenda.pop_due(at(4)), None);
        assert_eq!(agenda.pop_due(at(5)), Some((at(5), "late")));
        assert!(agenda.is_empty());
        assert_eq!(agenda.next_due(), None);
    }

    #[test]
    fn a_ticket_is_good_for_one_cancellation() {
        let mut agenda = Agenda::new();
        let kept = agenda.schedule(at(1), 'k');
        let cancelled = agenda.schedule(at(1), 'c');
        assert_eq!(agenda.get(cancelled), Some(&'c'));
        assert_eq!(agenda.cancel(cancelled), Some('c'));
        assert_eq!(agenda.cancel(cancelled), None);
        let moved = agenda.reschedule(kept, at(9)).unwrap();
        assert_eq!(agenda.reschedule(kept, at(9)), None);
        assert_eq!(agenda.iter().collect::<Vec<_>>(), [(moved, &'k')]);
        assert_eq!(moved.due(), at(9));
        assert_eq!(agenda.len(), 1);
    }

    proptest! {
        #[test]
        fn draining_equals_a_stable_sort(due in proptest::collection::vec(0..8_u64, 0..40)) {
            let mut agenda = Agenda::new();
            for (index, seconds) in due.iter().enumerate() {
                agenda.schedule(at(*seconds), index);
            }
            let mut expected: Vec<_> = due.iter().enumerate().map(|(index, seconds)| (at(*seconds), index)).collect();
            expected.sort_by_key(|(moment, _)| *moment);
            let drained: Vec<_> = std::iter::from_fn(|| agenda.pop_due(at(8))).collect();
            prop_assert_eq!(drained, expected);
        }
    }
}
