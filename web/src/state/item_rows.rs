//! Items as rows of a grid: its columns, the text of a cell, and the order of one page.
//!
//! Owns columns (keys first, then attributes in order of appearance) and one-line texts of values. Must not know how a
//! grid is drawn.

use std::cmp::Ordering;
use std::sync::Arc;

use hashrange_values::{AttributeType, AttributeValue, Item, Text, to_map};
use hashrange_words::t;
use litemap::LiteMap;

use super::scalar_text::write_binary;
use super::table_schema::{Part, TableSchema};

/// The maximum number of characters of a cell. The item editor shows the complete value.
const MAX_CELL: usize = 120;

/// A column of the grid.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ItemColumn {
    /// The attribute.
    pub attribute: Text,
    /// Its role as a key.
    pub part: Option<Part>,
    /// The types found, in the order of the documentation.
    pub types: Vec<AttributeType>,
}

impl ItemColumn {
    /// The types as in the header, `S` or `N S`.
    #[must_use]
    pub fn type_text(&self) -> String {
        self.types
            .iter()
            .map(|kind| kind.descriptor())
            .collect::<Vec<_>>()
            .join(" ")
    }
}

/// The columns of items, in order of appearance.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Columns {
    list: Vec<ItemColumn>,
    places: LiteMap<Text, usize>,
    /// Key attributes that may still appear, in their order. With a projection they are optional.
    keys: Vec<ItemColumn>,
}

impl Columns {
    /// The key columns of a table or index, before the first item.
    #[must_use]
    pub fn of(schema: &TableSchema, index: Option<&str>) -> Self {
        let mut columns = Self::projected(schema, index);
        for key in columns.keys.clone() {
            let types = key.types.clone();
            columns.open(&key.attribute).types = types;
        }
        columns
    }

    /// No columns before the first item: a projection can omit anything, even keys.
    #[must_use]
    pub fn projected(schema: &TableSchema, index: Option<&str>) -> Self {
        let keys = schema.key_attributes(index).into_iter().map(|key| ItemColumn {
            attribute: key.name.clone(),
            part: schema.part(index, &key.name),
            types: vec![key.kind.attribute_type()],
        });
        Self {
            keys: keys.collect(),
            ..Self::default()
        }
    }

    /// Adds an item's attributes to the columns.
    pub fn meet(&mut self, item: &Item) {
        for (name, value) in item.iter() {
            let kind = value.attribute_type();
            let column = self.open(name);
            if let Err(place) = column.types.binary_search(&kind) {
                column.types.insert(place, kind);
            }
        }
    }

    /// The columns of only these items, starting from `base`. Existing columns keep their order.
    #[must_use]
    pub fn of_items<'a>(&self, base: Self, items: impl Iterator<Item = &'a Item> + Clone) -> Self {
        let mut met = vec![false; self.list.len()];
        for (name, _) in items.clone().flat_map(Item::iter) {
            if let Some(met) = self.places.get(name).and_then(|place| met.get_mut(*place)) {
                *met = true;
            }
        }
        let mut columns = base;
        for (column, _) in self.list.iter().zip(met).filter(|(_, met)| *met) {
            columns.open(&column.attribute);
        }
        items.for_each(|item| columns.meet(item));
        columns
    }

    /// The columns, keys first.
    #[must_use]
    pub fn list(&self) -> &[ItemColumn] {
        &self.list
    }

    fn open(&mut self, name: &Text) -> &mut ItemColumn {
        let place = match self.places.get(name) {
            Some(place) => *place,
            None => self.add(name),
        };
        // `place` is an index of a list that does not shrink.
        #[allow(clippy::indexing_slicing)]
        &mut self.list[place]
    }

    /// Adds a column: a key in key order before the other columns, any other attribute at the end.
    fn add(&mut self, name: &Text) -> usize {
        let rank = |name: &Text| self.keys.iter().position(|key| key.attribute == *name);
        let (place, part) = match rank(name) {
            Some(own) => {
                let before = self
                    .list
                    .iter()
                    .filter(|column| rank(&column.attribute).is_some_and(|it| it < own));
                (before.count(), self.keys.get(own).and_then(|key| key.part))
            }
            None => (self.list.len(), None),
        };
        self.list.insert(
            place,
            ItemColumn {
                attribute: name.clone(),
                part,
                types: Vec::new(),
            },
        );
        let places = self.list.iter().enumerate();
        self.places = to_map(places.map(|(at, column)| (column.attribute.clone(), at)));
        place
    }
}

/// A value on one line, cut if it is long.
#[must_use]
pub fn cell_text(value: &AttributeValue) -> String {
    let mut out = String::new();
    write_line(value, &mut out, 0);
    if out.chars().count() > MAX_CELL {
        out = out.chars().take(MAX_CELL).collect();
        out.push('…');
    }
    out
}

/// The number of nested lists and maps that a cell writes in full. Deeper ones are shown as counts.
const MAX_CELL_DEPTH: usize = 4;

fn write_line(value: &AttributeValue, out: &mut String, depth: usize) {
    // A long list is cut anyway, so stop early instead of writing all of 400 KB.
    if out.len() > MAX_CELL * 4 {
        return;
    }
    match value {
        AttributeValue::S(text) if depth == 0 => out.extend(text.chars().take(MAX_CELL + 1)),
        AttributeValue::S(text) => {
            out.push('"');
            out.extend(text.chars().take(MAX_CELL + 1));
            out.push('"');
        }
        AttributeValue::N(number) => out.push_str(&number.to_string()),
        AttributeValue::B(bytes) => {
            out.push_str(&write_binary(
                bytes.get(..bytes.len().min(MAX_CELL)).unwrap_or_default(),
            ));
        }
        AttributeValue::Bool(truth) => out.push_str(if *truth { "true" } else { "false" }),
        AttributeValue::Null => out.push_str("null"),
        AttributeValue::Ss(members) => write_set(members.iter().map(ToString::to_string), out),
        AttributeValue::Ns(members) => write_set(members.iter().map(ToString::to_string), out),
        AttributeValue::Bs(members) => write_set(members.iter().map(|bytes| write_binary(bytes)), out),
        AttributeValue::L(elements) if depth >= MAX_CELL_DEPTH => {
            out.push_str(&format!(
                "[{}]",
                t!(
                    "{number, plural, one {# element} other {# elements}}",
                    number = elements.len()
                )
            ));
        }
        AttributeValue::M(map) if depth >= MAX_CELL_DEPTH => {
            out.push_str(&format!(
                "{{{}}}",
                t!("{number, plural, one {# entry} other {# entries}}", number = map.len())
            ));
        }
        AttributeValue::L(elements) => {
            out.push('[');
            for (place, element) in elements.iter().take(MAX_CELL).enumerate() {
                out.push_str(if place == 0 { "" } else { ", " });
                write_line(element, out, depth + 1);
            }
            out.push(']');
        }
        AttributeValue::M(map) => {
            out.push('{');
            for (place, (name, value)) in map.iter().take(MAX_CELL).enumerate() {
                out.push_str(if place == 0 { " " } else { ", " });
                out.push_str(name);
                out.push_str(": ");
                write_line(value, out, depth + 1);
            }
            out.push_str(" }");
        }
    }
}

fn write_set(members: impl Iterator<Item = String>, out: &mut String) {
    let listed: Vec<String> = members.take(MAX_CELL).collect();
    out.push_str("{ ");
    out.push_str(&listed.join(", "));
    out.push_str(" }");
}

/// The order of rows on one page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PageSort {
    /// The attribute to sort by.
    pub attribute: Text,
    /// In descending order.
    pub descending: bool,
}

impl PageSort {
    /// The effect of a click on a header: ascending, descending, as read.
    #[must_use]
    pub fn after_click(current: Option<&Self>, attribute: &Text) -> Option<Self> {
        match current.filter(|sort| sort.attribute == *attribute) {
            None => Some(Self {
                attribute: attribute.clone(),
                descending: false,
            }),
            Some(sort) if !sort.descending => Some(Self {
                attribute: attribute.clone(),
                descending: true,
            }),
            Some(_) => None,
        }
    }

    /// The rows' positions in this order. Items without the attribute are always last, and equal items keep their
    /// order.
    #[must_use]
    pub fn order(&self, items: &[Arc<Item>]) -> Vec<usize> {
        let value = |place: &usize| items.get(*place).and_then(|item| item.get(&self.attribute));
        let mut places: Vec<usize> = (0..items.len()).collect();
        hashrange_values::sort_by(&mut places, |a, b| match (value(a), value(b)) {
            (Some(a), Some(b)) => {
                let order = compare(a, b);
                if self.descending { order.reverse() } else { order }
            }
            (a, b) => b.is_some().cmp(&a.is_some()),
        });
        places
    }
}

/// Compares by type, then by value for types with an order, otherwise by text.
fn compare(a: &AttributeValue, b: &AttributeValue) -> Ordering {
    match (a, b) {
        (AttributeValue::S(a), AttributeValue::S(b)) => a.cmp(b),
        (AttributeValue::N(a), AttributeValue::N(b)) => a.cmp(b),
        (AttributeValue::B(a), AttributeValue::B(b)) => a.cmp(b),
        (AttributeValue::Bool(a), AttributeValue::Bool(b)) => a.cmp(b),
        (a, b) => a
            .attribute_type()
            .cmp(&b.attribute_type())
            .then_with(|| cell_text(a).cmp(&cell_text(b))),
    }
}

#[cfg(test)]
mod tests {
    use super::super::table_schema::tests::thread;
    use super::*;

    fn item(pairs: &[(&str, AttributeValue)]) -> Arc<Item> {
        Arc::new(pairs.iter().map(|(name, value)| (*name, value.clone())).collect())
    }

    #[test]
    fn keys_come_first_and_types_gather() {
        let schema = thread();
        let mut columns = Columns::of(&schema, None);
        columns.meet(&item(&[
            ("Subject", AttributeValue::string("a")),
            ("Zed", AttributeValue::Null),
        ]));
        columns.meet(&item(&[
            ("Alpha", AttributeValue::Bool(true)),
            ("Zed", AttributeValue::string("z")),
        ]));
        let names: Vec<&str> = columns.list().iter().map(|column| column.attribute.as_str()).collect();
        assert_eq!(names, ["ForumName", "Subject", "Zed", "Alpha"]);
        assert_eq!(columns.list()[2].type_text(), "S NULL");
        assert_eq!(columns.list()[0].part, Some(Part::Partition));
    }

    #[test]
    fn a_projection_shows_only_the_keys_it_brings() {
        let schema = thread();
        let mut columns = Columns::projected(&schema, Some("LastPostIndex"));
        columns.meet(&item(&[
            ("Alpha", AttributeValue::Null),
            ("Subject", AttributeValue::string("a")),
        ]));
        columns.meet(&item(&[("ForumName", AttributeValue::string("S3"))]));
        let names: Vec<&str> = columns.list().iter().map(|column| column.attribute.as_str()).collect();
        assert_eq!(names, ["ForumName", "Subject", "Alpha"]);
        assert_eq!(columns.list()[1].part, Some(Part::Sort));
    }

    #[test]
    fn columns_that_no_item_has_go_and_the_others_stay_in_order() {
        let schema = thread();
        let base = || Columns::of(&schema, None);
        let first = item(&[("Zed", AttributeValue::Null), ("Gone", AttributeValue::Null)]);
        let mut columns = base();
        columns.meet(&first);
        let (early, late) = (
            item(&[("New", AttributeValue::Null)]),
            item(&[("Zed", AttributeValue::string("z"))]),
        );
        let columns = columns.of_items(base(), [early.as_ref(), late.as_ref()].into_iter());
        let names: Vec<&str> = columns.list().iter().map(|column| column.attribute.as_str()).collect();
        assert_eq!(names, ["ForumName", "Subject", "Zed", "New"]);
        assert_eq!(columns.list()[2].type_text(), "S");
    }

    #[test]
    fn cells_are_one_line_and_short() {
        let list = AttributeValue::L([AttributeValue::string("a"), AttributeValue::N("1".parse().unwrap())].into());
        assert_eq!(cell_text(&list), "[\"a\", 1]");
        let map: Item = [("k", AttributeValue::Bool(false))].into_iter().collect();
        assert_eq!(cell_text(&AttributeValue::M(map)), "{ k: false }");
        assert_eq!(
            cell_text(&AttributeValue::Ss(["x".into(), "y".into()].into())),
            "{ x, y }"
        );
        assert_eq!(
            cell_text(&AttributeValue::string(&"é".repeat(500))).chars().count(),
            MAX_CELL + 1
        );
    }

    #[test]
    fn a_page_sorts_by_value_with_gaps_last() {
        let number = |text: &str| AttributeValue::N(text.parse().unwrap());
        let items = [
            item(&[("n", number("10"))]),
            item(&[]),
            item(&[("n", number("9"))]),
            item(&[("n", AttributeValue::string("a"))]),
        ];
        let name = Text::from("n");
        let up = PageSort::after_click(None, &name).unwrap();
        assert_eq!(up.order(&items), [3, 2, 0, 1]);
        let down = PageSort::after_click(Some(&up), &name).unwrap();
        assert_eq!(down.order(&items), [0, 2, 3, 1]);
        assert_eq!(PageSort::after_click(Some(&down), &name), None);
    }
}
