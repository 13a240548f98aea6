//! Figures of the latest request: what it was charged, and what it touched.
//!
//! Must not know the purpose of the request.

use hashrange_engine::{Consumption, ReadTrace, Resource, Units};
use hashrange_workload::Figure;

use super::text::number;
use crate::{Insight, Report, ReportKind};

impl Insight {
    /// A figure of the latest request; `None` for another kind of figure.
    pub(super) fn of_newest(&self, table: &str, figure: &Figure) -> Option<String> {
        let newest = || self.last_report();
        Some(match figure {
            Figure::Cost => newest().map_or_else(String::new, |report| number(report.units())),
            Figure::CostOf(arm) => newest().map_or_else(String::new, |report| number(units_of(report, table, arm))),
            Figure::Units => {
                let charged = self
                    .reports()
                    .rev()
                    .map(Report::units)
                    .find(|units| *units > Units::ZERO);
                number(charged.unwrap_or(Units::ZERO))
            }
            Figure::Asked => newest()
                .map_or(0, |report| reads(&report.kind, &|read| read.partitions.len() as u64))
                .to_string(),
            Figure::Fetched => {
                let fetched = |read: &ReadTrace| read.fetched.as_ref().map_or(0, |line| line.count);
                newest().map_or(0, |report| reads(&report.kind, &fetched)).to_string()
            }
            _ => return None,
        })
    }
}

/// The units of one resource: `table`, or the name of an index.
fn units_of(report: &Report, table: &str, arm: &str) -> Units {
    let of_table = report.consumption.iter().filter(|one| one.table == table);
    let arms = of_table.flat_map(Consumption::arms).filter(|one| match &one.resource {
        Resource::Table => arm == "table",
        Resource::GlobalIndex(name) | Resource::LocalIndex(name) => name == arm,
        _ => false,
    });
    arms.fold(Units::ZERO, |sum, one| sum + one.units)
}

/// The sum of a number over all reads of a request.
fn reads(kind: &ReportKind, of: &impl Fn(&ReadTrace) -> u64) -> u64 {
    match kind {
        ReportKind::Read(read) => of(&read.trace),
        ReportKind::Members(members) => members.iter().map(|member| reads(member, of)).sum(),
        ReportKind::Write(_) | ReportKind::Untraced => 0,
    }
}
