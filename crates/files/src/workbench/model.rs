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
    /// Who made it, as they say.
    pub author: String,
    /// What it is for.
    pub description: String,
    /// When it was made and last changed, as the file says.
    pub dates: [String; 2],
    /// Its tables.
    pub tables: Vec<ModelTable>,
}

/// A table of a model.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ModelTable {
    /// The table to create.
    pub definition: TableDefinition,
    /// Attributes that are no keys of the table, each once, with the types that the model gives them.
    pub attributes: Vec<(Text, AttributeType)>,
    /// The views of the table.
    pub facets: Vec<Facet>,
    /// Sample items. Of two with the same key the later one replaces the other when they are written.
    pub items: Vec<Item>,
}

/// A facet: a view of some of a table's items for one access pattern. DynamoDB has none (documented).
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Facet {
    /// Its name.
    pub name: String,
    /// What the partition key is called in this view.
    pub partition_key_alias: Option<String>,
    /// What the sort key is called in this view.
    pub sort_key_alias: Option<String>,
    /// The attributes it shows beside the keys.
    pub attributes: Vec<Text>,
    /// The primary keys of the items it shows.
    pub keys: Vec<Item>,
}

impl ModelTable {
    /// The primary key of an item, as far as it has one.
    #[must_use]
    pub fn key_of(&self, item: &Item) -> Item {
        let names = self.definition.create.key_schema.iter().map(|key| &key.attribute_name);
        names.filter_map(|name| item.get_key_value(name)).map(|(name, value)| (name.clone(), value.clone())).collect()
    }
}
