//! The event log: everything that happened, in order, for observers.
//!
//! The log is bounded: it drops the oldest events when it is full. Observers store a cursor, the last sequence number
//! they have read.

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

/// Minimum number of stored events, for late observers. The events of one step fit: backfill and expiry record one
/// event, propagation up to `propagation::MOST_CHANGES`.
const CAPACITY: usize = 4_096;
/// Number of events that are dropped together.
const CHUNK: usize = 256;

/// Something that happened.
#[derive(Clone, Debug, PartialEq)]
pub struct Event {
    /// The sequence number. It starts at 1 and increases by one.
    pub sequence: u64,
    /// When it happened.
    pub at: Timestamp,
    /// What happened.
    pub kind: EventKind,
}

hashrange_checkpoint::fields!(Event { sequence, at, kind });

/// The kind of an event.
#[derive(Clone, Debug, PartialEq)]
pub enum EventKind {
    /// A request succeeded or was refused.
    Request(Arc<RequestEvent>),
    /// A table changed its status, or was deleted.
    Table {
        /// The table.
        table: Text,
        /// The new status; `None` when it was deleted.
        status: Option<TableStatus>,
    },
    /// A global secondary index of a usable table changed its status, or its backfill started.
    Index {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
        /// The new status; `None` when it was deleted.
        status: Option<IndexStatus>,
        /// Whether the backfill is running, while the index is being added.
        backfilling: Option<bool>,
    },
    /// A backfill step wrote entries to an index.
    Backfilled {
        /// The table.
        table: Text,
        /// The index.
        index: Text,
        /// Entries written.
        entries: u64,
        /// Write units of those entries, not counted with the index's other writes (documented: index-online-2023).
        units: Units,
        /// Items of the table that the backfill has passed so far.
        passed: u64,
        /// Items of the table.
        items: u64,
        /// Whether the step ran out of write capacity.
        throttled: bool,
    },
    /// A pass of a partition's TTL scanner found expired items.
    ExpiryScanned {
        /// The table.
        table: Text,
        /// The partition.
        partition: u32,
        /// Number of found items; their deletion is due later.
        found: u64,
        /// The primary keys of the first found items, and when each expired.
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
    /// A partition was split in two.
    PartitionSplit {
        /// The table.
        table: Text,
        /// The global index of the partition; `None` for the table's own.
        index: Option<Text>,
        /// The partition that was split.
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
        /// Units per second before the change.
        from: u64,
        /// Requested units per second.
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

/// The sender of a generated request: its load, its number in the load, and the attempt.
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

/// A request and its result. The log stores thousands of them, so rare parts are behind a pointer.
#[derive(Clone, Debug, PartialEq)]
pub struct RequestEvent {
    /// The operation.
    pub operation: Operation,
    /// The client of a load, if one sent it.
    pub sender: Option<Sender>,
    /// The table of the request, if it costs nothing or was refused.
    pub(crate) about: Option<Text>,
    /// Why it was refused, if it was.
    pub error: Option<Box<Exception>>,
    /// Its cost, one entry for each charged table. A failed condition costs too.
    pub consumption: Charges,
    /// What stopped it or its members, including the unprocessed members of a batch.
    pub stops: List<Stop>,
    /// What it returned.
    pub returned: Returned,
    /// What it touched, if traces are on: one trace for a single request, one for each item of a batch or transaction.
    pub traces: List<Trace>,
}

hashrange_checkpoint::fields!(RequestEvent {
    operation,
    sender,
    about,
    error,
    consumption,
    stops,
    returned,
    traces
});

// The sender takes sixteen bytes in place. In a busy log most requests belong to a load, and a pointer would cost more.
const _: () = assert!(size_of::<RequestEvent>() <= 176);

/// The reason why a request or one of its members was stopped, counted for a table.
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
    /// A transaction has locked the item.
    Conflict,
    /// It was throttled.
    Throttled(Box<Throttled>),
}

hashrange_checkpoint::variants!(StopCause { Condition, Conflict, Throttled(inner) });

/// What a request returned, in counts.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Returned {
    /// Items of a Query, a Scan or a statement; records of a stream.
    pub count: u64,
    /// Bytes of records of a stream; not counted for items.
    pub bytes: u64,
    /// When the latest of these records was written.
    pub newest: Option<Timestamp>,
}

hashrange_checkpoint::fields!(Returned { count, bytes, newest });

impl Stop {
    /// The kind of stop for an error; `None` for errors that are not counted per table.
    pub(crate) fn of(error: &ServiceError, table: &Text) -> Option<Self> {
        let cause = match error {
            ServiceError::ConditionalCheckFailed { .. } => StopCause::Condition,
            ServiceError::TransactionConflict => StopCause::Conflict,
            ServiceError::Throttled(throttled) => StopCause::Throttled(throttled.clone()),
            _ => return None,
        };
        Some(Self {
            table: table.clone(),
            cause,
        })
    }
}

impl RequestEvent {
    /// The tables of the request, if any.
    pub fn tables(&self) -> impl Iterator<Item = &Text> {
        let about = self.about.iter().filter(|_| self.consumption.is_empty());
        about.chain(self.consumption.iter().map(|used| &used.table))
    }
}

/// The log. It stores older events in chunks, which copies of the log share.
#[derive(Clone, Debug, Default)]
pub(crate) struct EventLog {
    /// Oldest first, `CHUNK` events each.
    full: VecDeque<Arc<[Event]>>,
    /// The events after the full chunks.
    open: Vec<Event>,
    last: u64,
    /// Changes of items and tables; `None` unless changes are recorded.
    pub(crate) changes: Option<Vec<BaseChange>>,
}

/// Writes each chunk as a separate part, before the log that refers to it.
impl Checkpointed for EventLog {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            format!(
                "full: list of part {0}, open: {0}, last: number",
                Vec::<Event>::form(forms)
            )
        })
    }

    fn write(&self, out: &mut Writer) {
        let Self {
            full,
            open,
            last,
            changes: _,
        } = self;
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
        Ok(Self {
            full,
            open: Vec::read(bytes)?,
            last: u64::read(bytes)?,
            changes: None,
        })
    }
}

impl EventLog {
    pub(crate) fn record(&mut self, at: Timestamp, kind: EventKind) {
        self.last += 1;
        self.open.push(Event {
            sequence: self.last,
            at,
            kind,
        });
        if self.open.len() == CHUNK {
            self.full.push_back(self.open.drain(..).collect());
            if self.full.len() > CAPACITY / CHUNK {
                self.full.pop_front();
            }
        }
    }

    /// Drops all events. Later events continue the numbering.
    pub(crate) fn forget(&mut self) {
        self.full.clear();
        self.open.clear();
    }

    /// Events after the one with this sequence number, as far as they are stored.
    pub(crate) fn since(&self, sequence: u64) -> impl DoubleEndedIterator<Item = &Event> {
        let kept = self.full.len() * CHUNK + self.open.len();
        let unseen = usize::try_from(self.last.saturating_sub(sequence)).unwrap_or(usize::MAX);
        (kept.saturating_sub(unseen)..kept).filter_map(|place| match self.full.get(place / CHUNK) {
            Some(chunk) => chunk.get(place % CHUNK),
            None => self.open.get(place % CHUNK),
        })
    }

    /// Sequence number of the latest event; 0 before the first.
    pub(crate) fn last(&self) -> u64 {
        self.last
    }
}
