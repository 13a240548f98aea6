//! A bill: what a month of measured use costs, line by line. All numbers are exact decimals.
//!
//! Use is plain data; prices are a list with the date, the source and the state of each. A price that nobody published
//! is unknown.
//!
//! Must not know the engine, how use was measured, or who shows the bill.

mod charge;
mod decimal;
mod price;
mod prices;
mod usage;
mod words;

pub use charge::{Charge, Class, Purpose};
pub use decimal::{Money, Quantity, Rate};
pub use price::Price;
pub use prices::{PriceState, Region, regions};
pub use usage::{EnteredPrice, Gigabyte, IndexUsage, PartUsage, Sampling, TableUsage, Terms, Throughput, Usage};

#[cfg(test)]
mod tests;
