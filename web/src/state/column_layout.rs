//! The reader's columns of a grid: their order, which are hidden, and which are pinned to the left edge.
//!
//! A layout belongs to a table or an index. A column that it does not name follows the others, shown; keys are pinned.
//! All layouts are one text: a line `#table` or `#table/index`, then a line for each arranged column, a digit and the
//! name. The digit is 1 for a hidden column, plus 2 for a pinned one. Must not know how a grid is drawn, nor where the
//! text is stored.

use hashrange_values::Text;

use super::item_rows::ItemColumn;

/// The maximum bytes of all layouts. The one changed longest ago is dropped first.
const MAX_BYTES: usize = 200_000;

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

/// The name of the layout of a table or of one of its indexes.
#[must_use]
pub fn layout_name(table: &str, index: Option<&str>) -> String {
    match index {
        Some(index) => format!("{table}/{index}"),
        None => table.to_owned(),
    }
}

/// The lines of a layout, each about a column.
fn lines<'a>(layouts: &'a str, name: &str) -> Vec<&'a str> {
    let mut is_it = false;
    let mut found = Vec::new();
    for line in layouts.split('\n') {
        match line.strip_prefix('#') {
            Some(other) => is_it = other == name,
            None if is_it && !line.is_empty() => found.push(line),
            None => {}
        }
    }
    found
}

/// The name as a line has it. Names are only compared, never read back.
fn one_line(name: &Text) -> String {
    name.replace('\n', " ")
}

/// The found columns in the reader's order: the pinned ones, then the others.
#[must_use]
pub fn place(layouts: &str, name: &str, found: &[ItemColumn]) -> Vec<PlacedColumn> {
    let lines = lines(layouts, name);
    let mut placed: Vec<(usize, PlacedColumn)> = Vec::new();
    for (at, column) in found.iter().enumerate() {
        let own = one_line(&column.attribute);
        let rank = lines.iter().position(|line| line.get(1..) == Some(own.as_str()));
        let sign = rank.and_then(|rank| lines.get(rank)?.chars().next());
        let column = PlacedColumn {
            at,
            name: column.attribute.clone(),
            hidden: matches!(sign, Some('1' | '3')),
            pinned: sign.map_or(column.part.is_some(), |sign| matches!(sign, '2' | '3')),
        };
        let rank = rank.unwrap_or(lines.len());
        let place = placed.partition_point(|(other, before)| (!before.pinned, *other) <= (!column.pinned, rank));
        placed.insert(place, (rank, column));
    }
    placed.into_iter().map(|(_, column)| column).collect()
}

/// Removes a layout.
pub fn reset(layouts: &mut String, name: &str) {
    let mut is_it = false;
    let mut kept = String::new();
    for line in layouts.split('\n').filter(|line| !line.is_empty()) {
        if let Some(other) = line.strip_prefix('#') {
            is_it = other == name;
        }
        if !is_it {
            kept.push_str(line);
            kept.push('\n');
        }
    }
    *layouts = kept;
}

/// Changes the column at a position of these. Returns its new position.
pub fn change(
    layouts: &mut String,
    name: &str,
    mut columns: Vec<PlacedColumn>,
    at: usize,
    change: ColumnChange,
) -> usize {
    let Some(column) = columns.get_mut(at) else { return at };
    let is_pinned = column.pinned;
    let mut now = at;
    match change {
        ColumnChange::Hide => column.hidden = !column.hidden,
        ColumnChange::Pin => column.pinned = !column.pinned,
        ColumnChange::Earlier => now = at.saturating_sub(1),
        ColumnChange::Later => now = (at + 1).min(columns.len() - 1),
    }
    if change == ColumnChange::Pin {
        // It becomes the last pinned column, or the first of the others.
        let pinned = columns.iter().filter(|column| column.pinned).count();
        now = if is_pinned { pinned } else { pinned - 1 };
    } else if columns.get(now).is_some_and(|column| column.pinned != is_pinned) {
        return at;
    }
    let moved = columns.remove(at);
    columns.insert(now, moved);
    write(layouts, name, &columns);
    now
}

/// Replaces a layout. Columns that no item has now keep their place behind the others.
fn write(layouts: &mut String, name: &str, columns: &[PlacedColumn]) {
    let mut text = format!("#{name}\n");
    for column in columns {
        let sign = u8::from(column.hidden) + 2 * u8::from(column.pinned);
        text.push_str(&format!("{sign}{}\n", one_line(&column.name)));
    }
    for line in lines(layouts, name) {
        if columns
            .iter()
            .all(|column| line.get(1..) != Some(one_line(&column.name).as_str()))
        {
            text.push_str(&format!("{line}\n"));
        }
    }
    reset(layouts, name);
    layouts.push_str(&text);
    while layouts.len() > MAX_BYTES {
        match layouts.get(1..).and_then(|rest| rest.find("\n#")) {
            Some(end) => drop(layouts.drain(..end + 2)),
            None => layouts.clear(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::super::table_schema::Part;
    use super::*;

    fn column(name: &str, part: Option<Part>) -> ItemColumn {
        ItemColumn {
            attribute: name.into(),
            part,
            types: Vec::new(),
        }
    }

    fn found() -> Vec<ItemColumn> {
        let others = ["a", "b\n2", "c"].map(|name| column(name, None));
        std::iter::once(column("Id", Some(Part::Partition)))
            .chain(others)
            .collect()
    }

    fn words(layouts: &str) -> String {
        let word = |column: PlacedColumn| {
            let pin = if column.pinned { "!" } else { "" };
            let hidden = if column.hidden { "-" } else { "" };
            format!("{pin}{hidden}{}", column.name.trim_end_matches("\n2"))
        };
        let placed = place(layouts, "T", &found()).into_iter().map(word);
        placed.collect::<Vec<_>>().join(" ")
    }

    fn act(layouts: &mut String, at: usize, act: ColumnChange) -> usize {
        let columns = place(layouts, "T", &found());
        change(layouts, "T", columns, at, act)
    }

    #[test]
    fn columns_are_moved_hidden_and_pinned() {
        let mut layouts = String::new();
        assert_eq!(words(&layouts), "!Id a b c");
        assert_eq!(act(&mut layouts, 3, ColumnChange::Earlier), 2);
        assert_eq!(words(&layouts), "!Id a c b");
        act(&mut layouts, 1, ColumnChange::Hide);
        assert_eq!(act(&mut layouts, 3, ColumnChange::Pin), 1);
        assert_eq!(words(&layouts), "!Id !b -a c");
        assert_eq!(act(&mut layouts, 0, ColumnChange::Pin), 1);
        assert_eq!(words(&layouts), "!b Id -a c");
        assert_eq!(act(&mut layouts, 0, ColumnChange::Earlier), 0);
        assert_eq!(act(&mut layouts, 9, ColumnChange::Hide), 9);
        assert_eq!(layouts, "#T\n2b 2\n0Id\n1a\n0c\n");
        reset(&mut layouts, "T");
        assert_eq!(layouts, "");
    }

    #[test]
    fn a_column_does_not_move_across_the_edge() {
        let mut layouts = String::new();
        assert_eq!(act(&mut layouts, 1, ColumnChange::Earlier), 1);
        assert_eq!(act(&mut layouts, 0, ColumnChange::Later), 0);
        assert_eq!(act(&mut layouts, 3, ColumnChange::Later), 3);
        assert_eq!(words(&layouts), "!Id a b c");
    }

    #[test]
    fn new_columns_follow_and_absent_ones_keep_their_settings() {
        let mut layouts = "#U\n3x\n".to_owned();
        act(&mut layouts, 3, ColumnChange::Hide);
        let few: Vec<ItemColumn> = found().into_iter().take(3).collect();
        let columns = place(&layouts, "T", &few);
        change(&mut layouts, "T", columns, 2, ColumnChange::Earlier);
        assert_eq!(words(&layouts), "!Id b a -c");
        assert_eq!(lines(&layouts, "U"), ["3x"]);
        assert_eq!(layout_name("T", Some("I")), "T/I");
    }

    #[test]
    fn nonsense_is_ignored_and_few_layouts_are_stored() {
        assert_eq!(words("\u{e9}\n#T\n\u{e9}Id\n9a\n\nx\n#"), "!Id a b c");
        let mut layouts = String::new();
        for number in 0..30_000 {
            layouts.push_str(&format!("#{number}\n0a\n"));
        }
        act(&mut layouts, 1, ColumnChange::Hide);
        assert!(layouts.len() <= MAX_BYTES && layouts.starts_with('#'));
        assert_eq!(words(&layouts), "!Id -a b c");
    }
}
