//! The placeholders of one request, and which of them its expressions use.
//!
//! Owns the rules for placeholders themselves. Must not know the positions of placeholders in an expression.

use hashrange_values::{AttributeValue, Map, Text, sort_by};
use litemap::LiteMap;

use crate::lexer::is_word_byte;
use crate::{ExpressionError, MAX_PLACEHOLDER_BYTES, Problem};

/// Longest attribute name in bytes (observed: attribute-name-length, 65,535 is the longest accepted length).
const MAX_NAME_BYTES: usize = 65_535;

/// `ExpressionAttributeNames` and `ExpressionAttributeValues` of one request.
///
/// Call [`Scope::check`] before reading the first expression and [`Scope::finish`] after the last.
#[derive(Debug)]
pub struct Scope<'a> {
    names: Option<&'a LiteMap<Text, Text>>,
    values: Option<&'a Map>,
    used_names: Used<'a>,
    used_values: Used<'a>,
}

/// The placeholders used so far, unique and in ascending order. Most requests have only a few.
type Used<'a> = Vec<&'a str>;

impl<'a> Scope<'a> {
    /// Creates the scope of a request. The keys have their leading `#` or `:`, and an absent parameter is `None`.
    #[must_use]
    pub fn new(names: Option<&'a LiteMap<Text, Text>>, values: Option<&'a Map>) -> Self {
        Self {
            names,
            values,
            used_names: Used::new(),
            used_values: Used::new(),
        }
    }

    /// Checks the placeholders themselves: names before values, empty parameters before syntax.
    ///
    /// # Errors
    /// An empty parameter, a malformed or too long placeholder, or a placeholder for an impossible attribute name.
    pub fn check(&self) -> Result<(), ExpressionError> {
        self.check_names()
            .and_then(|()| self.check_values())
            .map_err(ExpressionError::of_placeholders)
    }

    /// Checks that the expressions of this scope used every placeholder.
    ///
    /// # Errors
    /// Unused placeholders: the names if any are unused, otherwise the values.
    pub fn finish(&self) -> Result<(), ExpressionError> {
        // Expressions only use existing placeholders, so equal numbers suffice.
        let given = (self.names.map_or(0, LiteMap::len), self.values.map_or(0, Map::len));
        if given == (self.used_names.len(), self.used_values.len()) {
            return Ok(());
        }
        let names: Vec<&Text> = self.names.into_iter().flat_map(LiteMap::keys).collect();
        if let Some(keys) = unused(&names, &self.used_names) {
            return Err(ExpressionError::of_placeholders(Problem::UnusedNames { keys }));
        }
        let values: Vec<&Text> = self
            .values
            .into_iter()
            .flat_map(Map::iter)
            .map(|(key, _)| key)
            .collect();
        if let Some(keys) = unused(&values, &self.used_values) {
            return Err(ExpressionError::of_placeholders(Problem::UnusedValues { keys }));
        }
        Ok(())
    }

    /// The attribute name of a `#` placeholder.
    pub(crate) fn name(&mut self, placeholder: &str) -> Option<&'a Text> {
        let names = self.names?;
        let (key, name) = names.get_indexed(names.find_index(placeholder).ok()?)?;
        note(&mut self.used_names, key);
        Some(name)
    }

    /// The value of a `:` placeholder.
    pub(crate) fn value(&mut self, placeholder: &str) -> Option<&'a AttributeValue> {
        let (key, value) = self.values?.get_key_value(placeholder)?;
        note(&mut self.used_values, key);
        Some(value)
    }

    fn check_names(&self) -> Result<(), Problem> {
        let Some(names) = self.names else { return Ok(()) };
        if names.is_empty() {
            return Err(Problem::NamesEmpty);
        }
        for (key, name) in names {
            if key.len() > MAX_PLACEHOLDER_BYTES {
                return Err(Problem::NamePlaceholderTooLong { bytes: key.len() });
            }
            if !is_placeholder(key, '#') {
                return Err(Problem::NamePlaceholderSyntax { key: key.clone() });
            }
            if name.is_empty() {
                return Err(Problem::NameEmpty {
                    placeholder: key.clone(),
                });
            }
            if name.len() > MAX_NAME_BYTES {
                return Err(Problem::NameTooLong {
                    placeholder: key.clone(),
                });
            }
        }
        Ok(())
    }

    fn check_values(&self) -> Result<(), Problem> {
        let Some(values) = self.values else { return Ok(()) };
        if values.is_empty() {
            return Err(Problem::ValuesEmpty);
        }
        for (key, _) in values.iter() {
            if key.len() > MAX_PLACEHOLDER_BYTES {
                return Err(Problem::ValuePlaceholderTooLong);
            }
            if !is_placeholder(key, ':') {
                return Err(Problem::ValuePlaceholderSyntax { key: key.clone() });
            }
        }
        Ok(())
    }
}

fn note<'a>(used: &mut Used<'a>, key: &'a str) {
    if let Err(place) = used.binary_search(&key) {
        used.insert(place, key);
    }
}

fn is_placeholder(key: &str, sigil: char) -> bool {
    key.strip_prefix(sigil)
        .is_some_and(|word| !word.is_empty() && word.bytes().all(is_word_byte))
}

/// The unused keys, joined as the service lists them; `None` if none is unused.
fn unused(keys: &[&Text], used: &[&str]) -> Option<Text> {
    let is_left = |key: &&str| used.binary_search(key).is_err();
    let mut left: Vec<&str> = keys.iter().map(|key| key.as_str()).filter(is_left).collect();
    if left.is_empty() {
        return None;
    }
    let slots = hash_set_slots(keys.len());
    sort_by(&mut left, |a, b| hash_set_slot(a, slots).cmp(&hash_set_slot(b, slots)));
    Some(Text::from(left.join(", ")))
}

/// The number of slots of the service's Java `HashSet`, which decides the order of the unused keys
/// (observed: unused-placeholder-order).
fn hash_set_slots(keys: usize) -> u32 {
    u32::try_from((keys * 4 / 3 + 1).max(16).next_power_of_two()).unwrap_or(u32::MAX)
}

fn hash_set_slot(key: &str, slots: u32) -> u32 {
    let hash = key
        .encode_utf16()
        .fold(0u32, |hash, unit| hash.wrapping_mul(31).wrapping_add(u32::from(unit)));
    (hash ^ (hash >> 16)) & slots.wrapping_sub(1)
}
