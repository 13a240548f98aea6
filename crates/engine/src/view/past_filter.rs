//! The filter of an export: which past items it reads, which of them it keeps, and which of their attributes
//! (documented: exports-filtered). Must not know how items are written.
//!
//! The expressions are those of Query and Scan, with the refusals of these (inferred: export-filter-words).

use hashrange_expression::{
    Condition, ExpressionKind, Projection, parse_condition, parse_key_condition, parse_projection,
};
use hashrange_index::{KeyAttribute, KeySchema};
use hashrange_store::KeyRange;
use hashrange_values::Item;
use hashrange_wire::{FilterSpecification, ServiceError, ValidationError};

use crate::rules::expressions::{all_used, refuse, scope};
use crate::rules::read::range::key_range;
use crate::state::rows::key_prefix;
use crate::view::past_items::{ItemChange, PastItems};

/// A filter on the items of one table.
#[derive(Clone, Debug)]
pub struct PastFilter {
    keys: KeySchema,
    /// The keys to read; all without a key condition.
    range: KeyRange,
    condition: Option<Condition>,
    projection: Option<Projection>,
}

impl PastItems {
    /// The filter of a request; without a specification, one that keeps everything.
    ///
    /// # Errors
    /// The refusal of an expression. A key condition needs one value of the partition key, and with a key condition
    /// the filter must not name a key attribute (documented: exports-filtered).
    pub fn filter(&self, asked: Option<&FilterSpecification>) -> Result<PastFilter, ServiceError> {
        let mut filter = PastFilter {
            keys: self.keys().clone(),
            range: KeyRange::all(),
            condition: None,
            projection: None,
        };
        let Some(asked) = asked else { return Ok(filter) };
        let (names, values) = (&asked.expression_attribute_names, &asked.expression_attribute_values);
        let mut scope = scope(names.as_ref(), values.as_ref())?;
        let condition = asked.filter_expression.as_deref();
        let condition = condition.map(|text| parse_condition(ExpressionKind::Filter, text, &mut scope));
        filter.condition = condition.transpose().map_err(|error| refuse(&error))?;
        let projection = asked.projection_expression.as_deref();
        let projection = projection.map(|text| parse_projection(text, &mut scope));
        filter.projection = projection.transpose().map_err(|error| refuse(&error))?;
        let keys = asked.key_condition_expression.as_deref();
        let keys = keys.map(|text| parse_key_condition(text, &mut scope));
        let keys = keys.transpose().map_err(|error| refuse(&error))?;
        all_used(&scope)?;
        if let Some(keys) = keys {
            filter.range = key_range(&keys, &filter.keys)?;
            filter.check_condition()?;
        }
        Ok(filter)
    }
}

impl PastFilter {
    fn check_condition(&self) -> Result<(), ValidationError> {
        let Some(condition) = &self.condition else {
            return Ok(());
        };
        let named = |key: &&KeyAttribute| condition.attributes().any(|name| *name == key.name);
        match self.keys.attributes().find(named) {
            Some(key) => Err(ValidationError::FilterOnKey(key.name.clone())),
            None => Ok(()),
        }
    }

    /// Whether the item with this key is read. Items that are not read cost nothing.
    #[must_use]
    pub fn reads(&self, key: &Item) -> bool {
        key_prefix(&self.keys, key).is_some_and(|key| self.range.contains(&key.finish()))
    }

    /// Whether a read item is kept.
    #[must_use]
    pub fn keeps(&self, item: &Item) -> bool {
        self.condition.as_ref().is_none_or(|condition| condition.matches(item))
    }

    /// Whether a read change is kept: by its newest image, for a deletion by the old one.
    #[must_use]
    pub fn keeps_change(&self, change: &ItemChange) -> bool {
        let image = change.after.as_ref().or(change.before.as_ref());
        image.is_some_and(|image| self.keeps(image))
    }

    /// The attributes of an item to export; `None` for all of them.
    #[must_use]
    pub fn projected(&self, item: &Item) -> Option<Item> {
        self.projection.as_ref().map(|projection| projection.apply(item))
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::{AttributeValue, KeyType, Map, Text};

    use super::*;

    fn keys() -> KeySchema {
        let key = |name: &str, key_type| KeyAttribute {
            name: Text::from(name),
            key_type,
        };
        KeySchema {
            partition: [key("pk", KeyType::S)].into_iter().collect(),
            sort: [key("sk", KeyType::N)].into_iter().collect(),
        }
    }

    fn item(pk: &str, sk: i64, v: i64) -> Item {
        let number = |value: i64| AttributeValue::N(value.into());
        [("pk", AttributeValue::string(pk)), ("sk", number(sk)), ("v", number(v))]
            .into_iter()
            .collect()
    }

    fn filter(key: Option<&str>, condition: Option<&str>, projection: Option<&str>) -> Result<PastFilter, String> {
        let values: Map = [(":a", AttributeValue::string("a")), (":n", AttributeValue::N(2.into()))]
            .into_iter()
            .filter(|(name, _)| [key, condition].iter().flatten().any(|text| text.contains(name)))
            .collect();
        let asked = FilterSpecification {
            key_condition_expression: key.map(str::to_owned),
            filter_expression: condition.map(str::to_owned),
            projection_expression: projection.map(str::to_owned),
            expression_attribute_names: None,
            expression_attribute_values: (!values.is_empty()).then_some(values),
        };
        let past = PastItems::empty(keys());
        past.filter(Some(&asked)).map_err(|error| error.to_string())
    }

    #[test]
    fn a_key_condition_decides_what_is_read_and_a_filter_what_is_kept() {
        let found = filter(Some("pk = :a AND sk > :n"), Some("v = :n"), Some("v")).expect("a good filter");
        assert!(found.reads(&item("a", 3, 0)) && !found.reads(&item("a", 2, 0)) && !found.reads(&item("b", 3, 0)));
        assert!(found.keeps(&item("a", 3, 2)) && !found.keeps(&item("a", 3, 1)));
        assert_eq!(found.projected(&item("a", 3, 2)).map(|item| item.len()), Some(1));
    }

    #[test]
    fn the_filter_names_keys_only_without_a_key_condition() {
        assert!(filter(None, Some("pk = :a"), None).is_ok());
        let refused = filter(Some("pk = :a"), Some("sk = :n"), None).expect_err("a refusal");
        assert!(refused.contains("non-primary key attributes"), "{refused}");
        let refused = filter(Some("sk = :n"), None, None).expect_err("a refusal");
        assert!(refused.contains("missed key schema element: pk"), "{refused}");
        let refused = filter(None, Some("v = = :n"), None).expect_err("a refusal");
        assert!(refused.contains("Invalid FilterExpression: Syntax error"), "{refused}");
    }
}
