//! A filter of the rows on the page: it hides rows whose cells do not contain a text. It is no request.
//!
//! Must not know who shows the rows.

use hashrange_values::{Item, Text};
use hashrange_words::t;

use super::figures::{count, rows};
use super::item_rows::cell_text;

/// What a grid says about its rows while they are filtered.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Filtered {
    /// The shown rows.
    pub shown: usize,
    /// The loaded rows.
    pub loaded: usize,
    /// All rows.
    pub total: usize,
}

/// Whether a shown cell of the item contains the text, which is in small letters. ASCII letters match in either case.
#[must_use]
pub fn matches<'a>(item: &Item, mut shown: impl Iterator<Item = &'a Text>, text: &str) -> bool {
    shown.any(|name| {
        item.get(name)
            .is_some_and(|value| cell_text(value).to_ascii_lowercase().contains(text))
    })
}

impl Filtered {
    /// The sentences.
    #[must_use]
    pub fn words(self, of_index: bool) -> String {
        let (shown, loaded) = (count(self.shown as u64), rows(self.loaded as u64, of_index));
        let found = if self.loaded < self.total {
            let total = count(self.total as u64);
            t!(
                "{shown} of the {loaded} loaded here shown; in total there are {total}.",
                shown,
                loaded,
                total
            )
        } else {
            t!("{shown} of {loaded} shown.", shown, loaded)
        };
        t!(
            "{found} This filters what is on the page; it is not a Query and consumes no capacity.",
            found
        )
    }
}

#[cfg(test)]
mod tests {
    use hashrange_values::AttributeValue;

    use super::*;

    #[test]
    fn cells_are_searched_as_they_are_shown() {
        let list = AttributeValue::L([AttributeValue::string("Red")].into());
        let item: Item = [("a", AttributeValue::string("Some Text")), ("b", list)]
            .into_iter()
            .collect();
        let (a, b) = (Text::from("a"), Text::from("b"));
        assert!(matches(&item, [&a, &b].into_iter(), "e t"));
        assert!(matches(&item, [&a, &b].into_iter(), "[\"red"));
        assert!(!matches(&item, [&a].into_iter(), "red"), "a hidden column");
        assert!(matches(&item, [&a].into_iter(), ""));
    }

    #[test]
    fn what_is_not_loaded_is_said() {
        let filtered = |loaded| {
            let all = Filtered {
                shown: 12,
                loaded,
                total: 2_400,
            };
            all.words(false)
        };
        assert!(filtered(2_400).starts_with("12 of 2,400 items shown. This filters what is on the page; it is not"));
        let part = "12 of the 1,000 items loaded here shown; in total there are 2,400. This";
        assert!(filtered(1_000).starts_with(part), "{}", filtered(1_000));
    }
}
