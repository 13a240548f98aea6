//! Published worked examples, with their prices entered. Each names its address and date. Where one is wrong, the test
//! says so.

use super::{GB, amount, entered, month_of, on_demand, provisioned};
use crate::{Bill, Charge, TableUsage, Terms};

fn total(table: TableUsage, terms: &Terms) -> String {
    Bill::of(&month_of(table), terms).unwrap().total.text()
}

/// An estimate that AWS Pricing Calculator saved, us-east-2, May 2026, in <https://github.com/FahadMustafa/aws-calc>,
/// `references/service-modules/dynamodb.md`: 10 million writes and 10 million eventually consistent reads of 1 KB, and
/// 10 GB, cost $9.38. The calculator ignores the free tier.
#[test]
fn aws_calculator_on_demand() {
    let prices = [
        (Charge::WriteRequests, "0.625"),
        (Charge::ReadRequests, "0.125"),
        (Charge::Storage, "0.25"),
    ];
    let table = on_demand(5_000_000, 10_000_000, 10 * GB);
    assert_eq!(total(table, &entered("us-east-2", &prices)), "$9.38");
}

/// The same estimate: 10 GB each of on-demand backup, PITR and restore cost $4.50; of full and incremental export $2.00; of
/// import $1.50.
#[test]
fn aws_calculator_backups_exports_and_imports() {
    let prices = [
        (Charge::Backup, "0.10"),
        (Charge::Pitr, "0.20"),
        (Charge::Restore, "0.15"),
        (Charge::Export, "0.10"),
        (Charge::IncrementalExport, "0.10"),
        (Charge::Import, "0.15"),
    ];
    let terms = entered("us-east-2", &prices);
    let backups = TableUsage {
        backup_bytes: 10 * GB,
        pitr_bytes: 10 * GB,
        restored_bytes: 10 * GB,
        ..TableUsage::default()
    };
    let exports = TableUsage {
        exported_bytes: 10 * GB,
        incrementally_exported_bytes: 10 * GB,
        ..TableUsage::default()
    };
    let imports = TableUsage {
        imported_bytes: 10 * GB,
        ..TableUsage::default()
    };
    assert_eq!(total(backups, &terms), "$4.50");
    assert_eq!(total(exports, &terms), "$2.00");
    assert_eq!(total(imports, &terms), "$1.50");
}

/// <https://zeonedge.com/en/blog/dynamodb-cost-optimization-on-demand-provisioned-dax-single-table>, 2026-04-11: 1,000
/// writes and 10,000 reads a second for 730 hours cost $9,855 on demand, at the prices before November 2024, and $1,423.50
/// provisioned.
#[test]
fn zeonedge_on_demand_and_provisioned() {
    let prices = [
        (Charge::WriteRequests, "1.25"),
        (Charge::ReadRequests, "0.25"),
        (Charge::WriteCapacity, "0.00065"),
        (Charge::ReadCapacity, "0.00013"),
    ];
    let terms = entered("us-east-1", &prices);
    let seconds = 730 * 3_600;
    let bill = Bill::of(&month_of(on_demand(10_000 * seconds, 1_000 * seconds, 0)), &terms).unwrap();
    assert_eq!(amount(&bill, Charge::WriteRequests), "$3,285.00");
    assert_eq!(amount(&bill, Charge::ReadRequests), "$6,570.00");
    assert_eq!(bill.total.text(), "$9,855.00");
    let bill = Bill::of(&month_of(provisioned(10_000, 1_000)), &terms).unwrap();
    assert_eq!(amount(&bill, Charge::WriteCapacity), "$474.50");
    assert_eq!(amount(&bill, Charge::ReadCapacity), "$949.00");
    assert_eq!(bill.total.text(), "$1,423.50");
}

/// <https://github.com/henderjm/world-cup-sweepstake>, `docs/costs/aws-trial-scenarios.json`, prices of eu-west-1 of
/// 2026-10-04: a collector with 10 million units of each kind costs $8.47, 1,136,800 requests of 30 read units $4.83, and a
/// GB with PITR $0.50. The first is $8.465: half a cent rounds up.
#[test]
fn sweepstake_in_ireland() {
    let prices = [
        (Charge::WriteRequests, "0.705"),
        (Charge::ReadRequests, "0.1415"),
        (Charge::Storage, "0.283"),
        (Charge::Pitr, "0.22"),
    ];
    let terms = entered("eu-west-1", &prices);
    let gigabyte = TableUsage {
        pitr_bytes: GB,
        ..on_demand(0, 0, GB)
    };
    assert_eq!(total(on_demand(10_000_000, 10_000_000, 0), &terms), "$8.47");
    assert_eq!(total(on_demand(30 * 1_136_800, 0, 0), &terms), "$4.83");
    assert_eq!(total(gigabyte, &terms), "$0.50");
}

/// <https://github.com/mattrobinsonsre/terrapod/issues/953>, 2026-07-21: 80 million reads, 16 million writes and 80 GB cost
/// $40, without the free tier.
#[test]
fn terrapod_on_demand() {
    let prices = [
        (Charge::WriteRequests, "0.625"),
        (Charge::ReadRequests, "0.125"),
        (Charge::Storage, "0.25"),
    ];
    let bill = Bill::of(
        &month_of(on_demand(80_000_000, 16_000_000, 80 * GB)),
        &entered("us-east-1", &prices),
    )
    .unwrap();
    assert_eq!(amount(&bill, Charge::ReadRequests), "$10.00");
    assert_eq!(amount(&bill, Charge::WriteRequests), "$10.00");
    assert_eq!(amount(&bill, Charge::Storage), "$20.00");
    assert_eq!(bill.total.text(), "$40.00");
}

/// A bill of AWS itself, by usage type, in a public audit of 2026-09-05: 7,879,833 WRUs cost $4.9249 and 3,949,752.5 RRUs
/// $0.4937. The prices are those of our list.
#[test]
fn a_real_bill_of_us_east_1() {
    let mut table = on_demand(0, 7_879_833, 0);
    table.itself.throughput = crate::Throughput::OnDemand {
        read: hashrange_capacity::Units::halves(2 * 3_949_752 + 1),
        write: hashrange_capacity::Units::whole(7_879_833),
    };
    let bill = Bill::of(&month_of(table), &Terms::of_region("us-east-1")).unwrap();
    assert_eq!(amount(&bill, Charge::WriteRequests), "$4.92");
    assert_eq!(amount(&bill, Charge::ReadRequests), "$0.49");
    assert_eq!(
        bill.total.text(),
        "$5.42",
        "$4.92490 and $0.49372 add up before they round"
    );
    let types: Vec<&str> = bill.lines.iter().map(|line| line.usage_type.as_str()).collect();
    assert_eq!(types, ["WriteRequestUnits", "ReadRequestUnits"]);
}

/// <https://dev.to/suhas_mallesh/dynamodb-on-demand-is-bleeding-you-dry-switch-to-provisioned-and-save-60-65b>, 2026-02-11,
/// is wrong. It says that 100 WCU and 500 RCU cost $4.75 each for 730 hours, $9.50 in total, and save 62 % of the $25.00 on
/// demand. Both products are ten times too small: 100 × $0.00065 × 730 is $47.45. So its provisioned table costs almost four
/// times as much as on demand.
#[test]
fn dev_to_errs_by_a_factor_of_ten() {
    let prices = [
        (Charge::WriteRequests, "1.25"),
        (Charge::ReadRequests, "0.25"),
        (Charge::WriteCapacity, "0.00065"),
        (Charge::ReadCapacity, "0.00013"),
    ];
    let terms = entered("us-east-1", &prices);
    assert_eq!(
        total(on_demand(50_000_000, 10_000_000, 0), &terms),
        "$25.00",
        "as they say"
    );
    let bill = Bill::of(&month_of(provisioned(500, 100)), &terms).unwrap();
    assert_eq!(amount(&bill, Charge::WriteCapacity), "$47.45", "they say $4.75");
    assert_eq!(amount(&bill, Charge::ReadCapacity), "$47.45", "they say $4.75");
    assert_eq!(bill.total.text(), "$94.90", "they say $9.50");
}
