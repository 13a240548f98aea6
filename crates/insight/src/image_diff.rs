//! Two images of an item, attribute by attribute.

use hashrange_values::{AttributeValue, Item, Text};

/// An attribute in two images.
#[derive(Clone, Debug, PartialEq, serde::Serialize, serde::Deserialize)]
pub struct DiffLine {
    /// Its name.
    pub name: Text,
    /// The old value.
    pub old: Option<AttributeValue>,
    /// The new value.
    pub new: Option<AttributeValue>,
}

impl DiffLine {
    /// Whether both are equal.
    #[must_use]
    pub fn is_same(&self) -> bool {
        self.old == self.new
    }
}

/// The attributes of both images: those of the first image in its order, then added ones.
#[must_use]
pub fn image_diff(old: Option<&Item>, new: Option<&Item>) -> Vec<DiffLine> {
    let of = |image: Option<&Item>, name: &str| image.and_then(|image| image.get(name)).cloned();
    let names = old.into_iter().flat_map(Item::iter).map(|(name, _)| name);
    let came = new.into_iter().flat_map(Item::iter).map(|(name, _)| name);
    let came = came.filter(|name| old.is_none_or(|old| !old.contains(name)));
    let line = |name: &Text| DiffLine {
        name: name.clone(),
        old: of(old, name),
        new: of(new, name),
    };
    names.chain(came).map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn item(pairs: &[(&str, &str)]) -> Item {
        pairs
            .iter()
            .map(|(name, value)| (*name, AttributeValue::string(value)))
            .collect()
    }

    #[test]
    fn what_went_came_and_stayed_is_reported() {
        let (old, new) = (
            item(&[("a", "1"), ("b", "1"), ("c", "1")]),
            item(&[("a", "1"), ("b", "2"), ("d", "1")]),
        );
        let lines = image_diff(Some(&old), Some(&new));
        let reported: Vec<(&str, bool, bool, bool)> = lines
            .iter()
            .map(|line| {
                (
                    line.name.as_str(),
                    line.old.is_some(),
                    line.new.is_some(),
                    line.is_same(),
                )
            })
            .collect();
        let expected = [
            ("a", true, true, true),
            ("b", true, true, false),
            ("c", true, false, false),
            ("d", false, true, false),
        ];
        assert_eq!(reported, expected);
        assert!(image_diff(None, Some(&new)).iter().all(|line| line.old.is_none()));
        assert!(image_diff(None, None).is_empty());
    }
}
