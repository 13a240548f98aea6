//! The attributes met in the items of each table: what pickers suggest.
//!
//! Fed with whatever a read brought anyway; nothing is read for it. Must not know requests.

use std::collections::BTreeMap;

use hashrange_values::{AttributeType, Item, Text};

/// Attributes remembered of one table; a table with more is not one to pick from a list.
const MAX_REMEMBERED: usize = 500;

/// Attribute names by table, each with the type it was last met with.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SeenAttributes {
    tables: BTreeMap<String, BTreeMap<Text, AttributeType>>,
}

impl SeenAttributes {
    /// Takes note of an item. True when something was learnt.
    pub fn meet(&mut self, table: &str, item: &Item) -> bool {
        let known = self.tables.entry(table.to_owned()).or_default();
        let mut learnt = false;
        for (name, value) in item.iter() {
            let kind = value.attribute_type();
            if known.get(name) == Some(&kind) || (known.len() >= MAX_REMEMBERED && !known.contains_key(name)) {
                continue;
            }
            known.insert(name.clone(), kind);
            learnt = true;
        }
        learnt
    }

    /// The attributes of a table, by name.
    #[must_use]
    pub fn of(&self, table: &str) -> Vec<Text> {
        self.tables.get(table).map(|known| known.keys().cloned().collect()).unwrap_or_default()
    }

    /// The type an attribute was last met with.
    #[must_use]
    pub fn kind(&self, table: &str, attribute: &str) -> Option<AttributeType> {
        self.tables.get(table)?.get(attribute).copied()
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::AttributeValue;

    use super::*;

    #[test]
    fn names_and_types_are_remembered_by_table() {
        let mut seen = SeenAttributes::default();
        let item: Item = [("b", AttributeValue::Null), ("a", AttributeValue::string("x"))].into_iter().collect();
        assert!(seen.meet("T", &item));
        assert!(!seen.meet("T", &item));
        assert_eq!(seen.of("T"), ["a", "b"]);
        assert_eq!(seen.kind("T", "a"), Some(AttributeType::S));
        assert!(seen.of("Other").is_empty());
    }
}
