//! A bill: what a month of measured use costs, line by line.
//!
//! Use is plain data; prices are a list with the date, the source and the state of each. A price that nobody published
//! is unknown: its line is listed and not in the total. Each line explains its amount. All numbers are exact decimals.
//!
//! Must not know the engine, how use was measured, or who shows the bill.

mod bill;
mod charge;
mod decimal;
mod explanation;
mod line;
mod note;
mod notes;
mod price;
mod prices;
mod side_by_side;
mod usage;
mod words;

pub use bill::{Bill, NoBill};
pub use charge::{Charge, Class, Purpose};
pub use decimal::{Money, Quantity, Rate};
pub use explanation::Step;
pub use line::{Line, Measured};
pub use note::Note;
pub use price::Price;
pub use prices::{PriceState, Region, regions};
pub use side_by_side::{Comparison, Difference, Row, Side, compare, side_by_side};
pub use usage::{EnteredPrice, Gigabyte, IndexUsage, PartUsage, Sampling, TableUsage, Terms, Throughput, Usage};

#[cfg(test)]
mod tests;
