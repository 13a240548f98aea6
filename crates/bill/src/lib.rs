//! A bill: what a month of measured use costs, line by line. All numbers are exact decimals.
//!
//! Must not know the engine, how use was measured, or who shows the bill.

mod decimal;

pub use decimal::{Money, Quantity, Rate};
