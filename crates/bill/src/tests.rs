//! Tests of the crate: properties of every bill, the words of one, published examples, and the price list.

mod examples;
mod list;
mod properties;
mod rules;
mod words;

use hashrange_capacity::Units;

use crate::{Bill, Charge, EnteredPrice, PartUsage, Rate, Sampling, TableUsage, Terms, Throughput, Usage};

/// Minutes of a month of 730 hours.
const MONTH: u64 = 730 * 60;
/// Bytes of a gigabyte, as most bills count.
const GB: u64 = 1_000_000_000;

/// A month that was measured completely.
fn whole_month() -> Sampling {
    Sampling {
        measured_minutes: MONTH,
        represented_minutes: MONTH,
    }
}

/// One table that was measured for a whole month.
fn month_of(table: TableUsage) -> Usage {
    Usage {
        sampling: whole_month(),
        tables: vec![table],
    }
}

/// A table in on-demand mode.
fn on_demand(read: u64, write: u64, stored_bytes: u64) -> TableUsage {
    TableUsage {
        name: "Orders".to_owned(),
        itself: PartUsage {
            throughput: Throughput::OnDemand {
                read: Units::whole(read),
                write: Units::whole(write),
            },
            stored_bytes,
            ..PartUsage::default()
        },
        ..TableUsage::default()
    }
}

/// A table with constant provisioned capacity.
fn provisioned(read: u64, write: u64) -> TableUsage {
    TableUsage {
        name: "Orders".to_owned(),
        itself: PartUsage {
            throughput: Throughput::Provisioned {
                read: vec![read],
                write: vec![write],
            },
            ..PartUsage::default()
        },
        ..TableUsage::default()
    }
}

/// Terms with entered prices, as AWS quotes them.
fn entered(region: &str, prices: &[(Charge, &str)]) -> Terms {
    Terms {
        entered: prices
            .iter()
            .map(|(charge, dollars)| EnteredPrice {
                charge: *charge,
                rate: Rate::parse(dollars, charge.priced_per()).unwrap(),
            })
            .collect(),
        ..Terms::of_region(region)
    }
}

/// The displayed amount of a line.
fn amount(bill: &Bill, charge: Charge) -> String {
    let line = bill.lines.iter().find(|line| line.charge == charge).unwrap();
    line.amount.unwrap().text()
}
