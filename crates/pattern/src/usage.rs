//! The use that a bill charges for: the units of a day, and what the tables store.
//!
//! Must not know prices, nor how the day was measured.

use hashrange_bill::{Class, IndexUsage, PartUsage, TableUsage, Throughput, Usage};
use hashrange_engine::{Direction, Engine, IndexKind, TableView};
use hashrange_values::Text;
use hashrange_wire::{BillingMode, ProvisionedThroughput, TableClass};

use crate::upkeep::backed_up_bytes;
use crate::{Day, Pattern, Run};

/// Bytes that AWS adds to each item and index entry for storage (documented: index-storage).
const OVERHEAD: u64 = 100;
/// The target use of auto scaling in percent: what the console proposes.
const TARGET: u8 = 70;

/// How a bill pays, instead of what the tables say.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Plan {
    /// The capacity mode of all tables; `None` for what each has.
    pub mode: Option<CapacityMode>,
    /// The table class of all tables; `None` for what each has.
    pub class: Option<Class>,
}

/// A capacity mode, with what provisions it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CapacityMode {
    /// Each request unit is paid.
    OnDemand,
    /// Constant capacity: the average of the busiest hour, rounded up (a model: bursts within the hour need more).
    Provisioned,
    /// Auto scaling at a target use of 70 %: each hour has what its average needs (a model: it follows at once).
    AutoScaling,
}

/// The use of this day, and the storage of every table.
#[must_use]
pub fn usage(engine: &Engine, day: &Day, plan: Plan) -> Usage {
    let tables = engine.tables().map(|table| table_usage(engine, table, day, plan));
    Usage {
        tables: tables.collect(),
        ..Usage::default()
    }
}

fn table_usage(engine: &Engine, table: TableView<'_>, day: &Day, plan: Plan) -> TableUsage {
    let name: &str = table.name();
    let own = |provisioned: Option<ProvisionedThroughput>| match (plan.mode, table.billing()) {
        (None, BillingMode::Provisioned) => Some(provisioned.map_or_else(Throughput::default, constant)),
        _ => None,
    };
    let part = |throughput, items: usize, bytes: u64| PartUsage {
        throughput,
        stored_bytes: bytes + items as u64 * OVERHEAD,
        ..PartUsage::default()
    };
    let indexes = table.indexes().map(|index| {
        let definition = index.definition();
        let throughput = match (&definition.kind, own(index.throughput())) {
            // A local index uses the throughput of its table.
            (IndexKind::Local, _) => Throughput::default(),
            (_, Some(throughput)) => throughput,
            // A vector index has no provisioned capacity.
            (IndexKind::Vector(_), None) => taken(day, (name, Some(&definition.name)), CapacityMode::OnDemand),
            (_, None) => taken(
                day,
                (name, Some(&definition.name)),
                plan.mode.unwrap_or(CapacityMode::OnDemand),
            ),
        };
        IndexUsage {
            name: definition.name.to_string(),
            used: part(throughput, index.item_count(), index.bytes()),
        }
    });
    let itself = own(table.throughput())
        .unwrap_or_else(|| taken(day, (name, None), plan.mode.unwrap_or(CapacityMode::OnDemand)));
    TableUsage {
        name: name.to_owned(),
        class: plan.class.unwrap_or_else(|| class_of(engine, name)),
        itself: part(itself, table.item_count(), table.bytes()),
        indexes: indexes.collect(),
        target_percent: (plan.mode == Some(CapacityMode::AutoScaling)).then_some(TARGET),
        pitr_bytes: if table.has_recovery() {
            backed_up_bytes(table)
        } else {
            0
        },
        ..TableUsage::default()
    }
}

fn constant(provisioned: ProvisionedThroughput) -> Throughput {
    Throughput::Provisioned {
        read: vec![provisioned.read_capacity_units],
        write: vec![provisioned.write_capacity_units],
    }
}

/// The throughput that a table or an index needs for the day. Provisioned capacity is at least one unit.
fn taken(day: &Day, (table, index): (&str, Option<&Text>), mode: CapacityMode) -> Throughput {
    let at_least_one = |hours: Vec<u64>| -> Vec<u64> { hours.into_iter().map(|units| units.max(1)).collect() };
    match mode {
        CapacityMode::OnDemand => Throughput::OnDemand {
            read: day.units(table, index, Direction::Read),
            write: day.units(table, index, Direction::Write),
        },
        CapacityMode::Provisioned => {
            let busiest = |direction| {
                let hours = day.capacity(table, index, direction, 100);
                at_least_one(vec![hours.into_iter().max().unwrap_or(0)])
            };
            Throughput::Provisioned {
                read: busiest(Direction::Read),
                write: busiest(Direction::Write),
            }
        }
        CapacityMode::AutoScaling => {
            let each = |direction| at_least_one(day.capacity(table, index, direction, TARGET.into()));
            Throughput::Provisioned {
                read: each(Direction::Read),
                write: each(Direction::Write),
            }
        }
    }
}

fn class_of(engine: &Engine, table: &str) -> Class {
    let summary = engine
        .describe(table)
        .and_then(|described| described.table_class_summary);
    match summary.map(|summary| summary.table_class) {
        Some(TableClass::StandardInfrequentAccess) => Class::StandardInfrequentAccess,
        _ => Class::Standard,
    }
}

/// Provisioned capacity that does not cover the busiest hour of a day.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Short {
    /// The table.
    pub table: Text,
    /// The index; `None` for the table.
    pub index: Option<Text>,
    /// Reads or writes.
    pub direction: Direction,
    /// Units a second of the busiest hour, rounded up.
    pub needed: u64,
    /// Units a second that are provisioned.
    pub provisioned: u64,
}

/// Where the provisioned capacity of tables and indexes does not cover a day.
#[must_use]
pub fn shortages(engine: &Engine, day: &Day) -> Vec<Short> {
    let mut short = Vec::new();
    for part in &day.parts {
        let Some(table) = engine.table(&part.table) else {
            continue;
        };
        let provisioned = match &part.index {
            Some(name) => {
                let index = table.indexes().find(|index| index.definition().name == *name);
                index.and_then(|index| index.throughput())
            }
            None => table.throughput(),
        };
        let Some(rate) = provisioned else { continue };
        let provisioned = match part.direction {
            Direction::Read => rate.read_capacity_units,
            Direction::Write => rate.write_capacity_units,
        };
        let hours = day.capacity(&part.table, part.index.as_ref(), part.direction, 100);
        let needed = hours.into_iter().max().unwrap_or(0);
        if needed > provisioned {
            short.push(Short {
                table: part.table.clone(),
                index: part.index.clone(),
                direction: part.direction,
                needed,
                provisioned,
            });
        }
    }
    short
}

/// The use of a day by one pattern alone: its requests to tables on demand. Provisioned capacity is not charged by
/// request.
#[must_use]
pub fn usage_of_requests(engine: &Engine, pattern: &Pattern, run: &Run) -> Usage {
    let day = Day::of_runs(std::slice::from_ref(pattern), std::slice::from_ref(run));
    let mut usage = usage(engine, &day, Plan::default());
    for table in &mut usage.tables {
        table.pitr_bytes = 0;
        let parts = table.indexes.iter_mut().map(|index| &mut index.used);
        for part in parts.chain([&mut table.itself]) {
            part.stored_bytes = 0;
            if matches!(part.throughput, Throughput::Provisioned { .. }) {
                part.throughput = Throughput::default();
            }
        }
    }
    usage
}
