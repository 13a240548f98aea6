//! Rule: source files up to 800 lines, Rust functions up to 70. The numbers are maxima, not aims. They may be lowered,
//! but not raised.

use super::finding::Finding;
use super::mask::masked;
use super::sources::SourceFile;

const FILE_CEILING: usize = 800;
const FUNCTION_CEILING: usize = 70;

pub(super) fn check(files: &[SourceFile]) -> Vec<Finding> {
    let mut findings = Vec::new();
    for file in files.iter().filter(|file| file.is_code()) {
        let lines = file.text.lines().count();
        if lines > FILE_CEILING {
            findings.push(Finding::new(
                "file length",
                &file.path,
                format!("{lines} lines; the ceiling is {FILE_CEILING}"),
            ));
        }
        if file.is_rust() {
            findings.extend(long_functions(file));
        }
    }
    findings
}

fn long_functions(file: &SourceFile) -> Vec<Finding> {
    functions(&file.text)
        .into_iter()
        .filter(|function| function.lines > FUNCTION_CEILING)
        .map(|function| {
            let place = format!("{}:{}", file.path, function.line);
            Finding::new(
                "function length",
                place,
                format!(
                    "`{}` has {} lines; the ceiling is {FUNCTION_CEILING}",
                    function.name, function.lines
                ),
            )
        })
        .collect()
}

/// A function with a body.
struct Function {
    name: String,
    /// The line of the word `fn`, from 1.
    line: usize,
    /// The number of lines from there to the closing brace.
    lines: usize,
}

fn functions(text: &str) -> Vec<Function> {
    let mask = masked(text);
    let line_of = |at: usize| mask.iter().take(at).filter(|byte| **byte == b'\n').count();
    let mut found = Vec::new();
    for at in fn_words(&mask) {
        let name: String = text_from(&mask, at + 2)
            .trim_start()
            .chars()
            .take_while(|c| c.is_alphanumeric() || *c == '_')
            .collect();
        // A function pointer type has no name, and a trait's declaration has no body.
        if name.is_empty() {
            continue;
        }
        let Some(end) = end_of_body(&mask, at) else { continue };
        let first = line_of(at);
        found.push(Function {
            name,
            line: first + 1,
            lines: line_of(end) - first + 1,
        });
    }
    found
}

fn text_from(mask: &[u8], at: usize) -> String {
    let end = mask.len().min(at + 200);
    String::from_utf8_lossy(mask.get(at..end).unwrap_or_default()).into_owned()
}

/// The positions of the word `fn`.
fn fn_words(mask: &[u8]) -> Vec<usize> {
    let word = |byte: Option<&u8>| byte.is_some_and(|byte| byte.is_ascii_alphanumeric() || *byte == b'_');
    mask.windows(2)
        .enumerate()
        .filter(|(at, pair)| {
            let before = at.checked_sub(1).and_then(|before| mask.get(before));
            *pair == b"fn" && !word(before) && !word(mask.get(at + 2)) && before != Some(&b'#')
        })
        .map(|(at, _)| at)
        .collect()
}

/// The position of the brace that closes the body of the function at `at`. `None` if it has no body.
fn end_of_body(mask: &[u8], at: usize) -> Option<usize> {
    let mut nesting = 0_usize;
    let mut braces = 0_usize;
    for (position, byte) in mask.iter().enumerate().skip(at) {
        match byte {
            b'(' | b'[' => nesting += 1,
            b')' | b']' => nesting = nesting.saturating_sub(1),
            b';' if nesting == 0 && braces == 0 => return None,
            b'{' => braces += 1,
            b'}' => {
                braces = braces.checked_sub(1)?;
                if braces == 0 {
                    return Some(position);
                }
            }
            _ => {}
        }
    }
    None
}

#[cfg(test)]
mod tests {
    use super::{SourceFile, check, functions};

    fn long(lines: usize, opening: &str) -> SourceFile {
        let body = "    step();\n".repeat(lines - 2);
        SourceFile::new("a.rs", &format!("{opening} {{\n{body}}}\n"))
    }

    #[test]
    fn functions_are_measured_from_fn_to_brace() {
        assert!(check(&[long(70, "pub fn go()")]).is_empty());
        let findings = check(&[long(71, "pub fn go()")]);
        assert_eq!(findings.len(), 1);
        assert_eq!(
            findings[0].to_string(),
            "a.rs:1: `go` has 71 lines; the ceiling is 70 [function length]"
        );
    }

    #[test]
    fn braces_in_text_do_not_count() {
        let text = "fn a() {\n    say(\"}\"); // }\n    let b = '}';\n}\nfn c(f: fn(u8) -> u8, x: [u8; 2]) {\n}\ntrait T {\n    fn d(&self);\n}\n";
        let measured: Vec<(String, usize)> = functions(text).into_iter().map(|f| (f.name, f.lines)).collect();
        assert_eq!(measured, [("a".to_owned(), 4), ("c".to_owned(), 2)]);
    }

    #[test]
    fn files_have_a_ceiling_in_every_language() {
        assert!(check(&[SourceFile::new("a.css", &"a {}\n".repeat(800))]).is_empty());
        assert_eq!(check(&[SourceFile::new("a.css", &"a {}\n".repeat(801))]).len(), 1);
        assert!(check(&[SourceFile::new("a.md", &"text\n".repeat(2000))]).is_empty());
    }
}
