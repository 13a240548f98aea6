//! Converts a facet to a read of its table and to a separate text, for programs without facets.
//!
//! The read for a facet is our choice, because NoSQL Workbench lists the items of a facet one by one (model). Must not
//! know models.

use hashrange_values::{AttributeValue, Item, Text};
use hashrange_wire::JsonTree;

use super::model::{Facet, ModelTable};
use super::read::facet_in;
use super::write::facet_tree;
use crate::tables::build::{named, object};

impl Facet {
    /// The facet as JSON, with the primary keys of its items.
    #[must_use]
    pub fn to_json(&self) -> String {
        facet_tree(self, &|key| Some(super::write::item_tree(key))).to_json()
    }

    /// Parses the JSON of a facet; `None` for other texts.
    #[must_use]
    pub fn from_json(text: &str) -> Option<Self> {
        let tree = JsonTree::parse(text).ok()?;
        let mut faults = Vec::new();
        let (facet, keys) = facet_in(&tree, "", &mut faults);
        faults.is_empty().then_some(Self { keys, ..facet })
    }
}

/// The request that reads a facet's items, as JSON.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FacetRead {
    /// Whether it is a Query; otherwise it is a Scan.
    pub is_query: bool,
    /// Its body.
    pub body: String,
}

/// The read that shows a facet: a Query if its items have one partition key value, otherwise a Scan. A common value or
/// prefix of the key values restricts the read.
#[must_use]
pub fn facet_read(table: &ModelTable, facet: &Facet) -> FacetRead {
    let keys = &table.definition.create.key_schema;
    let mut parts = keys.iter().map(|key| &key.attribute_name);
    let (partition, sort) = (parts.next(), parts.next());
    let mut names = Vec::new();
    let mut values = Item::new();
    let mut conditions = Vec::new();
    let mut is_query = false;
    for (role, name) in [("p", partition), ("s", sort)] {
        let Some(name) = name else { continue };
        names.push(named(&format!("#{role}"), name.as_str()));
        let found: Vec<&AttributeValue> = facet.keys.iter().filter_map(|key| key.get(name)).collect();
        let is_whole = found.len() == facet.keys.len();
        let (condition, value) = match shared(&found).filter(|_| is_whole) {
            Some(Shared::Value(value)) => (format!("#{role} = :{role}"), value),
            Some(Shared::Beginning(text)) => (format!("begins_with(#{role}, :{role})"), AttributeValue::S(text)),
            None => continue,
        };
        is_query |= role == "p" && condition.starts_with("#p =");
        values.insert(Text::from(format!(":{role}").as_str()), value);
        conditions.push(condition);
    }
    let mut members = vec![named("TableName", table.definition.create.table_name.as_str())];
    if !conditions.is_empty() {
        let member = if is_query {
            "KeyConditionExpression"
        } else {
            "FilterExpression"
        };
        members.push(named(member, conditions.join(" AND ").as_str()));
        members.push(named("ExpressionAttributeValues", super::write::item_tree(&values)));
    }
    if facet.attributes.is_empty() {
        names.retain(|(placeholder, _)| values.contains(placeholder.replace('#', ":").as_str()));
    } else {
        for (place, name) in facet.attributes.iter().enumerate() {
            names.push(named(&format!("#a{place}"), name.as_str()));
        }
        let shown: Vec<&str> = names.iter().map(|(placeholder, _)| placeholder.as_str()).collect();
        members.push(named("ProjectionExpression", shown.join(", ").as_str()));
    }
    if !names.is_empty() {
        members.push(named("ExpressionAttributeNames", object(names)));
    }
    FacetRead {
        is_query,
        body: object(members).to_json(),
    }
}

/// The common part of a key's values.
enum Shared {
    /// All values are equal.
    Value(AttributeValue),
    /// All values are texts with this common prefix.
    Beginning(Text),
}

fn shared(values: &[&AttributeValue]) -> Option<Shared> {
    let (first, rest) = values.split_first()?;
    if rest.iter().all(|value| value == first) {
        return Some(Shared::Value((*first).clone()));
    }
    let mut beginning = text(first)?;
    for value in rest {
        let other = text(value)?;
        let common = beginning
            .char_indices()
            .zip(other.chars())
            .find(|((_, one), other)| one != other);
        let length = common.map_or(beginning.len().min(other.len()), |((at, _), _)| at);
        beginning = beginning.get(..length)?;
    }
    (!beginning.is_empty()).then(|| Shared::Beginning(Text::from(beginning)))
}

fn text(value: &AttributeValue) -> Option<&str> {
    match value {
        AttributeValue::S(text) => Some(text),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use hashrange_wire::{KeyRole, KeySchemaElement, item_from_json};

    use super::*;

    fn table() -> ModelTable {
        let mut table = ModelTable::default();
        table.definition.create.table_name = "Cards".to_owned();
        let key = |name: &str, key_type| KeySchemaElement {
            attribute_name: Text::from(name),
            key_type,
        };
        table.definition.create.key_schema = vec![key("PK", KeyRole::Hash), key("SK", KeyRole::Range)];
        table
    }

    fn facet(keys: &[(&str, &str)], attributes: &[&str]) -> Facet {
        let key = |(partition, sort): &(&str, &str)| {
            item_from_json(&format!(r#"{{"PK":{{"S":"{partition}"}},"SK":{{"S":"{sort}"}}}}"#)).expect("an item")
        };
        Facet {
            name: "Seen".to_owned(),
            partition_key_alias: Some("Account".to_owned()),
            attributes: attributes.iter().map(|name| Text::from(*name)).collect(),
            keys: keys.iter().map(key).collect(),
            ..Facet::default()
        }
    }

    #[test]
    fn a_facet_survives_as_text() {
        let facet = facet(&[("a", "1"), ("b", "2")], &["Name"]);
        assert_eq!(Facet::from_json(&facet.to_json()), Some(facet));
        assert_eq!(Facet::from_json("no"), None);
    }

    #[test]
    fn items_of_one_partition_are_queried_and_others_scanned() {
        let read = |keys: &[(&str, &str)], attributes: &[&str]| facet_read(&table(), &facet(keys, attributes));
        let one = read(&[("acc#1", "card#1"), ("acc#1", "card#22")], &["Name"]);
        assert!(one.is_query);
        assert_eq!(
            one.body,
            r##"{"TableName":"Cards","KeyConditionExpression":"#p = :p AND begins_with(#s, :s)","ExpressionAttributeValues":{":p":{"S":"acc#1"},":s":{"S":"card#"}},"ProjectionExpression":"#p, #s, #a0","ExpressionAttributeNames":{"#p":"PK","#s":"SK","#a0":"Name"}}"##
        );
        let many = read(&[("acc#ñ1", "x"), ("acc#ñ2", "y")], &[]);
        assert!(!many.is_query);
        assert_eq!(
            many.body,
            r##"{"TableName":"Cards","FilterExpression":"begins_with(#p, :p)","ExpressionAttributeValues":{":p":{"S":"acc#ñ"}},"ExpressionAttributeNames":{"#p":"PK"}}"##
        );
        assert_eq!(read(&[], &[]).body, r#"{"TableName":"Cards"}"#);
        assert_eq!(read(&[("a", "1"), ("b", "2")], &[]).body, r#"{"TableName":"Cards"}"#);
    }
}
