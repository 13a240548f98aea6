//! Items by their names in the ledger, of the table and of an index, each as the number of the write that created it.
//!
//! Must not know their invariants.

use std::collections::BTreeMap;
use std::sync::Arc;

use hashrange_engine::IndexView;
use hashrange_values::{AttributeValue, Item};
use serde_json::Value;

use super::ledger::number;

/// An item's name in the ledger.
pub(super) fn name_of(item: &Item) -> String {
    format!("{}/{}", text(item, "pk"), text(item, "sk"))
}

fn text(item: &Item, attribute: &str) -> String {
    match item.get(attribute) {
        Some(AttributeValue::S(text)) => text.to_string(),
        Some(AttributeValue::N(number)) => number.to_string(),
        other => format!("{other:?}"),
    }
}

/// Items by name, each as the number of the write that created it.
pub(super) fn numbered<'i>(items: impl Iterator<Item = &'i Arc<Item>>) -> BTreeMap<String, String> {
    items.map(|item| (name_of(item), text(item, "v"))).collect()
}

/// The items that an index must contain, in the same form.
pub(super) fn fitting<'i>(
    index: IndexView<'_>,
    items: impl Iterator<Item = (&'i String, &'i Value)>,
) -> BTreeMap<String, String> {
    let attribute = index
        .definition()
        .keys
        .partition
        .first()
        .map(|key| key.name.to_string())
        .unwrap_or_default();
    let fits = |item: &Value| {
        item[attribute.as_str()]["S"]
            .as_str()
            .is_some_and(|text| !text.is_empty())
    };
    items
        .filter(|(_, item)| fits(item))
        .map(|(name, item)| (name.clone(), number(item)))
        .collect()
}
