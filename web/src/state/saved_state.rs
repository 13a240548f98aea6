//! The saved state: the page's own state of a workspace, as named parts of one JSON text.
//!
//! Owns the text's version and its limits. Ignores a text of another version, and one that nests hundreds of levels.
//! Also ignores a damaged part and a part of another page version; the other parts stay. Must not know the meaning of the
//! parts, nor where the text is stored.

use hashrange_wire::{JsonForm, check_json, member_texts, object_of_texts};
use litemap::LiteMap;

/// The version of the text.
const VERSION: &str = "1";
/// The maximum bytes of one part.
pub const MAX_PART: usize = 2_000_000;
/// The maximum bytes of all parts.
const MAX_ALL: usize = 12_000_000;

/// The parts, each as JSON.
#[derive(Clone, Debug, Default)]
pub struct SavedState {
    parts: LiteMap<String, String>,
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
        let mut read = Self::default();
        for (name, part) in parts(text).unwrap_or_default() {
            if part.len() <= MAX_PART {
                read.parts.insert(name, part);
            }
        }
        read
    }

    /// The text. Empty without parts.
    #[must_use]
    pub fn text(&self) -> String {
        if self.parts.is_empty() {
            return String::new();
        }
        let mut parts = self.parts.iter().map(|(name, part)| (name.as_str(), part.as_str()));
        let parts = object_of_texts(&mut parts);
        object_of_texts(&mut [("version", VERSION), ("parts", parts.as_str())].into_iter())
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
        self.parts.get(name).map(String::as_str)
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
        let fits = part.len() <= MAX_PART && part.len() + others <= MAX_ALL;
        if !fits || check_json(&part).is_err() {
            self.remove(name);
            return Err(TooLong);
        }
        if self.parts.get(name) == Some(&part) {
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
        self.parts.get(name).map_or(0, String::len)
    }

    fn bytes(&self) -> usize {
        self.parts.values().map(String::len).sum()
    }
}

/// The parts of a text of this version, each as its JSON.
fn parts(text: &str) -> Option<Vec<(String, String)>> {
    let members = member_texts(text)?;
    let member = |name: &str| members.iter().rfind(|(member, _)| member == name);
    member("version").filter(|(_, version)| version == VERSION)?;
    member_texts(&member("parts")?.1)
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
        let with = |levels: usize| {
            let (open, close) = ("[".repeat(levels), "]".repeat(levels));
            SavedState::read(&format!("{{\"version\":1,\"parts\":{{\"a\":{open}{close},\"b\":1}}}}"))
        };
        assert_eq!(
            (with(500).get::<String>("a"), with(500).get::<u32>("b")),
            (None, Some(1))
        );
        assert_eq!(with(10_000).text(), "", "no page writes such a text");
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
