//! The path of one request from its client to the record in the stream.
//!
//! Future hops have their times: a write knows when its followers and indexes will have it. Available as long as the
//! event log contains the request. Must not know who follows it.

use hashrange_engine::{Engine, ReadTrace, Resource, Trace, WriteEffect, WriteTrace};
use hashrange_time::Timestamp;
use hashrange_values::{Text, sort_by};

use super::hop::{Hop, HopKind, Journey, StagePlace};
use super::passing::Sent;
use super::scene::Scene;
use super::shape::{Outcome, Passing};
use crate::reading::question::{Question, Service};
use crate::reading::questions::JourneyQuestion;
use crate::sum::{read_sum, write_sum};

impl Question for JourneyQuestion {
    /// `None` if the log does not contain the request.
    type Reading = Option<Journey>;

    fn read(&self, Service { insight, engine, .. }: Service<'_>) -> Option<Option<Journey>> {
        let table = engine.table(&self.table)?;
        Some(Scene { insight, engine, table }.journey(self.number))
    }
}

/// The request with this number in the event log.
pub(super) fn sent(engine: &Engine, number: u64) -> Option<Sent<'_>> {
    let event = engine.events_since(number.checked_sub(1)?).next()?;
    Sent::of(event).filter(|sent| sent.event.sequence == number)
}

impl<'a> Scene<'a> {
    fn journey(self, number: u64) -> Option<Journey> {
        let all = self.attempts(sent(self.engine, number)?);
        let sent = *all.last()?;
        let mut members = self.members(sent).into_iter();
        let request = members.next()?;
        let answered = request.outcome == Outcome::Answered;
        let trace = sent.traces(self.table.name()).next().filter(|_| answered);
        let (mut hops, now) = (self.client_hops(&all), self.engine.now());
        match trace {
            _ if !answered => {}
            Some(Trace::Write(write)) => hops.extend(self.write_hops(&request, write)),
            _ => hops.extend(served(&request)),
        }
        sort_by(&mut hops, |one, other| one.0.cmp(&other.0));
        Some(Journey {
            bytes: trace.map_or(0, bytes),
            sum: match trace {
                Some(Trace::Write(write)) => write_sum(write),
                Some(Trace::Read(read)) => read_sum(read),
                None => Vec::new(),
            },
            others: members.len(),
            hops: hops
                .into_iter()
                .map(|(at, kind)| Hop {
                    at,
                    done: at <= now,
                    kind,
                })
                .collect(),
            request,
        })
    }

    /// The attempts of a request's client that the log contains. A manual request has one.
    fn attempts(self, sent: Sent<'a>) -> Vec<Sent<'a>> {
        let whose = |sent: &Sent<'_>| sent.request.sender.map(|sender| (sender.load, sender.request));
        let same = |other: &Sent<'_>| whose(&sent).is_some() && whose(other) == whose(&sent);
        let of_one = |other: &Sent<'_>| other.event.sequence == sent.event.sequence || same(other);
        self.engine
            .events_since(0)
            .filter_map(Sent::of)
            .filter(of_one)
            .collect()
    }

    /// When each attempt was sent, how it was refused, and until when the client waited.
    fn client_hops(self, all: &[Sent<'a>]) -> Vec<(Timestamp, HopKind)> {
        let next = all.iter().skip(1).map(|next| Some(next.event.at)).chain([None]);
        let mut hops = Vec::new();
        for (one, next) in all.iter().zip(next) {
            let (at, reported) = (one.event.at, self.members(*one).into_iter().next());
            hops.extend(reported.iter().map(|reported| (at, HopKind::Sent(reported.attempt))));
            let refused = reported
                .map(|reported| reported.outcome)
                .filter(|outcome| *outcome != Outcome::Answered);
            hops.extend(refused.map(|outcome| (at, HopKind::Refused(outcome))));
            hops.extend(next.map(|next| (at, HopKind::Waits(next))));
        }
        hops
    }

    /// The path of a write from its leader on.
    fn write_hops(self, request: &Passing, write: &WriteTrace) -> Vec<(Timestamp, HopKind)> {
        let mut hops: Vec<(Timestamp, HopKind)> = served(request).into_iter().collect();
        for arm in write.arms.iter().filter(|arm| arm.effect != WriteEffect::Unchanged) {
            match &arm.resource {
                Resource::Table => {}
                Resource::VectorIndex(name) => hops.push((arm.arrives, HopKind::Vector(name.clone()))),
                Resource::LocalIndex(name) => hops.push((request.at, HopKind::Local(name.clone()))),
                Resource::GlobalIndex(name) => {
                    let place = self.entry_place(name, write);
                    hops.extend(place.map(|place| (arm.arrives, HopKind::Global(place))));
                }
            }
        }
        let record = write
            .number
            .and_then(|number| self.engine.stream_record(self.table.name(), number));
        hops.extend(record.map(|record| (record.at, HopKind::Streamed(record.sequence.as_str().into()))));
        for (follower, at) in (0_u8..).zip(write.followers.into_iter().flatten()) {
            hops.push((at, HopKind::Followed(follower)));
        }
        hops
    }

    /// The partition of a global index that has the entry of a write, or will have it.
    fn entry_place(self, name: &Text, write: &WriteTrace) -> Option<StagePlace> {
        let index = self.table.indexes().find(|index| index.definition().name == *name)?;
        let pending = write
            .number
            .and_then(|number| index.pending().find(|pending| pending.write == number));
        // The item can have changed since. The position of its entry is that of its latest values.
        let landed = || {
            let item = self.engine.peek(self.table.name(), &write.key)?;
            index.key_location(&item)?.partitions.first().copied()
        };
        let partition = pending.and_then(|pending| pending.partition).or_else(landed)?;
        Some(StagePlace {
            index: Some(name.clone()),
            partition,
        })
    }
}

/// The leader that wrote or read.
fn served(request: &Passing) -> Option<(Timestamp, HopKind)> {
    let place = StagePlace {
        index: request.index.clone(),
        partition: request.partition?,
    };
    Some((request.at, HopKind::Served(place)))
}

/// Bytes of the item written, or of the items read.
fn bytes(trace: &Trace) -> u64 {
    let walked = |read: &ReadTrace| read.walked.iter().map(|walked| u64::from(walked.size)).sum();
    match trace {
        Trace::Read(read) => walked(read),
        Trace::Write(write) => {
            let own = write.arms.first();
            own.and_then(|arm| arm.new_size.or(arm.old_size)).map_or(0, u64::from)
        }
    }
}
