//! The use that a bill charges for: the calls of a day of all patterns, and what the tables store.
//!
//! Each call costs what it cost in its run (a model: the calls of a day differ in reality). Must not know prices.

use hashrange_bill::{Class, IndexUsage, PartUsage, TableUsage, Throughput, Usage};
use hashrange_engine::{Direction, Engine, IndexKind, Resource, Units};
use hashrange_values::Text;
use hashrange_wire::{BillingMode, ProvisionedThroughput, TableClass};

use crate::{Pattern, Run};

/// Bytes that AWS adds to each item and index entry for storage (documented: index-storage).
const OVERHEAD: u64 = 100;
/// Hours whose calls are counted.
const DAY: u64 = 24;

/// The use of a day by patterns with a rate, as their runs measured it, and the storage of every table.
#[must_use]
pub fn usage(engine: &Engine, patterns: &[Pattern], runs: &[Run]) -> Usage {
    let taken = |table: &str, index: Option<&Text>, direction: Direction| -> Units {
        let calls = patterns.iter().zip(runs).filter_map(|(pattern, run)| {
            let units: Units = run
                .served
                .iter()
                .filter(|served| served.direction == direction && served.table == table)
                .filter(|served| charged_index(&served.resource) == index)
                .map(|served| served.units)
                .sum();
            Some(units * pattern.rate?.calls_in(DAY))
        });
        calls.sum()
    };
    let tables = engine.tables().map(|table| {
        let name: &str = table.name();
        let throughput = |index: Option<&Text>, provisioned: Option<ProvisionedThroughput>| match table.billing() {
            BillingMode::Provisioned => {
                provisioned.map_or_else(Throughput::default, |provisioned| Throughput::Provisioned {
                    read: vec![provisioned.read_capacity_units],
                    write: vec![provisioned.write_capacity_units],
                })
            }
            BillingMode::PayPerRequest => Throughput::OnDemand {
                read: taken(name, index, Direction::Read),
                write: taken(name, index, Direction::Write),
            },
        };
        let part = |throughput, items: usize, bytes: u64| PartUsage {
            throughput,
            stored_bytes: bytes + items as u64 * OVERHEAD,
            ..PartUsage::default()
        };
        let indexes = table.indexes().map(|index| {
            let definition = index.definition();
            // A local index uses the throughput of its table.
            let throughput = match index.throughput() {
                Some(provisioned) => throughput(Some(&definition.name), Some(provisioned)),
                None if definition.kind == IndexKind::Local => Throughput::default(),
                None => throughput(Some(&definition.name), None),
            };
            IndexUsage {
                name: definition.name.to_string(),
                used: part(throughput, index.item_count(), index.bytes()),
            }
        });
        TableUsage {
            name: name.to_owned(),
            class: class_of(engine, name),
            itself: part(throughput(None, table.throughput()), table.item_count(), table.bytes()),
            indexes: indexes.collect(),
            pitr_bytes: if table.has_recovery() { table.bytes() } else { 0 },
            ..TableUsage::default()
        }
    });
    Usage {
        tables: tables.collect(),
        ..Usage::default()
    }
}

/// The index whose throughput is charged; `None` for that of the table.
fn charged_index(resource: &Resource) -> Option<&Text> {
    match resource {
        Resource::Table | Resource::LocalIndex(_) => None,
        Resource::GlobalIndex(name) | Resource::VectorIndex(name) => Some(name),
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

/// The use of a day by one pattern alone: its requests to tables on demand. Provisioned capacity is not charged by
/// request.
#[must_use]
pub fn usage_of_requests(engine: &Engine, pattern: &Pattern, run: &Run) -> Usage {
    let mut usage = usage(engine, std::slice::from_ref(pattern), std::slice::from_ref(run));
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
