//! A bill from use and terms: one line for each charge of a table or an index, in the order of the use.
//!
//! Must not know how lines are worded, nor the prices themselves. Lines add up to the total exactly.

use crate::line::{Line, Measured};
use crate::note::Note;
use crate::notes::notes;
use crate::prices::prefix;
use crate::{Charge, IndexUsage, Money, PartUsage, Price, Quantity, Sampling, TableUsage, Terms, Throughput, Usage};

/// The longest month in hours.
const LONGEST_MONTH: u64 = 744;

/// What a month of the measured use costs.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Bill {
    /// The terms that it follows.
    pub terms: Terms,
    /// How the use was sampled.
    pub sampling: Sampling,
    /// The lines, table by table. Charges without use have no line.
    pub lines: Vec<Line>,
    /// The sum of all lines with a known price.
    pub total: Money,
    /// What a reader must know about it.
    pub notes: Vec<Note>,
}

/// Why there is no bill.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoBill {
    /// The sampling measured no minute, or represents fewer minutes than it measured.
    Sampling,
    /// The month has no hour, or more than 31 days.
    Hours,
}

impl NoBill {
    /// The reason in words, with the remedy.
    pub const fn text(self) -> &'static str {
        match self {
            Self::Sampling => "The use was measured for no time. Run the patterns for a minute at least.",
            Self::Hours => "A month has 1 to 744 hours. Enter 730 for an average month.",
        }
    }
}

impl Bill {
    /// The bill of a month of this use.
    ///
    /// # Errors
    ///
    /// [`NoBill`], if the sampling or the terms make no sense. A Region without prices is no error: all its prices are
    /// unknown.
    pub fn of(usage: &Usage, terms: &Terms) -> Result<Self, NoBill> {
        let sampling = usage.sampling;
        if sampling.measured_minutes == 0 || sampling.represented_minutes < sampling.measured_minutes {
            return Err(NoBill::Sampling);
        }
        if terms.hours == 0 || terms.hours > LONGEST_MONTH {
            return Err(NoBill::Hours);
        }
        let mut lines = Lines::new(sampling, terms);
        for table in &usage.tables {
            lines.add_table(table);
        }
        let lines = lines.lines;
        let total = lines
            .iter()
            .filter_map(|line| line.amount)
            .fold(Money::ZERO, Money::plus);
        let notes = notes(usage, terms, &lines);
        Ok(Self {
            terms: terms.clone(),
            sampling,
            lines,
            total,
            notes,
        })
    }

    /// The lines that are not in the total, because their price is unknown.
    pub fn not_in_the_total(&self) -> Vec<&Line> {
        self.lines.iter().filter(|line| line.amount.is_none()).collect()
    }
}

/// The lines so far, and what is left of the free tier.
struct Lines<'a> {
    sampling: Sampling,
    terms: &'a Terms,
    prefix: &'static str,
    free: Vec<(Charge, Quantity)>,
    lines: Vec<Line>,
}

impl<'a> Lines<'a> {
    fn new(sampling: Sampling, terms: &'a Terms) -> Self {
        let charges = [
            Charge::WriteCapacity,
            Charge::ReadCapacity,
            Charge::Storage,
            Charge::StreamReads,
        ];
        let mut free = Vec::new();
        if terms.free_tier {
            free.extend(charges.map(|charge| (charge, charge.free_quantity())));
        }
        Self {
            sampling,
            terms,
            prefix: prefix(&terms.region),
            free,
            lines: Vec::new(),
        }
    }

    fn add_table(&mut self, table: &TableUsage) {
        self.add_part(table, None, &table.itself);
        for IndexUsage { name, used } in &table.indexes {
            self.add_part(table, Some(name), used);
        }
        let of_month = [
            (Charge::Pitr, table.pitr_bytes),
            (Charge::Backup, table.backup_bytes),
            (Charge::ColdBackup, table.cold_backup_bytes),
            (Charge::Restore, table.restored_bytes),
            (Charge::ColdRestore, table.cold_restored_bytes),
            (Charge::Export, table.exported_bytes),
            (Charge::IncrementalExport, table.incrementally_exported_bytes),
            (Charge::Import, table.imported_bytes),
            (Charge::BulkPut, table.bulk_put_bytes),
        ];
        for (charge, bytes) in of_month {
            self.add(table, None, charge, Measured::BytesInMonth(bytes));
        }
        self.add(table, None, Charge::StreamReads, Measured::Count(table.stream_reads));
        self.add(
            table,
            None,
            Charge::KinesisChanges,
            Measured::Count(table.kinesis_units),
        );
        self.add(
            table,
            None,
            Charge::InsightsEvents,
            Measured::Count(table.insights_events),
        );
        self.add(
            table,
            None,
            Charge::InsightsRules,
            Measured::CountInMonth(table.insights_rules),
        );
    }

    fn add_part(&mut self, table: &TableUsage, index: Option<&String>, part: &PartUsage) {
        let (writes, reads) = match &part.throughput {
            Throughput::OnDemand { read, write } => (
                (Charge::WriteRequests, Measured::Units(*write)),
                (Charge::ReadRequests, Measured::Units(*read)),
            ),
            Throughput::Provisioned { read, write } => (
                (Charge::WriteCapacity, capacity(write)),
                (Charge::ReadCapacity, capacity(read)),
            ),
        };
        let bytes = Measured::BytesInSample;
        let rest = [
            (Charge::Storage, Measured::BytesInMonth(part.stored_bytes)),
            (Charge::VectorWrites, bytes(part.vector_write_bytes)),
            (Charge::VectorSearches, bytes(part.vector_search_bytes)),
        ];
        for (charge, measured) in [writes, reads].into_iter().chain(rest) {
            self.add(table, index, charge.of_class(table.class), measured);
        }
    }

    fn add(&mut self, table: &TableUsage, index: Option<&String>, charge: Charge, measured: Measured) {
        let quantity = measured.of_month(self.sampling, self.terms);
        if quantity.is_zero() {
            return;
        }
        let free = self.deduct(charge, quantity);
        let price = Price::of(charge, self.terms);
        let amount = price.rate.map(|rate| quantity.minus(free).at(rate));
        let usage_type = if self.prefix.is_empty() {
            String::new()
        } else {
            charge.usage_type(self.prefix)
        };
        self.lines.push(Line {
            table: table.name.clone(),
            index: index.cloned(),
            charge,
            usage_type,
            measured,
            quantity,
            free,
            price,
            amount,
        });
    }

    /// Takes what it can from the free tier, and returns it.
    fn deduct(&mut self, charge: Charge, quantity: Quantity) -> Quantity {
        match self.free.iter_mut().find(|(of, _)| *of == charge) {
            Some((_, left)) => {
                let taken = quantity.min(*left);
                *left = left.minus(taken);
                taken
            }
            None => Quantity::ZERO,
        }
    }
}

/// The capacity of consecutive hours. No hour at all is no capacity.
fn capacity(by_hour: &[u64]) -> Measured {
    Measured::Capacity {
        unit_hours: by_hour.iter().fold(0, |sum: u64, units| sum.saturating_add(*units)),
        hours: (by_hour.len() as u64).max(1),
    }
}
