//! The report of one request: what it touched, what it cost, and the arithmetic behind the cost.

use std::sync::{Arc, OnceLock};

use hashrange_checkpoint::{Checkpointed, Damaged, Forms, Reader, Writer};
use hashrange_engine::{Consumption, Direction, Fate, ReadTrace, RequestEvent, StopCause, Trace, Units, WriteTrace};
use hashrange_time::Timestamp;
use hashrange_values::Text;
use hashrange_wire::Operation;

use crate::sum::{read_sum, write_sum};
use crate::{Refusal, SumLine};

/// A request as people look at it.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct Report {
    /// When it was answered.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The tables, when it named any.
    pub tables: Vec<Text>,
    /// Why it was refused, if it was.
    pub error: Option<Refusal>,
    /// What it consumed, table by table.
    pub consumption: Vec<Consumption>,
    /// How often it, or members of it, was throttled.
    pub throttled: usize,
    /// What it touched.
    pub kind: ReportKind,
}

/// What a request touched, by its kind.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub enum ReportKind {
    /// A read of one item, a Query, a Scan.
    Read(Box<ReadReport>),
    /// A write of one item.
    Write(WriteReport),
    /// Several members of a batch or transaction, a read or write each.
    Members(Vec<ReportKind>),
    /// Control plane, refused, or made without traces.
    Untraced,
}

/// A read.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct ReadReport {
    /// Entries walked, partitions touched, page cut.
    pub trace: ReadTrace,
    /// The units, line by line; the last line is the total.
    pub sum: Vec<SumLine>,
    /// Items in the answer.
    pub returned: u64,
    /// Items read.
    pub read: u64,
}

impl ReadReport {
    /// Share of the items read that were returned, from 0 to 1; 1 when nothing was read.
    #[must_use]
    pub fn efficiency(&self) -> f64 {
        if self.read == 0 { 1.0 } else { self.returned as f64 / self.read as f64 }
    }
}

/// A write.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct WriteReport {
    /// The table's arm and each index's.
    pub trace: WriteTrace,
    /// The units, line by line; the last line is the total.
    pub sum: Vec<SumLine>,
}

impl Report {
    /// The report of a request that was answered or refused at this moment.
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
            throttled: request.stops.iter().filter(|stop| matches!(stop.cause, StopCause::Throttled(_))).count(),
            kind,
        }
    }

    /// Whether it, or a member of it, was throttled.
    #[must_use]
    pub fn is_throttled(&self) -> bool {
        self.throttled > 0
    }

    /// Units in all; zero when nothing was charged.
    #[must_use]
    pub fn units(&self) -> Units {
        self.consumption.iter().map(Consumption::total).sum()
    }

    /// The arithmetic in one line, for a tight place.
    #[must_use]
    pub fn in_one_line(&self) -> Option<String> {
        match &self.kind {
            ReportKind::Read(report) => one_line(&report.sum),
            ReportKind::Write(report) => one_line(&report.sum),
            ReportKind::Members(members) => {
                let direction = self.consumption.first().map_or(Direction::Read, |used| used.direction);
                let unit = if direction == Direction::Read { "RCU" } else { "WCU" };
                Some(format!("{} items, each on its own; {} {unit}", members.len(), self.units()))
            }
            ReportKind::Untraced => None,
        }
    }
}

/// A request whose report is made when somebody looks at it: of most nobody does.
#[derive(Debug)]
pub(crate) struct Reported {
    at: Timestamp,
    request: Arc<RequestEvent>,
    report: OnceLock<Report>,
}

/// Whoever looks at it again has it made again.
impl Checkpointed for Reported {
    fn form(forms: &mut Forms) -> String {
        forms.named::<Self>(|forms| {
            format!("at: {}, request: {}", Timestamp::form(forms), Arc::<RequestEvent>::form(forms))
        })
    }

    fn write(&self, out: &mut Writer) {
        self.at.write(out);
        self.request.write(out);
    }

    fn read(bytes: &mut Reader<'_>) -> Result<Self, Damaged> {
        Ok(Self { at: Timestamp::read(bytes)?, request: Arc::read(bytes)?, report: OnceLock::new() })
    }
}

impl Reported {
    pub(crate) fn new(at: Timestamp, request: &Arc<RequestEvent>) -> Self {
        Self { at, request: Arc::clone(request), report: OnceLock::new() }
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

/// The tables a request names, or those that stopped it.
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
    let lines: Vec<String> = lines.iter().map(|line| format!("{} {}", line.label, line.detail)).collect();
    let total_detail = if total.detail.is_empty() { String::new() } else { format!("{} = ", total.detail) };
    Some(format!("{}; {total_detail}{}", lines.join("; "), total.value))
}

fn read_report(trace: &ReadTrace) -> ReadReport {
    let listed = |fate: Fate| trace.walked.iter().filter(|walked| walked.fate == fate).count() as u64;
    let read = trace.partitions.iter().map(|partition| partition.line.count).sum();
    ReadReport { sum: read_sum(trace), returned: listed(Fate::Returned), read, trace: trace.clone() }
}

fn write_report(trace: &WriteTrace) -> WriteReport {
    WriteReport { sum: write_sum(trace), trace: trace.clone() }
}
