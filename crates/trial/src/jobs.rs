//! Runs the jobs of a change on a timeline, one bounded part at a time.
//!
//! Must not know the change, nor what runs afterwards.

use std::collections::VecDeque;

use hashrange_endpoint::Timeline;
use hashrange_engine::{Budget, Engine};
use hashrange_wire::{Checked, IndexStatus, PutItemRequest, Request, Response, ServiceError, TableStatus};

use crate::NotApplicable;
use crate::making::Job;

/// Runs the next job, or puts the next item of a job that writes. Returns whether there was one.
///
/// # Errors
/// When the service refuses it.
pub(crate) fn run_job(
    timeline: &mut Timeline<()>,
    table: &str,
    jobs: &mut VecDeque<Job>,
) -> Result<bool, NotApplicable> {
    match jobs.pop_front() {
        Some(Job::Settings(settings)) => timeline.change(&settings),
        Some(Job::Ask(request)) => {
            ask(timeline, *request).map_err(|error| refused(&error))?;
            until_ready(timeline, table);
        }
        Some(Job::Try(request)) => drop(ask(timeline, *request)),
        Some(Job::Write(mut items)) => {
            if let Some(item) = items.pop() {
                let put = PutItemRequest {
                    table_name: table.to_owned(),
                    item: (*item).clone(),
                    ..PutItemRequest::default()
                };
                ask(timeline, put.into()).map_err(|error| refused(&error))?;
                jobs.push_front(Job::Write(items));
            }
        }
        None => return Ok(false),
    }
    Ok(true)
}

/// Sends a request now.
///
/// # Errors
/// The service's.
pub(crate) fn ask(timeline: &mut Timeline<()>, request: Request) -> Result<Response, ServiceError> {
    let now = timeline.engine().now();
    timeline.handle(now, Checked::of(request)?, String::new())
}

/// Advances time until the table and its indexes are ACTIVE.
fn until_ready(timeline: &mut Timeline<()>, table: &str) {
    for _ in 0..1_000 {
        let engine = timeline.engine();
        if is_ready(engine, table) {
            return;
        }
        let Some(due) = engine.next_due() else { return };
        timeline.advance(due, Budget::UNBOUNDED);
    }
}

fn is_ready(engine: &Engine, table: &str) -> bool {
    engine.describe(table).is_none_or(|table| {
        let active = table
            .global_secondary_indexes
            .iter()
            .all(|index| index.index_status == IndexStatus::Active);
        active && table.table_status == TableStatus::Active
    })
}

fn refused(error: &ServiceError) -> NotApplicable {
    NotApplicable::Refused {
        exception: error.exception().to_owned(),
        message: error.to_string(),
    }
}
