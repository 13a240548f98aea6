//! Requests as lines: the newest one of all, and those of one second that concern a table.

use hashrange_engine::{Consumption, Direction, Units};
use hashrange_time::Timestamp;
use hashrange_wire::Operation;

use super::asks::{LastRequestAsk, SecondRequestsAsk};
use super::question::{Question, Service};
use crate::Report;

/// Requests listed; of more only the number is told.
const LISTED: usize = 12;

/// The requests of one second.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SecondRequests {
    /// The first ones, oldest first.
    pub lines: Vec<RequestLine>,
    /// How many more there are.
    pub more: u64,
    /// Whether older requests of that second are no longer kept.
    pub cut: bool,
}

/// A request on one line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RequestLine {
    /// When it was answered.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// What it consumed, table by table.
    pub consumed: Vec<(Direction, Units)>,
    /// Name of the exception, when it was refused.
    pub exception: Option<String>,
    /// How often it, or members of it, was throttled.
    pub throttled: u64,
}

impl Question for LastRequestAsk {
    type Reading = Report;

    fn read(&self, Service { insight, .. }: Service<'_>) -> Option<Report> {
        insight.last_report().cloned()
    }
}

impl Question for SecondRequestsAsk {
    type Reading = SecondRequests;

    fn read(&self, Service { insight, .. }: Service<'_>) -> Option<SecondRequests> {
        let concerns = |report: &&Report| {
            report.at.seconds() == self.second && report.tables.iter().any(|name| name.as_str() == self.table)
        };
        let oldest = insight.reports().next();
        Some(SecondRequests {
            lines: insight.reports().filter(concerns).take(LISTED).map(RequestLine::of).collect(),
            more: insight.reports().filter(concerns).count().saturating_sub(LISTED) as u64,
            cut: insight.is_cut() && oldest.is_some_and(|oldest| oldest.at.seconds() >= self.second),
        })
    }
}

impl RequestLine {
    fn of(report: &Report) -> Self {
        let consumed = |used: &Consumption| (used.direction, used.total());
        Self {
            at: report.at,
            operation: report.operation,
            consumed: report.consumption.iter().map(consumed).collect(),
            exception: report.error.as_ref().map(|error| error.exception().to_owned()),
            throttled: report.throttled as u64,
        }
    }
}
