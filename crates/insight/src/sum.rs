//! The calculation of a cost, in words: one line for each charge, then the factor and the total.

use hashrange_engine::{
    Consistency, Factor, Line, PartitionRead, ReadTrace, Resource, Rounding, Units, What, WriteArm, WriteEffect,
    WriteTrace,
};
use hashrange_words::counted;

/// A line of the sum.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct SumLine {
    /// The charged part, or the factor.
    pub label: String,
    /// The number, the size, and the rounding.
    pub detail: String,
    /// Units of the line before the factor. In the last line: the total with its unit.
    pub value: String,
}

/// The sum of a read.
pub(crate) fn read_sum(trace: &ReadTrace) -> Vec<SumLine> {
    if trace.search_bytes > 0 {
        return vec![search_line(trace)];
    }
    let mut lines = partition_lines(&trace.partitions);
    lines.extend(trace.fetched.iter().map(sum_line));
    let arithmetic = trace.arithmetic();
    lines.push(total_line(arithmetic.factor, arithmetic.before_factor(), trace.units));
    lines
}

/// The sum of a write: the table and every written index.
pub(crate) fn write_sum(trace: &WriteTrace) -> Vec<SumLine> {
    let mut lines = Vec::new();
    for arm in &trace.arms {
        let place = match &arm.resource {
            Resource::Table => String::new(),
            Resource::LocalIndex(name) | Resource::GlobalIndex(name) | Resource::VectorIndex(name) => {
                format!("{name}: ")
            }
        };
        if arm.vector_bytes > 0 {
            lines.push(vector_line(&place, arm));
        } else if arm.lines.is_empty() {
            let (label, detail) = match (arm.old_size, arm.new_size) {
                (None, None) => ("no entry", "a key attribute is missing, nothing written"),
                _ => ("no change", "in the projected attributes, nothing written"),
            };
            lines.push(SumLine {
                label: format!("{place}{label}"),
                detail: detail.to_owned(),
                value: "0".to_owned(),
            });
        }
        lines.extend(arm.lines.iter().map(|line| {
            let line = sum_line(line);
            SumLine {
                label: format!("{place}{}", line.label),
                ..line
            }
        }));
    }
    lines.push(write_total(trace));
    lines
}

/// The line of a search, which is charged by bytes instead of units.
fn search_line(trace: &ReadTrace) -> SumLine {
    let results = trace.walked.len();
    SumLine {
        label: format!("{}: search", trace.index.as_deref().unwrap_or_default()),
        detail: format!(
            "what it examines and returns ({results} {}), at least 1 KB; model: AWS documents no formula, ours follows \
             published measurements",
            if results == 1 { "result" } else { "results" }
        ),
        value: bytes(trace.search_bytes),
    }
}

/// The line of a vector index, which is charged by bytes instead of units.
fn vector_line(place: &str, arm: &WriteArm) -> SumLine {
    let moved = arm.effect == WriteEffect::Moved;
    SumLine {
        label: format!("{place}vector entry"),
        detail: format!(
            "4 bytes a dimension plus its other attributes, at least 1 KB{}",
            if moved { ", twice" } else { "" }
        ),
        value: bytes(arm.vector_bytes),
    }
}

/// The total of a write. In a transaction, the table's own lines count twice, and those of its indexes once.
fn write_total(trace: &WriteTrace) -> SumLine {
    if trace.factor == Factor::Write {
        return total_line(Factor::Write, trace.units, trace.units);
    }
    let before = |of_table: bool| -> Units {
        let arms = trace
            .arms
            .iter()
            .filter(|arm| (arm.resource == Resource::Table) == of_table);
        arms.flat_map(|arm| &arm.lines).map(|line| line.units).sum()
    };
    let mut total = total_line(trace.factor, before(true), trace.units);
    let indexes = before(false);
    if !indexes.is_zero() {
        total.detail.push_str(&format!(" + {}", one_decimal(indexes)));
    }
    total
}

/// Returns one line for each partition. Empty partitions share a line, because a Scan of a small table touches many of
/// them.
fn partition_lines(partitions: &[PartitionRead]) -> Vec<SumLine> {
    if let [single] = partitions {
        return vec![sum_line(&single.line)];
    }
    let (empty, filled): (Vec<&PartitionRead>, Vec<&PartitionRead>) =
        partitions.iter().partition(|read| read.line.count == 0);
    let mut lines: Vec<SumLine> = filled
        .iter()
        .map(|read| {
            let line = sum_line(&read.line);
            SumLine {
                label: format!("partition {}: {}", read.partition + 1, line.label),
                ..line
            }
        })
        .collect();
    if !empty.is_empty() {
        let units: Units = empty.iter().map(|read| read.line.units).sum();
        lines.push(SumLine {
            label: counted(empty.len() as u64, "empty partition"),
            detail: "at least 4 KB each".to_owned(),
            value: one_decimal(units),
        });
    }
    lines
}

fn sum_line(line: &Line) -> SumLine {
    let rounded = bytes(line.rounded_to_bytes);
    let detail = match line.rounding {
        Rounding::LargerOf {
            before: Some(before),
            after: Some(after),
        } => {
            format!(
                "larger of {} before and {} after → {rounded}",
                bytes(before),
                bytes(after)
            )
        }
        Rounding::LargerOf {
            before: None,
            after: None,
        } => format!("no item → {rounded}"),
        Rounding::EachAlone => match (line.each_bytes, line.each_rounded_to_bytes()) {
            (Some(each), Some(to)) => {
                format!(
                    "{} × ({} → {}), each rounded separately",
                    line.count,
                    bytes(each),
                    bytes(to)
                )
            }
            _ => format!(
                "{} of {} in total → {rounded}, each rounded separately",
                line.count,
                bytes(line.bytes)
            ),
        },
        Rounding::Together | Rounding::LargerOf { .. } => match (line.count, line.each_bytes) {
            (0, _) => format!("nothing read → at least {rounded}"),
            (1, _) => format!("{} → {rounded}", bytes(line.bytes)),
            (count, Some(each)) => format!("{count} × {} = {} → {rounded}", bytes(each), bytes(line.bytes)),
            (count, None) => format!("{count} of {} in total → {rounded}", bytes(line.bytes)),
        },
    };
    SumLine {
        label: what(line.what).to_owned(),
        detail,
        value: one_decimal(line.units),
    }
}

fn total_line(factor: Factor, before: Units, total: Units) -> SumLine {
    let (label, detail, unit) = match factor {
        Factor::Read(Consistency::Eventual) => ("eventually consistent", format!("{} × ½", one_decimal(before)), "RCU"),
        Factor::Read(Consistency::Strong) => ("strongly consistent", String::new(), "RCU"),
        Factor::Read(Consistency::Transactional) => ("transactional", format!("{} × 2", one_decimal(before)), "RCU"),
        Factor::Write => ("in all", String::new(), "WCU"),
        Factor::TransactionalWrite => ("transactional", format!("{} × 2", one_decimal(before)), "WCU"),
    };
    SumLine {
        label: label.to_owned(),
        detail,
        value: format!("{total} {unit}"),
    }
}

fn what(what: What) -> &'static str {
    match what {
        What::Items => "items",
        What::IndexEntries => "index entries",
        What::BaseItemsFetched => "base items fetched",
        What::TableItem => "item",
        What::ConditionCheckedItem => "item checked by a condition",
        What::IndexEntryPut => "entry put",
        What::IndexEntryReplaced => "entry replaced",
        What::IndexEntryDeleted => "entry deleted",
        What::RepeatedTransactionItems => "items of the repeated transaction",
    }
}

fn one_decimal(units: Units) -> String {
    format!("{units:.1}")
}

/// A number of bytes as text: exact below 1 KB and for multiples of a kilobyte, otherwise with one decimal.
pub(crate) fn bytes(count: u64) -> String {
    const KILOBYTE: u64 = 1024;
    if count < KILOBYTE {
        format!("{count} B")
    } else if count.is_multiple_of(KILOBYTE) {
        format!("{} KB", count / KILOBYTE)
    } else {
        // Integers only: the code that formats floats is large. A tie rounds to the even tenth, as with floats.
        let (tenths, rest) = (count.saturating_mul(10) / KILOBYTE, count.saturating_mul(10) % KILOBYTE);
        let tenths = tenths + u64::from(rest * 2 + tenths % 2 > KILOBYTE);
        format!("{}.{} KB", tenths / 10, tenths % 10)
    }
}
