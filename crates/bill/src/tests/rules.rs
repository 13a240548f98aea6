//! Single rules: sampling, capacity by the hour, the order of the free tier, modes side by side, and refusals.

use hashrange_capacity::Units;

use super::{GB, MONTH, entered, month_of, on_demand, provisioned};
use crate::{
    Bill, Charge, Class, IndexUsage, Money, NoBill, Note, PartUsage, Sampling, Side, TableUsage, Terms, Throughput,
    Usage, compare, side_by_side,
};

fn virginia() -> Terms {
    Terms::of_region("us-east-1")
}

fn with_index(mut table: TableUsage, throughput: Throughput, stored_bytes: u64) -> TableUsage {
    table.indexes.push(IndexUsage {
        name: "ByStatus".to_owned(),
        used: PartUsage {
            throughput,
            stored_bytes,
            ..PartUsage::default()
        },
    });
    table
}

#[test]
fn sampled_minutes_stand_for_the_month() {
    let sampled = Usage {
        sampling: Sampling {
            measured_minutes: 24,
            represented_minutes: 1_440,
        },
        tables: vec![on_demand(0, 24_000, GB)],
    };
    let bill = Bill::of(&sampled, &virginia()).unwrap();
    assert_eq!(bill.lines[0].quantity.text(), "43,800,000", "1,000 a minute");
    assert_eq!(bill.lines[1].quantity.text(), "1", "stored bytes are not scaled");
}

#[test]
fn capacity_repeats_through_the_month() {
    let mut table = provisioned(0, 0);
    table.itself.throughput = Throughput::Provisioned {
        read: Vec::new(),
        write: (0..24).map(|hour| if hour < 12 { 10 } else { 30 }).collect(),
    };
    let bill = Bill::of(&month_of(table), &virginia()).unwrap();
    assert_eq!(bill.lines.len(), 1, "no capacity, no line");
    assert_eq!(bill.lines[0].quantity.text(), "14,600", "20 on average, 730 hours");
    assert_eq!(bill.total.text(), "$9.49");
}

#[test]
fn the_free_tier_is_deducted_from_the_first_line_on() {
    let table = with_index(on_demand(0, 0, 20 * GB), Throughput::default(), 20 * GB);
    let terms = Terms {
        free_tier: true,
        ..virginia()
    };
    let bill = Bill::of(&month_of(table.clone()), &terms).unwrap();
    let free: Vec<String> = bill.lines.iter().map(|line| line.free.text()).collect();
    assert_eq!(free, ["20", "5"]);
    assert_eq!(bill.total.text(), "$3.75");
    let class = Class::StandardInfrequentAccess;
    let bill = Bill::of(&month_of(TableUsage { class, ..table }), &terms).unwrap();
    assert_eq!(bill.total.text(), "$4.00", "Standard-IA has no free tier");
    let bill = Bill::of(&month_of(provisioned(25, 26)), &terms).unwrap();
    assert_eq!(bill.total.text(), "$0.25", "18,980 − 18,600 WCU-hours");
}

/// A table with an index in one of the modes, and 230 GB.
fn in_mode(itself: Throughput, index: Throughput, target_percent: Option<u8>) -> Bill {
    let mut table = with_index(on_demand(0, 0, 230 * GB), index, 0);
    table.itself.throughput = itself;
    table.target_percent = target_percent;
    Bill::of(&month_of(table), &virginia()).unwrap()
}

/// Half units read and units written each second.
fn each_second(halves: u64, writes: u64) -> Throughput {
    Throughput::OnDemand {
        read: Units::halves(halves * MONTH * 60),
        write: Units::whole(writes * MONTH * 60),
    }
}

fn constant(read: u64, write: u64) -> Throughput {
    Throughput::Provisioned {
        read: vec![read],
        write: vec![write],
    }
}

/// 36 writes a second to a table and 12 to its index, and 54.5 read units: on demand, with capacity for the peak, and with
/// auto scaling at 70 %.
#[test]
fn modes_stand_side_by_side() {
    let on_demand = in_mode(each_second(109, 36), each_second(0, 12), None);
    let fixed = in_mode(constant(90, 80), constant(0, 40), None);
    let scaled = in_mode(constant(78, 52), constant(0, 18), Some(70));
    let shown: Vec<String> = side_by_side(&[&on_demand, &fixed, &scaled])
        .iter()
        .map(|row| {
            let amounts = row
                .sides
                .iter()
                .map(|side| side.amount().map_or_else(String::new, Money::text));
            let amounts: Vec<String> = amounts.collect();
            let index = row.index.as_deref().unwrap_or("table");
            format!("{index}, {}: {}", row.purpose.title(), amounts.join(" "))
        })
        .collect();
    assert_eq!(
        shown,
        [
            "table, Writes: $59.13 $37.96 $24.67",
            "table, Reads: $17.90 $8.54 $7.40",
            "table, Storage: $57.50 $57.50 $57.50",
            "ByStatus, Writes: $19.71 $18.98 $8.54",
        ]
    );
    assert_eq!(on_demand.total.text(), "$154.24");
    let note = scaled
        .notes
        .iter()
        .find(|note| matches!(note, Note::AutoScaling { .. }));
    assert_eq!(
        note.unwrap().text(),
        "Orders: auto scaling keeps use at 70 % of the capacity."
    );
}

#[test]
fn table_classes_stand_side_by_side() {
    let table = on_demand(10_000_000, 10_000_000, 100 * GB);
    let standard = Bill::of(&month_of(table.clone()), &virginia()).unwrap();
    let class = Class::StandardInfrequentAccess;
    let infrequent = Bill::of(&month_of(TableUsage { class, ..table }), &virginia()).unwrap();
    let comparison = compare(&standard, &infrequent);
    let shown = comparison.differences.iter().map(|row| row.difference.unwrap().text());
    assert_eq!(shown.collect::<Vec<_>>(), ["$1.55", "$0.30", "−$15.00"]);
    assert_eq!(comparison.difference.text(), "−$13.15");
}

#[test]
fn a_comparison_tells_absent_from_unknown() {
    let terms = Terms::of_region("eu-west-3");
    let bill = |table| Bill::of(&month_of(table), &terms).unwrap();
    let before = bill(on_demand(0, 1_000_000, 10 * GB));
    let after = bill(on_demand(2_000_000, 0, 5 * GB));
    let comparison = compare(&before, &after);
    let [writes, storage, reads] = comparison.differences.as_slice() else {
        panic!("{:?}", comparison.differences)
    };
    assert_eq!(writes.after, Side::Absent);
    assert_eq!(writes.difference.map(Money::text).as_deref(), Some("−$0.74"));
    assert_eq!((storage.before, storage.difference), (Side::Unknown, None));
    assert_eq!(reads.before, Side::Absent);
    assert_eq!(reads.difference.map(Money::text).as_deref(), Some("$0.30"));
    assert!(!comparison.is_complete);
    assert_eq!(comparison.difference.text(), "−$0.44");
}

#[test]
fn the_last_entered_price_counts() {
    let terms = entered(
        "us-east-1",
        &[
            (Charge::Storage, "1"),
            (Charge::Storage, "2.5"),
            (Charge::BulkPut, "0.3"),
        ],
    );
    let table = TableUsage {
        bulk_put_bytes: 10 * GB,
        ..on_demand(0, 0, 2 * GB)
    };
    let bill = Bill::of(&month_of(table), &terms).unwrap();
    assert_eq!(bill.total.text(), "$8.00");
    assert_eq!(bill.lines[0].price.evidence(), "entered by you");
    assert!(bill.not_in_the_total().is_empty());
}

#[test]
fn senseless_samplings_and_months_are_refused() {
    let with = |measured_minutes, represented_minutes| Usage {
        sampling: Sampling {
            measured_minutes,
            represented_minutes,
        },
        tables: vec![on_demand(1, 1, 1)],
    };
    assert_eq!(Bill::of(&with(0, 1_440), &virginia()), Err(NoBill::Sampling));
    assert_eq!(Bill::of(&with(60, 59), &virginia()), Err(NoBill::Sampling));
    for hours in [0, 745, u64::MAX] {
        let terms = Terms { hours, ..virginia() };
        assert_eq!(Bill::of(&with(1, 1), &terms), Err(NoBill::Hours));
    }
    for reason in [NoBill::Sampling, NoBill::Hours] {
        assert!(reason.text().ends_with('.'));
    }
}

/// The arithmetic of the lesson about a bill: 200 write units a second for a month, in either mode.
#[test]
fn new_025_new_028_new_029_units_and_hours_are_charged() {
    let units = 200 * MONTH * 60;
    let bill = Bill::of(&month_of(on_demand(0, units, 0)), &virginia()).unwrap();
    assert_eq!(bill.total.text(), "$328.50", "525.6 million at $0.625 a million");
    let bill = Bill::of(&month_of(provisioned(0, 200)), &virginia()).unwrap();
    assert_eq!(bill.total.text(), "$94.90", "200 × 730 hours at $0.00065, used or not");
    let bill = Bill::of(&month_of(on_demand(0, 0, 0)), &virginia()).unwrap();
    assert_eq!(bill.total.text(), "$0.00", "no use, no charge");
}

#[test]
fn new_031_storage_is_charged_by_the_gb_and_month() {
    let bill = Bill::of(&month_of(on_demand(0, 0, 5_046 * GB)), &virginia()).unwrap();
    assert_eq!(bill.total.text(), "$1,261.50");
}
