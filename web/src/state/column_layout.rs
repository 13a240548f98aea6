//! The reader's columns of a grid: their order, which are hidden, and which are pinned to the left edge.
//!
//! A layout belongs to a table or an index. A column that it does not name follows the others, shown; keys are pinned.
//! Must not know how a grid is drawn, nor where layouts are stored.

use hashrange_values::Text;
use serde::{Deserialize, Serialize};

use super::item_rows::ItemColumn;

/// The maximum number of stored layouts. The one changed longest ago is dropped first.
const MAX_LAYOUTS: usize = 50;
/// The maximum number of columns of a stored layout.
const MAX_COLUMNS: usize = 1_000;

/// A column that the reader arranged: its name, whether it is hidden, whether it is pinned.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
struct Arranged(String, bool, bool);

/// The arranged columns of one table or index, in the reader's order.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColumnLayout(Vec<Arranged>);

/// The layouts by table or index, the one changed last at the end.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(transparent)]
pub struct ColumnLayouts(Vec<(String, ColumnLayout)>);

/// A found column as the reader arranged it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlacedColumn {
    /// Its position among the found columns.
    pub at: usize,
    /// The attribute.
    pub name: Text,
    /// Whether it is hidden.
    pub hidden: bool,
    /// Whether it stays at the left edge.
    pub pinned: bool,
}

/// A change of one column.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ColumnChange {
    /// Shown if it was hidden, and the reverse.
    Hide,
    /// Pinned if it was not, and the reverse.
    Pin,
    /// One place earlier.
    Earlier,
    /// One place later.
    Later,
}

impl ColumnLayouts {
    /// The name of a layout.
    #[must_use]
    pub fn name(table: &str, index: Option<&str>) -> String {
        match index {
            Some(index) => format!("{table}/{index}"),
            None => table.to_owned(),
        }
    }

    /// The layout with this name.
    #[must_use]
    pub fn get(&self, name: &str) -> Option<&ColumnLayout> {
        self.0.iter().find(|(known, _)| known == name).map(|(_, layout)| layout)
    }

    /// Replaces the layout with this name. `None` removes it.
    pub fn set(&mut self, name: &str, layout: Option<ColumnLayout>) {
        self.0.retain(|(known, _)| known != name);
        self.0.extend(layout.map(|layout| (name.to_owned(), layout)));
        if self.0.len() > MAX_LAYOUTS {
            self.0.remove(0);
        }
    }

    /// The found columns in the reader's order: the pinned ones, then the others.
    #[must_use]
    pub fn place(&self, name: &str, found: &[ItemColumn]) -> Vec<PlacedColumn> {
        let arranged = self.get(name).map_or(&[][..], |layout| &layout.0);
        let known = |name: &Text| arranged.iter().find(|one| one.0 == name.as_str());
        let place = |(at, column): (usize, &ItemColumn)| {
            let known = known(&column.attribute);
            PlacedColumn {
                at,
                name: column.attribute.clone(),
                hidden: known.is_some_and(|one| one.1),
                pinned: known.map_or(column.part.is_some(), |one| one.2),
            }
        };
        let (mut first, mut new): (Vec<PlacedColumn>, Vec<PlacedColumn>) = (Vec::new(), Vec::new());
        for one in arranged {
            let at = found.iter().position(|column| column.attribute.as_str() == one.0);
            first.extend(at.and_then(|at| Some(place((at, found.get(at)?)))));
        }
        for column in found
            .iter()
            .enumerate()
            .filter(|(_, column)| known(&column.attribute).is_none())
        {
            new.push(place(column));
        }
        first.append(&mut new);
        let (mut pinned, mut others): (Vec<_>, Vec<_>) = first.into_iter().partition(|column| column.pinned);
        pinned.append(&mut others);
        pinned
    }

    /// Changes the column at a position of these. Returns its new position.
    pub fn change(&mut self, name: &str, mut columns: Vec<PlacedColumn>, at: usize, change: ColumnChange) -> usize {
        let Some(column) = columns.get_mut(at) else { return at };
        let moved = column.name.clone();
        match change {
            ColumnChange::Hide => column.hidden = !column.hidden,
            ColumnChange::Pin => column.pinned = !column.pinned,
            ColumnChange::Earlier if at > 0 => columns.swap(at - 1, at),
            ColumnChange::Later if at + 1 < columns.len() => columns.swap(at, at + 1),
            ColumnChange::Earlier | ColumnChange::Later => return at,
        }
        // Columns that no item has now keep their place behind the others.
        let absent = self.get(name).map(|layout| layout.0.clone()).unwrap_or_default();
        let absent = absent
            .into_iter()
            .filter(|one| columns.iter().all(|column| column.name.as_str() != one.0));
        let arranged = |column: &PlacedColumn| Arranged(column.name.to_string(), column.hidden, column.pinned);
        let layout = columns.iter().map(arranged).chain(absent).take(MAX_COLUMNS).collect();
        self.set(name, Some(ColumnLayout(layout)));
        let (pinned, others): (Vec<_>, Vec<_>) = columns.into_iter().partition(|column| column.pinned);
        let mut after = pinned.iter().chain(&others);
        after.position(|column| column.name == moved).unwrap_or(at)
    }
}

#[cfg(test)]
mod tests {
    use super::super::table_schema::Part;
    use super::*;

    fn found() -> Vec<ItemColumn> {
        let column = |name: &str, part| ItemColumn {
            attribute: name.into(),
            part,
            types: Vec::new(),
        };
        vec![
            column("Id", Some(Part::Partition)),
            column("a", None),
            column("b", None),
            column("c", None),
        ]
    }

    fn words(layouts: &ColumnLayouts) -> String {
        let word = |column: PlacedColumn| {
            let pin = if column.pinned { "!" } else { "" };
            let hidden = if column.hidden { "-" } else { "" };
            format!("{pin}{hidden}{}", column.name)
        };
        let placed = layouts.place("T", &found()).into_iter().map(word);
        placed.collect::<Vec<_>>().join(" ")
    }

    fn change(layouts: &mut ColumnLayouts, at: usize, change: ColumnChange) -> usize {
        let columns = layouts.place("T", &found());
        layouts.change("T", columns, at, change)
    }

    #[test]
    fn columns_are_moved_hidden_and_pinned() {
        let mut layouts = ColumnLayouts::default();
        assert_eq!(words(&layouts), "!Id a b c");
        assert_eq!(change(&mut layouts, 3, ColumnChange::Earlier), 2);
        assert_eq!(words(&layouts), "!Id a c b");
        change(&mut layouts, 1, ColumnChange::Hide);
        assert_eq!(change(&mut layouts, 3, ColumnChange::Pin), 1);
        assert_eq!(words(&layouts), "!Id !b -a c");
        assert_eq!(change(&mut layouts, 0, ColumnChange::Pin), 1);
        assert_eq!(words(&layouts), "!b Id -a c");
        assert_eq!(change(&mut layouts, 0, ColumnChange::Earlier), 0);
        assert_eq!(change(&mut layouts, 9, ColumnChange::Hide), 9);
        layouts.set("T", None);
        assert_eq!(layouts, ColumnLayouts::default());
    }

    #[test]
    fn a_column_stays_in_its_part_when_it_is_moved_across_the_edge() {
        let mut layouts = ColumnLayouts::default();
        change(&mut layouts, 1, ColumnChange::Earlier);
        assert_eq!(words(&layouts), "!Id a b c");
    }

    #[test]
    fn new_columns_follow_and_absent_ones_keep_their_settings() {
        let mut layouts = ColumnLayouts::default();
        change(&mut layouts, 3, ColumnChange::Hide);
        let few: Vec<ItemColumn> = found()
            .into_iter()
            .filter(|one| one.attribute.as_str() != "c")
            .collect();
        let columns = layouts.place("T", &few);
        layouts.change("T", columns, 2, ColumnChange::Earlier);
        assert_eq!(words(&layouts), "!Id b a -c");
    }

    #[test]
    fn layouts_are_read_back_and_few_are_stored() {
        let mut layouts = ColumnLayouts::default();
        for number in 0..=MAX_LAYOUTS {
            layouts.set(&number.to_string(), Some(ColumnLayout::default()));
        }
        assert!(layouts.get("0").is_none() && layouts.get("1").is_some());
        change(&mut layouts, 1, ColumnChange::Hide);
        let text = serde_json::to_string(&layouts).expect("a text");
        assert_eq!(serde_json::from_str::<ColumnLayouts>(&text).ok(), Some(layouts));
        assert_eq!(ColumnLayouts::name("T", Some("I")), "T/I");
    }
}
