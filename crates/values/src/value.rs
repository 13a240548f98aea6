//! The attribute value, with one of the ten types of attributes, and the map of names to values. A value can be a map.
//!
//! Sets hold their members in ascending order, but equality does not rely on the order. `wire` checks that a set is not
//! empty and has no duplicates, because it supplies the error text.
//!
//! A map is a sorted vector and not a tree, because items have few attributes and memory limits a browser tab.

use std::cmp::Ordering;

use crate::{AttributeType, List, Number, Text};

/// Raw bytes of a Binary value.
pub type Bytes = Box<[u8]>;

/// Maximum levels of lists and maps in an attribute (documented: limits-item, 32). A scalar inside 31 of them is
/// accepted, and inside 32 it is refused (observed: nesting-levels).
pub const MAX_NESTING: usize = 32;

/// A value of an attribute. Two sets are equal if they have the same members, because all sets are in order.
#[derive(Clone, Debug, PartialEq, Eq, serde::Serialize, serde::Deserialize)]
pub enum AttributeValue {
    /// String, UTF-8.
    S(Text),
    /// Number, up to 38 significant digits.
    N(Number),
    /// Binary.
    B(Bytes),
    /// String set, in ascending order of UTF-8 bytes. The service stores sets in their own order (observed: set-order).
    Ss(List<Text>),
    /// Number set, in ascending order.
    Ns(List<Number>),
    /// Binary set, in ascending order of bytes.
    Bs(List<Bytes>),
    /// Boolean.
    Bool(bool),
    /// Null. The service only accepts `NULL: true`.
    Null,
    /// List of values of any types.
    L(List<AttributeValue>),
    /// Map of names to values of any types.
    M(Map),
}

impl AttributeValue {
    /// The type of this value.
    #[must_use]
    pub fn attribute_type(&self) -> AttributeType {
        match self {
            Self::S(_) => AttributeType::S,
            Self::N(_) => AttributeType::N,
            Self::B(_) => AttributeType::B,
            Self::Ss(_) => AttributeType::Ss,
            Self::Ns(_) => AttributeType::Ns,
            Self::Bs(_) => AttributeType::Bs,
            Self::Bool(_) => AttributeType::Bool,
            Self::Null => AttributeType::Null,
            Self::L(_) => AttributeType::L,
            Self::M(_) => AttributeType::M,
        }
    }

    /// A String value.
    #[must_use]
    pub fn string(text: &str) -> Self {
        Self::S(Text::from(text))
    }

    /// Levels of lists and maps below this value: 0 for a scalar or set, 1 for a list of scalars.
    ///
    /// Limited by construction: the wire decoder refuses deeper values.
    #[must_use]
    pub fn nesting(&self) -> usize {
        match self {
            Self::L(elements) => 1 + elements.iter().map(Self::nesting).max().unwrap_or(0),
            Self::M(map) => 1 + map.iter().map(|(_, value)| value.nesting()).max().unwrap_or(0),
            _ => 0,
        }
    }
}

/// Equality for conditions and index differences: sets ignore order, lists compare in order (observed: set-equality).
/// The attributes of an item.
pub type Item = Map;

/// The maximum size of a map for a linear search. Most names differ in length, so the search compares few bytes.
const LOOKED_THROUGH: usize = 12;

/// Names and values. Each name occurs once, in ascending order of UTF-8 bytes.
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
        Self {
            entries: List::with_capacity(capacity),
        }
    }

    /// Creates a map from names in ascending order.
    pub(crate) fn from_sorted(entries: List<(Text, AttributeValue)>) -> Self {
        Self { entries }
    }

    /// Number of attributes.
    #[must_use]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// True for a map without attributes.
    #[must_use]
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// The value of the attribute with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&AttributeValue> {
        self.entries.get(self.find(name)?).map(|(_, value)| value)
    }

    /// The name as stored in the map, and the value.
    #[must_use]
    pub fn get_key_value(&self, name: &str) -> Option<(&Text, &AttributeValue)> {
        self.entries.get(self.find(name)?).map(|(name, value)| (name, value))
    }

    /// The value of the attribute with this name, for changes in place.
    pub fn get_mut(&mut self, name: &str) -> Option<&mut AttributeValue> {
        let at = self.find(name)?;
        self.entries.get_mut(at).map(|(_, value)| value)
    }

    /// True when an attribute has this name.
    #[must_use]
    pub fn contains(&self, name: &str) -> bool {
        self.find(name).is_some()
    }

    /// Sets the attribute and returns its previous value.
    pub fn insert(&mut self, name: impl Into<Text> + AsRef<str>, value: AttributeValue) -> Option<AttributeValue> {
        // Decoders deliver names mostly in ascending order, so appending is the common case.
        if self
            .entries
            .last()
            .is_none_or(|(last, _)| order(last, name.as_ref()).is_lt())
        {
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

    /// Removes the attribute and returns its value.
    pub fn remove(&mut self, name: &str) -> Option<AttributeValue> {
        let at = self.position(name).ok()?;
        Some(self.entries.remove(at).1)
    }

    /// Names and values in ascending order of names.
    pub fn iter(&self) -> impl ExactSizeIterator<Item = (&Text, &AttributeValue)> {
        self.entries.iter().map(|(name, value)| (name, value))
    }

    /// Frees the memory reserved for attributes that were not added. Call this before storing a map for a long time.
    pub fn shrink(&mut self) {
        self.entries.shrink_to_fit();
    }

    /// The index of the attribute with this name.
    fn find(&self, name: &str) -> Option<usize> {
        if self.entries.len() > LOOKED_THROUGH {
            return self.position(name).ok();
        }
        self.entries
            .iter()
            .position(|(candidate, _)| candidate.as_str() == name)
    }

    /// The index of the attribute with this name, or the index to insert it at.
    fn position(&self, name: &str) -> Result<usize, usize> {
        self.entries.binary_search_by(|(candidate, _)| order(candidate, name))
    }
}

/// The order of names. Most names differ in their first byte, which needs no function call.
fn order(one: &str, other: &str) -> Ordering {
    match (one.as_bytes().first(), other.as_bytes().first()) {
        (Some(first), Some(second)) if first != second => first.cmp(second),
        _ => one.cmp(other),
    }
}

impl<N: Into<Text> + AsRef<str>> FromIterator<(N, AttributeValue)> for Map {
    /// If a name repeats, its last value counts.
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
    use crate::set_of;

    #[test]
    fn sets_compare_without_order_and_lists_with_it() {
        let set = |members: &[&str]| set_of(members.iter().map(|m| Text::from(*m)).collect()).map(AttributeValue::Ss);
        assert_eq!(set(&["a", "b"]), set(&["b", "a"]));
        assert_ne!(set(&["a", "b"]), set(&["a", "c"]));
        let list = |members: &[&str]| AttributeValue::L(members.iter().map(|m| AttributeValue::string(m)).collect());
        assert_ne!(list(&["a", "b"]), list(&["b", "a"]));
    }

    #[test]
    fn nesting_counts_levels_below() {
        let inner = AttributeValue::L(thin_vec::thin_vec![AttributeValue::Null]);
        let mut map = Map::new();
        map.insert("a", inner);
        assert_eq!(AttributeValue::M(map).nesting(), 2);
        assert_eq!(AttributeValue::Null.nesting(), 0);
    }

    #[test]
    fn a_value_stays_small() {
        assert!(size_of::<AttributeValue>() <= 24);
    }

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
