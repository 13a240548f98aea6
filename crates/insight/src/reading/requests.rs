//! Requests as lines: the latest one of all, and those of one second that concern a table.

use hashrange_engine::{Consumption, Direction, Units};
use hashrange_time::Timestamp;
use hashrange_wire::Operation;

use super::question::{Question, Service};
use super::questions::{LastRequestQuestion, SecondRequestsQuestion};
use crate::Report;

/// Maximum number of listed requests; the others are only counted.
const LISTED: usize = 12;

/// The requests of one second.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SecondRequests {
    /// The first ones, oldest first.
    pub lines: Vec<RequestLine>,
    /// Number of further requests.
    pub more: u64,
    /// Whether older requests of that second were dropped.
    pub cut: bool,
}

/// A request on one line.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct RequestLine {
    /// When it was handled.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// What it consumed, by table.
    pub consumed: Vec<(Direction, Units)>,
    /// Name of the exception, when it was refused.
    pub exception: Option<String>,
    /// How often it or its members were throttled.
    pub throttled: u64,
}

impl Question for LastRequestQuestion {
    type Reading = Report;

    fn read(&self, Service { insight, .. }: Service<'_>) -> Option<Report> {
        insight.last_report().cloned()
    }
}

impl Question for SecondRequestsQuestion {
    type Reading = SecondRequests;

    fn read(&self, Service { insight, .. }: Service<'_>) -> Option<SecondRequests> {
        let concerns = |report: &&Report| {
            report.at.seconds() == self.second && report.tables.iter().any(|name| name.as_str() == self.table)
        };
        let oldest = insight.reports().next();
        Some(SecondRequests {
            lines: insight
                .reports()
                .filter(concerns)
                .take(LISTED)
                .map(RequestLine::of)
                .collect(),
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
