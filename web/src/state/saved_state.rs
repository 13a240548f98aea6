//! The saved state: the page's own state of a workspace, as named parts of one JSON text.
//!
//! Owns the text's version and its limits. Ignores a text of another version. Also ignores a damaged part and a part of
//! another page version; the other parts stay. Must not know the meaning of the parts, nor where the text is stored.

use std::fmt;

use hashrange_wire::JsonForm;
use litemap::LiteMap;
use serde::de::{MapAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::value::RawValue;

/// The version of the text.
const VERSION: u32 = 1;
/// The maximum bytes of one part.
pub const MAX_PART: usize = 2_000_000;
/// The maximum bytes of all parts.
const MAX_ALL: usize = 12_000_000;

/// The parts, each as JSON.
#[derive(Clone, Debug, Default)]
pub struct SavedState {
    parts: Parts,
}

/// The text to write: the version and the parts.
#[derive(Serialize)]
struct Written<'a> {
    version: u32,
    parts: &'a Parts,
}

/// The text that was read.
#[derive(Deserialize)]
struct Read {
    version: u32,
    #[serde(deserialize_with = "parts")]
    parts: Parts,
}

type Parts = LiteMap<String, Box<RawValue>>;

/// Reads the parts one by one, because their text is already in order: a copy of the sort of a map takes 1 KB of code.
fn parts<'de, D: Deserializer<'de>>(from: D) -> Result<Parts, D::Error> {
    struct InOrder;
    impl<'de> Visitor<'de> for InOrder {
        type Value = Parts;

        fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
            out.write_str("parts by name")
        }

        fn visit_map<M: MapAccess<'de>>(self, mut from: M) -> Result<Parts, M::Error> {
            let mut parts = Parts::new();
            while let Some((name, part)) = from.next_entry()? {
                parts.insert(name, part);
            }
            Ok(parts)
        }
    }
    from.deserialize_map(InOrder)
}

/// A part is too long to be stored and is omitted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLong;

impl SavedState {
    /// Reads a text. Omits unusable parts.
    #[must_use]
    pub fn read(text: &str) -> Self {
        // A text of this page is longer than the parts only by their names.
        if text.len() > 2 * MAX_ALL {
            return Self::default();
        }
        match serde_json::from_str::<Read>(text) {
            Ok(Read {
                version: VERSION,
                mut parts,
            }) => {
                parts.retain(|_, part| part.get().len() <= MAX_PART);
                Self { parts }
            }
            _ => Self::default(),
        }
    }

    /// The text. Empty without parts.
    #[must_use]
    pub fn text(&self) -> String {
        if self.parts.is_empty() {
            return String::new();
        }
        // Cannot fail: names and JSON always have a text.
        serde_json::to_string(&Written {
            version: VERSION,
            parts: &self.parts,
        })
        .unwrap_or_default()
    }

    /// The existing parts with these names, as a separate text.
    #[must_use]
    pub fn only(&self, names: &[&str]) -> String {
        let mut some = Self::default();
        for name in names {
            if let Some(part) = self.parts.get(*name) {
                some.parts.insert((*name).to_owned(), part.clone());
            }
        }
        some.text()
    }

    /// A part; `None` if it is missing or unreadable.
    #[must_use]
    pub fn get<T: JsonForm>(&self, name: &str) -> Option<T> {
        T::of_json(self.json_of(name)?)
    }

    /// The JSON of a part.
    #[must_use]
    pub fn json_of(&self, name: &str) -> Option<&str> {
        self.parts.get(name).map(|part| part.get())
    }

    /// Stores a part. Returns whether it differs from before.
    ///
    /// # Errors
    /// When it is too long. The part is then removed, because its previous content is out of date.
    pub fn put<T: JsonForm>(&mut self, name: &str, part: &T) -> Result<bool, TooLong> {
        self.put_json(name, part.to_json())
    }

    /// Stores a part that is JSON already.
    ///
    /// # Errors
    /// As [`put`](Self::put), and for what is no JSON.
    pub fn put_json(&mut self, name: &str, part: String) -> Result<bool, TooLong> {
        let others = self.bytes() - self.size(name);
        #[allow(clippy::borrowed_box)] // the signature that `filter` requires
        let fits = |part: &Box<RawValue>| part.get().len() <= MAX_PART && part.get().len() + others <= MAX_ALL;
        let Some(part) = RawValue::from_string(part).ok().filter(fits) else {
            self.remove(name);
            return Err(TooLong);
        };
        if self.parts.get(name).is_some_and(|before| before.get() == part.get()) {
            return Ok(false);
        }
        self.parts.insert(name.to_owned(), part);
        Ok(true)
    }

    /// Removes a part. Returns whether it existed.
    pub fn remove(&mut self, name: &str) -> bool {
        self.parts.remove(name).is_some()
    }

    /// The bytes of a part; 0 if it is missing.
    #[must_use]
    pub fn size(&self, name: &str) -> usize {
        self.parts.get(name).map_or(0, |part| part.get().len())
    }

    fn bytes(&self) -> usize {
        self.parts.values().map(|part| part.get().len()).sum()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_read_back() {
        let mut saved_state = SavedState::default();
        assert_eq!(saved_state.text(), "");
        assert_eq!(saved_state.put("selection", &"Thread;;Query".to_owned()), Ok(true));
        assert_eq!(saved_state.put("numbers", &vec![1_u32, 2, 3]), Ok(true));
        assert_eq!(saved_state.put("numbers", &vec![1_u32, 2, 3]), Ok(false));
        let back = SavedState::read(&saved_state.text());
        assert_eq!(back.get::<String>("selection").as_deref(), Some("Thread;;Query"));
        assert_eq!(back.get::<Vec<u32>>("numbers"), Some(vec![1, 2, 3]));
        assert_eq!(back.get::<String>("nothing"), None);
        assert_eq!(back.text(), saved_state.text());
        let some = SavedState::read(&saved_state.only(&["numbers", "nothing"]));
        assert_eq!(
            (some.get::<Vec<u32>>("numbers"), some.size("selection")),
            (Some(vec![1, 2, 3]), 0)
        );
        assert_eq!(saved_state.only(&["nothing"]), "");
        assert!(saved_state.remove("numbers") && !saved_state.remove("numbers"));
    }

    #[test]
    fn the_text_of_earlier_releases_is_read_and_written() {
        let text = r#"{"version":1,"parts":{"a \"b\"":{"x":[1.50, null]},"selection":"Thread;;Query"}}"#;
        let saved_state = SavedState::read(text);
        assert_eq!(saved_state.json_of("a \"b\""), Some(r#"{"x":[1.50, null]}"#));
        assert_eq!(saved_state.text(), text);
    }

    #[test]
    fn a_part_of_another_shape_is_none_and_the_others_stay() {
        let saved_state = SavedState::read(r#"{"version":1,"parts":{"a":{"x":[]},"b":"kept","deep":[[[[]]]]}}"#);
        assert_eq!(saved_state.get::<u32>("a"), None);
        assert_eq!(saved_state.get::<u32>("deep"), None);
        assert_eq!(saved_state.get::<String>("b").as_deref(), Some("kept"));
    }

    #[test]
    fn a_text_that_is_damaged_or_of_another_version_is_none() {
        let deep = format!("{{\"version\":1,\"parts\":{{\"a\":{}", "[".repeat(100_000));
        for text in [
            "",
            "{",
            "[]",
            "null",
            "{\"tab\":1}",
            "{\"version\":2,\"parts\":{\"a\":1}}",
            &deep,
        ] {
            assert_eq!(SavedState::read(text).text(), "");
        }
    }

    #[test]
    fn a_deep_part_is_none() {
        let (open, close) = ("[".repeat(10_000), "]".repeat(10_000));
        let saved_state = SavedState::read(&format!("{{\"version\":1,\"parts\":{{\"a\":{open}{close},\"b\":1}}}}"));
        assert_eq!(saved_state.get::<String>("a"), None);
        assert_eq!(saved_state.get::<u32>("b"), Some(1));
    }

    #[test]
    fn a_part_that_is_too_long_is_left_out() {
        let mut saved_state = SavedState::default();
        assert_eq!(saved_state.put("a", &"short".to_owned()), Ok(true));
        assert_eq!(saved_state.put("a", &"x".repeat(MAX_PART)), Err(TooLong));
        assert_eq!(saved_state.size("a"), 0);
        let long = "x".repeat(MAX_PART - 2);
        let kept = (0..10)
            .filter(|number| saved_state.put(&number.to_string(), &long).is_ok())
            .count();
        assert_eq!(kept, MAX_ALL / MAX_PART);
        let text = saved_state.text();
        assert_eq!(SavedState::read(&text).text().len(), text.len());
    }
}
