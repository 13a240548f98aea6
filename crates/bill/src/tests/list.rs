//! The price list: every price can be read, has a source, and is in one place.

use crate::prices::{PRICES, REGIONS};
use crate::{Charge, Money, Price, PriceState, Quantity, Rate, Terms, regions};

#[test]
fn every_price_is_read_and_has_a_source() {
    for group in &PRICES {
        assert!(
            REGIONS.iter().any(|region| region.code == group.region),
            "{}",
            group.region
        );
        assert!(
            !group.source.date.is_empty() && !group.source.text.is_empty(),
            "{}",
            group.region
        );
        assert!(matches!(
            group.source.state,
            PriceState::Published | PriceState::Inferred
        ));
        for (charge, dollars) in group.prices {
            let rate = Rate::parse(dollars, charge.priced_per());
            let cost = rate.map(|rate| Quantity::whole(1).at(rate));
            assert!(cost > Some(Money::ZERO), "{} {charge:?} {dollars}", group.region);
        }
    }
}

#[test]
fn no_price_is_twice_in_a_region() {
    let all = || {
        PRICES
            .iter()
            .flat_map(|group| group.prices.iter().map(move |(charge, _)| (group.region, *charge)))
    };
    for price in all() {
        assert_eq!(all().filter(|other| *other == price).count(), 1, "{price:?}");
    }
}

#[test]
fn what_the_list_lacks_is_unknown() {
    for region in regions() {
        let price = Price::of(Charge::BulkPut, &Terms::of_region(region.code));
        assert_eq!(
            (price.rate, price.state),
            (None, PriceState::Unknown),
            "{}",
            region.code
        );
        assert_eq!(price.text(Charge::BulkPut), "no price known");
        assert_eq!(price.evidence(), "unknown");
    }
    let price = Price::of(Charge::WriteRequests, &Terms::of_region("eu-west-9"));
    assert_eq!(price.rate, None);
}

#[test]
fn prices_say_their_source() {
    let price = Price::of(Charge::WriteRequests, &Terms::of_region("eu-west-1"));
    assert_eq!(price.text(Charge::WriteRequests), "$0.705 per million WRUs");
    assert_eq!(
        price.evidence(),
        "published, 2026-09-11, AWS Price List, in henderjm/world-cup-sweepstake"
    );
    let price = Price::of(Charge::StreamReads, &Terms::of_region("us-east-1"));
    assert_eq!(price.text(Charge::StreamReads), "$0.02 per 100,000 GetRecords calls");
    let price = Price::of(Charge::ReadCapacity, &Terms::of_region("ap-northeast-2"));
    assert_eq!(price.text(Charge::ReadCapacity), "$0.00014098 per RCU-hour");
}

#[test]
fn usage_types_begin_with_the_region() {
    assert_eq!(Charge::Storage.usage_type("EU"), "EU-TimedStorage-ByteHrs");
    assert_eq!(Charge::IaStorage.usage_type("SAE1"), "SAE1-IA-TimedStorage-ByteHrs");
    assert_eq!(Charge::Storage.usage_type("USE1"), "TimedStorage-ByteHrs");
    assert_eq!(Charge::Pitr.usage_type("USE1"), "USE1-TimedPITRStorage-ByteHrs");
    assert_eq!(Charge::BulkPut.usage_type("USE1"), "", "nobody published it");
}
