//! Writes HCL as text: blocks and attributes, indented, with literal strings.
//!
//! Must not know what is written.

use std::fmt::Write as _;

/// Builds one file.
#[derive(Debug, Default)]
pub(super) struct HclText {
    text: String,
    depth: usize,
}

impl HclText {
    /// Returns the file.
    pub(super) fn finish(self) -> String {
        self.text
    }

    /// Writes a resource, after an empty line.
    pub(super) fn resource(&mut self, kind: &str, id: &str, body: impl FnOnce(&mut Self)) {
        if !self.text.is_empty() {
            self.text.push('\n');
        }
        self.block(&format!("resource {} {}", quoted(kind), quoted(id)), body);
    }

    /// Writes a block. `head` contains its name and its labels.
    pub(super) fn block(&mut self, head: &str, body: impl FnOnce(&mut Self)) {
        self.line(&format!("{head} {{"));
        self.depth += 1;
        body(self);
        self.depth -= 1;
        self.line("}");
    }

    /// Writes an attribute whose value is an object of strings.
    pub(super) fn texts<'t>(&mut self, name: &str, members: impl Iterator<Item = (&'t str, &'t str)>) {
        self.block(&format!("{name} ="), |out| {
            for (key, value) in members {
                out.line(&format!("{} = {}", quoted(key), quoted(value)));
            }
        });
    }

    /// Writes an attribute whose value is a string.
    pub(super) fn text(&mut self, name: &str, value: &str) {
        self.line(&format!("{name} = {}", quoted(value)));
    }

    /// Writes an attribute whose value is a list of strings.
    pub(super) fn list<'t>(&mut self, name: &str, values: impl Iterator<Item = &'t str>) {
        let values: Vec<String> = values.map(quoted).collect();
        self.line(&format!("{name} = [{}]", values.join(", ")));
    }

    /// Writes an attribute whose value is a number or a Boolean.
    pub(super) fn plain(&mut self, name: &str, value: impl std::fmt::Display) {
        self.line(&format!("{name} = {value}"));
    }

    fn line(&mut self, line: &str) {
        for _ in 0..self.depth {
            self.text.push_str("  ");
        }
        self.text.push_str(line);
        self.text.push('\n');
    }
}

/// A quoted string, with template sequences escaped.
fn quoted(text: &str) -> String {
    let mut out = String::from("\"");
    let mut characters = text.chars().peekable();
    while let Some(character) = characters.next() {
        match character {
            '"' => out.push_str("\\\""),
            '\\' => out.push_str("\\\\"),
            '\n' => out.push_str("\\n"),
            '\r' => out.push_str("\\r"),
            '\t' => out.push_str("\\t"),
            '$' | '%' if characters.peek() == Some(&'{') => {
                out.push(character);
                out.push(character);
            }
            other if other.is_control() => {
                // Writing into a String cannot fail.
                let _ = write!(out, "\\u{:04x}", u32::from(other));
            }
            other => out.push(other),
        }
    }
    out.push('"');
    out
}
