//! Rows that the reader chooses, as the primary keys of their items.
//!
//! Must not know how rows are drawn, nor what is done with them.

use std::ops::RangeInclusive;

use hashrange_values::Item;
use hashrange_words::t;

use super::figures::count;

/// Adds a row, or removes it if it was chosen.
pub fn toggle(keys: &mut Vec<Item>, key: Item) {
    match keys.iter().position(|known| *known == key) {
        Some(at) => drop(keys.remove(at)),
        None => keys.push(key),
    }
}

/// Adds the rows that are not chosen yet.
pub fn add(keys: &mut Vec<Item>, more: Vec<Item>) {
    let before = keys.len();
    for key in more {
        if !keys.iter().take(before).any(|known| *known == key) {
            keys.push(key);
        }
    }
}

/// How many of all rows are chosen.
#[must_use]
pub fn words(chosen: usize, total: u64) -> String {
    t!(
        "{chosen, number} of {total, plural, one {# item} other {# items}} selected",
        chosen,
        total
    )
}

/// Why a range of rows, by their positions, cannot be chosen.
#[must_use]
pub fn not_loaded(range: RangeInclusive<usize>) -> String {
    let (first, last) = (count(*range.start() as u64 + 1), count(*range.end() as u64 + 1));
    t!(
        "Rows {first} to {last} are not all loaded, so none of them was selected. Select fewer rows at once.",
        first,
        last
    )
}

#[cfg(test)]
mod tests {
    use hashrange_values::AttributeValue;

    use super::*;

    fn key(id: &str) -> Item {
        [("Id", AttributeValue::string(id))].into_iter().collect()
    }

    #[test]
    fn rows_are_chosen_once_and_given_up_again() {
        let mut keys = Vec::new();
        toggle(&mut keys, key("b"));
        add(&mut keys, vec![key("a"), key("b"), key("c")]);
        assert_eq!(keys, [key("b"), key("a"), key("c")]);
        toggle(&mut keys, key("a"));
        assert_eq!(keys, [key("b"), key("c")]);
        assert_eq!(words(2, 240), "2 of 240 items selected");
        assert!(not_loaded(0..=1_499).starts_with("Rows 1 to 1,500 are not all loaded"));
    }
}
