//! A data model of NoSQL Workbench as plain data: tables with their views and sample items.
//!
//! Must not know JSON.

use hashrange_values::{AttributeType, Item, Text};

use crate::tables::TableDefinition;

/// A data model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Model {
    /// Its name.
    pub name: String,
    /// Its author, as given.
    pub author: String,
    /// Its purpose.
    pub description: String,
    /// The times of its creation and its last change, as in the file.
    pub dates: [String; 2],
    /// Its tables.
    pub tables: Vec<ModelTable>,
}

/// A table of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTable {
    /// The table to create.
    pub definition: TableDefinition,
    /// Attributes that are not keys of the table, each once, with their types in the model.
    pub attributes: Vec<(Text, AttributeType)>,
    /// The views of the table.
    pub facets: Vec<Facet>,
    /// Sample items. If two have the same key, the later one replaces the other when they are written.
    pub items: Vec<Item>,
}

/// A facet: a view of some of a table's items for one access pattern. DynamoDB itself has no facets
/// (documented: nosql-workbench).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facet {
    /// Its name.
    pub name: String,
    /// The name of the partition key in this view.
    pub partition_key_alias: Option<String>,
    /// The name of the sort key in this view.
    pub sort_key_alias: Option<String>,
    /// The attributes it shows beside the keys.
    pub attributes: Vec<Text>,
    /// The primary keys of the items it shows.
    pub keys: Vec<Item>,
}

impl ModelTable {
    /// The primary key of an item. Omits missing key attributes.
    #[must_use]
    pub fn key_of(&self, item: &Item) -> Item {
        let names = self.definition.create.key_schema.iter().map(|key| &key.attribute_name);
        names
            .filter_map(|name| item.get_key_value(name))
            .map(|(name, value)| (name.clone(), value.clone()))
            .collect()
    }
}
