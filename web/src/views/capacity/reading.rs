//! What the Capacity card shows, read from insight and engine at one moment.

use hashrange_engine::{Engine, IndexKind};
use hashrange_insight::{CapacitySeries, Insight, Resource, Second, TableCapacity};
use hashrange_time::Timestamp;

use super::chart::SECONDS;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    /// What the curves are about.
    pub(super) subject: String,
    /// What is being seen.
    pub(super) sentence: String,
    /// The last minute of the subject, second by second.
    pub(super) window: Vec<Second>,
    /// Read and write units a second that are provisioned; none on demand.
    pub(super) provisioned: Option<(u64, u64)>,
    /// The table and each index.
    pub(super) rows: Vec<Row>,
}

/// What one resource has consumed.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Row {
    /// Short and long words for the kind of index.
    pub(super) kind: Option<(&'static str, &'static str)>,
    pub(super) name: String,
    /// Units of the last minute.
    pub(super) minute: Second,
    /// Units since the beginning.
    pub(super) total: Second,
}

/// Reads what the table, or one of its indexes, has consumed. Nothing for a table that is not there.
pub(super) fn read(
    insight: &Insight,
    engine: &Engine,
    table: &str,
    index: Option<&str>,
    now: Timestamp,
) -> Option<Reading> {
    let view = engine.table(table)?;
    let capacity = insight.capacity(table);
    let chosen = index.and_then(|name| view.indexes().find(|index| index.definition().name == name));
    let global = chosen.filter(|index| index.definition().kind == IndexKind::Global);
    let quiet = CapacitySeries::default();
    // A global index has throughput of its own; everything else counts against the table's (documented).
    let (subject, sentence, window, throughput) = match global {
        Some(index) => {
            let name = index.definition().name.to_string();
            let series = capacity.and_then(|capacity| capacity.series(&Resource::GlobalIndex(name.as_str().into())));
            let sentence = "Units consumed each second by the global index, which has its own throughput.";
            (name, sentence, series.unwrap_or(&quiet).window(now, SECONDS), index.throughput())
        }
        None => {
            let window =
                capacity.map_or_else(|| quiet.window(now, SECONDS), |capacity| capacity.against_table(now, SECONDS));
            let sentence = if view.indexes().any(|index| index.definition().kind == IndexKind::Local) {
                "Units consumed each second by the table and its local indexes, which share its throughput."
            } else {
                "Units consumed each second by the table."
            };
            (table.to_owned(), sentence, window, view.throughput())
        }
    };
    let mut rows = vec![row(capacity, None, table, &Resource::Table, now)];
    rows.extend(view.indexes().map(|index| {
        let name = &index.definition().name;
        let (kind, resource) = match index.definition().kind {
            IndexKind::Local => (("LSI", "Local secondary index"), Resource::LocalIndex(name.clone())),
            IndexKind::Global => (("GSI", "Global secondary index"), Resource::GlobalIndex(name.clone())),
        };
        row(capacity, Some(kind), name, &resource, now)
    }));
    Some(Reading {
        subject: format!("{subject}, per second"),
        sentence: sentence.to_owned(),
        window,
        provisioned: throughput.map(|rate| (rate.read_capacity_units, rate.write_capacity_units)),
        rows,
    })
}

fn row(
    capacity: Option<&TableCapacity>,
    kind: Option<(&'static str, &'static str)>,
    name: &str,
    resource: &Resource,
    now: Timestamp,
) -> Row {
    let series = capacity.and_then(|capacity| capacity.series(resource));
    let mut minute = Second::default();
    for second in series.map(|series| series.window(now, SECONDS)).unwrap_or_default() {
        minute.read += second.read;
        minute.write += second.write;
    }
    let total = series.map(CapacitySeries::total).unwrap_or_default();
    Row { kind, name: name.to_owned(), minute, total: Second { second: 0, ..total } }
}
