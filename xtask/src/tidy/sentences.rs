//! Rule: a sentence of a comment or of a Markdown file has at most 25 words.
//!
//! A code span counts as one word, and text in parentheses does not count: sources and examples there may be long. Owns
//! how text is divided into paragraphs and sentences. Must not know the meaning of a sentence.

use super::finding::Finding;
use super::sources::SourceFile;

const RULE: &str = "sentence";
const MOST_WORDS: usize = 25;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_rust() || file.is_markdown()) {
        for paragraph in paragraphs(file) {
            findings.extend(long_sentences(&file.path, &paragraph));
        }
    }
    findings
}

/// Text without line breaks, and the line on which it starts, from 1.
struct Paragraph {
    line: usize,
    text: String,
}

/// Returns the paragraphs of all comments of a Rust file, or of a Markdown file. Omits code blocks and headings. A
/// table cell is a paragraph.
fn paragraphs(file: &SourceFile) -> Vec<Paragraph> {
    let mut found = Vec::new();
    let mut open: Option<(&str, Paragraph)> = None;
    let mut in_fence = false;
    for (index, line) in file.text.lines().enumerate() {
        let (marker, text) = if file.is_rust() {
            comment(line)
        } else {
            ("", line.trim())
        };
        let is_here = file.is_markdown() || !marker.is_empty();
        let is_fence = text.starts_with("```");
        in_fence = is_here && in_fence != is_fence;
        let is_text = is_here && is_prose(text) && !is_fence && !in_fence;
        match &mut open {
            Some((current, paragraph)) if is_text && *current == marker && !is_item(text) && !text.starts_with('|') => {
                paragraph.text.push(' ');
                paragraph.text.push_str(text);
            }
            _ => {
                found.extend(open.take().map(|(_, paragraph)| paragraph));
                if is_text && text.starts_with('|') {
                    let cells = text.split('|').map(|cell| Paragraph {
                        line: index + 1,
                        text: cell.trim().to_owned(),
                    });
                    found.extend(cells);
                } else if is_text {
                    open = Some((
                        marker,
                        Paragraph {
                            line: index + 1,
                            text: text.to_owned(),
                        },
                    ));
                }
            }
        }
    }
    found.extend(open.map(|(_, paragraph)| paragraph));
    found
}

/// Splits a line of a comment into its marker and its text. The marker of other lines is empty.
fn comment(line: &str) -> (&'static str, &str) {
    let line = line.trim();
    for marker in ["//!", "///", "//"] {
        if let Some(text) = line.strip_prefix(marker) {
            return (marker, text.trim());
        }
    }
    ("", line)
}

fn is_prose(text: &str) -> bool {
    !text.is_empty() && !text.starts_with('#')
}

/// Whether a line starts a list item.
fn is_item(text: &str) -> bool {
    let digits = text.trim_start_matches(|character: char| character.is_ascii_digit());
    text.starts_with("- ") || text.starts_with("* ") || (digits.len() < text.len() && digits.starts_with(". "))
}

fn long_sentences(path: &str, paragraph: &Paragraph) -> Vec<Finding> {
    let counted = counted(&paragraph.text);
    let mut findings = Vec::new();
    let mut words: Vec<&str> = Vec::new();
    for word in counted.split_whitespace() {
        words.push(word);
        if word.ends_with(['.', '!', '?', ':', ';']) {
            findings.extend(finding(path, paragraph.line, &words));
            words.clear();
        }
    }
    findings.extend(finding(path, paragraph.line, &words));
    findings
}

fn finding(path: &str, line: usize, words: &[&str]) -> Option<Finding> {
    let count = words.len();
    let begin = words.get(..6.min(count)).unwrap_or_default().join(" ");
    let message = || format!("a sentence has {count} words; {MOST_WORDS} are the most: \"{begin} …\"");
    (count > MOST_WORDS).then(|| Finding::new(RULE, format!("{path}:{line}"), message()))
}

/// Replaces each code span with one word, and removes text in parentheses.
fn counted(text: &str) -> String {
    let mut out = String::new();
    let mut depth = 0_usize;
    for (index, part) in text.split('`').enumerate() {
        if index % 2 == 1 {
            if depth == 0 {
                out.push('x');
            }
            continue;
        }
        for character in part.chars() {
            match character {
                '(' => depth += 1,
                ')' => depth = depth.saturating_sub(1),
                _ if depth == 0 => out.push(character),
                _ => {}
            }
        }
    }
    out
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check};

    fn findings(path: &str, text: &str) -> usize {
        check(&[SourceFile::new(path, text)]).len()
    }

    fn words(count: usize) -> String {
        vec!["word"; count].join(" ")
    }

    #[test]
    fn a_sentence_may_have_twenty_five_words() {
        assert_eq!(findings("a.rs", &format!("//! {}.\n", words(25))), 0);
        let found = check(&[SourceFile::new("a.rs", &format!("//! One.\n//!\n//! {}.\n", words(26)))]);
        assert_eq!(
            found[0].to_string(),
            "a.rs:3: a sentence has 26 words; 25 are the most: \"word word word word word word …\" [sentence]"
        );
        assert_eq!(findings("a.rs", &format!("/// {0}.\n/// {0}.\n", words(20))), 0);
        assert_eq!(findings("a.rs", &format!("// {0}\n// {0}\n", words(13))), 1);
    }

    #[test]
    fn comments_of_other_kinds_and_code_are_apart() {
        assert_eq!(
            findings(
                "a.rs",
                &format!("/// {0}\n// {0}\nlet a = \"{1}\";\n", words(20), words(40))
            ),
            0
        );
        assert_eq!(
            findings(
                "a.rs",
                &format!("/// A.\n/// ```\n/// {}\n/// ```\n/// B.\n", words(40))
            ),
            0
        );
        assert_eq!(findings("a.rs", &format!("/// # {}\n", words(40))), 0);
    }

    #[test]
    fn code_spans_are_one_word_and_parentheses_none() {
        assert_eq!(findings("a.rs", &format!("/// {} `{}`.\n", words(24), words(9))), 0);
        assert_eq!(
            findings("a.rs", &format!("/// {} (seen by {}).\n", words(24), words(9))),
            0
        );
        assert_eq!(findings("a.rs", &format!("/// {} `{}`.\n", words(25), words(9))), 1);
    }

    #[test]
    fn markdown_has_items_cells_headings_and_code() {
        assert_eq!(findings("a.md", &format!("{0}\n- {0}\n- {0}\n1. {0}\n", words(20))), 0);
        assert_eq!(findings("a.md", &format!("| {0} | {0} |\n", words(20))), 0);
        assert_eq!(findings("a.md", &format!("| {0} | {1} |\n", words(20), words(26))), 1);
        assert_eq!(findings("a.md", &format!("# {0}\n\n```\n{0}\n```\n", words(40))), 0);
        assert_eq!(findings("a.md", &format!("{0}\n{0}\n", words(13))), 1);
        assert_eq!(findings("a.css", &format!("/* {} */\n", words(40))), 0);
    }
}
