//! The schema of a table for forms and grids: key attributes, their types, and the attributes of an index. Read from a
//! table's description. Must not know items, requests or the page.

use hashrange_values::{AttributeValue, Item, KeyType, Text};
use hashrange_wire::{AttributeDefinition, KeyRole, KeySchemaElement, Projection, ProjectionType, TableDescription};

/// A key attribute with its type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyAttribute {
    /// The attribute.
    pub name: Text,
    /// String, Number or Binary.
    pub kind: KeyType,
}

/// The primary key of a table or index.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Keys {
    /// The partition key.
    pub partition: KeyAttribute,
    /// The sort key, if there is one.
    pub sort: Option<KeyAttribute>,
}

/// The kind of an index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IndexKind {
    /// Local secondary index: the table's partition key, another sort key.
    Local,
    /// Global secondary index: its own keys.
    Global,
}

/// The data of one index that a form needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IndexSchema {
    /// The index.
    pub name: String,
    /// Local or global.
    pub kind: IndexKind,
    /// Its keys.
    pub keys: Keys,
    /// All, listed, or keys only.
    pub projection: ProjectionType,
    /// The attributes listed with `INCLUDE`.
    pub included: Vec<Text>,
}

/// The data of a table that a form needs.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableSchema {
    /// The table.
    pub name: String,
    /// Its id in this workspace. A table that is created again with the same name has another id.
    pub id: String,
    /// Its primary key.
    pub keys: Keys,
    /// Its indexes, local ones first.
    pub indexes: Vec<IndexSchema>,
}

/// The role of an attribute in the rows of a table or index.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Part {
    /// The table's partition key.
    Partition,
    /// The sort key of the table or of a local index.
    Sort,
    /// A global index's partition key.
    GlobalPartition,
    /// A global index's sort key.
    GlobalSort,
}

impl Keys {
    /// Key attributes, partition key first.
    pub fn iter(&self) -> impl Iterator<Item = &KeyAttribute> {
        std::iter::once(&self.partition).chain(self.sort.iter())
    }

    /// Reads a key schema. `None` without a partition key, or if a key has no definition.
    #[must_use]
    pub fn read(schema: &[KeySchemaElement], definitions: &[AttributeDefinition]) -> Option<Self> {
        let find = |role: KeyRole| {
            let element = schema.iter().find(|element| element.key_type == role)?;
            let definition = definitions
                .iter()
                .find(|definition| definition.attribute_name == element.attribute_name)?;
            Some(KeyAttribute {
                name: element.attribute_name.clone(),
                kind: definition.attribute_type,
            })
        };
        let sort = find(KeyRole::Range);
        let has_sort = schema.iter().any(|element| element.key_type == KeyRole::Range);
        if has_sort && sort.is_none() {
            return None;
        }
        Some(Self {
            partition: find(KeyRole::Hash)?,
            sort,
        })
    }
}

impl IndexSchema {
    fn read(
        name: &str,
        kind: IndexKind,
        schema: &[KeySchemaElement],
        projection: &Projection,
        definitions: &[AttributeDefinition],
    ) -> Option<Self> {
        Some(Self {
            name: name.to_owned(),
            kind,
            keys: Keys::read(schema, definitions)?,
            projection: projection.projection_type.unwrap_or(ProjectionType::All),
            included: projection.non_key_attributes.clone().unwrap_or_default(),
        })
    }
}

impl TableSchema {
    /// Reads the schema from a description. `None` only if the description is inconsistent.
    #[must_use]
    pub fn read(table: &TableDescription) -> Option<Self> {
        let definitions = &table.attribute_definitions;
        let local = table.local_secondary_indexes.iter().filter_map(|index| {
            let kind = IndexKind::Local;
            IndexSchema::read(
                &index.index_name,
                kind,
                &index.key_schema,
                &index.projection,
                definitions,
            )
        });
        let global = table.global_secondary_indexes.iter().filter_map(|index| {
            let kind = IndexKind::Global;
            IndexSchema::read(
                &index.index_name,
                kind,
                &index.key_schema,
                &index.projection,
                definitions,
            )
        });
        Some(Self {
            name: table.table_name.clone(),
            id: table.table_id.clone(),
            keys: Keys::read(&table.key_schema, definitions)?,
            indexes: local.chain(global).collect(),
        })
    }

    /// The index with this name.
    #[must_use]
    pub fn index(&self, name: &str) -> Option<&IndexSchema> {
        self.indexes.iter().find(|index| index.name == name)
    }

    /// The keys of the index, or of the table if `index` is `None`.
    #[must_use]
    pub fn keys_of(&self, index: Option<&str>) -> &Keys {
        index
            .and_then(|name| self.index(name))
            .map_or(&self.keys, |index| &index.keys)
    }

    /// The key attributes of a row of the index: the index's own, then the table's, each once.
    #[must_use]
    pub fn key_attributes(&self, index: Option<&str>) -> Vec<&KeyAttribute> {
        let mut found: Vec<&KeyAttribute> = Vec::new();
        for key in self.keys_of(index).iter().chain(self.keys.iter()) {
            if !found.iter().any(|known| known.name == key.name) {
                found.push(key);
            }
        }
        found
    }

    /// The role of an attribute: as a key of the index, otherwise of the table.
    #[must_use]
    pub fn part(&self, index: Option<&str>, attribute: &str) -> Option<Part> {
        let of = |keys: &Keys, partition: Part, sort: Part| {
            if keys.partition.name == attribute {
                Some(partition)
            } else if keys.sort.as_ref().is_some_and(|key| key.name == attribute) {
                Some(sort)
            } else {
                None
            }
        };
        let own = index
            .and_then(|name| self.index(name))
            .and_then(|index| match index.kind {
                IndexKind::Local => of(&index.keys, Part::Partition, Part::Sort),
                IndexKind::Global => of(&index.keys, Part::GlobalPartition, Part::GlobalSort),
            });
        own.or_else(|| of(&self.keys, Part::Partition, Part::Sort))
    }

    /// True if rows of the index have every attribute of their item, and so can be edited.
    #[must_use]
    pub fn shows_whole_items(&self, index: Option<&str>) -> bool {
        index
            .and_then(|name| self.index(name))
            .is_none_or(|index| index.projection == ProjectionType::All)
    }

    /// True if the index's projection contains the attribute, keys included.
    #[must_use]
    pub fn carries(&self, index: Option<&str>, attribute: &str) -> bool {
        let Some(found) = index.and_then(|name| self.index(name)) else {
            return true;
        };
        found.projection == ProjectionType::All
            || self.key_attributes(index).iter().any(|key| key.name == attribute)
            || (found.projection == ProjectionType::Include && found.included.iter().any(|name| name == attribute))
    }

    /// The primary key of an item or of an index entry. `None` if a key attribute is missing.
    #[must_use]
    pub fn primary_key(&self, item: &Item) -> Option<Item> {
        let pair = |key: &KeyAttribute| Some((key.name.clone(), item.get(&key.name)?.clone()));
        self.keys
            .iter()
            .map(pair)
            .collect::<Option<Vec<(Text, AttributeValue)>>>()
            .map(|pairs| pairs.into_iter().collect())
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::*;

    pub(crate) fn key(name: &str, kind: KeyType) -> KeyAttribute {
        KeyAttribute {
            name: name.into(),
            kind,
        }
    }

    /// Thread: ForumName/Subject, LSI LastPostIndex (INCLUDE Replies), GSI ByReplies (KEYS_ONLY).
    pub(crate) fn thread() -> TableSchema {
        TableSchema {
            name: "Thread".into(),
            id: "1".into(),
            keys: Keys {
                partition: key("ForumName", KeyType::S),
                sort: Some(key("Subject", KeyType::S)),
            },
            indexes: vec![
                IndexSchema {
                    name: "LastPostIndex".into(),
                    kind: IndexKind::Local,
                    keys: Keys {
                        partition: key("ForumName", KeyType::S),
                        sort: Some(key("LastPostDateTime", KeyType::S)),
                    },
                    projection: ProjectionType::Include,
                    included: vec!["Replies".into()],
                },
                IndexSchema {
                    name: "ByReplies".into(),
                    kind: IndexKind::Global,
                    keys: Keys {
                        partition: key("Replies", KeyType::N),
                        sort: None,
                    },
                    projection: ProjectionType::KeysOnly,
                    included: Vec::new(),
                },
            ],
        }
    }

    #[test]
    fn an_index_row_carries_its_keys_and_the_tables() {
        let schema = thread();
        let names = |index| {
            schema
                .key_attributes(index)
                .iter()
                .map(|key| key.name.to_string())
                .collect::<Vec<_>>()
        };
        assert_eq!(names(None), ["ForumName", "Subject"]);
        assert_eq!(
            names(Some("LastPostIndex")),
            ["ForumName", "LastPostDateTime", "Subject"]
        );
        assert_eq!(names(Some("ByReplies")), ["Replies", "ForumName", "Subject"]);
    }

    #[test]
    fn parts_follow_the_index_looked_through() {
        let schema = thread();
        assert_eq!(schema.part(None, "ForumName"), Some(Part::Partition));
        assert_eq!(schema.part(Some("ByReplies"), "Replies"), Some(Part::GlobalPartition));
        assert_eq!(schema.part(Some("ByReplies"), "Subject"), Some(Part::Sort));
        assert_eq!(schema.part(None, "Replies"), None);
    }

    #[test]
    fn projections_decide_what_a_row_shows() {
        let schema = thread();
        assert!(schema.shows_whole_items(None));
        assert!(!schema.shows_whole_items(Some("ByReplies")));
        assert!(schema.carries(Some("LastPostIndex"), "Replies"));
        assert!(!schema.carries(Some("LastPostIndex"), "Tags"));
        assert!(schema.carries(None, "Tags"));
    }

    #[test]
    fn the_primary_key_needs_every_key_attribute() {
        let schema = thread();
        let mut item = Item::new();
        item.insert("ForumName", AttributeValue::string("S3"));
        assert_eq!(schema.primary_key(&item), None);
        item.insert("Subject", AttributeValue::string("aaa"));
        item.insert("Replies", AttributeValue::Null);
        assert_eq!(schema.primary_key(&item).map(|key| key.len()), Some(2));
    }
}
