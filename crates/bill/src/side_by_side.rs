//! Bills side by side: of a design before and after a change, or of one design in several modes and table classes.
//!
//! Must not know how amounts came about. Lines belong together by table, index and purpose.

use crate::line::Line;
use crate::{Bill, Money, Purpose};

/// What a bill pays for one purpose of a table or an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum Side {
    /// The bill has no such line.
    Absent,
    /// A price is unknown.
    Unknown,
    /// The lines add up to this.
    Costs(Money),
}

impl Side {
    /// The amount: nothing for an absent line, `None` for an unknown price.
    pub const fn amount(self) -> Option<Money> {
        match self {
            Self::Absent => Some(Money::ZERO),
            Self::Unknown => None,
            Self::Costs(amount) => Some(amount),
        }
    }

    fn with(self, amount: Option<Money>) -> Self {
        match (self.amount(), amount) {
            (Some(sum), Some(amount)) => Self::Costs(sum.plus(amount)),
            _ => Self::Unknown,
        }
    }
}

/// One purpose of a table or an index in several bills.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Row {
    /// The table.
    pub table: String,
    /// The index, if the row is one's.
    pub index: Option<String>,
    /// What is paid for.
    pub purpose: Purpose,
    /// What each bill pays, in the order of the bills.
    pub sides: Vec<Side>,
}

impl Row {
    fn is_of(&self, line: &Line) -> bool {
        self.purpose == line.charge.purpose() && self.table == line.table && self.index == line.index
    }
}

/// The rows of several bills, in the order in which the first bill with a row has it.
pub fn side_by_side(bills: &[&Bill]) -> Vec<Row> {
    let mut rows: Vec<Row> = Vec::new();
    for (at, bill) in bills.iter().enumerate() {
        for line in &bill.lines {
            let place = rows.iter().position(|row| row.is_of(line)).unwrap_or(rows.len());
            if place == rows.len() {
                rows.push(Row {
                    table: line.table.clone(),
                    index: line.index.clone(),
                    purpose: line.charge.purpose(),
                    sides: vec![Side::Absent; bills.len()],
                });
            }
            if let Some(side) = rows.get_mut(place).and_then(|row| row.sides.get_mut(at)) {
                *side = side.with(line.amount);
            }
        }
    }
    rows
}

/// Two bills, compared.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Comparison {
    /// Each purpose of each table and index.
    pub differences: Vec<Difference>,
    /// The total before.
    pub before: Money,
    /// The total after.
    pub after: Money,
    /// The second total less the first. It covers known prices only.
    pub difference: Money,
    /// Whether every price is known in both bills.
    pub is_complete: bool,
}

/// One purpose of a table or an index, before and after.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Difference {
    /// The table.
    pub table: String,
    /// The index, if it is one's.
    pub index: Option<String>,
    /// What is paid for.
    pub purpose: Purpose,
    /// What the first bill pays.
    pub before: Side,
    /// What the second bill pays.
    pub after: Side,
    /// The second amount less the first. `None` if one of them is unknown.
    pub difference: Option<Money>,
}

/// Compares two bills line by line.
pub fn compare(before: &Bill, after: &Bill) -> Comparison {
    let mut differences = Vec::new();
    for row in side_by_side(&[before, after]) {
        let side = |at| row.sides.get(at).copied().unwrap_or(Side::Absent);
        let (old, new) = (side(0), side(1));
        differences.push(Difference {
            difference: new.amount().zip(old.amount()).map(|(new, old)| new.minus(old)),
            table: row.table,
            index: row.index,
            purpose: row.purpose,
            before: old,
            after: new,
        });
    }
    Comparison {
        is_complete: differences.iter().all(|row| row.difference.is_some()),
        differences,
        before: before.total,
        after: after.total,
        difference: after.total.minus(before.total),
    }
}
