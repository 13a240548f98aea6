//! Rule: every source file opens with a comment that states what it owns. In Rust it is a `//!` comment, 1 to 15 lines.

use super::finding::Finding;
use super::sources::SourceFile;

const RULE: &str = "header";
const LONGEST: usize = 15;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    files
        .iter()
        .filter(|file| file.is_code())
        .filter_map(|file| {
            let message = if file.is_rust() {
                rust_trouble(&file.text)
            } else {
                other_trouble(&file.text)
            };
            message.map(|message| Finding::new(RULE, &file.path, message))
        })
        .collect()
}

fn rust_trouble(text: &str) -> Option<String> {
    let lines = text.lines().take_while(|line| line.starts_with("//!")).count();
    match lines {
        0 => Some("opens without a `//!` header".to_owned()),
        1..=LONGEST => None,
        _ => Some(format!("the header has {lines} lines; {LONGEST} are the most")),
    }
}

fn other_trouble(text: &str) -> Option<String> {
    let first = text.lines().find(|line| !line.starts_with("#!")).unwrap_or_default();
    let opens = first.starts_with("//") || first.starts_with("/*");
    (!opens).then(|| "opens without a header comment".to_owned())
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check};

    fn findings(path: &str, text: &str) -> usize {
        check(&[SourceFile::new(path, text)]).len()
    }

    #[test]
    fn rust_wants_an_inner_doc_comment_first() {
        assert_eq!(findings("a.rs", "//! Owns a.\n\nfn a() {}\n"), 0);
        assert_eq!(findings("a.rs", "// Owns a.\nfn a() {}\n"), 1);
        assert_eq!(findings("a.rs", "use b;\n//! Owns a.\n"), 1);
        assert_eq!(findings("a.rs", ""), 1);
        assert_eq!(findings("a.rs", &"//! more\n".repeat(16)), 1);
    }

    #[test]
    fn other_languages_want_any_comment_first() {
        assert_eq!(findings("a.css", "/* Owns a. */\n"), 0);
        assert_eq!(findings("a.mjs", "#!/usr/bin/env node\n// Owns a.\n"), 0);
        assert_eq!(findings("a.mjs", "import b from 'b';\n"), 1);
        assert_eq!(findings("a.md", "# no code\n"), 0);
    }
}
