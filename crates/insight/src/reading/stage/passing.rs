//! The latest requests to the table, member by member, and pending changes of global indexes.
//!
//! They come from the event log, which is bounded and does not contain hits of an accelerator. Must not know how long a
//! request is shown.

use hashrange_engine::{
    Consumption, Event, EventKind, IndexKind, IndexView, PendingView, ReadTrace, RequestEvent, Resource, Stop,
    StopCause, Trace, Units, WriteTrace, write_units,
};
use hashrange_values::{Item, Text};
use hashrange_wire::{Operation, Throttled};

use super::row::words;
use super::scene::Scene;
use super::shape::{Outcome, Passing, Stage};

/// A request of the event log that concerns the table.
#[derive(Clone, Copy)]
pub(super) struct Sent<'a> {
    pub(super) event: &'a Event,
    pub(super) request: &'a RequestEvent,
}

impl<'a> Sent<'a> {
    pub(super) fn of(event: &'a Event) -> Option<Self> {
        match &event.kind {
            EventKind::Request(request) => Some(Self { event, request }),
            _ => None,
        }
    }

    /// What it consumed of a table.
    fn used(self, table: &str) -> Option<&'a Consumption> {
        self.request.consumption.iter().find(|used| used.table == table)
    }

    /// The stops of the request or of its members at a table.
    fn stops(self, table: &'a str) -> impl Iterator<Item = &'a Stop> {
        self.request.stops.iter().filter(move |stop| stop.table == table)
    }

    /// What it touched of a table.
    pub(super) fn traces(self, table: &'a str) -> impl Iterator<Item = &'a Trace> {
        self.request.traces.iter().filter(move |trace| match trace {
            Trace::Read(read) => read.table == table,
            Trace::Write(write) => write.table == table,
        })
    }
}

impl<'a> Scene<'a> {
    /// The latest requests, oldest first.
    pub(super) fn passing(self) -> Vec<Passing> {
        let mut newest = Vec::new();
        for sent in self.engine.events_since(0).rev().filter_map(Sent::of) {
            let members = self.members(sent);
            let room = Stage::MOST_PASSING.saturating_sub(newest.len());
            newest.extend(members.into_iter().rev().take(room));
            if newest.len() >= Stage::MOST_PASSING {
                break;
            }
        }
        newest.reverse();
        newest
    }

    /// The results of a request, or of each member of a batch or transaction. Empty if it does not concern items of the
    /// table.
    pub(super) fn members(self, sent: Sent<'a>) -> Vec<Passing> {
        let name = self.table.name().as_str();
        let used = sent.used(name);
        let mut members: Vec<Passing> = Vec::new();
        let alone = sent.request.traces.len() + sent.request.stops.len() <= 1;
        let served = used.filter(|_| alone);
        if sent.request.error.is_none() {
            members.extend(sent.traces(name).map(|trace| self.answered(sent, trace, served)));
        }
        members.extend(sent.stops(name).map(|stop| self.stopped(sent, stop, served)));
        if members.is_empty()
            && let Some(used) = used
        {
            let outcome = sent
                .request
                .error
                .as_ref()
                .map_or(Outcome::Answered, |error| Outcome::Refused(error.name().into()));
            members.push(Passing {
                units: used.total(),
                partition: partition_of(used, None),
                outcome,
                ..blank(sent)
            });
        }
        for (place, member) in (0_u16..).zip(&mut members) {
            member.member = place;
        }
        members
    }

    fn answered(self, sent: Sent<'_>, trace: &Trace, served: Option<&Consumption>) -> Passing {
        match trace {
            Trace::Write(write) => self.written(sent, write, served),
            Trace::Read(read) => self.read(sent, read, served),
        }
    }

    fn written(self, sent: Sent<'_>, write: &WriteTrace, served: Option<&Consumption>) -> Passing {
        Passing {
            write: write.number,
            key: Some(words(&self.table.keys().partition, &write.key)),
            partition: served
                .and_then(|used| partition_of(used, None))
                .or_else(|| self.lands(None, &write.key)),
            units: write.units,
            ..blank(sent)
        }
    }

    fn read(self, sent: Sent<'_>, read: &ReadTrace, served: Option<&Consumption>) -> Passing {
        let name = read.index.as_deref();
        let index = self
            .table
            .indexes()
            .find(|index| Some(index.definition().name.as_str()) == name);
        let own = index.filter(|index| index.definition().kind != IndexKind::Local);
        let keys = index.map_or(self.table.keys(), |index| &index.definition().keys);
        let first = read.walked.first().map(|walked| &walked.key);
        let of = own.map(|index| index.definition().name.as_str());
        let rule = index.and_then(|index| index.definition().vector());
        // A Scan has no key, and neither has a search of an index without a partition key.
        let is_keyed = sent.request.operation != Operation::Scan && rule.is_none_or(|rule| rule.hash().is_some());
        let first = first.filter(|_| is_keyed || rule.is_none());
        Passing {
            key: first.filter(|_| is_keyed).map(|key| words(&keys.partition, key)),
            partition: served
                .and_then(|used| partition_of(used, of))
                .or_else(|| self.lands(own, first?)),
            index: read.index.clone(),
            units: read.units,
            ..blank(sent)
        }
    }

    fn stopped(self, sent: Sent<'_>, stop: &Stop, served: Option<&Consumption>) -> Passing {
        let partition = served.and_then(|used| partition_of(used, None));
        let units = served.map_or(Units::ZERO, Consumption::total);
        match &stop.cause {
            StopCause::Throttled(throttled) => self.throttled(sent, throttled),
            StopCause::Condition => Passing {
                partition,
                units,
                outcome: Outcome::ConditionFailed,
                ..blank(sent)
            },
            StopCause::Conflict => Passing {
                partition,
                units,
                outcome: Outcome::Conflict,
                ..blank(sent)
            },
        }
    }

    fn throttled(self, sent: Sent<'_>, throttled: &Throttled) -> Passing {
        let first = &throttled.first;
        let key = first.wanted.key.as_ref();
        let index = first.index.as_deref().map(Text::from);
        // A write stopped by an index was sent to its table; a read of an index was sent to the index.
        let reads_index = index
            .clone()
            .filter(|_| first.direction == hashrange_wire::CapacityDirection::Read);
        let went = if index.is_some() && reads_index.is_none() {
            key.and_then(|key| self.lands(None, key))
        } else {
            Some(first.wanted.partition)
        };
        Passing {
            key: key.map(|key| words(&self.table.keys().partition, key)),
            partition: went,
            index: reads_index,
            units: first.wanted.half_units.map_or(Units::ZERO, Units::halves),
            outcome: Outcome::Throttled {
                exception: throttled.exception().into(),
                index,
                partition: Some(first.wanted.partition),
            },
            ..blank(sent)
        }
    }

    /// The partition of the table or of a global index that a key belongs to.
    fn lands(self, index: Option<IndexView<'a>>, key: &Item) -> Option<u32> {
        let key_location = match index {
            None => self.table.key_location(key),
            Some(index) => index.key_location(key),
        };
        key_location.and_then(|key_location| key_location.partitions.first().copied())
    }
}

/// A successful request without further details.
fn blank(sent: Sent<'_>) -> Passing {
    Passing {
        number: sent.event.sequence,
        member: 0,
        write: None,
        at: sent.event.at,
        operation: sent.request.operation,
        key: None,
        partition: None,
        index: None,
        units: Units::ZERO,
        outcome: Outcome::Answered,
        arrives: None,
        attempt: sent.request.sender.map_or(1, |sender| sender.attempt.into()),
    }
}

/// The partition of the table, or of a global index, that served a request; `None` while traffic is not watched.
fn partition_of(used: &Consumption, index: Option<&str>) -> Option<u32> {
    used.served
        .iter()
        .find(|served| served.index.as_deref() == index)
        .map(|served| served.partition)
}

/// The writes of the table in the event log, in the order of their numbers.
pub(super) struct Writes<'a>(Vec<(u64, Sent<'a>, &'a WriteTrace)>);

impl<'a> Writes<'a> {
    /// The entries of a table that are pending in any of its indexes.
    pub(super) fn of(scene: Scene<'a>) -> Self {
        if scene.online().all(|index| index.queued() == 0) {
            return Self(Vec::new());
        }
        let name = scene.table.name().as_str();
        let of = |sent: Sent<'a>| {
            sent.traces(name).filter_map(move |trace| match trace {
                Trace::Write(write) => Some((write.number?, sent, &**write)),
                Trace::Read(_) => None,
            })
        };
        Self(scene.engine.events_since(0).filter_map(Sent::of).flat_map(of).collect())
    }

    fn find(&self, number: u64) -> Option<(Sent<'a>, &'a WriteTrace)> {
        let place = self.0.binary_search_by_key(&number, |(number, _, _)| *number).ok()?;
        self.0.get(place).map(|(_, sent, write)| (*sent, *write))
    }

    /// The pending changes of an index, oldest first; if there are many, the first and the last of them.
    pub(super) fn travelling(&self, index: IndexView<'_>) -> Vec<Passing> {
        let half = Stage::MOST_PASSING / 2;
        let newest = index.pending().len().saturating_sub(half).min(half);
        let entry = |pending: PendingView<'_>| self.entry(index, &pending);
        let mut last: Vec<Passing> = index.pending().rev().take(newest).map(entry).collect();
        last.reverse();
        let mut shown: Vec<Passing> = index.pending().take(half).map(entry).collect();
        shown.extend(last);
        shown
    }

    fn entry(&self, index: IndexView<'_>, pending: &PendingView<'_>) -> Passing {
        let definition = index.definition();
        let known = self.find(pending.write);
        let arm = known.and_then(|(_, write)| arm_of(write, &definition.name));
        let size = pending.entry.map(|entry| definition.entry_size(entry) as u64);
        let estimated = size.map_or(Units::whole(1), write_units);
        Passing {
            number: known.map_or(0, |(sent, _)| sent.event.sequence),
            member: 0,
            write: Some(pending.write),
            at: pending.written,
            operation: match (known, pending.entry) {
                (Some((sent, _)), _) => sent.request.operation,
                (None, Some(_)) => Operation::PutItem,
                (None, None) => Operation::DeleteItem,
            },
            key: pending.entry.map(|entry| words(&definition.keys.partition, entry)),
            partition: pending.partition,
            index: Some(definition.name.clone()),
            // A vector index takes bytes and no units.
            units: arm.or(definition.vector().map(|_| Units::ZERO)).unwrap_or(estimated),
            outcome: Outcome::Answered,
            arrives: Some(pending.due),
            attempt: 1,
        }
    }
}

/// Units of a write's arm of a global index.
fn arm_of(write: &WriteTrace, index: &str) -> Option<Units> {
    let of = |resource: &Resource| matches!(resource, Resource::GlobalIndex(name) if name == index);
    write.arms.iter().find(|arm| of(&arm.resource)).map(|arm| arm.units)
}
