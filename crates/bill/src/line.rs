//! A line of a bill: what was measured, the quantity of a month, its price and its amount.
//!
//! Must not know how lines are worded or compared, nor where prices come from.

use hashrange_capacity::Units;

use crate::{Charge, Money, Price, Quantity, Sampling, Terms};

/// Minutes of an hour.
const HOUR_MINUTES: u64 = 60;

/// A line of a bill.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Line {
    /// The table.
    pub table: String,
    /// The index, if the line is one's.
    pub index: Option<String>,
    /// What is charged.
    pub charge: Charge,
    /// AWS's usage type. Empty if the Region or the usage type is unknown.
    pub usage_type: String,
    /// What was measured.
    pub measured: Measured,
    /// The quantity of the month, before the free tier.
    pub quantity: Quantity,
    /// The part of it that the free tier covers.
    pub free: Quantity,
    /// The price of one unit.
    pub price: Price,
    /// What the line costs. `None` if the price is unknown: the line is not in the total.
    pub amount: Option<Money>,
}

impl Line {
    /// The quantity that is paid for.
    pub const fn billable(&self) -> Quantity {
        self.quantity.minus(self.free)
    }
}

/// What a line was measured as. It decides how the quantity of a month follows.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Measured {
    /// Units in the measured minutes, scaled to the month.
    Units(Units),
    /// Calls, changes or events in the measured minutes, scaled to the month.
    Count(u64),
    /// Bytes in the measured minutes, scaled to the month.
    BytesInSample(u64),
    /// Bytes that belong to the month as they are: averages of stored bytes, backups, exports and the like.
    BytesInMonth(u64),
    /// Things that belong to the month as they are.
    CountInMonth(u64),
    /// Capacity of consecutive hours, which repeat through the month.
    Capacity {
        /// The capacity of all these hours in unit-hours.
        unit_hours: u64,
        /// How many hours they are, at least one.
        hours: u64,
    },
}

impl Measured {
    /// The quantity of a month.
    pub fn of_month(self, sampling: Sampling, terms: &Terms) -> Quantity {
        let bytes_each = terms.gigabyte.bytes();
        let minutes = terms.hours.saturating_mul(HOUR_MINUTES);
        let scaled = |quantity: Quantity| quantity.times(minutes, sampling.measured_minutes);
        match self {
            Self::Units(units) => scaled(Quantity::halves(units.as_halves())),
            Self::Count(count) => scaled(Quantity::whole(count)),
            Self::BytesInSample(bytes) => scaled(Quantity::gigabytes(bytes, bytes_each)),
            Self::BytesInMonth(bytes) => Quantity::gigabytes(bytes, bytes_each),
            Self::CountInMonth(count) => Quantity::whole(count),
            Self::Capacity { unit_hours, hours } => Quantity::whole(unit_hours).times(terms.hours, hours),
        }
    }
}
