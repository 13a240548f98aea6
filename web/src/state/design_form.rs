//! The form that defines a table: its fields as the reader left them, valid or not.
//!
//! Owns the fields and the edits that affect several of them. `check` has their errors, `shape` the conversion to and
//! from a CreateTable request. Must not know the page or the engine.

mod check;
mod naming;
mod shape;
#[cfg(test)]
mod tests;

use hashrange_values::KeyType;
use hashrange_wire::{AttributeDefinition, BillingMode, ProjectionType, VectorIndex};
pub use shape::request_of;

use super::table_schema::IndexKind;

/// The maximum number of local secondary indexes of a table (documented: limits-tables).
pub const MAX_LOCAL_INDEXES: usize = 5;
/// The maximum number of global secondary indexes of a table (documented: limits-tables, default quota).
pub const MAX_GLOBAL_INDEXES: usize = 20;

/// Name and type of a key attribute as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyField {
    /// The attribute's name.
    pub name: String,
    /// Its type.
    pub kind: KeyType,
}

impl Default for KeyField {
    fn default() -> Self {
        Self {
            name: String::new(),
            kind: KeyType::S,
        }
    }
}

/// Which attributes an index contains, as chosen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProjectionField {
    /// All, listed, or keys only.
    pub kind: ProjectionType,
    /// The chosen attributes. They stay stored while another kind is chosen, so that changing back loses nothing.
    pub attributes: Vec<String>,
}

impl Default for ProjectionField {
    fn default() -> Self {
        Self {
            kind: ProjectionType::All,
            attributes: Vec::new(),
        }
    }
}

/// Rates per second as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ThroughputField {
    /// Read capacity units.
    pub read: String,
    /// Write capacity units.
    pub write: String,
}

impl Default for ThroughputField {
    fn default() -> Self {
        Self {
            read: "5".into(),
            write: "5".into(),
        }
    }
}

/// An index as typed. A local index ignores `partition`, because it has the table's partition key, and `throughput`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexForm {
    /// Identifies the form's rows while names change.
    pub id: u32,
    /// The index's name.
    pub name: String,
    /// Partition key of a global index.
    pub partition: KeyField,
    /// Sort key.
    pub sort: Option<KeyField>,
    /// The projection.
    pub projection: ProjectionField,
    /// A global index's own rates, with provisioned billing.
    pub throughput: ThroughputField,
}

/// A table as typed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DesignForm {
    /// The table's name.
    pub table_name: String,
    /// Partition key.
    pub partition: KeyField,
    /// Sort key, when the table has one.
    pub sort: Option<KeyField>,
    /// On demand or provisioned.
    pub billing: BillingMode,
    /// The table's rates, with provisioned billing.
    pub throughput: ThroughputField,
    /// Local secondary indexes.
    pub local: Vec<IndexForm>,
    /// Global secondary indexes.
    pub global: Vec<IndexForm>,
    /// Vector indexes. The form has no fields for them and leaves them as they are in the JSON.
    pub vectors: Vec<VectorIndex>,
    /// The attribute definitions of the vector indexes' search schemas.
    searched: Vec<AttributeDefinition>,
    /// Whether the table refuses DeleteTable.
    pub deletion_protection: bool,
    next_id: u32,
}

/// The field to which a message about the form belongs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DesignField {
    /// The table's name.
    TableName,
    /// Name or type of the table's partition key.
    Partition,
    /// Name or type of the table's sort key.
    Sort,
    /// The table's read rate.
    Read,
    /// The table's write rate.
    Write,
    /// A complete list of indexes.
    Indexes(IndexKind),
    /// One part of one index.
    Index(u32, IndexField),
}

/// A part of an index in the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexField {
    /// Its name.
    Name,
    /// Its partition key.
    Partition,
    /// Its sort key.
    Sort,
    /// Its attributes.
    Projection,
    /// Its read rate.
    Read,
    /// Its write rate.
    Write,
}

/// A key field of the form.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KeyPlace {
    /// The table's partition key.
    TablePartition,
    /// The table's sort key.
    TableSort,
    /// The partition key of the index with this id.
    IndexPartition(u32),
    /// The sort key of the index with this id.
    IndexSort(u32),
}

impl Default for DesignForm {
    fn default() -> Self {
        Self {
            table_name: String::new(),
            partition: KeyField::default(),
            sort: None,
            billing: BillingMode::PayPerRequest,
            throughput: ThroughputField::default(),
            local: Vec::new(),
            global: Vec::new(),
            vectors: Vec::new(),
            searched: Vec::new(),
            deletion_protection: false,
            next_id: 0,
        }
    }
}

impl DesignForm {
    /// True with provisioned billing.
    #[must_use]
    pub fn is_provisioned(&self) -> bool {
        self.billing == BillingMode::Provisioned
    }

    /// The indexes of one kind.
    #[must_use]
    pub fn indexes(&self, kind: IndexKind) -> &[IndexForm] {
        match kind {
            IndexKind::Local => &self.local,
            IndexKind::Global => &self.global,
        }
    }

    /// The index with this id.
    #[must_use]
    pub fn index(&self, id: u32) -> Option<&IndexForm> {
        self.local.iter().chain(&self.global).find(|index| index.id == id)
    }

    /// The index with this id, mutable.
    pub fn index_mut(&mut self, id: u32) -> Option<&mut IndexForm> {
        self.local
            .iter_mut()
            .chain(&mut self.global)
            .find(|index| index.id == id)
    }

    /// True while the service's limit allows another index of the kind.
    #[must_use]
    pub fn has_room(&self, kind: IndexKind) -> bool {
        self.indexes(kind).len() < limit(kind)
    }

    /// Adds an empty index and returns its id; `None` at the limit. A local index starts with a sort key, which it
    /// requires.
    pub fn add_index(&mut self, kind: IndexKind) -> Option<u32> {
        if !self.has_room(kind) {
            return None;
        }
        let index = self.blank(kind);
        let id = index.id;
        match kind {
            IndexKind::Local => self.local.push(index),
            IndexKind::Global => self.global.push(index),
        }
        Some(id)
    }

    /// Removes the index with this id.
    pub fn remove_index(&mut self, id: u32) {
        self.local.retain(|index| index.id != id);
        self.global.retain(|index| index.id != id);
    }

    fn blank(&mut self, kind: IndexKind) -> IndexForm {
        let id = self.next_id;
        self.next_id += 1;
        IndexForm {
            id,
            name: String::new(),
            partition: KeyField::default(),
            sort: (kind == IndexKind::Local).then(KeyField::default),
            projection: ProjectionField::default(),
            throughput: self.throughput.clone(),
        }
    }

    /// The key field at a place; `None` if there is none.
    #[must_use]
    pub fn key(&self, place: KeyPlace) -> Option<&KeyField> {
        match place {
            KeyPlace::TablePartition => Some(&self.partition),
            KeyPlace::TableSort => self.sort.as_ref(),
            KeyPlace::IndexPartition(id) => self.index(id).map(|index| &index.partition),
            KeyPlace::IndexSort(id) => self.index(id)?.sort.as_ref(),
        }
    }

    fn key_mut(&mut self, place: KeyPlace) -> Option<&mut KeyField> {
        match place {
            KeyPlace::TablePartition => Some(&mut self.partition),
            KeyPlace::TableSort => self.sort.as_mut(),
            KeyPlace::IndexPartition(id) => self.index_mut(id).map(|index| &mut index.partition),
            KeyPlace::IndexSort(id) => self.index_mut(id)?.sort.as_mut(),
        }
    }

    /// Adds or removes the sort key of the table or of an index. No effect on partition keys.
    pub fn set_sort(&mut self, place: KeyPlace, present: bool) {
        let sort = present.then(KeyField::default);
        self.renaming(|form| match place {
            KeyPlace::TableSort => form.sort = sort,
            KeyPlace::IndexSort(id) => {
                if let Some(index) = form.index_mut(id) {
                    index.sort = sort;
                }
            }
            KeyPlace::TablePartition | KeyPlace::IndexPartition(_) => {}
        });
    }

    /// Renames a key. If another key has the new name, the key gets that key's type: an attribute has one type. Default
    /// names of indexes follow.
    pub fn rename_key(&mut self, place: KeyPlace, name: &str) {
        let known = self
            .places()
            .into_iter()
            .filter(|other| *other != place)
            .find_map(|other| {
                let field = self.key(other)?;
                (!name.is_empty() && field.name == name).then_some(field.kind)
            });
        self.renaming(|form| {
            if let Some(field) = form.key_mut(place) {
                name.clone_into(&mut field.name);
                field.kind = known.unwrap_or(field.kind);
            }
        });
    }

    /// Changes a key's type, and that of every key of the same attribute.
    pub fn set_key_type(&mut self, place: KeyPlace, kind: KeyType) {
        let Some(name) = self.key(place).map(|field| field.name.clone()) else {
            return;
        };
        for other in self.places() {
            if let Some(field) = self
                .key_mut(other)
                .filter(|field| !name.is_empty() && field.name == name)
            {
                field.kind = kind;
            }
        }
        if let Some(field) = self.key_mut(place) {
            field.kind = kind;
        }
    }

    /// Every key field in use, the table's first. A local index has no separate partition key.
    fn places(&self) -> Vec<KeyPlace> {
        let mut places = vec![KeyPlace::TablePartition, KeyPlace::TableSort];
        places.extend(self.local.iter().map(|index| KeyPlace::IndexSort(index.id)));
        for index in &self.global {
            places.extend([KeyPlace::IndexPartition(index.id), KeyPlace::IndexSort(index.id)]);
        }
        places.retain(|place| self.key(*place).is_some());
        places
    }
}

/// The maximum number of indexes of a kind for a table.
#[must_use]
pub fn limit(kind: IndexKind) -> usize {
    match kind {
        IndexKind::Local => MAX_LOCAL_INDEXES,
        IndexKind::Global => MAX_GLOBAL_INDEXES,
    }
}
