//! The document path: a top-level attribute name followed by map keys and list indexes.
//!
//! Owns reading a path through an item. Must not know expression syntax or placeholders.

use std::fmt;

use crate::{AttributeValue, Map, Text};

/// One step below a top-level attribute.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Step {
    /// `.name`: the value under a map's key.
    Key(Text),
    /// `[n]`: an element of a list, counted from 0.
    Index(usize),
}

/// The position of a value inside an item.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Path {
    /// Name of the top-level attribute.
    pub attribute: Text,
    /// The steps below the attribute; empty for the attribute itself.
    pub steps: Vec<Step>,
}

impl Path {
    /// The path of a top-level attribute.
    #[must_use]
    pub fn top(attribute: impl Into<Text>) -> Self {
        Self {
            attribute: attribute.into(),
            steps: Vec::new(),
        }
    }

    /// True for a path without steps.
    #[must_use]
    pub fn is_top(&self) -> bool {
        self.steps.is_empty()
    }

    /// The value at this path; `None` if the item has none.
    #[must_use]
    pub fn find<'a>(&self, item: &'a Map) -> Option<&'a AttributeValue> {
        self.steps
            .iter()
            .try_fold(item.get(&self.attribute)?, |value, step| match (step, value) {
                (Step::Key(name), AttributeValue::M(map)) => map.get(name),
                (Step::Index(index), AttributeValue::L(elements)) => elements.get(*index),
                _ => None,
            })
    }
}

impl fmt::Display for Path {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(&self.attribute)?;
        for step in &self.steps {
            match step {
                Step::Key(name) => write!(out, ".{name}")?,
                Step::Index(index) => write!(out, "[{index}]")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn walks_maps_and_lists() {
        let inner: Map = [("x", AttributeValue::Bool(true))].into_iter().collect();
        let item: Map = [(
            "a",
            AttributeValue::L(thin_vec::thin_vec![AttributeValue::Null, AttributeValue::M(inner)]),
        )]
        .into_iter()
        .collect();
        let path = Path {
            attribute: "a".into(),
            steps: vec![Step::Index(1), Step::Key("x".into())],
        };
        assert_eq!(path.find(&item), Some(&AttributeValue::Bool(true)));
        assert_eq!(path.to_string(), "a[1].x");
        let missing = Path {
            attribute: "a".into(),
            steps: vec![Step::Key("x".into())],
        };
        assert_eq!(missing.find(&item), None);
    }
}
