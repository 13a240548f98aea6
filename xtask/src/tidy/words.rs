//! Rule: names, comments, documents and texts use the field's words. `WORDS` lists private words that were replaced,
//! each with the word to write. CONTRIBUTING.md ("Preferred words") explains the choice. A word that plain English
//! needs is not listed.

use super::finding::Finding;
use super::sources::SourceFile;

const RULE: &str = "words";

/// A word or a phrase in lower case and singular, and what to write.
const WORDS: &[(&str, &str)] = &[
    ("calm", "debounce, or idle"),
    ("desk", "state, context or editor"),
    ("dial", "setting"),
    ("door", "section, entry point or button"),
    ("errand", "call"),
    ("for good", "permanently"),
    ("keeper", "group commit"),
    ("onlooker", "observer"),
    ("packer", "batch builder"),
    ("packing", "content encoding, or compression"),
    ("papers", "documents, files or saved state"),
    ("parcel", "batch"),
    ("shelf", "LRU cache"),
    ("shelve", "run a workspace command"),
    ("stall", "write timeout"),
    ("surroundings", "shared state"),
    ("tell", "report, return or print"),
    ("tempo", "pacing"),
    ("told", "reported, or what it names"),
    ("unpack", "decompress, or decode"),
    ("whereabouts", "host"),
];

/// The exceptions: a file, and a listed word that is an external name or a name in stored data.
const EXCEPTIONS: &[(&str, &str)] = &[
    ("CONTRIBUTING.md", "dial"),
    ("CONTRIBUTING.md", "for good"),
    ("CONTRIBUTING.md", "onlooker"),
    ("CONTRIBUTING.md", "tell"),
    ("crates/host/src/store/layout.rs", "papers"),
    ("crates/lesson/src/play/mod.rs", "told"),
    ("tests/e2e/durability.spec.mjs", "papers"),
    ("web/openings.mjs", "papers"),
    ("web/split.mjs", "packing"),
    ("web/src/preferences.rs", "door"),
    ("web/src/views/query_memory.rs", "desk"),
];

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    check_against(files, WORDS, EXCEPTIONS)
}

fn check_against(files: &[SourceFile], words: &[(&str, &str)], exceptions: &[(&str, &str)]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| is_checked(file)) {
        let allowed = |word: &str| exceptions.contains(&(file.path.as_str(), word));
        for (_, (word, write)) in listed_words(&file.path, words) {
            findings.push(Finding::new(
                RULE,
                &file.path,
                format!("`{word}` in the file's name: write {write}"),
            ));
        }
        for (line, (word, write)) in listed_words(&file.text, words)
            .into_iter()
            .filter(|(_, (word, _))| !allowed(word))
        {
            findings.push(Finding::new(
                RULE,
                format!("{}:{line}", file.path),
                format!("`{word}`: write {write}"),
            ));
        }
    }
    let is_used = |(path, word): &(&str, &str)| {
        let file = files.iter().find(|file| file.path == *path);
        file.is_some_and(|file| {
            listed_words(&file.text, words)
                .iter()
                .any(|(_, (listed, _))| listed == word)
        })
    };
    findings.extend(
        exceptions
            .iter()
            .filter(|exception| !is_used(exception))
            .map(|(path, word)| {
                Finding::new(
                    RULE,
                    *path,
                    format!("`{word}` is an exception in xtask/src/tidy/words.rs that nothing needs"),
                )
            }),
    );
    findings
}

/// Whether it is hand-written text or code. Excludes this file, because it has the list itself.
fn is_checked(file: &SourceFile) -> bool {
    let is_text = file.is_code() || file.path.ends_with(".md") || file.path.ends_with(".html");
    is_text && file.path != "xtask/src/tidy/words.rs"
}

/// The listed words in a text with their replacements, each with its line.
fn listed_words<'a>(text: &str, words: &[(&'a str, &'a str)]) -> Vec<(usize, (&'a str, &'a str))> {
    let numbered = text.lines().zip(1..);
    let parts: Vec<(String, usize)> = numbered
        .flat_map(|(line, number)| parts(line).into_iter().map(move |part| (part, number)))
        .collect();
    let is_at = |at: usize, word: &str| {
        let mut parts = parts.iter().skip(at);
        word.split(' ')
            .all(|word| parts.next().is_some_and(|(part, _)| is_form_of(part, word)))
    };
    let listed = |at: usize| words.iter().find(|(word, _)| is_at(at, word));
    parts
        .iter()
        .enumerate()
        .filter_map(|(at, (_, line))| Some((*line, *listed(at)?)))
        .collect()
}

/// Whether a part of a text is a word, or its plural.
fn is_form_of(part: &str, word: &str) -> bool {
    part == word || part.strip_suffix('s') == Some(word)
}

/// The words of a line in lower case. Names are split at `_`, `-` and capitals: `OnLooker` and `on_looker` are `on`,
/// `looker`.
fn parts(line: &str) -> Vec<String> {
    let letters: Vec<char> = line.chars().collect();
    let mut parts = Vec::new();
    let mut part = String::new();
    for (at, letter) in letters.iter().enumerate() {
        if !letter.is_alphabetic() {
            parts.extend((!part.is_empty()).then(|| std::mem::take(&mut part)));
            continue;
        }
        let before = at.checked_sub(1).and_then(|before| letters.get(before));
        let begins = letter.is_uppercase()
            && (before.is_some_and(|before| before.is_lowercase())
                || letters.get(at + 1).is_some_and(|next| next.is_lowercase()));
        if begins {
            parts.extend((!part.is_empty()).then(|| std::mem::take(&mut part)));
        }
        part.extend(letter.to_lowercase());
    }
    parts.extend((!part.is_empty()).then_some(part));
    parts
}

#[cfg(test)]
mod tests {
    use super::*;

    const LIST: &[(&str, &str)] = &[("onlooker", "observer"), ("for good", "permanently")];

    fn found(path: &str, text: &str) -> Vec<String> {
        let findings = check_against(&[SourceFile::new(path, text)], LIST, &[]);
        findings.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_listed_word_is_found_in_names_and_in_prose() {
        for text in [
            "struct Onlooker;",
            "let last_onlooker = 1;",
            "// The onlookers see it.",
            "fn seenByOnlookerFirst() {}",
        ] {
            assert_eq!(
                found("a.rs", text),
                ["a.rs:1: `onlooker`: write observer [words]"],
                "{text}"
            );
        }
        assert_eq!(
            found("a.md", "It is gone\nfor good."),
            ["a.md:2: `for good`: write permanently [words]"]
        );
        assert_eq!(
            found("a.md", "It is gone for\ngood."),
            ["a.md:1: `for good`: write permanently [words]"]
        );
        assert_eq!(
            found("src/onlooker.rs", ""),
            ["src/onlooker.rs: `onlooker` in the file's name: write observer [words]"]
        );
    }

    #[test]
    fn a_word_within_another_is_none() {
        for text in ["onlooking", "bonlooker", "for goodness", "goods for", "ONLOOKERSHIP"] {
            assert!(found("a.rs", text).is_empty(), "{text}");
        }
        assert!(found("a.json", "onlooker").is_empty(), "data has the words it has");
    }

    #[test]
    fn an_exception_holds_for_one_word_of_one_file_and_must_be_needed() {
        let file = SourceFile::new("a.md", "An onlooker, for good.");
        let findings = check_against(&[file], LIST, &[("a.md", "onlooker"), ("b.md", "onlooker")]);
        assert_eq!(findings.len(), 2);
        assert!(findings[0].message.contains("permanently"));
        assert_eq!(findings[1].place, "b.md");
    }

    #[test]
    fn the_list_is_in_order_and_in_lower_case() {
        assert!(WORDS.is_sorted_by_key(|(word, _)| *word));
        assert!(WORDS.iter().all(|(word, _)| *word == word.to_lowercase()));
    }
}
