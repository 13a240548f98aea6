//! The prices that lessons calculate with.
//!
//! Must not know prices: `hashrange-bill` has the list, with its sources.

use hashrange_bill::{Charge, Price, Terms};
use hashrange_workload::Figure;

/// The Region of lessons.
const REGION: &str = "us-east-1";

/// A price in dollars; `None` for another figure.
pub(super) fn of_price(figure: &Figure) -> Option<String> {
    let Figure::Price(word) = figure else {
        return None;
    };
    let charge = match word.as_str() {
        "write-requests" => Charge::WriteRequests,
        "read-requests" => Charge::ReadRequests,
        "write-hour" => Charge::WriteCapacity,
        "read-hour" => Charge::ReadCapacity,
        "storage" => Charge::Storage,
        "recovery" => Charge::Pitr,
        _ => return Some(String::new()),
    };
    let rate = Price::of(charge, &Terms::of_region(REGION)).rate;
    let text = rate.map_or_else(String::new, |rate| rate.text(charge.priced_per()));
    Some(text.trim_start_matches('$').to_owned())
}

#[cfg(test)]
mod tests {
    use hashrange_workload::PRICED;

    use super::*;

    #[test]
    fn every_charge_that_a_lesson_can_name_has_a_price() {
        let price = |word: &str| of_price(&Figure::Price(word.to_owned())).unwrap();
        for word in PRICED {
            assert_ne!(price(word), "", "{word}");
        }
        assert_eq!(price("write-requests"), "0.625");
        assert_eq!(price("read-hour"), "0.00013");
        assert_eq!(of_price(&Figure::Items), None);
    }
}
