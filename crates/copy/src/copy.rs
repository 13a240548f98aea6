//! The complete copy: one table after another, with several concurrent workers, and with a state from which it resumes.
//!
//! The driver calls [`Copy::next`] until it returns [`Step::Wait`], sends the returned requests, and passes each reply
//! to [`Copy::take`]. After every reply it stores the text of [`Copy::changed_state`], if there is one, before it
//! continues.

use hashrange_time::{Random, Timestamp};
use hashrange_wire::ErrorBody;

use crate::answer::{self, Again, Answer};
use crate::backoff;
use crate::copy_error::{CopyError, StateError};
use crate::extras::ask;
use crate::listing::{Listing, names};
use crate::pace::Pace;
use crate::plan::Plan;
use crate::progress::{Activity, Progress};
use crate::report::{Report, TableReport};
use crate::request::{Ask, Reply, Request, Side};
use crate::state::{State, TableState, sum};
use crate::work::{Then, Work};
use crate::worker::{Sent, Worker};

/// Maximum number of attempts of a throttled request. With waits of at most 20 seconds, they take some minutes.
const MOST_THROTTLED: u32 = 50;
/// Maximum number of attempts of a request without a response.
const MOST_LOST: u32 = 8;

/// The driver's next action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request.
    Send(Request),
    /// Wait for a reply, at most until this time, if there is one.
    Wait(Option<Timestamp>),
    /// Nothing is left to do, and nothing is pending: `outcome` returns the result.
    Done,
}

/// A copy in progress.
#[derive(Clone, Debug)]
pub struct Copy {
    from: String,
    to: String,
    random: Random,
    /// The limits of units per second of source and target.
    paces: (Pace, Pace),
    workers: Vec<Worker>,
    listing: Option<Listing>,
    tables: Vec<TableState>,
    /// The current table, as an index of `tables`.
    at: usize,
    work: Option<Work>,
    cancelled: bool,
    failed: Option<CopyError>,
    changed: bool,
    throttled: u64,
    repeated: u64,
}

impl Copy {
    /// Starts a new copy. The names of the endpoints identify its state.
    #[must_use]
    pub fn begin(plan: &Plan, from: &str, to: &str) -> Self {
        Self::with(plan, (from, to), plan.workers.max(1), Vec::new())
    }

    /// Resumes a copy from its state. It has the same number of workers as at its start.
    ///
    /// # Errors
    /// When the text is not a state, or is the state of another copy.
    pub fn resume(plan: &Plan, from: &str, to: &str, state: &str) -> Result<Self, StateError> {
        let State { workers, tables, .. } = State::read(state, (from, to))?;
        Ok(Self::with(plan, (from, to), workers, tables))
    }

    fn with(plan: &Plan, (from, to): (&str, &str), workers: usize, tables: Vec<TableState>) -> Self {
        let mut copy = Self {
            from: from.to_owned(),
            to: to.to_owned(),
            random: Random::new(plan.seed),
            paces: (Pace::new(plan.read_units), Pace::new(plan.write_units)),
            workers: vec![Worker::new(); workers],
            listing: None,
            tables,
            at: 0,
            work: None,
            cancelled: false,
            failed: None,
            changed: true,
            throttled: 0,
            repeated: 0,
        };
        match &plan.tables {
            Some(names) => copy.set_out(names),
            None => copy.listing = Some(Listing::default()),
        }
        copy
    }

    /// Starts with these tables and their known states.
    fn set_out(&mut self, names: &[String]) {
        let known = std::mem::take(&mut self.tables);
        let state = |name: &String| known.iter().find(|table| table.name == *name).cloned();
        self.tables = names
            .iter()
            .map(|name| state(name).unwrap_or_else(|| TableState::new(name)))
            .collect();
        self.listing = None;
        self.take_up();
    }

    /// Starts work on the current table.
    fn take_up(&mut self) {
        self.work = self
            .tables
            .get(self.at)
            .map(|table| Work::new(table.clone(), self.workers.len()));
    }

    /// The next action, at this time.
    pub fn next(&mut self, now: Timestamp) -> Step {
        let idle = self.workers.iter().all(|worker| worker.in_flight.is_none());
        let over = self.listing.is_none() && self.work.is_none();
        if self.cancelled || self.failed.is_some() || over {
            return if idle { Step::Done } else { Step::Wait(None) };
        }
        let mut earliest: Option<Timestamp> = None;
        for number in 0..self.workers.len() {
            let Some(until) = self
                .workers
                .get(number)
                .filter(|worker| worker.in_flight.is_none())
                .map(|worker| worker.until)
            else {
                continue;
            };
            let mut next = until;
            if until <= now {
                let Some(ask) = self.ask(number) else { continue };
                next = self.pace(ask.side).next(now);
                if next <= now {
                    return Step::Send(self.send(number, ask));
                }
            }
            earliest = Some(earliest.map_or(next, |earliest| earliest.min(next)));
        }
        Step::Wait(earliest)
    }

    fn ask(&self, worker: usize) -> Option<Ask> {
        match &self.listing {
            Some(_) if worker > 0 => None,
            Some(Listing { last, .. }) => {
                let last = last.as_deref().map(|last| ("ExclusiveStartTableName", last));
                Some(ask(Side::From, "ListTables", last))
            }
            None => self.work.as_ref()?.ask(worker),
        }
    }

    fn pace(&mut self, side: Side) -> &mut Pace {
        match side {
            Side::From => &mut self.paces.0,
            Side::To => &mut self.paces.1,
        }
    }

    fn send(&mut self, worker: usize, ask: Ask) -> Request {
        let Ask {
            side,
            operation,
            body,
            units,
        } = ask;
        self.pace(side).take(units);
        if let Some(worker) = self.workers.get_mut(worker) {
            worker.in_flight = Some(Sent { side, operation, units });
        }
        Request {
            worker,
            side,
            operation,
            body,
        }
    }

    /// Handles the reply to a worker's request. Ignores a reply that is not expected.
    pub fn take(&mut self, worker: usize, now: Timestamp, reply: Reply) {
        let Some(sent) = self.workers.get_mut(worker).and_then(|worker| worker.in_flight.take()) else {
            return;
        };
        let outcome = match answer::read(reply) {
            Answer::Again(again) => self.again(worker, now, sent, again),
            Answer::Body(body) => self
                .take_body(worker, sent, &body)
                .map(|then| self.follow(worker, now, sent, then)),
            Answer::Refused(refusal) => self
                .take_refusal(worker, sent, refusal)
                .map(|then| self.follow(worker, now, sent, then)),
        };
        if let Err(error) = outcome
            && self.failed.is_none()
        {
            self.failed = Some(error);
        }
        self.note();
    }

    fn take_body(&mut self, worker: usize, sent: Sent, body: &str) -> Result<Then, CopyError> {
        let Some(listing) = &mut self.listing else {
            let Some(work) = &mut self.work else {
                return Ok(Then::Go(None));
            };
            return work.take(worker, (sent.side, sent.operation), body);
        };
        let unreadable = |reason: String| CopyError::Unreadable {
            side: sent.side,
            operation: sent.operation,
            reason,
        };
        let (names, last) = names(body).map_err(|error| unreadable(error.to_string()))?;
        if let Some(last) = &last {
            let advances = listing.pages.take_of_list(last);
            advances.map_err(|endless| unreadable(endless.to_string()))?;
        }
        listing.names.extend(names);
        listing.last = last;
        if listing.last.is_none() {
            let names = std::mem::take(&mut listing.names);
            self.set_out(&names);
        }
        Ok(Then::Go(None))
    }

    fn take_refusal(&mut self, worker: usize, sent: Sent, refusal: ErrorBody) -> Result<Then, CopyError> {
        let Sent { side, operation, .. } = sent;
        match &mut self.work {
            Some(work) => work.take_refusal(worker, (side, operation), refusal),
            None => {
                let ErrorBody { exception, message } = refusal;
                Err(CopyError::Refused {
                    side,
                    operation,
                    table: String::new(),
                    exception,
                    message,
                })
            }
        }
    }

    /// Schedules a request to be sent again later.
    fn again(&mut self, worker: usize, now: Timestamp, sent: Sent, again: Again) -> Result<(), CopyError> {
        let Again { throttled, reason } = again;
        *(if throttled {
            &mut self.throttled
        } else {
            &mut self.repeated
        }) += 1;
        self.pace(sent.side).take(-sent.units);
        if let Some(work) = self.work.as_mut().filter(|_| !throttled) {
            work.lose();
        }
        let Some(worker) = self.workers.get_mut(worker) else {
            return Ok(());
        };
        worker.tries += 1;
        worker.until = now + backoff::wait(&mut self.random, worker.tries);
        if worker.tries >= if throttled { MOST_THROTTLED } else { MOST_LOST } {
            let Sent { side, operation, .. } = sent;
            return Err(CopyError::Exhausted {
                side,
                operation,
                tries: worker.tries,
                reason,
            });
        }
        Ok(())
    }

    /// Updates a worker after a response.
    fn follow(&mut self, number: usize, now: Timestamp, sent: Sent, then: Then) {
        let (Then::Go(units) | Then::Rest { units, .. }) = then else {
            if let Some(worker) = self.workers.get_mut(number) {
                worker.tries += 1;
                worker.until = now + backoff::until_next_look(worker.tries);
            }
            return;
        };
        if let Some(units) = units {
            self.pace(sent.side).take(units - sent.units);
        }
        let rest = matches!(then, Then::Rest { .. });
        self.throttled += u64::from(rest);
        let Some(worker) = self.workers.get_mut(number) else {
            return;
        };
        worker.tries = match then {
            Then::Rest { some: false, .. } => worker.tries + 1,
            Then::Rest { .. } => 1,
            _ => 0,
        };
        worker.until = if rest {
            now + backoff::wait(&mut self.random, worker.tries)
        } else {
            now
        };
    }

    /// Notes changes of the state, and starts the next table when the current one is complete.
    fn note(&mut self) {
        let over = self.cancelled || self.failed.is_some();
        let ends = over && self.workers.iter().all(|worker| worker.in_flight.is_none());
        let Some(work) = &mut self.work else { return };
        if ends {
            work.withdraw();
        }
        if let Some(table) = self.tables.get_mut(self.at)
            && *table != work.state
        {
            table.clone_from(&work.state);
            self.changed = true;
        }
        if work.is_done() {
            self.at += 1;
            self.take_up();
        }
    }

    /// Cancels the copy: it sends nothing more, and waits for pending requests.
    pub fn cancel(&mut self) {
        self.cancelled = true;
        self.note();
    }

    /// The state as text, if it changed since the last call. A copy resumes from the last stored text.
    pub fn changed_state(&mut self) -> Option<String> {
        std::mem::take(&mut self.changed)
            .then(|| State::new((&self.from, &self.to), self.workers.len(), self.tables.clone()).text())
    }

    /// The current progress.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let table = self
            .tables
            .get(self.at)
            .or(self.tables.last())
            .filter(|_| self.listing.is_none());
        let items = |positions| sum(positions).0;
        Progress {
            activity: match (&self.listing, &self.work) {
                (Some(_), _) => Activity::Listing,
                (None, Some(work)) => work.activity(),
                (None, None) => Activity::Done,
            },
            table: table.map(|table| table.name.clone()),
            number: (self.at + 1).min(self.tables.len()),
            tables: self.tables.len(),
            written: table.map_or(0, |table| items(&table.copied)),
            checked: table.map_or(0, |table| items(&table.checked)),
            throttled: self.throttled,
            repeated: self.repeated,
        }
    }

    /// The result: a report when everything is copied, or an error; `None` while it is running, and for a cancelled
    /// copy.
    ///
    /// # Errors
    /// The reason why the copy ended early.
    pub fn outcome(&self) -> Option<Result<Report, CopyError>> {
        if let Some(error) = &self.failed {
            return Some(Err(error.clone()));
        }
        (self.listing.is_none() && self.work.is_none()).then(|| Ok(self.report()))
    }

    /// A report of the completed tables.
    #[must_use]
    pub fn report(&self) -> Report {
        let done = self.tables.iter().filter(|table| table.done);
        let tables = done.map(|table| {
            let (items, digest) = sum(&table.copied);
            TableReport {
                name: table.name.clone(),
                items,
                digest,
                not_copied: table.not_copied.clone(),
            }
        });
        Report {
            tables: tables.collect(),
        }
    }
}
