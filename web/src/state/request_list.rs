//! The requests of a batch or of a transaction as a list: the body is read into rows and written again, with every member
//! of it. A body with something that the list does not show is not read, and the list names what.
//!
//! Owns the rows and what AWS allows in them. Must not know the page, nor how a request is sent.

mod body;
mod from_request;
mod member;
mod members;
mod outcome;
mod row_kind;
#[cfg(test)]
mod tests;

use hashrange_wire::Operation;

pub use from_request::{kind_of, row_from};
pub use member::{FieldKind, OF_TABLE, field_kind, of_request, of_row, read_field, written_field};
pub use members::{Members, get, object, put};
pub use outcome::{Outcome, outcomes, unprocessed};
pub use row_kind::{RowKind, is_batch, kinds, most};

/// A request within the list.
#[derive(Clone, Debug)]
pub struct ListRow {
    /// Its kind.
    pub kind: RowKind,
    /// Its table.
    pub table: String,
    /// Its other members.
    pub members: Members,
}

/// The requests of a batch or of a transaction.
#[derive(Clone, Debug)]
pub struct RequestList {
    /// The operation.
    pub operation: Operation,
    /// The requests. Those of a batch are in the order of its tables.
    pub rows: Vec<ListRow>,
    /// The tables of a batch, each with what applies to all its requests.
    pub tables: Vec<(String, Members)>,
    /// The other members of the body.
    pub others: Members,
}

impl PartialEq for RequestList {
    /// Lists of one operation with one body are the same.
    fn eq(&self, other: &Self) -> bool {
        self.operation == other.operation && self.body() == other.body()
    }
}

impl RequestList {
    /// Whether another list has the same requests.
    #[must_use]
    pub fn has_requests_of(&self, other: &Self) -> bool {
        let bare = |list: &Self| Self {
            others: Vec::new(),
            ..list.clone()
        };
        bare(self) == bare(other)
    }

    /// Adds a request at the end, or in a batch at the end of its table. Returns its place.
    pub fn add(&mut self, row: ListRow) -> usize {
        let table = row.table.clone();
        self.rows.push(row);
        self.group();
        let last = self.rows.iter().rposition(|row| row.table == table);
        last.unwrap_or_default()
    }

    /// Removes a request.
    pub fn remove(&mut self, place: usize) {
        if place < self.rows.len() {
            let gone = self.rows.remove(place);
            if self.rows.iter().all(|row| row.table != gone.table) {
                self.tables.retain(|(table, _)| *table != gone.table);
            }
            self.group();
        }
    }

    /// The place of a row that moves up or down: within its table, if it is one of a batch. `None` at the end.
    #[must_use]
    pub fn beside(&self, place: usize, down: bool) -> Option<usize> {
        let to = if down {
            place.checked_add(1)
        } else {
            place.checked_sub(1)
        }?;
        let (row, other) = (self.rows.get(place)?, self.rows.get(to)?);
        (!is_batch(self.operation) || row.table == other.table).then_some(to)
    }

    /// Gives a request another table. What applies to all requests of a table stays with the last of them. Returns the new
    /// place of the request: the last of its table, if it is one of a batch.
    pub fn turn_to_table(&mut self, place: usize, table: &str) -> usize {
        let Some(row) = self.rows.get_mut(place) else {
            return place;
        };
        let before = std::mem::replace(&mut row.table, table.to_owned());
        let is_known = self.tables.iter().any(|(name, _)| name == table);
        if self.rows.iter().all(|row| row.table != before) {
            if is_known {
                self.tables.retain(|(name, _)| *name != before);
            } else if let Some((name, _)) = self.tables.iter_mut().find(|(name, _)| *name == before) {
                table.clone_into(name);
            }
        }
        if !is_batch(self.operation) {
            return place;
        }
        let moved = self.rows.remove(place);
        self.add(moved)
    }

    /// Gives a request another kind. Returns the names of the members that the kind does not have.
    pub fn turn_to_kind(&mut self, place: usize, kind: RowKind) -> Vec<String> {
        let allowed = of_row(self.operation, kind);
        let Some(row) = self.rows.get_mut(place) else {
            return Vec::new();
        };
        let before = row.kind.target();
        row.kind = kind;
        let mut lost = Vec::new();
        row.members.retain_mut(|(name, _)| {
            if name == before {
                kind.target().clone_into(name);
            }
            let stays = allowed.contains(&name.as_str());
            if !stays {
                lost.push(name.clone());
            }
            stays
        });
        lost
    }

    /// Puts the rows of a batch in the order of its tables. Drops tables that have neither requests nor settings.
    fn group(&mut self) {
        if !is_batch(self.operation) {
            return;
        }
        for row in &self.rows {
            if self.tables.iter().all(|(table, _)| *table != row.table) {
                self.tables.push((row.table.clone(), Vec::new()));
            }
        }
        let rows = std::mem::take(&mut self.rows);
        self.tables
            .retain(|(table, settings)| !settings.is_empty() || rows.iter().any(|row| row.table == *table));
        for (table, _) in &self.tables {
            self.rows.extend(rows.iter().filter(|row| row.table == *table).cloned());
        }
    }
}
