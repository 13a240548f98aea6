//! Any JSON document as a tree, for files that are not requests. Reads documents with the line of every value, and
//! writes them.
//!
//! Must not know what a document means.

use super::item::ItemError;
use super::tape::{Node, Tape, Token};
use super::writer::Writer;

/// A JSON value and its position.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct JsonTree {
    /// The line where the value begins, from 1; 0 for a value that was not read.
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
    /// An object, with its members in the written order.
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
    /// An object with these members.
    #[must_use]
    pub fn object(members: Vec<(&str, Self)>) -> Self {
        let mut own = Vec::new();
        for (name, value) in members {
            own.push((name.to_owned(), value));
        }
        JsonContent::Object(own).into()
    }

    /// The object with a member, which replaces those of its name. `None` for another value.
    #[must_use]
    pub fn with(mut self, name: &str, value: Self) -> Option<Self> {
        let JsonContent::Object(members) = &mut self.content else {
            return None;
        };
        members.retain(|(member, _)| member != name);
        members.push((name.to_owned(), value));
        Some(self)
    }

    /// Reads a document. It nests at most 512 lists and objects, so that code may follow it into its depth.
    ///
    /// # Errors
    /// When the text is not JSON, or nests deeper.
    pub fn parse(text: &str) -> Result<Self, ItemError> {
        let tape = Tape::parse(text).map_err(|error| ItemError::syntax(text, error))?;
        let mut lines = Lines {
            bytes: text.as_bytes(),
            at: 0,
            line: 1,
        };
        Ok(lines.tree(tape.root()))
    }

    /// Writes the document on one line.
    #[must_use]
    pub fn to_json(&self) -> String {
        self.written(Writer::compact())
    }

    /// Writes the document in the pretty layout.
    #[must_use]
    pub fn to_json_pretty(&self) -> String {
        self.written(Writer::pretty())
    }

    fn written(&self, mut out: Writer) -> String {
        self.write(&mut out);
        out.finish()
    }

    /// Writes the value. Its depth has no limit here: the reader limits it, or a program builds it.
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

    /// The string of a member; `None` if it is missing or another value.
    #[must_use]
    pub fn text_of(&self, name: &str) -> Option<&str> {
        self.member(name)?.text()
    }

    /// The last non-null member with this name.
    #[must_use]
    pub fn member(&self, name: &str) -> Option<&Self> {
        let found = |(key, member): &&(String, Self)| key == name && member.content != JsonContent::Null;
        self.members().iter().rfind(found).map(|(_, member)| member)
    }

    /// The members; empty for any other value.
    #[must_use]
    pub fn members(&self) -> &[(String, Self)] {
        if let JsonContent::Object(members) = &self.content {
            members
        } else {
            &[]
        }
    }

    /// The elements; empty for any other value.
    #[must_use]
    pub fn elements(&self) -> &[Self] {
        if let JsonContent::List(elements) = &self.content {
            elements
        } else {
            &[]
        }
    }

    /// The string; `None` for another value.
    #[must_use]
    pub fn text(&self) -> Option<&str> {
        if let JsonContent::Text(text) = &self.content {
            Some(text)
        } else {
            None
        }
    }

    /// The boolean, or the boolean of a string that files use for one; `None` for another value.
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
    /// Builds the tree of a node. Nodes come in the order of the text, and [`Tape`] limits their depth.
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
            Token::Object => JsonContent::Object(
                node.members()
                    .map(|(name, member)| (name.to_owned(), self.tree(member)))
                    .collect(),
            ),
        };
        JsonTree { line, content }
    }
}

#[cfg(test)]
mod tests {
    use super::super::item::ItemFault;
    use super::super::syntax::SyntaxReason;
    use super::*;

    #[test]
    fn a_deep_document_is_refused() {
        let nested = |levels: usize| format!("{}1{}", "[".repeat(levels), "]".repeat(levels));
        assert!(JsonTree::parse(&nested(512)).is_ok());
        let refused = JsonTree::parse(&nested(513)).unwrap_err();
        assert_eq!(refused.reason, ItemFault::Syntax(SyntaxReason::TooDeep));
    }

    #[test]
    fn a_member_replaces_those_of_its_name() {
        let tree = JsonTree::parse(r#"{"a":1,"b":null,"a":2}"#).unwrap();
        let with = tree.with("a", "x".into()).unwrap();
        assert_eq!(with.to_json(), r#"{"b":null,"a":"x"}"#);
        assert_eq!((with.text_of("a"), with.text_of("b")), (Some("x"), None));
        assert_eq!(JsonTree::from(true).with("a", "x".into()), None);
    }

    #[test]
    fn a_document_survives_and_every_value_has_its_line() {
        let text = "{\"a\":[1.50,\n\"\\u00e9\"],\n\"b\":{},\"c\":null,\"d\":[true,false]}";
        let tree = JsonTree::parse(text).unwrap();
        assert_eq!(
            tree.to_json(),
            "{\"a\":[1.50,\"é\"],\"b\":{},\"c\":null,\"d\":[true,false]}"
        );
        assert_eq!(
            JsonTree::parse(&tree.to_json_pretty()).unwrap().to_json(),
            tree.to_json()
        );
        let lines: Vec<usize> = tree.members().iter().map(|(_, member)| member.line).collect();
        assert_eq!(lines, [1, 3, 3, 3]);
        assert_eq!(
            tree.member("a")
                .map(|list| list.elements().iter().map(|it| it.line).collect()),
            Some(vec![1, 2])
        );
        assert_eq!(tree.member("c"), None);
        assert_eq!(JsonTree::parse("{\n\"a\":}").unwrap_err().line, 2);
    }
}
