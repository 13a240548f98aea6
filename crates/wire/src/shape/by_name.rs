//! Maps by attribute name or placeholder.
//!
//! Must not know what the values are.

use std::fmt::{self, Debug, Formatter};
use std::ops::{Deref, DerefMut};

use hashrange_values::{Text, to_map};
use litemap::LiteMap;

/// Values by name, in ascending order of the names.
#[derive(Clone, PartialEq)]
pub struct ByName<V>(LiteMap<Text, V>);

impl<V> ByName<V> {
    /// An empty map.
    #[must_use]
    pub fn new() -> Self {
        Self(LiteMap::new())
    }
}

impl<V> Default for ByName<V> {
    fn default() -> Self {
        Self::new()
    }
}

impl<V> From<LiteMap<Text, V>> for ByName<V> {
    fn from(map: LiteMap<Text, V>) -> Self {
        Self(map)
    }
}

impl<V> FromIterator<(Text, V)> for ByName<V> {
    /// If a name repeats, its last value counts.
    fn from_iter<I: IntoIterator<Item = (Text, V)>>(entries: I) -> Self {
        Self(to_map(entries))
    }
}

impl<V> IntoIterator for ByName<V> {
    type Item = (Text, V);
    type IntoIter = std::vec::IntoIter<(Text, V)>;

    fn into_iter(self) -> Self::IntoIter {
        self.0.into_iter()
    }
}

impl<'a, V> IntoIterator for &'a ByName<V> {
    type Item = (&'a Text, &'a V);
    type IntoIter = <&'a LiteMap<Text, V> as IntoIterator>::IntoIter;

    fn into_iter(self) -> Self::IntoIter {
        self.0.iter()
    }
}

impl<V> Deref for ByName<V> {
    type Target = LiteMap<Text, V>;

    fn deref(&self) -> &Self::Target {
        &self.0
    }
}

impl<V> DerefMut for ByName<V> {
    fn deref_mut(&mut self) -> &mut Self::Target {
        &mut self.0
    }
}

/// As of a map. DAX's query cache is filled by the length of this text (`dax/src/key.rs`).
impl<V: Debug> Debug for ByName<V> {
    fn fmt(&self, out: &mut Formatter<'_>) -> fmt::Result {
        out.debug_map().entries(self.0.iter()).finish()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeMap;

    use super::*;

    #[test]
    fn the_debug_text_is_that_of_a_tree() {
        let entries = [("#b", "x"), ("#a", "y"), ("#b", "z")].map(|(name, value)| (Text::from(name), value));
        let (map, tree) = (ByName::from_iter(entries.clone()), BTreeMap::from(entries));
        assert_eq!(format!("{map:?} {map:#?}"), format!("{tree:?} {tree:#?}"));
    }
}
