//! The event log: everything that happened, in order, for whoever watches.
//!
//! Bounded: the oldest events go when the log is full. Watchers keep a cursor, the sequence number they have seen.

use std::collections::VecDeque;
use std::num::NonZeroU32;
use std::sync::Arc;

use hashrange_capacity::Units;
use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer, address_of, read_part, write_part};
use hashrange_time::Timestamp;
use hashrange_values::{Item, List, Text};
use hashrange_wire::{IndexStatus, Operation, ServiceError, TableStatus, Throttled};

use crate::state::lineage::SplitReason;
use crate::state::log::base_change::BaseChange;
use crate::state::log::consumption::{Charges, Direction};
use crate::state::log::exception::Exception;
use crate::state::log::trace::Trace;

/// Events kept for watchers that come late, at least. What one step makes fits: filling and expiry tell of it in one event,
/// propagation in as many as `propagation::MOST_CHANGES`.
const CAPACITY: usize = 4_096;
/// Events that are let go of together.
const CHUNK: usize = 256;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// Counts up by one from 1.
    pub sequence: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
}

hashrange_checkpoint::fields!(Event { sequence, at, kind });

/// What happened.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A request was answered or refused.
    Request(Arc<RequestEvent>),
    /// A table entered another stage of its life; `None` when it is gone.
    Table {
        /// The table.
        table: Text,
        /// The stage it is in now.
        status: Option<TableStatus>,
    },
    /// A global secondary index of a table in use entered another stage of its life, or began to be filled.
    Index {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
        /// The stage it is in now; `None` when it is gone.
        status: Option<IndexStatus>,
        /// Whether it is being filled, while it is being added.
        backfilling: Option<bool>,
    },
    /// Entries were written to an index that is being filled.
    Backfilled {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
        /// Entries written.
        entries: u64,
        /// Write units of those entries, not counted with the index's other writes (documented).
        units: Units,
        /// Items of the table passed so far.
        passed: u64,
        /// Items of the table.
        items: u64,
        /// Whether the step ended for want of write units.
        throttled: bool,
    },
    /// The scanner of a partition passed, and found items past their time to live.
    ExpiryScanned {
        /// The table.
        table: Text,
        /// The partition.
        partition: u32,
        /// Items found; their deletion is due a while later.
        found: u64,
        /// The primary keys of the first of them, and when each expired.
        items: Vec<(Item, Timestamp)>,
    },
    /// An item past its time to live was deleted.
    Expired {
        /// The table.
        table: Text,
        /// The item's primary key.
        key: Item,
        /// When it expired.
        expired: Timestamp,
        /// The number of the write that deleted it.
        write: u64,
    },
    /// A partition became two.
    PartitionSplit {
        /// The table.
        table: Text,
        /// The global index whose partition it was; `None` for the table's own.
        index: Option<Text>,
        /// The partition that is no more.
        parent: u32,
        /// Its lower and its upper half.
        children: (u32, u32),
        /// Why.
        reason: SplitReason,
    },
    /// Auto scaling changed throughput, or tried to.
    Scaled {
        /// The table.
        table: Text,
        /// The global index; `None` for the table itself.
        index: Option<Text>,
        /// Reads or writes.
        direction: Direction,
        /// Units a second before.
        from: u64,
        /// Units a second asked for.
        to: u64,
        /// Why it was refused, if it was.
        refusal: Option<String>,
    },
    /// A change reached a global secondary index.
    IndexCaughtUp {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
        /// When the table was written.
        written: Timestamp,
        /// The number of that write.
        write: u64,
    },
}

hashrange_checkpoint::variants!(EventKind { Request(inner), Table { table, status }, Index { table, index, status, backfilling }, Backfilled { table, index, entries, units, passed, items, throttled }, ExpiryScanned { table, partition, found, items }, Expired { table, key, expired, write }, PartitionSplit { table, index, parent, children, reason }, Scaled { table, index, direction, from, to, refusal }, IndexCaughtUp { table, index, written, write } });

/// Who sent a request that nobody sent by hand: which request of which load it is, and the how-manieth attempt.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Sender {
    /// The load, counted from 1.
    pub load: NonZeroU32,
    /// The request of the load, counted from 1. Its attempts share this number.
    pub request: u64,
    /// Which attempt it is, counted from 1.
    pub attempt: u8,
}

hashrange_checkpoint::by_serde!(Sender);

/// A request and what became of it. Thousands of them are kept, so what most lack takes the room of a pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestEvent {
    /// The operation.
    pub operation: Operation,
    /// The client of a load, if one sent it.
    pub sender: Option<Sender>,
    /// The table it was about, when it is one that costs nothing.
    pub(crate) about: Option<Text>,
    /// Why it was refused, if it was.
    pub error: Option<Box<Exception>>,
    /// What it cost, a member for each table charged. A failed condition costs too.
    pub consumption: Charges,
    /// What stopped it, or members of it: also those a batch answers as unprocessed.
    pub stops: List<Stop>,
    /// What it answered with.
    pub returned: Returned,
    /// What it touched, when traces are on: one member for a request of its own, one for each item of a batch or
    /// transaction.
    pub traces: List<Trace>,
}

hashrange_checkpoint::fields!(RequestEvent { operation, sender, about, error, consumption, stops, returned, traces });

// Sixteen of them say who sent it, in place: in a busy log most requests are a load's, and a pointer would cost them more.
const _: () = assert!(size_of::<RequestEvent>() <= 176);

/// What stopped a request or one of its members, as far as it is counted table by table.
#[derive(Clone, Debug, PartialEq)]
pub struct Stop {
    /// The table.
    pub table: Text,
    /// Why.
    pub cause: StopCause,
}

hashrange_checkpoint::fields!(Stop { table, cause });

/// Why a request or one of its members was stopped.
#[derive(Clone, Debug, PartialEq)]
pub enum StopCause {
    /// Its condition did not hold.
    Condition,
    /// A transaction is at work on the item.
    Conflict,
    /// There was no throughput for it.
    Throttled(Box<Throttled>),
}

hashrange_checkpoint::variants!(StopCause { Condition, Conflict, Throttled(inner) });

/// What a request answered with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// Items of a Query, a Scan or a statement; records of a stream.
    pub count: u64,
    /// Bytes of records of a stream; not counted for items.
    pub bytes: u64,
    /// When the newest of these records was written.
    pub newest: Option<Timestamp>,
}

hashrange_checkpoint::fields!(Returned { count, bytes, newest });

impl Stop {
    /// What an error counts as; `None` for errors that are not counted table by table.
    pub(crate) fn of(error: &ServiceError, table: &Text) -> Option<Self> {
        let cause = match error {
            ServiceError::ConditionalCheckFailed { .. } => StopCause::Condition,
            ServiceError::TransactionConflict => StopCause::Conflict,
            ServiceError::Throttled(throttled) => StopCause::Throttled(throttled.clone()),
            _ => return None,
        };
        Some(Self { table: table.clone(), cause })
    }
}

impl RequestEvent {
    /// The tables, when the request names any.
    pub fn tables(&self) -> impl Iterator<Item = &Text> {
        self.about.iter().chain(self.consumption.iter().map(|used| &used.table))
    }
}

/// The log. Its older events lie in chunks, which copies share.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    /// Oldest first, `CHUNK` events each.
    full: VecDeque<Arc<[Event]>>,
    /// Those after them.
    open: Vec<Event>,
    last: u64,
    /// What changed of items and tables, while somebody keeps records.
    pub(crate) changes: Option<Vec<BaseChange>>,
}

/// Runs of events go ahead of what refers to them.
impl Checkpointed for EventLog {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            format!("full: list of part {0}, open: {0}, last: number", Vec::<Event>::form(forms))
        })
    }

    fn write(&self, out: &mut Writer) {
        let Self { full, open, last, changes: _ } = self;
        out.varint(full.len() as u64);
        for chunk in full {
            write_part(out, address_of(chunk), || Arc::new(Arc::clone(chunk)));
        }
        open.write(out);
        last.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        let mut full = VecDeque::new();
        for _ in 0..bytes.length()? {
            full.push_back(Arc::clone(&*read_part::<Arc<[Event]>>(bytes)?));
        }
        Ok(Self { full, open: Vec::read(bytes)?, last: u64::read(bytes)?, changes: None })
    }
}

impl EventLog {
    pub(crate) fn record(&mut self, at: Timestamp, kind: EventKind) {
        self.last += 1;
        self.open.push(Event { sequence: self.last, at, kind });
        if self.open.len() == CHUNK {
            self.full.push_back(self.open.drain(..).collect());
            if self.full.len() > CAPACITY / CHUNK {
                self.full.pop_front();
            }
        }
    }

    /// Lets go of all events; those that follow are numbered as they would be.
    pub(crate) fn forget(&mut self) {
        self.full.clear();
        self.open.clear();
    }

    /// Events after the one with this sequence number, as far as they are kept.
    pub(crate) fn since(&self, sequence: u64) -> impl DoubleEndedIterator<Item = &Event> {
        let kept = self.full.len() * CHUNK + self.open.len();
        let unseen = usize::try_from(self.last.saturating_sub(sequence)).unwrap_or(usize::MAX);
        (kept.saturating_sub(unseen)..kept).filter_map(|place| match self.full.get(place / CHUNK) {
            Some(chunk) => chunk.get(place % CHUNK),
            None => self.open.get(place % CHUNK),
        })
    }

    /// Sequence number of the newest event; 0 before the first.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }
}
