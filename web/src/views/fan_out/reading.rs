//! What the Write fan-out card shows, made of what crossed.

use hashrange_protocol::{FanArm, FanOut, SumLine, WriteEffect};
use hashrange_time::{Duration, Timestamp};

use super::words;
use crate::views::figures;
use crate::views::key_name::key_text;

/// Arms drawn in each column; the table lists all.
const MOST_ARMS: usize = 8;

/// A write that does not change once it is made.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Write {
    pub(super) at: Timestamp,
    /// The operation and the item.
    pub(super) operation: String,
    pub(super) key: String,
    pub(super) cost: String,
    pub(super) in_step: Vec<Arm>,
    pub(super) later: Vec<Arm>,
    /// Arms that are only in the table.
    pub(super) undrawn: usize,
    /// Every arm as a row of figures.
    pub(super) rows: Vec<Vec<String>>,
    pub(super) sum: Vec<SumLine>,
}

/// An arm as it is drawn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Arm {
    /// What it is: the table, a local or global index, the stream.
    pub(super) kind: &'static str,
    pub(super) name: String,
    pub(super) effect: &'static str,
    /// Units and moment.
    pub(super) cost: String,
    /// Whether anything changed there.
    pub(super) touched: bool,
}

/// One reading: the write, and which of what follows has arrived.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct Reading {
    pub(super) sentence: String,
    pub(super) write: Write,
    pub(super) arrived: Vec<bool>,
}

/// Lays out the newest write of a table.
pub(super) fn read(fan: &FanOut) -> Reading {
    let table = fan.table.as_str();
    let is_later = |arm: &&FanArm| words::follows(&arm.resource);
    let (later, in_step): (Vec<&FanArm>, Vec<&FanArm>) = fan.arms.iter().partition(is_later);
    let undrawn = in_step.len().saturating_sub(MOST_ARMS) + later.len().saturating_sub(MOST_ARMS);
    let mut drawn: Vec<Arm> = in_step.iter().take(MOST_ARMS).map(|arm| drawn_arm(arm, table)).collect();
    drawn.extend(fan.record.as_ref().map(|record| Arm {
        kind: "stream",
        name: "record".to_owned(),
        effect: words::record(record),
        cost: "at 0 ms".to_owned(),
        touched: true,
    }));
    let rows = fan.arms.iter().map(|arm| row(arm, table)).chain(fan.record.as_ref().map(|record| {
        let shard = format!("record {} in {}", record.sequence, record.shard);
        vec![shard, words::record(record).to_owned(), "–".to_owned(), figures::bytes(record.bytes), "0 ms".to_owned()]
    }));
    Reading {
        sentence: words::sentence(fan),
        arrived: later.iter().take(MOST_ARMS).map(|arm| arm.arrived).collect(),
        write: Write {
            at: fan.at,
            operation: fan.operation.name().to_owned(),
            key: key_text(&fan.keys, &fan.key),
            cost: format!("{} WCU", figures::units(fan.units)),
            in_step: drawn,
            later: later.iter().take(MOST_ARMS).map(|arm| drawn_arm(arm, table)).collect(),
            undrawn,
            rows: rows.collect(),
            sum: fan.sum.clone(),
        },
    }
}

fn drawn_arm(arm: &FanArm, table: &str) -> Arm {
    let (kind, name) = words::place(&arm.resource, table);
    let touched = arm.effect != WriteEffect::Unchanged;
    let cost = match (touched, arm.lag) {
        (false, _) => "0 WCU".to_owned(),
        (true, Duration::ZERO) => format!("{}, at 0 ms", charged(arm)),
        (true, lag) => format!("{}, +{}", charged(arm), figures::span(lag)),
    };
    Arm { kind, name, effect: words::effect(arm), cost, touched }
}

/// What an arm is charged for: units, or the bytes of a vector index.
fn charged(arm: &FanArm) -> String {
    match arm.vector_bytes {
        0 => format!("{} WCU", figures::units(arm.units)),
        bytes => figures::bytes(bytes),
    }
}

fn row(arm: &FanArm, table: &str) -> Vec<String> {
    let (kind, name) = words::place(&arm.resource, table);
    let size = |bytes: Option<u32>| bytes.map_or_else(|| "–".to_owned(), |bytes| figures::bytes(bytes.into()));
    vec![
        format!("{kind} {name}"),
        words::effect(arm).to_owned(),
        if arm.vector_bytes == 0 { figures::units(arm.units) } else { charged(arm) },
        format!("{} → {}", size(arm.sizes.0), size(arm.sizes.1)),
        figures::span(arm.lag),
    ]
}

impl Reading {
    /// How many of what follows are still on their way.
    pub(super) fn on_the_way(&self) -> usize {
        self.arrived.iter().filter(|arrived| !**arrived).count()
    }
}

#[cfg(test)]
mod tests {
    use hashrange_protocol::{Resource, Units};

    use super::*;

    fn arm(resource: Resource, effect: WriteEffect, millis: u64) -> FanArm {
        let units = Units::whole(1);
        let lag = Duration::from_millis(millis);
        FanArm { resource, effect, units, vector_bytes: 0, sizes: (None, Some(40)), lag, arrived: false }
    }

    #[test]
    fn an_arm_tells_its_cost_and_its_lag() {
        let moved = drawn_arm(&arm(Resource::GlobalIndex("ByA".into()), WriteEffect::Moved, 12), "Tab");
        assert_eq!((moved.kind, moved.name.as_str(), moved.cost.as_str()), ("GSI", "ByA", "1 WCU, +12 ms"));
        let still = drawn_arm(&arm(Resource::LocalIndex("ByW".into()), WriteEffect::Unchanged, 0), "Tab");
        assert_eq!((still.kind, still.cost.as_str(), still.touched), ("LSI", "0 WCU", false));
        let vector = FanArm { vector_bytes: 1_024, ..arm(Resource::VectorIndex("ByV".into()), WriteEffect::Put, 12) };
        let vector = drawn_arm(&vector, "Tab");
        assert_eq!((vector.kind, vector.cost.as_str()), ("vector index", "1.0 KB, +12 ms"));
    }
}
