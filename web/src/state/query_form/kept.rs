//! The form of a read as JSON, as the workspace keeps it. The ids of conditions are not kept; they are numbered again.
//!
//! Must not know where it is kept.

use hashrange_values::Comparator;
use hashrange_wire::{JsonForm, JsonTree, json_members, json_words, member_of_tree};

use super::{FilterForm, FilterOperator, Join, QueryForm, Returned, SortOperator, SortTest};

json_members!(SortTest default { operator, first, second });
json_words!(Join { And, Or });
json_members!(FilterForm { path, operator, kind, operands } skip { id });
json_members!(QueryForm default {
    index, consistent, descending, limit, partition, sort, filters, join, returned,
} then number_filters);

/// An object with one member.
fn tagged(name: &str, value: JsonTree) -> JsonTree {
    JsonTree::object(vec![(name, value)])
}

/// A member of an object as a comparator.
fn comparator(tree: &JsonTree, name: &'static str) -> Result<Comparator, &'static str> {
    member_of_tree(tree, name)
}

impl JsonForm for SortOperator {
    fn to_tree(&self) -> JsonTree {
        match self {
            Self::Any => "Any".into(),
            Self::Compare(comparator) => tagged("Compare", comparator.to_tree()),
            Self::Between => "Between".into(),
            Self::BeginsWith => "BeginsWith".into(),
        }
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        Ok(match tree.text() {
            Some("Any") => Self::Any,
            Some("Between") => Self::Between,
            Some("BeginsWith") => Self::BeginsWith,
            _ => Self::Compare(comparator(tree, "Compare")?),
        })
    }
}

/// The tests of a filter without a comparator, by name.
const WORDS: [(FilterOperator, &str); 8] = [
    (FilterOperator::Between, "Between"),
    (FilterOperator::In, "In"),
    (FilterOperator::BeginsWith, "BeginsWith"),
    (FilterOperator::Contains, "Contains"),
    (FilterOperator::NotContains, "NotContains"),
    (FilterOperator::Exists, "Exists"),
    (FilterOperator::NotExists, "NotExists"),
    (FilterOperator::IsType, "IsType"),
];

impl JsonForm for FilterOperator {
    fn to_tree(&self) -> JsonTree {
        match self {
            Self::Compare(comparator) => tagged("Compare", comparator.to_tree()),
            Self::Size(comparator) => tagged("Size", comparator.to_tree()),
            other => {
                let known = WORDS.iter().find(|(known, _)| known == other);
                known.map_or("", |(_, word)| word).into()
            }
        }
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        if let Some(word) = tree.text() {
            let known = WORDS.iter().find(|(_, known)| *known == word);
            return known.map(|(operator, _)| *operator).ok_or("");
        }
        Ok(match tree.member("Size") {
            Some(_) => Self::Size(comparator(tree, "Size")?),
            None => Self::Compare(comparator(tree, "Compare")?),
        })
    }
}

impl JsonForm for Returned {
    fn to_tree(&self) -> JsonTree {
        match self {
            Self::Everything => "Everything".into(),
            Self::WholeItems => "WholeItems".into(),
            Self::Keys => "Keys".into(),
            Self::Picked(paths) => tagged("Picked", paths.to_tree()),
            Self::Count => "Count".into(),
        }
    }

    fn of_tree(tree: &JsonTree) -> Result<Self, &'static str> {
        Ok(match tree.text() {
            Some("Everything") => Self::Everything,
            Some("WholeItems") => Self::WholeItems,
            Some("Keys") => Self::Keys,
            Some("Count") => Self::Count,
            _ => Self::Picked(member_of_tree(tree, "Picked")?),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// As builds before this form wrote it.
    const KEPT: &str = r#"{"index":null,"consistent":true,"descending":false,"limit":"","partition":"a","sort":{"operator":{"Compare":"Less"},"first":"1","second":""},"filters":[{"path":"p","operator":{"Size":"GreaterOrEqual"},"kind":"Ns","operands":["1"]},{"path":"q","operator":"In","kind":"S","operands":[]}],"join":"Or","returned":{"Picked":["x"]}}"#;

    #[test]
    fn what_earlier_builds_kept_is_read_and_written_the_same() {
        let tree = JsonTree::parse(KEPT).expect("JSON");
        let form = QueryForm::of_tree(&tree).expect("a form");
        assert_eq!(form.to_tree().to_json(), KEPT);
        let ids: Vec<u32> = form.filters.iter().map(|filter| filter.id).collect();
        assert_eq!(ids, [0, 1]);
    }

    #[test]
    fn every_test_comes_back() {
        for operator in FilterOperator::ALL {
            assert_eq!(FilterOperator::of_tree(&operator.to_tree()), Ok(operator));
        }
        for operator in SortOperator::ALL {
            assert_eq!(SortOperator::of_tree(&operator.to_tree()), Ok(operator));
        }
        assert_eq!(FilterOperator::of_tree(&"Like".into()), Err(""));
        assert_eq!(QueryForm::of_tree(&tagged("join", "Xor".into())), Err("join"));
    }
}
