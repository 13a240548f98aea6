//! A write as it fans out: the table in step, local indexes with it, global indexes after a while, the stream's record.

use hashrange_engine::{Engine, KeySchema, RecordView, Resource, Units, WriteEffect, WriteTrace};
use hashrange_time::{Duration, Timestamp};
use hashrange_values::{Item, Text};
use hashrange_wire::Operation;

use crate::{Report, ReportKind, SumLine, WriteReport};

/// The newest write of a table.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FanOut {
    /// When it was made.
    pub at: Timestamp,
    /// The operation.
    pub operation: Operation,
    /// The table.
    pub table: Text,
    /// What the table's primary key is made of.
    pub keys: KeySchema,
    /// The item's primary key.
    pub key: Item,
    /// Units in all, of this item.
    pub units: Units,
    /// The sum behind them.
    pub sum: Vec<SumLine>,
    /// The table's arm first, then those of its indexes.
    pub arms: Vec<FanArm>,
    /// The record in the table's stream, if it has a stream that took one.
    pub record: Option<RecordView>,
    /// Items written by the same request beside this one.
    pub others: usize,
}

/// One arm.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct FanArm {
    /// Table or index.
    pub resource: Resource,
    /// What happened, or is to happen, there.
    pub effect: WriteEffect,
    /// Units.
    pub units: Units,
    /// Bytes charged, of a vector index.
    pub vector_bytes: u64,
    /// Bytes before and after.
    pub sizes: (Option<u32>, Option<u32>),
    /// How long after the write it can be read there.
    pub lag: Duration,
    /// Whether that moment has come.
    pub arrived: bool,
}

impl FanOut {
    /// The newest write among reports; `None` when none of them wrote the table.
    pub(crate) fn of<'a>(
        engine: &Engine,
        table: &str,
        reports: impl DoubleEndedIterator<Item = &'a Report>,
    ) -> Option<Self> {
        let keys = engine.table(table)?.keys().clone();
        let (report, write, others) = reports.rev().find_map(|report| {
            let (write, others) = newest(&report.kind, table)?;
            Some((report, write, others))
        })?;
        let WriteTrace { number, key, arms, units, .. } = &write.trace;
        let now = engine.now();
        let arm = |arm: &hashrange_engine::WriteArm| FanArm {
            resource: arm.resource.clone(),
            effect: arm.effect,
            units: arm.units,
            vector_bytes: arm.vector_bytes,
            sizes: (arm.old_size, arm.new_size),
            lag: arm.arrives - report.at,
            arrived: arm.arrives <= now,
        };
        Some(Self {
            at: report.at,
            operation: report.operation,
            table: table.into(),
            keys,
            key: key.clone(),
            units: *units,
            sum: write.sum.clone(),
            arms: arms.iter().map(arm).collect(),
            record: number.and_then(|number| engine.stream_record(table, number)),
            others,
        })
    }
}

/// The last write of the table in a request, and how many more there are.
fn newest<'a>(kind: &'a ReportKind, table: &str) -> Option<(&'a WriteReport, usize)> {
    match kind {
        ReportKind::Write(write) if write.trace.table == table => Some((write, 0)),
        ReportKind::Members(members) => {
            let mut writes = members.iter().filter_map(|member| newest(member, table));
            let last = writes.next_back()?;
            Some((last.0, writes.count()))
        }
        _ => None,
    }
}
