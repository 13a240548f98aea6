//! What the Capacity card shows, read from insight and engine at one moment.

use hashrange_engine::{Engine, IndexKind, Throttling};
use hashrange_insight::{
    CapacitySeries, CapacityState, Direction, Insight, Reserve, Resource, ScalingStep, Second, TableCapacity, Units,
};
use hashrange_time::Timestamp;

use super::super::figures;
use super::chart::{Data, Pool, SECONDS, rates, throttled, values};

/// Seconds the pace of draining is a mean of.
const PACE: usize = 5;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub struct Reading {
    /// What the curves are about.
    pub(super) subject: String,
    /// What is being seen.
    pub(super) sentence: String,
    /// The last minute of the subject, second by second.
    pub(super) window: Vec<Second>,
    /// What the curve of reads is drawn from.
    pub(super) reads: Data,
    /// What the curve of writes is drawn from.
    pub(super) writes: Data,
    /// The newest steps of auto scaling, newest first.
    pub(super) steps: Vec<ScalingStep>,
    /// The table and each index.
    pub(super) rows: Vec<Row>,
}

/// What one resource has consumed.
#[derive(Clone, Debug, PartialEq)]
pub struct Row {
    /// Short and long words for the kind of index.
    pub(super) kind: Option<(&'static str, &'static str)>,
    pub(super) name: String,
    /// Units of the last minute.
    pub(super) minute: Second,
    /// Units since the beginning.
    pub(super) total: Second,
}

impl Reading {
    /// What the curve of this direction is drawn from.
    pub(super) fn data(&self, writes: bool) -> &Data {
        if writes { &self.writes } else { &self.reads }
    }
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
    let (subject, sentence, window) = match global {
        Some(index) => {
            let name = index.definition().name.to_string();
            let series = capacity.and_then(|capacity| capacity.series(&Resource::GlobalIndex(name.as_str().into())));
            let sentence = "Units consumed each second by the global index, which has its own throughput.";
            (name, sentence, series.unwrap_or(&quiet).window(now, SECONDS))
        }
        None => {
            let window =
                capacity.map_or_else(|| quiet.window(now, SECONDS), |capacity| capacity.against_table(now, SECONDS));
            let sentence = if view.indexes().any(|index| index.definition().kind == IndexKind::Local) {
                "Units consumed each second by the table and its local indexes, which share its throughput."
            } else {
                "Units consumed each second by the table."
            };
            (table.to_owned(), sentence, window)
        }
    };
    let of = global.map(|index| index.definition().name.as_str());
    let state = CapacityState::of(engine, table, of)?;
    let steps: Vec<&ScalingStep> = capacity.into_iter().flat_map(|capacity| capacity.steps(of)).collect();
    let metered = engine.options().physics.throttling.mode != Throttling::Off;
    let mut rows = vec![row(capacity, None, table, &Resource::Table, now)];
    rows.extend(view.indexes().filter_map(|index| {
        let name = &index.definition().name;
        let (kind, resource) = match &index.definition().kind {
            IndexKind::Local => (("LSI", "Local secondary index"), Resource::LocalIndex(name.clone())),
            IndexKind::Global => (("GSI", "Global secondary index"), Resource::GlobalIndex(name.clone())),
            // Charged by bytes: it has no units to show.
            IndexKind::Vector(_) => return None,
        };
        Some(row(capacity, Some(kind), name, &resource, now))
    }));
    Some(Reading {
        subject: format!("{subject}, per second"),
        sentence: format!("{sentence}{}", told(&state, &window, metered)),
        reads: data(&state, &window, &steps, Direction::Read, metered),
        writes: data(&state, &window, &steps, Direction::Write, metered),
        steps: steps.into_iter().rev().take(3).cloned().collect(),
        window,
        rows,
    })
}

/// What is worth a second sentence: throttled requests, or why there are none.
fn told(state: &CapacityState, window: &[Second], metered: bool) -> String {
    let throttled: u64 = window.iter().map(|s| u64::from(s.throttled_reads) + u64::from(s.throttled_writes)).sum();
    if throttled > 0 {
        let were = if throttled == 1 { "was" } else { "were" };
        return format!(" {} {were} throttled in the last minute.", figures::count(throttled));
    }
    let over = state.provisioned.is_some_and(|(reads, writes)| {
        window.iter().any(|s| s.read > Units::whole(reads) || s.write > Units::whole(writes))
    });
    match over && !metered {
        true => " More than is provisioned is served: the physics in force throttles nothing.".to_owned(),
        false => String::new(),
    }
}

fn data(state: &CapacityState, window: &[Second], steps: &[&ScalingStep], direction: Direction, metered: bool) -> Data {
    let writes = direction == Direction::Write;
    let reserve = if writes { &state.writes } else { &state.reads };
    let provisioned = state.provisioned.map(|(reads, rate)| if writes { rate } else { reads });
    let steps: Vec<&ScalingStep> = steps.iter().filter(|step| step.direction == direction).copied().collect();
    // What an on-demand table serves at once bounds it only while anything is throttled.
    let rate = provisioned.or_else(|| metered.then_some(reserve.per_second));
    let consumed = values(window, writes);
    Data {
        throttled: throttled(window, writes),
        rates: rate.map(|rate| rates(window, rate, &steps)),
        provisioned: provisioned.is_some(),
        pool: (metered && provisioned.is_some()).then(|| pool(reserve, &consumed)),
        values: consumed,
    }
}

fn pool(reserve: &Reserve, consumed: &[Units]) -> Pool {
    let late: f64 = consumed.iter().rev().skip(1).take(PACE).map(|units| units.as_f64()).sum();
    let drain = late / PACE as f64 - reserve.per_second as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and as long as it takes at most
    let seconds = (drain > 0.0).then(|| (reserve.left.as_f64() / drain).ceil() as u64);
    Pool { left: reserve.left, most: reserve.most, seconds }
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
        minute.throttled_reads = minute.throttled_reads.saturating_add(second.throttled_reads);
        minute.throttled_writes = minute.throttled_writes.saturating_add(second.throttled_writes);
    }
    let total = series.map(CapacitySeries::total).unwrap_or_default();
    Row { kind, name: name.to_owned(), minute, total: Second { second: 0, ..total } }
}
