//! The map: attribute names to values, sorted by name. An item is a map; so is a value of type M.
//!
//! A sorted vector rather than a tree: items hold a handful of attributes, and memory is what limits a tab.

use std::cmp::Ordering;

use crate::{AttributeValue, List, Text};

/// The attributes of an item.
pub type Item = Map;

/// So many attributes are looked through one by one: most names differ in length, which is told without their bytes.
const LOOKED_THROUGH: usize = 12;

/// Names and values, each name once, in ascending order of UTF-8 bytes.
#[derive(Clone, Debug, Default, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub struct Map {
    entries: List<(Text, AttributeValue)>,
}

impl Map {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty map with room for `capacity` attributes.
    #[must_use]
    pub fn with_capacity(capacity: usize) -> Self {
        Self { entries: List::with_capacity(capacity) }
    }

    /// The map of names that ascend.
    pub(crate) fn from_sorted(entries: List<(Text, AttributeValue)>) -> Self {
        Self { entries }
    }

    /// Number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True without any attribute.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of the attribute with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&AttributeValue> {
        self.entries.get(self.find(name)?).map(|(_, value)| value)
    }

    /// The same with the name as the map has it.
    #[must_use]
    pub fn get_key_value(&self, name: &str) -> Option<(&Text, &AttributeValue)> {
        self.entries.get(self.find(name)?).map(|(name, value)| (name, value))
    }

    /// The value of the attribute with this name, to change in place.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut AttributeValue> {
        let at = self.find(name)?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// True when an attribute has this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Sets the attribute, and returns the value it had before.
    pub fn insert(&mut self, name: impl Into<Text> + AsRef<str>, value: AttributeValue) -> Option<AttributeValue> {
        // Decoders deliver names mostly in ascending order: appending is the common case.
        if self.entries.last().is_none_or(|(last, _)| order(last, name.as_ref()).is_lt()) {
            self.entries.push((name.into(), value));
            return None;
        }
        match self.position(name.as_ref()) {
            Ok(at) => self.entries.get_mut(at).map(|(_, old)| std::mem::replace(old, value)),
            Err(at) => {
                self.entries.insert(at, (name.into(), value));
                None
            }
        }
    }

    /// Removes the attribute, and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<AttributeValue> {
        let at = self.position(name).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// Names and values in ascending order of names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Text, &AttributeValue)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// Gives back the memory reserved for attributes that never came. Call before keeping a map for long.
    pub fn shrink(&mut self) {
        self.entries.shrink_to_fit();
    }

    /// Where the attribute with this name is.
    fn find(&self, name: &str) -> Option<usize> {
        if self.entries.len() > LOOKED_THROUGH {
            return self.position(name).ok();
        }
        self.entries.iter().position(|(candidate, _)| candidate.as_str() == name)
    }

    /// Where the attribute with this name is, or where it would be.
    fn position(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(candidate, _)| order(candidate, name))
    }
}

/// The order of names. Most differ in their first byte, which is told without a call.
fn order(one: &str, other: &str) -> Ordering {
    match (one.as_bytes().first(), other.as_bytes().first()) {
        (Some(first), Some(second)) if first != second => first.cmp(second),
        _ => one.cmp(other),
    }
}

impl<N: Into<Text> + AsRef<str>> FromIterator<(N, AttributeValue)> for Map {
    /// Later values of one name replace earlier ones.
    fn from_iter<I: IntoIterator<Item = (N, AttributeValue)>>(entries: I) -> Self {
        let mut map = Self::new();
        for (name, value) in entries {
            map.insert(name, value);
        }
        map
    }
}

impl IntoIterator for Map {
    type Item = (Text, AttributeValue);
    type IntoIter = thin_vec::IntoIter<(Text, AttributeValue)>;

    fn into_iter(self) -> Self::IntoIter {
        self.entries.into_iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keeps_names_sorted_and_unique() {
        let mut map = Map::new();
        assert_eq!(map.insert("b", AttributeValue::Null), None);
        assert_eq!(map.insert("a", AttributeValue::Bool(true)), None);
        assert_eq!(map.insert("b", AttributeValue::Bool(false)), Some(AttributeValue::Null));
        let names: Vec<&str> = map.iter().map(|(name, _)| name.as_str()).collect();
        assert_eq!(names, ["a", "b"]);
        assert_eq!(map.remove("a"), Some(AttributeValue::Bool(true)));
        assert_eq!(map.remove("a"), None);
        assert_eq!(map.len(), 1);
    }
}
