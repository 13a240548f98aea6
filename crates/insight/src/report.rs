//! The report of one request: what it touched, what it cost, and the calculation of the cost.

use std::sync::{Arc, OnceLock};

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_engine::{Consumption, Direction, Fate, ReadTrace, RequestEvent, StopCause, Trace, Units, WriteTrace};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::Operation;

use crate::sum::{read_sum, write_sum};
use crate::{Refusal, SumLine};

/// The report of a request.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Report {
    /// When it was handled.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The tables that it named, if any.
    pub tables: Vec<Text>,
    /// Why it was refused, if it was.
    pub error: Option<Refusal>,
    /// What it consumed, by table.
    pub consumption: Vec<Consumption>,
    /// How often it or its members were throttled.
    pub throttled: usize,
    /// What it touched.
    pub kind: ReportKind,
}

/// What a request touched, by its kind.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum ReportKind {
    /// A read of one item, a Query, or a Scan.
    Read(Box<ReadReport>),
    /// A write of one item.
    Write(WriteReport),
    /// The members of a batch or transaction, each a read or a write.
    Members(Vec<ReportKind>),
    /// A control plane request, a refused request, or one handled without traces.
    Untraced,
}

/// A read.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReadReport {
    /// The entries walked, the partitions touched, and where the page was cut.
    pub trace: ReadTrace,
    /// The units, line by line; the last line is the total.
    pub sum: Vec<SumLine>,
    /// Number of returned items.
    pub returned: u64,
    /// Items read.
    pub read: u64,
}

impl ReadReport {
    /// Share of the read items that were returned, from 0 to 1; 1 if nothing was read.
    #[must_use]
    pub fn efficiency(&self) -> f64 {
        if self.read == 0 {
            1.0
        } else {
            self.returned as f64 / self.read as f64
        }
    }
}

/// A write.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WriteReport {
    /// The effects on the table and on each index.
    pub trace: WriteTrace,
    /// The units, line by line; the last line is the total.
    pub sum: Vec<SumLine>,
}

impl Report {
    /// Creates the report of a request that was handled at this time.
    #[must_use]
    pub fn of(at: Timestamp, request: &RequestEvent) -> Self {
        let kind = match request.traces.as_slice() {
            [] => ReportKind::Untraced,
            [single] => ReportKind::of(single),
            traces => ReportKind::Members(traces.iter().map(ReportKind::of).collect()),
        };
        Self {
            at,
            operation: request.operation,
            tables: tables_of(request),
            error: request.error.as_deref().map(Refusal::from),
            consumption: request.consumption.to_vec(),
            throttled: request
                .stops
                .iter()
                .filter(|stop| matches!(stop.cause, StopCause::Throttled(_)))
                .count(),
            kind,
        }
    }

    /// Whether it or one of its members was throttled.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        self.throttled > 0
    }

    /// Total units; zero if nothing was charged.
    #[must_use]
    pub fn units(&self) -> Units {
        self.consumption.iter().map(Consumption::total).sum()
    }

    /// The cost calculation in one line, for narrow places.
    #[must_use]
    pub fn in_one_line(&self) -> Option<String> {
        match &self.kind {
            ReportKind::Read(report) => one_line(&report.sum),
            ReportKind::Write(report) => one_line(&report.sum),
            ReportKind::Members(members) => {
                let direction = self.consumption.first().map_or(Direction::Read, |used| used.direction);
                let unit = if direction == Direction::Read { "RCU" } else { "WCU" };
                Some(format!(
                    "{} items, each counted separately; {} {unit}",
                    members.len(),
                    self.units()
                ))
            }
            ReportKind::Untraced => None,
        }
    }
}

/// A request whose report is created on first use, because most reports are never used.
#[derive(Debug)]
pub(crate) struct Reported {
    at: Timestamp,
    request: Arc<RequestEvent>,
    report: OnceLock<Report>,
}

/// A checkpoint omits the report. It is created again on use.
impl Checkpointed for Reported {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            format!(
                "at: {}, request: {}",
                Timestamp::form(forms),
                Arc::<RequestEvent>::form(forms)
            )
        })
    }

    fn write(&self, out: &mut Writer) {
        self.at.write(out);
        self.request.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self {
            at: Timestamp::read(bytes)?,
            request: Arc::read(bytes)?,
            report: OnceLock::new(),
        })
    }
}

impl Reported {
    pub(crate) fn new(at: Timestamp, request: &Arc<RequestEvent>) -> Self {
        Self {
            at,
            request: Arc::clone(request),
            report: OnceLock::new(),
        }
    }

    pub(crate) fn report(&self) -> &Report {
        self.report.get_or_init(|| Report::of(self.at, &self.request))
    }
}

impl ReportKind {
    fn of(trace: &Trace) -> Self {
        match trace {
            Trace::Read(trace) => Self::Read(Box::new(read_report(trace))),
            Trace::Write(trace) => Self::Write(write_report(trace)),
        }
    }
}

/// The tables that a request names, or the tables that refused it.
fn tables_of(request: &RequestEvent) -> Vec<Text> {
    let named: Vec<Text> = request.tables().cloned().collect();
    if !named.is_empty() {
        return named;
    }
    let mut tables: Vec<Text> = Vec::new();
    for stop in &request.stops {
        if !tables.contains(&stop.table) {
            tables.push(stop.table.clone());
        }
    }
    tables
}

fn one_line(sum: &[SumLine]) -> Option<String> {
    let (total, lines) = sum.split_last()?;
    let lines: Vec<String> = lines
        .iter()
        .map(|line| format!("{} {}", line.label, line.detail))
        .collect();
    let total_detail = if total.detail.is_empty() {
        String::new()
    } else {
        format!("{} = ", total.detail)
    };
    Some(format!("{}; {total_detail}{}", lines.join("; "), total.value))
}

fn read_report(trace: &ReadTrace) -> ReadReport {
    let listed = |fate: Fate| trace.walked.iter().filter(|walked| walked.fate == fate).count() as u64;
    let read = trace.partitions.iter().map(|partition| partition.line.count).sum();
    ReadReport {
        sum: read_sum(trace),
        returned: listed(Fate::Returned),
        read,
        trace: trace.clone(),
    }
}

fn write_report(trace: &WriteTrace) -> WriteReport {
    WriteReport {
        sum: write_sum(trace),
        trace: trace.clone(),
    }
}
