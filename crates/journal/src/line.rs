//! The line: the records that lead to a position of a journal with undo records.
//!
//! A journal only grows, so it contains undone records as well as those that replaced them. Must not know what a record
//! does.

use crate::{Entry, Record};

/// An undo record: its number, and the number of the record to which the service returned.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Return {
    /// Its own number.
    pub sequence: u64,
    /// The record to which the service returned: always an earlier one, or 0 for the state before the first record.
    pub to: u64,
}

impl Return {
    /// The undo of a record, if it is an undo record.
    #[must_use]
    pub fn of(record: &Record) -> Option<Self> {
        match record.entry {
            Entry::Return { to } => Some(Self {
                sequence: record.sequence,
                to,
            }),
            _ => None,
        }
    }
}

/// Ranges of records in order, each with its first and last number.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Line {
    stretches: Vec<(u64, u64)>,
}

impl Line {
    /// The line to the record of this number. `returns` are all undo records of the journal, in its order.
    #[must_use]
    pub fn to(tip: u64, returns: &[Return]) -> Self {
        let (mut stretches, mut end) = (Vec::new(), tip);
        while end > 0 {
            let before = returns.partition_point(|taken| taken.sequence <= end);
            let newest = before.checked_sub(1).and_then(|at| returns.get(at));
            let start = newest.map_or(1, |taken| taken.sequence + 1);
            if start <= end {
                stretches.push((start, end));
            }
            // An undo leads to an earlier record, so this loop ends.
            end = newest.map_or(0, |taken| taken.to);
        }
        stretches.reverse();
        Self { stretches }
    }

    /// Whether the record of this number is on the line.
    #[must_use]
    pub fn contains(&self, sequence: u64) -> bool {
        let before = self.stretches.partition_point(|(first, _)| *first <= sequence);
        before
            .checked_sub(1)
            .and_then(|at| self.stretches.get(at))
            .is_some_and(|(_, last)| sequence <= *last)
    }

    /// The numbers of its records, ascending.
    pub fn sequences(&self) -> impl Iterator<Item = u64> {
        self.stretches.iter().flat_map(|(first, last)| *first..=*last)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_leaves_out_what_was_undone() {
        let returns = [
            Return { sequence: 6, to: 3 },
            Return { sequence: 9, to: 5 },
            Return { sequence: 11, to: 8 },
        ];
        let line = |tip| Line::to(tip, &returns).sequences().collect::<Vec<_>>();
        assert_eq!(line(5), [1, 2, 3, 4, 5]);
        assert_eq!(line(8), [1, 2, 3, 7, 8]);
        assert_eq!(line(10), [1, 2, 3, 4, 5, 10]);
        assert_eq!(line(12), [1, 2, 3, 7, 8, 12]);
        assert_eq!(line(11), [1, 2, 3, 7, 8], "a return leads where it leads");
        assert_eq!(line(0), [0; 0]);
        let to_ten = Line::to(10, &returns);
        assert_eq!(
            [3, 5, 6, 7, 9, 10, 11].map(|n| to_ten.contains(n)),
            [true, true, false, false, false, true, false]
        );
    }
}
