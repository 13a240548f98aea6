//! A digest of items in any order. Equal sets of items have equal digests, in whatever form their values were written.
//!
//! Every item has one canonical form as bytes: numbers by value, sets sorted, attributes by name. The digest is the sum
//! of the items' SHA-256 hashes, each truncated to 128 bits, so that the digests of segments can be added. Must not
//! know where items come from.

use std::fmt::Write as _;

use hashrange_values::{AttributeValue, Item, Number, sort};
use hashrange_wire::{JsonForm, JsonTree};
use sha2::{Digest as _, Sha256};

/// The digest of a set of items.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Digest(u128);

impl Digest {
    /// The digest of one item.
    #[must_use]
    pub fn of(item: &Item) -> Self {
        let mut bytes = Vec::new();
        map(&mut bytes, item);
        let digest = Sha256::digest(&bytes);
        Self(digest.first_chunk().map_or(0, |first| u128::from_le_bytes(*first)))
    }

    /// The digest of two sets that have no item in common.
    #[must_use]
    pub fn plus(self, other: Self) -> Self {
        Self(self.0.wrapping_add(other.0))
    }

    /// The digest as 32 hexadecimal digits.
    #[must_use]
    pub fn text(self) -> String {
        format!("{:032x}", self.0)
    }
}

impl JsonForm for Digest {
    fn to_tree(&self) -> JsonTree {
        self.text().to_tree()
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        let digits = tree.text().ok_or("")?;
        u128::from_str_radix(digits, 16).map(Self).map_err(|_| "")
    }
}

fn map(out: &mut Vec<u8>, map: &Item) {
    length(out, map.len());
    for (name, member) in map.iter() {
        bytes(out, name.as_bytes());
        value(out, member);
    }
}

/// Values nest at most 32 levels, because deeper ones were refused before.
fn value(out: &mut Vec<u8>, value_of: &AttributeValue) {
    out.extend_from_slice(value_of.attribute_type().descriptor().as_bytes());
    out.push(b':');
    match value_of {
        AttributeValue::S(text) => bytes(out, text.as_bytes()),
        AttributeValue::N(number) => bytes(out, number_text(number).as_bytes()),
        AttributeValue::B(binary) => bytes(out, binary),
        AttributeValue::Bool(yes) => out.push(u8::from(*yes)),
        AttributeValue::Null => {}
        AttributeValue::Ss(members) => set(out, members.iter().map(|text| text.as_bytes().to_vec()).collect()),
        AttributeValue::Ns(members) => set(out, members.iter().map(|one| number_text(one).into_bytes()).collect()),
        AttributeValue::Bs(members) => set(out, members.iter().map(|binary| binary.to_vec()).collect()),
        AttributeValue::L(elements) => {
            length(out, elements.len());
            elements.iter().for_each(|element| value(out, element));
        }
        AttributeValue::M(members) => map(out, members),
    }
}

/// Equal numbers have equal texts, because a number is stored in its normal form.
fn number_text(number: &Number) -> String {
    let mut text = String::new();
    let _ = write!(text, "{number}");
    text
}

fn set(out: &mut Vec<u8>, mut members: Vec<Vec<u8>>) {
    sort(&mut members);
    length(out, members.len());
    members.iter().for_each(|member| bytes(out, member));
}

fn bytes(out: &mut Vec<u8>, content: &[u8]) {
    length(out, content.len());
    out.extend_from_slice(content);
}

fn length(out: &mut Vec<u8>, length: usize) {
    out.extend_from_slice(&(length as u64).to_le_bytes());
}

#[cfg(test)]
mod tests {
    use hashrange_wire::item_from_json;
    use proptest::prelude::*;

    use super::*;

    fn of(json: &str) -> Digest {
        Digest::of(&item_from_json(json).expect("an item"))
    }

    #[test]
    fn spelling_does_not_matter_and_values_do() {
        let one = of(r#"{"Id":{"N":"1"},"T":{"SS":["a","b"]},"U":{"NS":["10","2"]}}"#);
        assert_eq!(
            one,
            of(r#"{"U":{"NS":["2.0","1e1"]},"T":{"SS":["b","a"]},"Id":{"N":"1.00"}}"#)
        );
        for other in [
            r#"{"Id":{"N":"1"},"T":{"L":[{"S":"a"},{"S":"b"}]},"U":{"NS":["10","2"]}}"#,
            r#"{"Id":{"S":"1"},"T":{"SS":["a","b"]},"U":{"NS":["10","2"]}}"#,
            r#"{"Id":{"N":"1"},"T":{"SS":["ab"]},"U":{"NS":["10","2"]}}"#,
            r#"{"Id":{"N":"1"},"T":{"SS":["a","b"]}}"#,
        ] {
            assert_ne!(one, of(other), "{other}");
        }
        assert_ne!(
            of(r#"{"L":{"L":[{"S":"a"},{"S":"b"}]}}"#),
            of(r#"{"L":{"L":[{"S":"b"},{"S":"a"}]}}"#)
        );
        assert_eq!(Digest::of_json(&one.to_json()), Some(one));
        assert_eq!(Digest::of_json(r#""no digits""#), None);
    }

    proptest! {
        #[test]
        fn the_order_of_items_does_not_matter(mut numbers in prop::collection::vec(any::<i32>(), 0..20)) {
            let sum = |numbers: &[i32]| {
                let items = numbers.iter().map(|n| of(&format!(r#"{{"Id":{{"N":"{n}"}}}}"#)));
                items.fold(Digest::default(), Digest::plus)
            };
            let before = sum(&numbers);
            numbers.reverse();
            prop_assert_eq!(before, sum(&numbers));
        }
    }
}
