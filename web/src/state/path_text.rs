//! A document path as readers type it: `Info.Rating[0]`, a name with dots or brackets in double quotes (`"a.b".c`).
//!
//! Owns reading and writing that text. Must not know placeholders: expressions use those.

use hashrange_values::{Path, Step, Text};
use hashrange_words::t;

/// The maximum number of steps of a path in a form. The service nests 32 levels.
const MAX_STEPS: usize = 32;

/// Reads a path.
///
/// # Errors
/// A sentence that describes the error in the text.
pub fn read_path(text: &str) -> Result<Path, String> {
    let mut rest = text.trim();
    if rest.is_empty() {
        return Err(t!("Name an attribute.").into());
    }
    let (attribute, after) = read_name(rest)?;
    let mut steps = Vec::new();
    rest = after;
    while !rest.is_empty() {
        if steps.len() >= MAX_STEPS {
            return Err(t!("A path has at most {max_steps} steps.", max_steps = MAX_STEPS));
        }
        if let Some(inside) = rest.strip_prefix('[') {
            let (digits, after) = inside
                .split_once(']')
                .ok_or(t!("A list index needs its closing bracket ]."))?;
            let index = digits
                .trim()
                .parse()
                .map_err(|_| t!("“{digits}” is not a list index: use 0, 1, 2 …", digits))?;
            steps.push(Step::Index(index));
            rest = after;
        } else if let Some(inside) = rest.strip_prefix('.') {
            let (name, after) = read_name(inside)?;
            steps.push(Step::Key(name));
            rest = after;
        } else {
            return Err(t!("Put a . or [ between the steps of a path.").into());
        }
    }
    Ok(Path { attribute, steps })
}

fn read_name(text: &str) -> Result<(Text, &str), String> {
    let (name, rest) = match text.strip_prefix('"') {
        Some(quoted) => quoted
            .split_once('"')
            .ok_or(t!("The quoted name has no closing quote."))?,
        None => text.split_at(text.find(['.', '[']).unwrap_or(text.len())),
    };
    if name.is_empty() {
        return Err(t!("A name in the path is empty.").into());
    }
    Ok((Text::from(name), rest))
}

/// Writes a path so that [`read_path`] reads an equal one.
#[must_use]
pub fn write_path(path: &Path) -> String {
    let mut out = write_name(&path.attribute);
    for step in &path.steps {
        match step {
            Step::Key(name) => {
                out.push('.');
                out.push_str(&write_name(name));
            }
            Step::Index(index) => {
                out.push('[');
                out.push_str(&index.to_string());
                out.push(']');
            }
        }
    }
    out
}

/// A name as one step of a path's text. Quoted if it would be read as several steps.
#[must_use]
pub fn write_name(name: &str) -> String {
    if name.contains(['.', '[']) || name.trim() != name {
        format!("\"{name}\"")
    } else {
        name.to_owned()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_and_writes_the_same_path() {
        for text in [
            "Replies",
            "Info.Rating",
            "Info.Cast[0].Name",
            "\"a.b\".c[12]",
            "grid[1][2]",
        ] {
            assert_eq!(write_path(&read_path(text).unwrap()), text);
        }
        let path = read_path("\"a.b\"[3]").unwrap();
        assert_eq!((path.attribute.as_str(), path.steps), ("a.b", vec![Step::Index(3)]));
    }

    #[test]
    fn says_what_is_wrong() {
        for (text, word) in [
            ("", "Name"),
            ("a..b", "empty"),
            ("a[x]", "index"),
            ("a[1", "bracket"),
            ("\"a", "quote"),
        ] {
            assert!(read_path(text).unwrap_err().contains(word), "{text}");
        }
        assert!(read_path(&format!("a{}", "[0]".repeat(40))).is_err());
    }
}
