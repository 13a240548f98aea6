//! The notes of a bill, chosen from its use, its terms and its lines.
//!
//! Must not know how notes are worded.

use crate::line::Line;
use crate::note::Note;
use crate::prices::{PriceState, prefix};
use crate::{Quantity, TableUsage, Terms, Throughput, Usage};

/// The notes of a bill with these lines.
pub(crate) fn notes(usage: &Usage, terms: &Terms, lines: &[Line]) -> Vec<Note> {
    let mut notes = vec![
        Note::Scaled {
            sampling: usage.sampling,
            hours: terms.hours,
        },
        Note::Gigabyte(terms.gigabyte),
    ];
    if terms.free_tier {
        notes.push(Note::FreeTier);
    }
    if prefix(&terms.region).is_empty() {
        notes.push(Note::NoPrices {
            region: terms.region.clone(),
        });
    }
    let in_state = |state| lines.iter().filter(|line| line.price.state == state).count() as u64;
    let unknown = in_state(PriceState::Unknown);
    if unknown > 0 {
        notes.push(Note::NotInTheTotal { lines: unknown });
    }
    let inferred = in_state(PriceState::Inferred);
    if inferred > 0 {
        notes.push(Note::Inferred { lines: inferred });
    }
    for table in &usage.tables {
        add_notes_of(table, &mut notes);
    }
    notes
}

fn add_notes_of(table: &TableUsage, notes: &mut Vec<Note>) {
    if let Some(target_percent) = table.target_percent {
        notes.push(Note::AutoScaling {
            table: table.name.clone(),
            target_percent,
        });
    }
    let table_writes = writes(&table.itself.throughput);
    for index in &table.indexes {
        let index_writes = writes(&index.used.throughput);
        if !table_writes.is_zero() && !index_writes.is_zero() {
            notes.push(Note::IndexWrites {
                table: table.name.clone(),
                index: index.name.clone(),
                table_writes,
                index_writes,
            });
        }
    }
}

fn writes(throughput: &Throughput) -> Quantity {
    match throughput {
        Throughput::OnDemand { write, .. } => Quantity::halves(write.as_halves()),
        Throughput::Provisioned { write, .. } => {
            Quantity::whole(write.iter().fold(0, |sum: u64, units| sum.saturating_add(*units)))
        }
    }
}
