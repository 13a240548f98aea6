//! Any JSON document as a tree of its own, for files that are no requests: read with the line of every value, and written.
//!
//! Must not know what a document means.

use super::item::ItemError;
use super::tape::{Node, Tape, Token};
use super::writer::Writer;

/// A JSON value and where it stands.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonTree {
    /// Line on which it begins, from 1; 0 for one that was never read.
    pub line: usize,
    /// The value.
    pub content: JsonContent,
}

/// A JSON value.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum JsonContent {
    /// `null`.
    #[default]
    Null,
    /// `true` or `false`.
    Bool(bool),
    /// A number, as its own text.
    Number(String),
    /// A string.
    Text(String),
    /// A list.
    List(Vec<JsonTree>),
    /// An object, its members in the order written.
    Object(Vec<(String, JsonTree)>),
}

impl From<JsonContent> for JsonTree {
    fn from(content: JsonContent) -> Self {
        Self { line: 0, content }
    }
}

impl From<&str> for JsonTree {
    fn from(text: &str) -> Self {
        JsonContent::Text(text.to_owned()).into()
    }
}

impl From<bool> for JsonTree {
    fn from(truth: bool) -> Self {
        JsonContent::Bool(truth).into()
    }
}

impl From<Vec<Self>> for JsonTree {
    fn from(elements: Vec<Self>) -> Self {
        JsonContent::List(elements).into()
    }
}

impl FromIterator<(String, Self)> for JsonTree {
    fn from_iter<I: IntoIterator<Item = (String, Self)>>(members: I) -> Self {
        JsonContent::Object(members.into_iter().collect()).into()
    }
}

impl JsonTree {
    /// Reads a document.
    ///
    /// # Errors
    /// When the text is not JSON.
    pub fn parse(text: &str) -> Result<Self, ItemError> {
        let tape = Tape::parse(text).map_err(|error| ItemError::syntax(text, error))?;
        let mut lines = Lines { bytes: text.as_bytes(), at: 0, line: 1 };
        Ok(lines.tree(tape.root()))
    }

    /// The document on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.written(Writer::compact())
    }

    /// The document, laid out for people.
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        self.written(Writer::pretty())
    }

    fn written(&self, mut out: Writer) -> String {
        self.write(&mut out);
        out.finish()
    }

    /// Trees are as deep as text that is read may be, or as deep as a program makes them.
    fn write(&self, out: &mut Writer) {
        match &self.content {
            JsonContent::Null => out.null(),
            JsonContent::Bool(truth) => out.boolean(*truth),
            JsonContent::Number(digits) => out.display(digits),
            JsonContent::Text(text) => out.string(text),
            JsonContent::List(elements) => out.list(|out| {
                for element in elements {
                    out.element();
                    element.write(out);
                }
            }),
            JsonContent::Object(members) => out.object(|out| {
                for (name, member) in members {
                    out.key(name);
                    member.write(out);
                }
            }),
        }
    }

    /// The last member of this name that is not null.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let found = |(key, member): &&(String, Self)| key == name && member.content != JsonContent::Null;
        self.members().iter().rfind(found).map(|(_, member)| member)
    }

    /// The members; none of any other value.
    #[must_use]
    pub fn members(&self) -> &[(String, Self)] {
        if let JsonContent::Object(members) = &self.content { members } else { &[] }
    }

    /// The elements; none of any other value.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        if let JsonContent::List(elements) = &self.content { elements } else { &[] }
    }

    /// The string, when it is one.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let JsonContent::Text(text) = &self.content { Some(text) } else { None }
    }

    /// The truth, when it is one, or one of the strings that files have for one.
    #[must_use]
    pub fn truth(&self) -> Option<bool> {
        match &self.content {
            JsonContent::Bool(truth) => Some(*truth),
            JsonContent::Text(text) if text == "true" => Some(true),
            JsonContent::Text(text) if text == "false" => Some(false),
            _ => None,
        }
    }
}

/// Counts lines in the order of the text.
struct Lines<'a> {
    bytes: &'a [u8],
    at: usize,
    line: usize,
}

impl Lines<'_> {
    /// Nodes come in the order of the text, as deep as [`Tape`] reads.
    fn tree(&mut self, node: Node<'_>) -> JsonTree {
        let passed = self.bytes.get(self.at..node.offset()).unwrap_or(&[]);
        self.line += passed.iter().filter(|&&byte| byte == b'\n').count();
        self.at = self.at.max(node.offset());
        let line = self.line;
        let content = match node.token() {
            Token::Null => JsonContent::Null,
            Token::True => JsonContent::Bool(true),
            Token::False => JsonContent::Bool(false),
            Token::Number(digits) => JsonContent::Number(digits.to_owned()),
            Token::Text(text) => JsonContent::Text(text.to_owned()),
            Token::List => JsonContent::List(node.elements().map(|element| self.tree(element)).collect()),
            Token::Object => {
                JsonContent::Object(node.members().map(|(name, member)| (name.to_owned(), self.tree(member))).collect())
            }
        };
        JsonTree { line, content }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_document_survives_and_every_value_has_its_line() {
        let text = "{\"a\":[1.50,\n\"\\u00e9\"],\n\"b\":{},\"c\":null,\"d\":[true,false]}";
        let tree = JsonTree::parse(text).unwrap();
        assert_eq!(tree.to_json(), "{\"a\":[1.50,\"é\"],\"b\":{},\"c\":null,\"d\":[true,false]}");
        assert_eq!(JsonTree::parse(&tree.to_json_pretty()).unwrap().to_json(), tree.to_json());
        let lines: Vec<usize> = tree.members().iter().map(|(_, member)| member.line).collect();
        assert_eq!(lines, [1, 3, 3, 3]);
        assert_eq!(tree.member("a").map(|list| list.elements().iter().map(|it| it.line).collect()), Some(vec![1, 2]));
        assert_eq!(tree.member("c"), None);
        assert_eq!(JsonTree::parse("{\n\"a\":}").unwrap_err().line, 2);
    }
}
