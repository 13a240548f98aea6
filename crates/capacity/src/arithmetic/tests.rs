//! The arithmetic against AWS's worked examples and costs seen on AWS (observed: local-fetch-units).

use super::*;
use proptest::prelude::*;

fn tally_of(kind: CapacityKind, sizes: &[u64]) -> Tally {
    let mut tally = Tally::new(kind);
    for bytes in sizes {
        tally.add(*bytes);
    }
    tally
}

fn local_index_read(entries: &[u64], items: &[u64], consistency: Consistency) -> Arithmetic {
    Arithmetic::new(Factor::Read(consistency))
        .with(tally_of(CapacityKind::Read, entries).together(What::IndexEntries))
        .with(tally_of(CapacityKind::Read, items).each_alone(What::BaseItemsFetched))
}

#[test]
fn a_local_index_read_with_fetch_rounds_entries_together_and_items_alone() {
    let cost = local_index_read(&[200; 4], &[300; 4], Consistency::Strong);
    assert_eq!(cost.total(), Units::whole(5));
    assert_eq!(
        cost.lines.iter().map(|line| line.rounded_to_bytes).sum::<u64>(),
        20 * 1_024
    );

    let cost = local_index_read(&[170; 4], &[318; 4], Consistency::Eventual);
    let [entries, items] = cost.lines[..] else {
        panic!("two lines")
    };
    assert_eq!((entries.count, entries.each_bytes, entries.bytes), (4, Some(170), 680));
    assert_eq!((entries.rounded_to_bytes, entries.units), (4_096, Units::whole(1)));
    assert_eq!(
        (items.count, items.each_bytes, items.each_rounded_to_bytes()),
        (4, Some(318), Some(4_096))
    );
    assert_eq!(items.units, Units::whole(4));
    assert_eq!(cost.before_factor(), Units::whole(5));
    assert_eq!(cost.factor.per_block(), Units::halves(1));
    assert_eq!(cost.total(), Units::halves(5));
    assert_eq!(cost.total_of(|what| what == What::IndexEntries), Units::halves(1));
    assert_eq!(cost.total_of(|what| what == What::BaseItemsFetched), Units::whole(2));
}

/// Seen on AWS (observed: local-fetch-units): three small rows, then the same rows of 9 KB.
#[test]
fn observed_fetches_come_out() {
    let small = local_index_read(&[40; 3], &[90; 3], Consistency::Eventual);
    assert_eq!(small.total(), Units::whole(2));
    let of_table = |what| what == What::BaseItemsFetched;
    for (consistency, table) in [
        (Consistency::Eventual, Units::halves(9)),
        (Consistency::Strong, Units::whole(9)),
    ] {
        assert_eq!(
            local_index_read(&[40; 3], &[9_216; 3], consistency).total_of(of_table),
            table
        );
    }
}

#[test]
fn a_walk_that_finds_nothing_is_charged_but_no_fetch_is_free() {
    let empty = Tally::new(CapacityKind::Read);
    let walk = empty.together(What::Items);
    assert_eq!(
        (walk.count, walk.bytes, walk.rounded_to_bytes, walk.units),
        (0, 0, 4_096, Units::whole(1))
    );
    assert_eq!(walk.each_bytes, None);
    assert!(empty.each_alone(What::BaseItemsFetched).units.is_zero());
}

#[test]
fn sizes_that_differ_have_no_common_size() {
    let batch = tally_of(CapacityKind::Read, &[1_536, 6_656]).each_alone(What::TableItem);
    assert_eq!((batch.each_bytes, batch.each_rounded_to_bytes()), (None, None));
    assert_eq!((batch.bytes, batch.rounded_to_bytes), (8_192, 12_288));
}

#[test]
fn a_write_names_both_images_and_charges_the_larger() {
    let line = Line::change(What::TableItem, Some(3_000), Some(200));
    assert_eq!(
        line.rounding,
        Rounding::LargerOf {
            before: Some(3_000),
            after: Some(200)
        }
    );
    assert_eq!(
        (line.count, line.bytes, line.rounded_to_bytes, line.units),
        (1, 3_000, 3_072, Units::whole(3))
    );
    let missing = Line::change(What::TableItem, None, None);
    assert_eq!((missing.bytes, missing.units), (0, Units::whole(1)));
    let moved = Arithmetic::new(Factor::Write)
        .with(Line::single(CapacityKind::Write, What::IndexEntryDeleted, 90))
        .with(Line::single(CapacityKind::Write, What::IndexEntryPut, 1_100));
    assert_eq!(moved.total(), Units::whole(3));
}

#[test]
fn a_factor_knows_its_meter() {
    assert_eq!(Factor::Read(Consistency::Strong).kind(), CapacityKind::Read);
    assert_eq!(Factor::TransactionalWrite.kind(), CapacityKind::Write);
    assert_eq!(Factor::TransactionalWrite.applied_to(Units::whole(3)), Units::whole(6));
    assert_eq!(Factor::Write.applied_to(Units::whole(3)), Units::whole(3));
    assert_eq!(
        Factor::Read(Consistency::Transactional).applied_to(Units::whole(1)),
        Units::whole(2)
    );
}

proptest! {
    #[test]
    fn rounding_together_never_costs_more(sizes in proptest::collection::vec(0..450_000_u64, 1..50)) {
        let tally = tally_of(CapacityKind::Read, &sizes);
        prop_assert!(tally.together(What::Items).units <= tally.each_alone(What::Items).units);
        for consistency in [Consistency::Eventual, Consistency::Strong, Consistency::Transactional] {
            let walk = Arithmetic::new(Factor::Read(consistency)).with(tally.together(What::Items));
            prop_assert_eq!(walk.total(), read_units(tally.bytes(), consistency));
        }
    }
}
