//! The content of the Capacity card, from a reading: its texts, and the data of its curves.

use hashrange_protocol::{Capacity, Direction, Resource, ResourceUse, Saved, ScalingStep, Second, Units};
use hashrange_words::t;

use super::chart::{Data, Pool, rates, throttled, values};

/// The number of seconds over which the drain rate is averaged.
const PACE: usize = 5;

/// One reading.
#[derive(Clone, Debug, PartialEq)]
pub struct CapacityReading {
    /// The subject of the curves.
    pub(super) subject: String,
    /// A description of the picture.
    pub(super) sentence: String,
    /// Whether requests beyond the provisioned rate succeed, because throttling is off. The sentence says so.
    pub(super) is_free: bool,
    /// The last minute of the subject, second by second.
    pub(super) window: Vec<Second>,
    /// The data of the read curve.
    pub(super) reads: Data,
    /// The data of the write curve.
    pub(super) writes: Data,
    /// The latest steps of auto scaling, latest first.
    pub(super) steps: Vec<ScalingStep>,
    /// The table and each index.
    pub(super) rows: Vec<ResourceRow>,
}

/// The consumption of one resource.
#[derive(Clone, Debug, PartialEq)]
pub struct ResourceRow {
    /// Short and long names for the kind of index.
    pub(super) kind: Option<(&'static str, &'static str)>,
    pub(super) name: String,
    /// Units of the last minute.
    pub(super) minute: Second,
    /// Units since the beginning.
    pub(super) total: Second,
}

impl CapacityReading {
    /// The data of the curve in this direction.
    pub(super) fn data(&self, writes: bool) -> &Data {
        if writes { &self.writes } else { &self.reads }
    }
}

/// Reads the consumption of a table, or of one of its global indexes.
pub(super) fn read(capacity: &Capacity) -> CapacityReading {
    let subject = capacity.index.as_ref().unwrap_or(&capacity.table);
    let sentence = match (&capacity.index, capacity.has_local) {
        (Some(_), _) => t!("Units consumed each second by the global index, which has its own throughput."),
        (None, true) => {
            t!("Units consumed each second by the table and its local indexes, which share its throughput.")
        }
        (None, false) => t!("Units consumed each second by the table."),
    };
    CapacityReading {
        subject: t!("{subject}, per second", subject),
        is_free: is_free(capacity),
        sentence: format!("{sentence}{}", summary(capacity)),
        reads: data(capacity, Direction::Read),
        writes: data(capacity, Direction::Write),
        steps: capacity.steps.iter().rev().take(3).cloned().collect(),
        window: capacity.window.clone(),
        rows: capacity
            .resources
            .iter()
            .map(|used| row(used, &capacity.table))
            .collect(),
    }
}

/// A second sentence: throttled requests, or why there are none.
fn summary(capacity: &Capacity) -> String {
    let window = &capacity.window;
    let throttled: u64 = window
        .iter()
        .map(|s| u64::from(s.throttled_reads) + u64::from(s.throttled_writes))
        .sum();
    if throttled > 0 {
        return format!(
            " {}",
            t!(
                "{throttled, plural, one {# was} other {# were}} throttled in the last minute.",
                throttled
            )
        );
    }
    match is_free(capacity) {
        true => format!(
            " {}",
            t!("Requests beyond the provisioned rate succeed: throttling is off in Physics.")
        ),
        false => String::new(),
    }
}

/// Whether more than the provisioned rate is served, because throttling is off.
fn is_free(capacity: &Capacity) -> bool {
    let over = capacity.provisioned.is_some_and(|(reads, writes)| {
        let mut window = capacity.window.iter();
        window.any(|s| s.read > Units::whole(reads) || s.write > Units::whole(writes))
    });
    over && !capacity.metered
}

fn data(capacity: &Capacity, direction: Direction) -> Data {
    let (window, writes) = (&capacity.window, direction == Direction::Write);
    let saved = if writes { capacity.writes } else { capacity.reads };
    let provisioned = capacity
        .provisioned
        .map(|(reads, rate)| if writes { rate } else { reads });
    let steps: Vec<&ScalingStep> = capacity
        .steps
        .iter()
        .filter(|step| step.direction == direction)
        .collect();
    // The on-demand limit applies only while throttling is on.
    let rate = provisioned.or_else(|| capacity.metered.then_some(saved.per_second));
    let consumed = values(window, writes);
    Data {
        throttled: throttled(window, writes),
        rates: rate.map(|rate| rates(window, rate, &steps)),
        provisioned: provisioned.is_some(),
        pool: (capacity.metered && provisioned.is_some()).then(|| pool(saved, &consumed)),
        values: consumed,
    }
}

fn pool(saved: Saved, consumed: &[Units]) -> Pool {
    let late: f64 = consumed
        .iter()
        .rev()
        .skip(1)
        .take(PACE)
        .map(|units| units.as_f64())
        .sum();
    let drain = late / PACE as f64 - saved.per_second as f64;
    #[allow(clippy::cast_possible_truncation, clippy::cast_sign_loss)] // positive, and the cast saturates
    let seconds = (drain > 0.0).then(|| (saved.left.as_f64() / drain).ceil() as u64);
    Pool {
        left: saved.left,
        most: saved.most,
        seconds,
    }
}

fn row(used: &ResourceUse, table: &str) -> ResourceRow {
    let (kind, name) = match &used.resource {
        Resource::Table => (None, table.to_owned()),
        Resource::LocalIndex(name) => (Some(("LSI", t!("Local secondary index"))), name.to_string()),
        Resource::GlobalIndex(name) => (Some(("GSI", t!("Global secondary index"))), name.to_string()),
        Resource::VectorIndex(name) => (Some(("vector", t!("Vector index"))), name.to_string()),
    };
    ResourceRow {
        kind,
        name,
        minute: used.window,
        total: used.total,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn capacity() -> Capacity {
        let used = |resource| ResourceUse {
            resource,
            window: Second::default(),
            total: Second::default(),
        };
        let second = |second| Second {
            second,
            write: Units::whole(12),
            ..Second::default()
        };
        let saved = Saved {
            per_second: 10,
            left: Units::whole(40),
            most: Units::whole(3_000),
        };
        Capacity {
            table: "Tab".to_owned(),
            index: None,
            has_local: true,
            window: (100..160).map(second).collect(),
            metered: true,
            provisioned: Some((5, 10)),
            reads: Saved { per_second: 5, ..saved },
            writes: saved,
            steps: Vec::new(),
            resources: vec![used(Resource::Table), used(Resource::LocalIndex("ByW".into()))],
        }
    }

    #[test]
    fn a_reservoir_that_is_drained_reports_how_long_it_lasts() {
        let reading = read(&capacity());
        assert_eq!(reading.subject, "Tab, per second");
        assert_eq!(reading.writes.pool.and_then(|pool| pool.seconds), Some(20));
        assert_eq!(reading.reads.pool.and_then(|pool| pool.seconds), None);
        let rows: Vec<_> = reading
            .rows
            .iter()
            .map(|row| (row.kind.map(|kind| kind.0), row.name.as_str()))
            .collect();
        assert_eq!(rows, [(None, "Tab"), (Some("LSI"), "ByW")]);
    }

    #[test]
    fn physics_that_throttle_nothing_are_reported_when_more_is_served() {
        let unmetered = Capacity {
            metered: false,
            index: Some("ByG".to_owned()),
            ..capacity()
        };
        let reading = read(&unmetered);
        assert!(
            reading
                .sentence
                .starts_with("Units consumed each second by the global index"),
            "{}",
            reading.sentence
        );
        assert!(
            reading.is_free && reading.sentence.ends_with("throttling is off in Physics."),
            "{}",
            reading.sentence
        );
        assert_eq!(reading.writes.pool, None);
    }
}
