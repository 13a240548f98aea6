//! The subject of a trial: a load or one request of the journal.
//!
//! Must not know the change.

use hashrange_endpoint::{Kind, Observer, ReplayError, Timeline};
use hashrange_journal::{Entry, Record};
use hashrange_time::{Duration, Timestamp};
use hashrange_wire::{Operation, Request, decode};
use hashrange_workload::LoadPlan;
use serde::{Deserialize, Serialize};

use crate::NotApplicable;

/// The subject, by the number of its record.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Subject {
    /// A load, from the record where it begins.
    Load {
        /// The record.
        record: u64,
    },
    /// A request that was sent by hand.
    Request {
        /// The record.
        record: u64,
    },
}

/// How long before a throttled request both sides start, because earlier requests took its throughput (a model).
const LEAD: Duration = Duration::from_seconds(60);

/// A subject in the journal.
#[derive(Clone, Debug)]
pub(crate) struct Found {
    /// The position before the subject, or before the earlier requests that are repeated with it.
    pub(crate) before: u64,
    /// The time at that position.
    pub(crate) at: Timestamp,
    /// How long after that time a request was sent.
    pub(crate) after: Duration,
    pub(crate) what: What,
    /// How long the load ran, if it was stopped or still runs.
    pub(crate) lasts: Option<Duration>,
    /// Manual actions during the load, or before the request, with their times after the start.
    pub(crate) beside: Vec<(Duration, Entry)>,
}

/// The load or the request to run.
#[derive(Clone, Debug)]
pub(crate) enum What {
    Load { plan: Box<LoadPlan>, seed: u64 },
    Request(Box<Request>),
}

impl What {
    /// The table of the subject.
    pub(crate) fn table(&self) -> Option<&str> {
        match self {
            Self::Load { plan, .. } => Some(&plan.target.table),
            Self::Request(request) => table_of(request),
        }
    }
}

/// The table of a request that a trial can run.
pub(crate) fn table_of(request: &Request) -> Option<&str> {
    Some(match request {
        Request::GetItem(request) => &request.table_name,
        Request::PutItem(request) => &request.table_name,
        Request::UpdateItem(request) => &request.table_name,
        Request::DeleteItem(request) => &request.table_name,
        Request::Query(request) => &request.table_name,
        Request::Scan(request) => &request.table_name,
        _ => return None,
    })
}

impl Subject {
    /// The latest load, or the latest successful or throttled request on a table, whichever is later.
    #[must_use]
    pub fn newest<W: Observer>(timeline: &Timeline<W>) -> Option<Self> {
        let mut place = timeline.place();
        if timeline.running_load().is_some() {
            return load_at(timeline, place);
        }
        while place > 0 {
            let outline = timeline.outline_at(place)?;
            match outline.kind {
                Kind::Load | Kind::Sent(_) | Kind::LoadEnd => return load_at(timeline, place),
                Kind::Step | Kind::Aside if timeline.record_at(place).is_some_and(is_run_again) => {
                    return Some(Self::Request {
                        record: outline.sequence,
                    });
                }
                _ => place -= 1,
            }
        }
        None
    }

    /// Finds it in the journal.
    pub(crate) fn find<W: Observer>(self, timeline: &Timeline<W>) -> Result<Found, NotApplicable> {
        let (Self::Load { record } | Self::Request { record }) = self;
        let place = place_of(timeline, record).ok_or(NotApplicable::NoSubject)?;
        let record = timeline.record_at(place).ok_or(NotApplicable::Away)?;
        match (self, &record.entry) {
            (Self::Load { .. }, Entry::Load { plan, seed }) => {
                let plan = LoadPlan::from_text(plan).ok_or(NotApplicable::NoSubject)?;
                let what = What::Load {
                    plan: Box::new(plan),
                    seed: *seed,
                };
                let (lasts, beside) = course(timeline, place, record.at);
                let after = Duration::ZERO;
                Ok(Found {
                    before: place - 1,
                    at: record.at,
                    after,
                    what,
                    lasts: Some(lasts),
                    beside,
                })
            }
            (Self::Request { .. }, Entry::Request { operation, body } | Entry::Refused { operation, body, .. }) => {
                let request = read(operation, body).ok_or_else(|| NotApplicable::Operation {
                    operation: operation.clone(),
                })?;
                if table_of(&request).is_none() {
                    return Err(NotApplicable::Operation {
                        operation: operation.clone(),
                    });
                }
                let what = What::Request(Box::new(request));
                let throttled = matches!(&record.entry, Entry::Refused { exception, .. } if is_throttling(exception));
                let (first, beside) = if throttled {
                    lead(timeline, place, record.at)
                } else {
                    (place, Vec::new())
                };
                let at = timeline.record_at(first).map_or(record.at, |first| first.at);
                Ok(Found {
                    before: first - 1,
                    at,
                    after: record.at - at,
                    what,
                    lasts: None,
                    beside,
                })
            }
            _ => Err(NotApplicable::NoSubject),
        }
    }
}

impl From<ReplayError> for NotApplicable {
    fn from(error: ReplayError) -> Self {
        match error {
            ReplayError::Away { .. } => Self::Away,
            _ => Self::NoSubject,
        }
    }
}

/// Decodes a request from its form in a journal.
pub(crate) fn read(operation: &str, body: &str) -> Option<Request> {
    decode(Operation::from_name(operation)?, body.as_bytes()).ok()
}

fn is_run_again(record: &Record) -> bool {
    match &record.entry {
        Entry::Request { operation, body } => read(operation, body).is_some_and(|request| table_of(&request).is_some()),
        Entry::Refused {
            operation,
            body,
            exception,
        } => is_throttling(exception) && read(operation, body).is_some_and(|request| table_of(&request).is_some()),
        _ => false,
    }
}

fn is_throttling(exception: &str) -> bool {
    [
        "ProvisionedThroughputExceededException",
        "ThrottlingException",
        "RequestLimitExceeded",
    ]
    .contains(&exception)
}

/// Manual requests in the time before a request, and the position of the first. Searches back while the requests only
/// read and write items.
fn lead<W: Observer>(timeline: &Timeline<W>, place: u64, at: Timestamp) -> (u64, Vec<(Duration, Entry)>) {
    let (mut first, mut records) = (place, Vec::new());
    while let Some(record) = first.checked_sub(1).and_then(|before| timeline.record_at(before)) {
        let recent = at - record.at <= LEAD;
        let of_items = match &record.entry {
            Entry::Request { operation, body } => {
                read(operation, body).is_some_and(|request| table_of(&request).is_some())
            }
            Entry::Refused { .. } | Entry::Advance { .. } => true,
            _ => false,
        };
        if !recent || !of_items {
            break;
        }
        first -= 1;
        records.push(record);
    }
    let began = timeline.record_at(first).map_or(at, |record| record.at);
    let asked = records
        .into_iter()
        .rev()
        .filter(|record| matches!(record.entry, Entry::Request { .. }));
    (
        first,
        asked.map(|record| (record.at - began, record.entry.clone())).collect(),
    )
}

/// The latest load that begins at or before this position.
fn load_at<W: Observer>(timeline: &Timeline<W>, place: u64) -> Option<Subject> {
    let outlines = (1..=place).rev().filter_map(|place| timeline.outline_at(place));
    outlines
        .filter(|outline| outline.kind == Kind::Load)
        .map(|load| Subject::Load { record: load.sequence })
        .next()
}

/// The position of a record. Record numbers ascend within a line.
fn place_of<W: Observer>(timeline: &Timeline<W>, record: u64) -> Option<u64> {
    let (mut low, mut high) = (1, timeline.end());
    while low <= high {
        let middle = low + (high - low) / 2;
        match timeline.outline_at(middle)?.sequence {
            found if found == record => return Some(middle),
            found if found < record => low = middle + 1,
            _ => high = middle.checked_sub(1)?,
        }
    }
    None
}

/// How long a load ran, and the manual actions meanwhile.
fn course<W: Observer>(timeline: &Timeline<W>, load: u64, began: Timestamp) -> (Duration, Vec<(Duration, Entry)>) {
    let (mut beside, mut until) = (Vec::new(), began);
    for place in load + 1..=timeline.end() {
        let Some(record) = timeline.record_at(place) else { break };
        until = until.max(record.ends());
        match &record.entry {
            Entry::LoadEnd | Entry::Load { .. } => return (record.at - began, beside),
            Entry::Request { .. } | Entry::Settings { .. } => beside.push((record.at - began, record.entry.clone())),
            _ => {}
        }
    }
    let now = if timeline.is_past() {
        until
    } else {
        until.max(timeline.engine().now())
    };
    (now - began, beside)
}
