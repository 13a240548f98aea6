//! A note of a bill, as data and in words: how the use was measured, what is assumed or missing, and what indexes add.
//!
//! Must not know which notes a bill has.

use crate::words::Words;
use crate::{Gigabyte, Quantity, Sampling};

/// A note of a bill.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Note {
    /// The use was sampled and scaled.
    Scaled {
        /// The minutes.
        sampling: Sampling,
        /// Hours of the month.
        hours: u64,
    },
    /// What a gigabyte is.
    Gigabyte(Gigabyte),
    /// The free tier is deducted.
    FreeTier,
    /// The Region has no prices.
    NoPrices {
        /// Its code.
        region: String,
    },
    /// Lines are not in the total, because their price is unknown.
    NotInTheTotal {
        /// How many.
        lines: u64,
    },
    /// Prices of this state are in use: concluded from others.
    Inferred {
        /// How many lines use one.
        lines: u64,
    },
    /// Auto scaling adjusts the capacity of a table.
    AutoScaling {
        /// The table.
        table: String,
        /// The target use in percent.
        target_percent: u8,
    },
    /// Writes to an index, beside those to its table.
    IndexWrites {
        /// The table.
        table: String,
        /// The index.
        index: String,
        /// Writes to the table: request units in the sample, or unit-hours of provisioned capacity.
        table_writes: Quantity,
        /// Writes to the index, in the same unit.
        index_writes: Quantity,
    },
}

impl Note {
    /// The note as a sentence or two.
    pub fn text(&self) -> String {
        let mut words = Words::new("");
        match self {
            Self::Scaled { sampling, hours } => words
                .count(sampling.measured_minutes)
                .text(" of ")
                .count(sampling.represented_minutes)
                .text(" minutes were measured. The bill scales them to ")
                .count(*hours)
                .text(" hours. Stored bytes are averages. Backups, restores, exports and imports are those of the month."),
            Self::Gigabyte(Gigabyte::Decimal) => words.text(
                "model: AWS does not say what a GB is. AWS's agent toolkit counts 10⁹ bytes, as this bill does; with 1,024³ \
                 bytes, storage costs 7 % less.",
            ),
            Self::Gigabyte(Gigabyte::Binary) => words.text(
                "model: AWS does not say what a GB is. AWS's MCP server counts 1,024³ bytes, as this bill does; with 10⁹ \
                 bytes, storage costs 7 % more.",
            ),
            Self::FreeTier => words.text(
                "model: AWS documents the free tier for an account. This bill deducts it from its own lines, from the first \
                 to the last.",
            ),
            Self::NoPrices { region } => words
                .text("No price is known in ")
                .text(region)
                .text(". Enter those of AWS's pricing page."),
            Self::NotInTheTotal { lines } => add_lines(words.text("Not in the total: "), *lines)
                .text(" without a known price. Enter the price of AWS's pricing page."),
            Self::Inferred { lines } => add_lines(words.text("Inferred prices: "), *lines)
                .text(". Compare them with AWS's pricing page."),
            Self::AutoScaling { table, target_percent } => words
                .text(table)
                .text(": auto scaling keeps use at ")
                .count(u64::from(*target_percent))
                .text(" % of the capacity."),
            Self::IndexWrites {
                table,
                index,
                table_writes,
                index_writes,
            } => {
                words.text(index).text(" adds ").quantity(*index_writes);
                words.text(" write units to the ").quantity(*table_writes);
                let times = table_writes.plus(*index_writes).ratio_text(*table_writes);
                let words = words.text(" of ").text(table).text(": with it, a write costs ");
                words.text(&times).text(" times as much.")
            }
        }
        .take()
    }
}

fn add_lines(words: &mut Words, lines: u64) -> &mut Words {
    words.count(lines).text(if lines == 1 { " line" } else { " lines" })
}
