//! The entries of `tests/evidence.toml`, and their faults.
//!
//! Owns the members of an entry: `id`, `kind`, then `seen`, `source`, `date` and optionally `region`, or `because` for
//! an entry without a source, and `specs` or `tests`. Must not know comments.

use toml::{Table, Value};

use super::super::finding::Finding;
use super::marks::{ENTRIES, KINDS, is_id};

pub(super) const RULE: &str = "evidence";

const MEMBERS: [&str; 9] = [
    "id", "kind", "seen", "because", "source", "date", "region", "specs", "tests",
];

/// An entry that has an id and a kind.
pub(super) struct Entry {
    pub(super) id: String,
    pub(super) kind: String,
    /// Paths of the specs and tests that check it.
    pub(super) held_by: Vec<String>,
    /// Its first line, from 1.
    line: usize,
}

impl Entry {
    pub(super) fn finding(&self, message: impl Into<String>) -> Finding {
        Finding::new(RULE, place(self.line), format!("`{}`: {}", self.id, message.into()))
    }
}

fn place(line: usize) -> String {
    format!("{ENTRIES}:{line}")
}

/// Reads the file: its entries and their faults.
pub(super) fn read(text: &str) -> (Vec<Entry>, Vec<Finding>) {
    let table: Table = match text.parse() {
        Ok(table) => table,
        Err(error) => {
            return (
                Vec::new(),
                vec![Finding::new(RULE, ENTRIES, format!("this is no TOML: {error}"))],
            );
        }
    };
    let Some(Value::Array(list)) = table.get("evidence") else {
        return (
            Vec::new(),
            vec![Finding::new(RULE, ENTRIES, "there is no [[evidence]]")],
        );
    };
    let lines = text
        .lines()
        .enumerate()
        .filter(|(_, line)| line.trim() == "[[evidence]]")
        .map(|(at, _)| at + 1);
    let (mut entries, mut findings): (Vec<Entry>, Vec<Finding>) = Default::default();
    for (value, line) in list.iter().zip(lines.chain(std::iter::repeat(1))) {
        let Some(table) = value.as_table() else { continue };
        let (Some(id), Some(kind)) = (text_of(table, "id"), text_of(table, "kind")) else {
            findings.push(Finding::new(RULE, place(line), "an entry has an `id` and a `kind`"));
            continue;
        };
        let held_by = paths(table, "specs", |name| format!("tests/suite/{name}.spec"))
            .into_iter()
            .chain(paths(table, "tests", str::to_owned))
            .collect();
        let entry = Entry {
            id: id.to_owned(),
            kind: kind.to_owned(),
            held_by,
            line,
        };
        findings.extend(faults(table, &entry).into_iter().map(|message| entry.finding(message)));
        if entries.iter().any(|other| other.id == entry.id) {
            findings.push(entry.finding("another entry has this id"));
        }
        entries.push(entry);
    }
    (entries, findings)
}

fn text_of<'t>(table: &'t Table, name: &str) -> Option<&'t str> {
    table.get(name)?.as_str().filter(|text| !text.trim().is_empty())
}

fn paths(table: &Table, name: &str, path: impl Fn(&str) -> String) -> Vec<String> {
    let list = table.get(name).and_then(Value::as_array).into_iter().flatten();
    list.filter_map(Value::as_str).map(path).collect()
}

/// The faults of an entry.
fn faults(table: &Table, entry: &Entry) -> Vec<String> {
    let mut faults = Vec::new();
    if !is_id(&entry.id) {
        faults.push("an id is at least two words of small letters and digits, with hyphens between".to_owned());
    }
    if !KINDS.contains(&entry.kind.as_str()) {
        faults.push(format!("`{}` is no kind: {}", entry.kind, KINDS.join(", ")));
    }
    let unknown = table.keys().filter(|name| !MEMBERS.contains(&name.as_str()));
    faults.extend(unknown.map(|name| format!("`{name}` is no member of an entry")));
    let (asked, barred): (&[&str], &[&str]) = match entry.kind.as_str() {
        "inferred" => (&["because"], &["seen", "source", "date", "region"]),
        _ => (&["seen", "source", "date"], &["because"]),
    };
    let missing = asked.iter().filter(|name| text_of(table, name).is_none());
    faults.extend(missing.map(|name| format!("`{name}` is missing or no text")));
    let beside = barred.iter().filter(|name| table.contains_key(**name));
    faults.extend(beside.map(|name| format!("an entry of kind `{}` has no `{name}`", entry.kind)));
    if let Some(date) = text_of(table, "date").filter(|date| !is_date(date)) {
        faults.push(format!("`{date}` is no date: write 2026, 2026-10 or 2026-10-09"));
    }
    if entry.held_by.is_empty() {
        faults.push("name the `specs` or `tests` that hold it".to_owned());
    }
    faults
}

/// A year, with or without month and day.
fn is_date(text: &str) -> bool {
    let parts: Vec<&str> = text.split('-').collect();
    let bounds = [(4, 2006..=2999), (2, 1..=12), (2, 1..=31)];
    let fits = |(part, (digits, range)): (&&str, &(usize, std::ops::RangeInclusive<u32>))| {
        part.len() == *digits && part.parse().is_ok_and(|number| range.contains(&number))
    };
    (1..=3).contains(&parts.len()) && parts.iter().zip(&bounds).all(fits)
}

#[cfg(test)]
mod tests {
    use super::{is_date, read};

    fn messages(text: &str) -> Vec<String> {
        read(text).1.into_iter().map(|finding| finding.message).collect()
    }

    #[test]
    fn whole_entries_are_read() {
        let text = "[[evidence]]\nid = \"a-b\"\nkind = \"inferred\"\nbecause = \"It follows.\"\nspecs = [\"x/y\"]\n\
                    tests = [\"crates/a.rs\"]\n";
        let (entries, findings) = read(text);
        assert!(findings.is_empty());
        assert_eq!(entries[0].held_by, ["tests/suite/x/y.spec", "crates/a.rs"]);
    }

    #[test]
    fn malformed_entries_are_found() {
        let text = "[[evidence]]\nid = \"Ab\"\nkind = \"seen\"\nwhen = \"\"\nseen = \"It is so.\"\nsource = \" \"\n\
                    date = \"2026-13\"\n[[evidence]]\nkind = \"observed\"\n[[evidence]]\nid = \"a-b\"\nkind = \"inferred\"\n\
                    source = \"A page\"\nspecs = [\"x/y\"]\n[[evidence]]\nid = \"a-b\"\nkind = \"inferred\"\nbecause = \"So.\"\n\
                    specs = [\"x/y\"]\n";
        assert_eq!(
            messages(text),
            [
                "`Ab`: an id is at least two words of small letters and digits, with hyphens between",
                "`Ab`: `seen` is no kind: observed, documented, inferred",
                "`Ab`: `when` is no member of an entry",
                "`Ab`: `source` is missing or no text",
                "`Ab`: `2026-13` is no date: write 2026, 2026-10 or 2026-10-09",
                "`Ab`: name the `specs` or `tests` that hold it",
                "an entry has an `id` and a `kind`",
                "`a-b`: `because` is missing or no text",
                "`a-b`: an entry of kind `inferred` has no `source`",
                "`a-b`: another entry has this id",
            ]
        );
        assert_eq!(messages("evidence = ").len(), 1);
        assert_eq!(messages("# nothing\n"), ["there is no [[evidence]]"]);
    }

    #[test]
    fn dates_are_years_months_or_days() {
        for date in ["2026", "2026-10", "2026-10-09"] {
            assert!(is_date(date), "{date}");
        }
        for date in ["", "26", "2026-1", "2026-10-32", "2026-10-09-01", "October 2026"] {
            assert!(!is_date(date), "{date}");
        }
    }
}
