//! The price of a charge in a Region: what is known of it, since when, and from whom.
//!
//! Must not know use. The list itself is in `prices.rs`; what it lacks is unknown, never zero and never a guess.

use crate::prices::{PRICES, PriceState, Source};
use crate::words::Words;
use crate::{Charge, Rate, Terms};

/// A price with its evidence.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Price {
    /// The price of one unit. `None` if it is unknown.
    pub rate: Option<Rate>,
    /// How it is known.
    pub state: PriceState,
    /// The date of the source: a day, a month, or words. Empty without a source.
    pub date: String,
    /// Where it was read, or how it was concluded. Empty without a source.
    pub source: String,
}

impl Price {
    /// The price of a charge under these terms: the entered one, otherwise that of the list.
    pub fn of(charge: Charge, terms: &Terms) -> Self {
        if let Some(entered) = terms.entered.iter().rev().find(|entered| entered.charge == charge) {
            return Self::from_source(Some(entered.rate), PriceState::Entered, "", "");
        }
        for group in &PRICES {
            let row = group.prices.iter().find(|(of, _)| *of == charge);
            if let Some((_, dollars)) = row.filter(|_| group.region == terms.region) {
                let Source { state, date, text } = *group.source;
                return Self::from_source(Rate::parse(dollars, charge.priced_per()), state, date, text);
            }
        }
        Self::from_source(None, PriceState::Unknown, "", "")
    }

    fn from_source(rate: Option<Rate>, state: PriceState, date: &str, source: &str) -> Self {
        Self {
            rate,
            state,
            date: String::from(date),
            source: String::from(source),
        }
    }

    /// The price in words, such as `$0.705 per million WRUs`.
    pub fn text(&self, charge: Charge) -> String {
        let Some(rate) = self.rate else {
            return String::from("no price known");
        };
        let per = match charge.priced_per() {
            1 => " per ",
            100_000 => " per 100,000 ",
            _ => " per million ",
        };
        let is_one = charge.priced_per() == 1;
        let unit = if is_one { charge.unit() } else { charge.units() };
        let rate = rate.text(charge.priced_per());
        Words::new(&rate).text(per).text(unit).take()
    }

    /// How the price is known, such as `published, 2026-09-11, AWS Price List`.
    pub fn evidence(&self) -> String {
        let mut words = Words::new(self.state.title());
        for part in [&self.date, &self.source] {
            if !part.is_empty() {
                words.text(", ").text(part);
            }
        }
        words.take()
    }
}
