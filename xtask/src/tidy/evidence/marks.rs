//! Marks: the words `observed`, `documented` and `inferred` in comments, with the entries that each of them names.
//!
//! In a comment, a word in backticks is not a mark, and a word after `not` is not either. In Markdown only a word that
//! opens a parenthesis is one. Must not know which entries exist.

use super::super::sources::SourceFile;

/// The file of the entries.
pub(super) const ENTRIES: &str = "tests/evidence.toml";
/// The kinds of evidence.
pub(super) const KINDS: [&str; 3] = ["observed", "documented", "inferred"];
/// Folders whose comments contain marks.
const FOLDERS: [&str; 6] = ["crates/", "web/src/", "xtask/", "tests/", "bench/", "fuzz/"];
/// Files that contain entries or claims, not marks.
const LISTS: [&str; 2] = [ENTRIES, "tests/claims.toml"];

/// A word that states the source of a rule.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Mark {
    /// The line, from 1.
    pub(super) line: usize,
    pub(super) kind: &'static str,
    /// The entries that it names, in order. Empty for a bare word.
    pub(super) ids: Vec<String>,
}

/// The marks of a file, in order.
pub(super) fn of(file: &SourceFile) -> Vec<Mark> {
    let inside = FOLDERS.iter().any(|folder| file.path.starts_with(folder)) || !file.path.contains('/');
    if !inside || LISTS.contains(&file.path.as_str()) {
        return Vec::new();
    }
    let extension = file.path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let markdown = extension == "md";
    let mut found = Vec::new();
    for (line, number) in file.text.lines().zip(1..) {
        let comment = match extension {
            "rs" => rust_comment(line),
            "spec" | "toml" | "py" | "sh" => line.trim_start().starts_with('#').then_some(line),
            "js" | "mjs" | "ts" => line.trim_start().starts_with("//").then_some(line),
            "md" => Some(line),
            _ => None,
        };
        found.extend(in_comment(comment.unwrap_or_default(), number, markdown));
    }
    found
}

/// The text after the first `//` of a line that is in no string: an even number of quotes comes before it.
fn rust_comment(line: &str) -> Option<&str> {
    let is_outside = |at: usize| {
        line.get(..at)
            .is_some_and(|code| code.matches('"').count().is_multiple_of(2))
    };
    line.match_indices("//")
        .map(|(at, _)| at)
        .find(|at| is_outside(*at))
        .and_then(|at| line.get(at..))
}

fn in_comment(comment: &str, line: usize, markdown: bool) -> Vec<Mark> {
    let lower = comment.to_ascii_lowercase();
    let mut marks: Vec<(usize, Mark)> = Vec::new();
    for kind in KINDS {
        for (at, _) in lower.match_indices(kind) {
            let (before, after) = (
                lower.get(..at).unwrap_or(""),
                lower.get(at + kind.len()..).unwrap_or(""),
            );
            if is_mark(before, after, markdown) {
                marks.push((
                    at,
                    Mark {
                        line,
                        kind,
                        ids: named(after),
                    },
                ));
            }
        }
    }
    marks.sort_by_key(|(at, _)| *at);
    marks.into_iter().map(|(_, mark)| mark).collect()
}

fn is_mark(before: &str, after: &str, markdown: bool) -> bool {
    let part_of_word = |character: char| character.is_alphanumeric() || matches!(character, '_' | '-' | '`');
    let whole = !before.ends_with(part_of_word) && !after.starts_with(part_of_word);
    whole
        && if markdown {
            before.ends_with('(')
        } else {
            !before.ends_with("not ") && !before.ends_with("nor ")
        }
}

/// The ids after a word: `: one-id, another-id`. An id has a hyphen, so that a remark may follow after a comma.
fn named(after: &str) -> Vec<String> {
    let Some(list) = after.strip_prefix(": ") else {
        return Vec::new();
    };
    let words = list
        .split(", ")
        .map(|part| part.split(|c: char| !is_id_letter(c)).next().unwrap_or(""));
    let mut ids = Vec::new();
    for (word, part) in words.zip(list.split(", ")) {
        if !is_id(word) {
            break;
        }
        ids.push(word.to_owned());
        if part.len() != word.len() {
            break;
        }
    }
    ids
}

fn is_id_letter(character: char) -> bool {
    character.is_ascii_lowercase() || character.is_ascii_digit() || character == '-'
}

/// Whether this can be the id of an entry: at least two words of lower-case letters and digits, separated by hyphens.
pub(super) fn is_id(text: &str) -> bool {
    let words: Vec<&str> = text.split('-').collect();
    words.len() >= 2
        && words
            .iter()
            .all(|word| !word.is_empty() && word.chars().all(is_id_letter))
}

#[cfg(test)]
mod tests {
    use super::{Mark, of};
    use crate::tidy::sources::SourceFile;

    fn marks(path: &str, text: &str) -> Vec<(usize, &'static str, String)> {
        let found = of(&SourceFile::new(path, text));
        found
            .into_iter()
            .map(|Mark { line, kind, ids }| (line, kind, ids.join(" ")))
            .collect()
    }

    #[test]
    fn comments_are_read_and_strings_are_not() {
        let code = r#"let a = "{} (observed)"; {} So (observed: a-b; documented: c-d, e-f, five of them)."#;
        let first = code.replace("{}", "//");
        let text = [first.as_str(), "let observed = 1;", "//! Observed: g-h."].join("\n");
        assert_eq!(
            marks("crates/a/src/lib.rs", &text),
            [
                (1, "observed", "a-b".into()),
                (1, "documented", "c-d e-f".into()),
                (3, "observed", "g-h".into())
            ]
        );
    }

    #[test]
    fn a_bare_word_names_nothing() {
        let found = marks(
            "tests/suite/a.spec",
            "# Seen (observed).\n> Observed\n# It is not documented, `inferred`, undocumented.\n",
        );
        assert_eq!(found, [(1, "observed", String::new())]);
        assert_eq!(
            marks("crates/a.rs", "// (observed: alone)\n"),
            [(1, "observed", String::new())]
        );
    }

    #[test]
    fn markdown_marks_open_a_parenthesis() {
        let text = "The documented way. So (documented: a-b), and so (inferred).\n";
        assert_eq!(
            marks("README.md", text),
            [(1, "documented", "a-b".into()), (1, "inferred", String::new())]
        );
        assert_eq!(marks("node_modules/a/README.md", text), []);
    }
}
