//! What holds for every bill, whatever the use, the Region, the class and the terms.

use hashrange_capacity::Units;
use proptest::collection::vec;
use proptest::prelude::*;

use crate::{
    Bill, Class, Gigabyte, IndexUsage, Money, PartUsage, PriceState, Quantity, Sampling, TableUsage, Terms, Throughput,
    Usage, compare,
};

/// Numbers of every size. Their amounts stay below the largest, of 10¹⁷ dollars.
fn number() -> impl Strategy<Value = u64> {
    prop_oneof![Just(0), 1..100_u64, 1..10_000_000_u64, 1..(u64::MAX >> 12)]
}

fn throughput() -> impl Strategy<Value = Throughput> {
    let units = (number(), number()).prop_map(|(read, write)| Throughput::OnDemand {
        read: Units::halves(read),
        write: Units::whole(write / 4),
    });
    let day = || prop_oneof![vec(0..50_000_u64, 1), vec(0..50_000_u64, 24), Just(Vec::new())];
    let capacity = (day(), day()).prop_map(|(read, write)| Throughput::Provisioned { read, write });
    prop_oneof![units, capacity]
}

fn part() -> impl Strategy<Value = PartUsage> {
    (throughput(), number(), number(), number()).prop_map(|(throughput, stored, written, searched)| PartUsage {
        throughput,
        stored_bytes: stored,
        vector_write_bytes: written,
        vector_search_bytes: searched,
    })
}

fn table() -> impl Strategy<Value = TableUsage> {
    let class = prop_oneof![Just(Class::Standard), Just(Class::StandardInfrequentAccess)];
    let numbers = vec(number(), 13);
    (class, part(), vec(part(), 0..3), numbers, "[A-B]").prop_map(|(class, itself, parts, numbers, name)| TableUsage {
        name,
        class,
        itself,
        indexes: parts
            .into_iter()
            .enumerate()
            .map(|(at, used)| IndexUsage {
                name: ["ByStatus", "ByDate", "ByCoupon"][at].to_owned(),
                used,
            })
            .collect(),
        target_percent: None,
        pitr_bytes: numbers[0],
        backup_bytes: numbers[1],
        cold_backup_bytes: numbers[2],
        restored_bytes: numbers[3],
        cold_restored_bytes: numbers[4],
        exported_bytes: numbers[5],
        incrementally_exported_bytes: numbers[6],
        imported_bytes: numbers[7],
        bulk_put_bytes: numbers[8],
        stream_reads: numbers[9],
        kinesis_units: numbers[10],
        insights_events: numbers[11],
        insights_rules: numbers[12],
    })
}

fn usage() -> impl Strategy<Value = Usage> {
    // Divisors of an hour: scaling to any number of hours is exact.
    let measured = prop_oneof![Just(1_u64), Just(12), Just(20), Just(60)];
    (measured, vec(table(), 1..3)).prop_map(|(measured_minutes, tables)| Usage {
        sampling: Sampling {
            measured_minutes,
            represented_minutes: 1_440,
        },
        tables,
    })
}

fn terms() -> impl Strategy<Value = Terms> {
    let regions = [
        "us-east-1",
        "us-east-2",
        "eu-west-1",
        "eu-west-3",
        "sa-east-1",
        "ap-northeast-2",
        "eu-west-9",
    ];
    (0..regions.len(), any::<bool>(), any::<bool>()).prop_map(move |(region, free_tier, is_binary)| Terms {
        free_tier,
        hours: 720,
        gigabyte: if is_binary { Gigabyte::Binary } else { Gigabyte::Decimal },
        ..Terms::of_region(regions[region])
    })
}

fn doubled_part(part: &PartUsage) -> PartUsage {
    let twice = |numbers: &[u64]| numbers.iter().map(|number| number * 2).collect();
    PartUsage {
        throughput: match &part.throughput {
            Throughput::OnDemand { read, write } => Throughput::OnDemand {
                read: Units::halves(read.as_halves() * 2),
                write: Units::halves(write.as_halves() * 2),
            },
            Throughput::Provisioned { read, write } => Throughput::Provisioned {
                read: twice(read),
                write: twice(write),
            },
        },
        stored_bytes: part.stored_bytes * 2,
        vector_write_bytes: part.vector_write_bytes * 2,
        vector_search_bytes: part.vector_search_bytes * 2,
    }
}

fn doubled(usage: &Usage) -> Usage {
    let mut usage = usage.clone();
    for table in &mut usage.tables {
        table.itself = doubled_part(&table.itself);
        for index in &mut table.indexes {
            index.used = doubled_part(&index.used);
        }
        for number in [
            &mut table.pitr_bytes,
            &mut table.backup_bytes,
            &mut table.cold_backup_bytes,
            &mut table.restored_bytes,
            &mut table.cold_restored_bytes,
            &mut table.exported_bytes,
            &mut table.incrementally_exported_bytes,
            &mut table.imported_bytes,
            &mut table.bulk_put_bytes,
            &mut table.stream_reads,
            &mut table.kinesis_units,
            &mut table.insights_events,
            &mut table.insights_rules,
        ] {
            *number *= 2;
        }
    }
    usage
}

proptest! {
    #[test]
    fn lines_add_up_to_the_total(usage in usage(), terms in terms()) {
        let bill = Bill::of(&usage, &terms).unwrap();
        let sum = bill.lines.iter().filter_map(|line| line.amount).fold(Money::ZERO, Money::plus);
        prop_assert_eq!(sum, bill.total);
        for line in &bill.lines {
            prop_assert!(!line.quantity.is_zero());
            prop_assert_eq!(line.billable().plus(line.free), line.quantity);
        }
    }

    #[test]
    fn twice_the_use_costs_twice_as_much(usage in usage(), terms in terms()) {
        let terms = Terms { free_tier: false, gigabyte: Gigabyte::Decimal, ..terms };
        let (one, two) = (Bill::of(&usage, &terms).unwrap(), Bill::of(&doubled(&usage), &terms).unwrap());
        prop_assert_eq!(one.lines.len(), two.lines.len());
        for (one, two) in one.lines.iter().zip(&two.lines) {
            prop_assert_eq!(one.quantity.plus(one.quantity), two.quantity);
            prop_assert_eq!(one.amount.map(|amount| amount.plus(amount)), two.amount);
        }
        prop_assert_eq!(one.total.plus(one.total), two.total);
    }

    /// Other scales round a quantity to a billionth: by a half at most.
    #[test]
    fn any_scale_errs_by_a_billionth_at_most(usage in usage(), terms in terms(), measured in 1..1_440_u64) {
        let usage = Usage {
            sampling: Sampling { measured_minutes: measured, represented_minutes: 1_440 },
            ..usage
        };
        let terms = Terms { free_tier: false, hours: 730, gigabyte: Gigabyte::Binary, ..terms };
        let (one, two) = (Bill::of(&usage, &terms).unwrap(), Bill::of(&doubled(&usage), &terms).unwrap());
        for (one, two) in one.lines.iter().zip(&two.lines) {
            let twice = one.quantity.plus(one.quantity);
            let error = twice.minus(two.quantity).plus(two.quantity.minus(twice));
            // A gigabyte rounds first, and its error grows with the scale.
            let scale = 1 + 730 * 60 / measured;
            prop_assert!(error <= Quantity::whole(2).times(scale, 1_000_000_000), "{}", error.text());
        }
    }

    #[test]
    fn unknown_prices_never_count(usage in usage(), terms in terms()) {
        let bill = Bill::of(&usage, &terms).unwrap();
        for line in &bill.lines {
            let is_unknown = line.price.state == PriceState::Unknown;
            prop_assert_eq!(is_unknown, line.amount.is_none());
            prop_assert_eq!(is_unknown, line.price.rate.is_none());
        }
        let unknown = bill.lines.iter().filter(|line| line.amount.is_none()).count();
        prop_assert_eq!(bill.not_in_the_total().len(), unknown);
        if terms.region == "eu-west-9" {
            prop_assert_eq!(bill.total, Money::ZERO);
        }
    }

    #[test]
    fn the_free_tier_deducts_no_more_than_it_covers(usage in usage(), terms in terms()) {
        let with = Bill::of(&usage, &Terms { free_tier: true, ..terms.clone() }).unwrap();
        let without = Bill::of(&usage, &Terms { free_tier: false, ..terms }).unwrap();
        prop_assert!(with.total <= without.total);
        for line in &with.lines {
            let same = with.lines.iter().filter(|other| other.charge == line.charge);
            let free = same.fold(Quantity::ZERO, |sum, other| sum.plus(other.free));
            prop_assert!(free <= line.charge.free_quantity());
        }
        prop_assert!(without.lines.iter().all(|line| line.free.is_zero()));
    }

    #[test]
    fn a_bill_equals_itself(usage in usage(), terms in terms()) {
        let bill = Bill::of(&usage, &terms).unwrap();
        let same = compare(&bill, &bill);
        prop_assert_eq!(same.difference, Money::ZERO);
        for row in &same.differences {
            prop_assert_eq!(row.before, row.after);
            prop_assert_eq!(row.difference, row.before.amount().map(|_| Money::ZERO));
        }
        prop_assert_eq!(same.is_complete, bill.not_in_the_total().is_empty());
    }

    #[test]
    fn differences_add_up(before in usage(), after in usage(), terms in terms()) {
        let (before, after) = (Bill::of(&before, &terms).unwrap(), Bill::of(&after, &terms).unwrap());
        let there = compare(&before, &after);
        let back = compare(&after, &before);
        prop_assert_eq!(there.difference.plus(back.difference), Money::ZERO);
        if there.is_complete {
            let sum = there.differences.iter().filter_map(|row| row.difference).fold(Money::ZERO, Money::plus);
            prop_assert_eq!(sum, there.difference);
        }
    }

    #[test]
    fn every_line_is_explained(usage in usage(), terms in terms()) {
        let bill = Bill::of(&usage, &terms).unwrap();
        for line in &bill.lines {
            let steps = bill.explanation(line);
            let last = steps.last().unwrap();
            let amount = line.amount.map(Money::text).unwrap_or_default();
            prop_assert_eq!(&last.value, &amount);
            prop_assert!(steps.iter().all(|step| !step.label.is_empty()));
        }
        prop_assert!(bill.notes.iter().all(|note| !note.text().is_empty()));
    }
}
