//! The engine and its two doors.
//!
//! Owns virtual time, the agenda, the catalogue, the streams, the client tokens, the items of transactions and the event log.
//! What a request does is in `operation`, what happens on its own in `background`.

use std::sync::Arc;

use hashrange_time::{Agenda, Random, Timestamp};
use hashrange_values::{Item, List};
use hashrange_wire::{Home, Request, Response, ServiceError, TableDescription};

use crate::background::Task;
use crate::backups::Backups;
use crate::base_change::BaseChange;
use crate::catalogue::Catalogue;
use crate::event::{EventKind, EventLog, MOST_UNSEEN, RequestEvent, Returned, Sender};
use crate::exception::Exception;
use crate::stream::Streams;
use crate::tokens::Tokens;
use crate::under_way::UnderWay;
use crate::view::TableView;
use crate::{Event, Limits, Physics, admission, background, describe, operation};

/// What an engine is made with. Everything else follows from it and from the requests.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EngineOptions {
    /// Seed of all randomness.
    pub seed: u64,
    /// Virtual time at the start.
    pub start: Timestamp,
    /// Durations the service does not promise.
    pub physics: Physics,
    /// Quotas.
    pub limits: Limits,
    /// Region in resource names.
    pub region: String,
    /// Account in resource names.
    pub account: String,
}

hashrange_checkpoint::fields!(EngineOptions { seed, start, physics, limits, region, account });

impl Default for EngineOptions {
    /// Instant physics, the service's limits, the project's own Region.
    fn default() -> Self {
        Self {
            seed: 1,
            start: Timestamp::from_micros(0),
            physics: Physics::instant(),
            limits: Limits::aws(),
            region: "us-hashrange-1".to_owned(),
            account: "000000000000".to_owned(),
        }
    }
}

/// How much background work one call of `advance` may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Budget {
    /// Most steps taken from the agenda.
    pub steps: usize,
}

impl Budget {
    /// As much as there is.
    pub const UNBOUNDED: Self = Self { steps: usize::MAX };
}

/// Somebody who looks at the service while work is done.
pub type Watch<'a> = &'a mut dyn FnMut(&Engine);

/// How far time got.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Progress {
    /// Virtual time now. Before the time asked for when the budget ran out.
    pub reached: Timestamp,
    /// When the next background work is due.
    pub next_due: Option<Timestamp>,
}

/// The simulated service.
#[derive(Clone, Debug)]
pub struct Engine {
    pub(crate) options: EngineOptions,
    pub(crate) now: Timestamp,
    pub(crate) random: Random,
    /// Of its own, so that lags leave all other numbers as they are.
    pub(crate) lags: Random,
    pub(crate) catalogue: Catalogue,
    pub(crate) agenda: Agenda<Task>,
    pub(crate) tables_made: u64,
    /// Requests that were paid for. Each of them stands in a journal that holds costs, unlike those that leave an event only.
    pub(crate) paid: u64,
    /// Writes of items so far. The newest has this number, and so has everything that follows from it.
    pub(crate) writes: u64,
    pub(crate) tokens: Tokens,
    pub(crate) streams: Streams,
    pub(crate) under_way: UnderWay,
    pub(crate) backups: Backups,
    pub(crate) tracing: bool,
    pub(crate) log: EventLog,
}

hashrange_checkpoint::fields!(Engine {
    options,
    now,
    random,
    lags,
    catalogue,
    agenda,
    tables_made,
    paid,
    writes,
    tokens,
    streams,
    under_way,
    backups,
    tracing,
    log
});

impl Engine {
    /// A service without tables.
    #[must_use]
    pub fn new(options: EngineOptions) -> Self {
        Self {
            now: options.start,
            random: Random::new(options.seed),
            lags: Random::new(options.seed).fork("replica lag"),
            catalogue: Catalogue::new(&options),
            agenda: Agenda::default(),
            tables_made: 0,
            paid: 0,
            writes: 0,
            tokens: Tokens::default(),
            streams: Streams::default(),
            under_way: UnderWay::default(),
            backups: Backups::default(),
            tracing: false,
            log: EventLog::default(),
            options,
        }
    }

    /// Answers a request at a point of virtual time. A time in the past counts as now.
    ///
    /// # Errors
    /// The service's refusal; nothing changed then, except that a failed condition is still paid for.
    pub fn handle(&mut self, at: Timestamp, request: Request) -> Result<Response, ServiceError> {
        self.handle_watched(at, (request, None), &mut |_| ())
    }

    /// The same for a client that tells who it is, and for somebody who must see every event: `watch` is called before the log
    /// lets go of any that is new. Who sent a request never changes its answer.
    ///
    /// # Errors
    /// As `handle`.
    pub fn handle_watched(
        &mut self,
        at: Timestamp,
        (request, sender): (Request, Option<Sender>),
        watch: Watch<'_>,
    ) -> Result<Response, ServiceError> {
        self.advance_watched(at, Budget::UNBOUNDED, watch);
        let operation = request.operation();
        let mut outcome = operation::perform(self, request);
        if let Ok(done) = &mut outcome {
            background::partitions::take_in(self, &mut done.consumption);
        }
        let (event, answer) = match outcome {
            Ok(done) => {
                let operation::Done { response, about, consumption, traces, stops } = done;
                let returned = operation::returned(&response);
                (
                    RequestEvent { operation, sender, about, error: None, consumption, stops, returned, traces },
                    Ok(response),
                )
            }
            Err(refused) => {
                let stops = refused.stopped();
                let operation::Refused { error, mut consumption, .. } = *refused;
                for used in &mut consumption {
                    admission::pay(self, used);
                    used.touched = List::new();
                }
                let (refusal, returned, traces) =
                    (Some(Box::new(Exception::Error(error.clone()))), Returned::default(), List::new());
                let about = None;
                (
                    RequestEvent { operation, sender, about, error: refusal, consumption, stops, returned, traces },
                    Err(error),
                )
            }
        };
        self.paid += u64::from(!event.consumption.is_empty());
        background::scaling::note(self, &event.consumption);
        self.record(EventKind::Request(Arc::new(event)));
        // What takes no time has happened before the next request can ask for it.
        self.advance_watched(self.now, Budget::UNBOUNDED, watch);
        answer
    }

    /// Lets time pass up to `to`, doing at most `budget` of the work that falls due on the way, in order.
    pub fn advance(&mut self, to: Timestamp, budget: Budget) -> Progress {
        self.advance_watched(to, budget, &mut |_| ())
    }

    /// The same for somebody who must see every event: `watch` is called before the log lets go of any that is new.
    pub fn advance_watched(&mut self, to: Timestamp, budget: Budget, watch: Watch<'_>) -> Progress {
        let to = to.max(self.now);
        let mut seen = self.last_event();
        for _ in 0..budget.steps {
            let Some((due, task)) = self.agenda.pop_due(to) else {
                self.now = to;
                break;
            };
            self.now = self.now.max(due);
            background::perform(self, task);
            if self.last_event() - seen >= MOST_UNSEEN {
                watch(self);
                seen = self.last_event();
            }
        }
        if self.last_event() > seen {
            watch(self);
        }
        Progress { reached: self.now, next_due: self.agenda.next_due() }
    }

    /// Changes physics and limits at a point of virtual time, for what happens from then on: work that waits keeps the
    /// moment it was given. A time in the past counts as now.
    pub fn adjust(&mut self, at: Timestamp, physics: Physics, limits: Limits) {
        self.advance(at, Budget::UNBOUNDED);
        self.options.physics = physics;
        self.options.limits = limits;
    }

    /// Virtual time.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        self.now
    }

    /// When the next background work is due.
    #[must_use]
    pub fn next_due(&self) -> Option<Timestamp> {
        self.agenda.next_due()
    }

    /// Where resource names must be from.
    #[must_use]
    pub fn home(&self) -> &Home {
        self.catalogue.home()
    }

    /// What the engine was made with, and the physics and limits in force.
    #[must_use]
    pub fn options(&self) -> &EngineOptions {
        &self.options
    }

    /// Whether requests leave traces in the event log. Off at first; never changes an answer.
    pub fn set_tracing(&mut self, on: bool) {
        self.tracing = on;
    }

    /// Whether they do.
    #[must_use]
    pub fn is_tracing(&self) -> bool {
        self.tracing
    }

    /// Events after the one with this sequence number, oldest first, as far as they are kept.
    pub fn events_since(&self, sequence: u64) -> impl DoubleEndedIterator<Item = &Event> {
        self.log.since(sequence)
    }

    /// Lets go of the events so far, which no answer depends on.
    pub fn forget_events(&mut self) {
        self.log.forget();
    }

    /// Sequence number of the newest event; 0 before the first.
    #[must_use]
    pub fn last_event(&self) -> u64 {
        self.log.last()
    }

    /// Every table, by name.
    pub fn tables(&self) -> impl ExactSizeIterator<Item = TableView<'_>> {
        self.catalogue.iter().map(TableView)
    }

    /// The table of this name or ARN.
    #[must_use]
    pub fn table(&self, name: &str) -> Option<TableView<'_>> {
        self.catalogue.get(name).map(TableView)
    }

    /// The table's description, without asking for it: nothing is recorded.
    #[must_use]
    pub fn describe(&self, name: &str) -> Option<TableDescription> {
        self.catalogue.get(name).map(|table| describe::describe(table, self))
    }

    /// The item with this primary key, without reading it: nothing is charged.
    #[must_use]
    pub fn peek(&self, table: &str, key: &Item) -> Option<Arc<Item>> {
        let table = self.catalogue.get(table)?;
        table.items.get(&table.row_key(key)?).map(|row| Arc::clone(&row.value))
    }

    /// Whether requests tell which keys they touched.
    pub(crate) fn watches_traffic(&self) -> bool {
        admission::is_on(self) || !self.options.physics.partitions.heat.is_zero()
    }

    pub(crate) fn record(&mut self, kind: EventKind) {
        if let (Some(changes), EventKind::Table { table, .. }) = (&mut self.log.changes, &kind) {
            changes.push(BaseChange::Table(table.clone()));
        }
        self.log.record(self.now, kind);
    }
}
