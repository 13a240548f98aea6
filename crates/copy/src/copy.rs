//! The copy as a whole: tables one after the other, several lanes of requests at a time, and its state in between.
//!
//! Whoever drives it calls [`Copy::next`] until it says to wait, sends what it hands out, and brings each reply to
//! [`Copy::take`]. After every reply it keeps the text of [`Copy::changed_state`], if there is one, before it goes on.

use hashrange_time::{Random, Timestamp};
use serde_json::json;

use crate::answer::{self, Again, Answer, Refusal};
use crate::backoff;
use crate::copy_error::{CopyError, StateError};
use crate::extras::ask;
use crate::lane::{Lane, Sent};
use crate::pace::Pace;
use crate::plan::Plan;
use crate::progress::{Activity, Progress};
use crate::report::{Report, TableReport};
use crate::request::{Ask, Reply, Request, Side};
use crate::state::{State, TableState, sum};
use crate::work::{Then, Work, names};

/// Tries of a request that an endpoint throttles. With waits of 20 seconds at most they take some minutes.
const MOST_THROTTLED: u32 = 50;
/// Tries of a request that no answer comes to.
const MOST_LOST: u32 = 8;

/// What a driver does next.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    /// Send this request.
    Send(Request),
    /// Wait for a reply, and until this time at most, if there is one.
    Wait(Option<Timestamp>),
    /// Nothing is left to do, and nothing is under way: `outcome` tells what the copy came to.
    Done,
}

/// A copy on its way.
#[derive(Clone, Debug)]
pub struct Copy {
    from: String,
    to: String,
    random: Random,
    /// The accounts of source and target.
    paces: (Pace, Pace),
    lanes: Vec<Lane>,
    listing: Option<Listing>,
    tables: Vec<TableState>,
    /// The table that is at work, as a place in `tables`.
    at: usize,
    work: Option<Work>,
    cancelled: bool,
    failed: Option<CopyError>,
    changed: bool,
    throttled: u64,
    repeated: u64,
}

/// The tables of the source, page by page.
#[derive(Clone, Debug, Default)]
struct Listing {
    names: Vec<String>,
    last: Option<String>,
}

impl Copy {
    /// A copy that begins. The names of the endpoints only tell whose state it is.
    #[must_use]
    pub fn begin(plan: &Plan, from: &str, to: &str) -> Self {
        Self::with(plan, (from, to), plan.lanes.max(1), Vec::new())
    }

    /// A copy that goes on from its state. It has the lanes that it began with.
    ///
    /// # Errors
    /// When the text is no state, or another copy's.
    pub fn resume(plan: &Plan, from: &str, to: &str, state: &str) -> Result<Self, StateError> {
        let State { lanes, tables, .. } = State::read(state, (from, to))?;
        Ok(Self::with(plan, (from, to), lanes, tables))
    }

    fn with(plan: &Plan, (from, to): (&str, &str), lanes: usize, tables: Vec<TableState>) -> Self {
        let mut copy = Self {
            from: from.to_owned(),
            to: to.to_owned(),
            random: Random::new(plan.seed),
            paces: (Pace::new(plan.read_units), Pace::new(plan.write_units)),
            lanes: vec![Lane::new(); lanes],
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

    /// Begins with these tables, and what is known of them.
    fn set_out(&mut self, names: &[String]) {
        let known = std::mem::take(&mut self.tables);
        let state = |name: &String| known.iter().find(|table| table.name == *name).cloned();
        self.tables = names.iter().map(|name| state(name).unwrap_or_else(|| TableState::new(name))).collect();
        self.listing = None;
        self.take_up();
    }

    /// Takes up the table whose turn it is.
    fn take_up(&mut self) {
        self.work = self.tables.get(self.at).map(|table| Work::new(table.clone(), self.lanes.len()));
    }

    /// What to do next, at this time.
    pub fn next(&mut self, now: Timestamp) -> Step {
        let idle = self.lanes.iter().all(|lane| lane.under_way.is_none());
        let over = self.listing.is_none() && self.work.is_none();
        if self.cancelled || self.failed.is_some() || over {
            return if idle { Step::Done } else { Step::Wait(None) };
        }
        let mut earliest: Option<Timestamp> = None;
        for number in 0..self.lanes.len() {
            let Some(until) = self.lanes.get(number).filter(|lane| lane.under_way.is_none()).map(|lane| lane.until)
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

    fn ask(&self, lane: usize) -> Option<Ask> {
        match &self.listing {
            Some(_) if lane > 0 => None,
            Some(Listing { last: Some(last), .. }) => {
                Some(ask(Side::From, "ListTables", &json!({ "ExclusiveStartTableName": last })))
            }
            Some(_) => Some(ask(Side::From, "ListTables", &json!({}))),
            None => self.work.as_ref()?.ask(lane),
        }
    }

    fn pace(&mut self, side: Side) -> &mut Pace {
        match side {
            Side::From => &mut self.paces.0,
            Side::To => &mut self.paces.1,
        }
    }

    fn send(&mut self, lane: usize, ask: Ask) -> Request {
        let Ask { side, operation, body, units } = ask;
        self.pace(side).take(units);
        if let Some(lane) = self.lanes.get_mut(lane) {
            lane.under_way = Some(Sent { side, operation, units });
        }
        Request { lane, side, operation, body }
    }

    /// Takes the reply to the request that a lane sent. One that nobody waits for is left alone.
    pub fn take(&mut self, lane: usize, now: Timestamp, reply: Reply) {
        let Some(sent) = self.lanes.get_mut(lane).and_then(|lane| lane.under_way.take()) else { return };
        let outcome = match answer::read(reply) {
            Answer::Again(again) => self.again(lane, now, sent, again),
            Answer::Body(body) => self.take_body(lane, sent, &body).map(|then| self.follow(lane, now, sent, then)),
            Answer::Refused(refusal) => {
                self.take_refusal(lane, sent, refusal).map(|then| self.follow(lane, now, sent, then))
            }
        };
        if let Err(error) = outcome
            && self.failed.is_none()
        {
            self.failed = Some(error);
        }
        self.note();
    }

    fn take_body(&mut self, lane: usize, sent: Sent, body: &str) -> Result<Then, CopyError> {
        let Some(listing) = &mut self.listing else {
            let Some(work) = &mut self.work else { return Ok(Then::Go(None)) };
            return work.take(lane, (sent.side, sent.operation), body);
        };
        let (names, last) = names(body).map_err(|error| CopyError::Unreadable {
            side: sent.side,
            operation: sent.operation,
            reason: error.to_string(),
        })?;
        listing.names.extend(names);
        listing.last = last;
        if listing.last.is_none() {
            let names = std::mem::take(&mut listing.names);
            self.set_out(&names);
        }
        Ok(Then::Go(None))
    }

    fn take_refusal(&mut self, lane: usize, sent: Sent, refusal: Refusal) -> Result<Then, CopyError> {
        let Sent { side, operation, .. } = sent;
        match &mut self.work {
            Some(work) => work.take_refusal(lane, (side, operation), refusal),
            None => {
                let Refusal { exception, message } = refusal;
                Err(CopyError::Refused { side, operation, table: String::new(), exception, message })
            }
        }
    }

    /// Has a request sent again a while later.
    fn again(&mut self, lane: usize, now: Timestamp, sent: Sent, again: Again) -> Result<(), CopyError> {
        let Again { throttled, reason } = again;
        *(if throttled { &mut self.throttled } else { &mut self.repeated }) += 1;
        self.pace(sent.side).take(-sent.units);
        let Some(lane) = self.lanes.get_mut(lane) else { return Ok(()) };
        lane.tries += 1;
        lane.until = now + backoff::wait(&mut self.random, lane.tries);
        if lane.tries >= if throttled { MOST_THROTTLED } else { MOST_LOST } {
            let Sent { side, operation, .. } = sent;
            return Err(CopyError::Exhausted { side, operation, tries: lane.tries, reason });
        }
        Ok(())
    }

    /// Sets a lane to what follows from an answer.
    fn follow(&mut self, number: usize, now: Timestamp, sent: Sent, then: Then) {
        let (Then::Go(units) | Then::Rest { units, .. }) = then else {
            if let Some(lane) = self.lanes.get_mut(number) {
                lane.tries += 1;
                lane.until = now + backoff::until_next_look(lane.tries);
            }
            return;
        };
        if let Some(units) = units {
            self.pace(sent.side).take(units - sent.units);
        }
        let rest = matches!(then, Then::Rest { .. });
        self.throttled += u64::from(rest);
        let Some(lane) = self.lanes.get_mut(number) else { return };
        lane.tries = match then {
            Then::Rest { some: false, .. } => lane.tries + 1,
            Then::Rest { .. } => 1,
            _ => 0,
        };
        lane.until = if rest { now + backoff::wait(&mut self.random, lane.tries) } else { now };
    }

    /// Notes what changed, and takes up the next table when one is done.
    fn note(&mut self) {
        let Some(work) = &self.work else { return };
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

    /// Sends nothing more. What is under way is waited for.
    pub fn cancel(&mut self) {
        self.cancelled = true;
    }

    /// The state as text, if it changed since it was asked for. A copy goes on from the text that was kept last.
    pub fn changed_state(&mut self) -> Option<String> {
        std::mem::take(&mut self.changed)
            .then(|| State::new((&self.from, &self.to), self.lanes.len(), self.tables.clone()).text())
    }

    /// How far it is.
    #[must_use]
    pub fn progress(&self) -> Progress {
        let table = self.tables.get(self.at).or(self.tables.last()).filter(|_| self.listing.is_none());
        let items = |walks| sum(walks).0;
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

    /// What the copy came to: a report when all of it is done, and why not otherwise; nothing while it is under way, and
    /// nothing of one that was cancelled.
    ///
    /// # Errors
    /// Why it ended early.
    pub fn outcome(&self) -> Option<Result<Report, CopyError>> {
        if let Some(error) = &self.failed {
            return Some(Err(error.clone()));
        }
        (self.listing.is_none() && self.work.is_none()).then(|| Ok(self.report()))
    }

    /// The tables that are done.
    #[must_use]
    pub fn report(&self) -> Report {
        let done = self.tables.iter().filter(|table| table.done);
        let tables = done.map(|table| {
            let (items, digest) = sum(&table.copied);
            TableReport { name: table.name.clone(), items, digest, lacks: table.lacks.clone() }
        });
        Report { tables: tables.collect() }
    }
}
