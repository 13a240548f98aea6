//! JSON whose values stay texts, for what is kept as it was written: objects and lists are taken apart and put together.
//!
//! Must not know what a value means.

use super::item::ItemError;
use super::tape::{Node, Tape};
use super::writer::Writer;

/// Whether a text is JSON.
///
/// # Errors
/// Why not, and where.
pub fn check_json(text: &str) -> Result<(), ItemError> {
    tape(text).map(drop)
}

/// The members of an object with their JSON texts, in the written order. `None` if the text is no object.
#[must_use]
pub fn member_texts(object: &str) -> Option<Vec<(String, String)>> {
    let tape = tape(object).ok()?;
    let root = Some(tape.root()).filter(|root| root.is_object())?;
    let member = |(name, value): (&str, Node<'_>)| (name.to_owned(), value.source().to_owned());
    Some(root.members().map(member).collect())
}

/// The JSON texts of the elements of a list. `None` if the text is no list.
#[must_use]
pub fn element_texts(list: &str) -> Option<Vec<String>> {
    let tape = tape(list).ok()?;
    let root = Some(tape.root()).filter(|root| root.is_list())?;
    Some(root.elements().map(|element| element.source().to_owned()).collect())
}

/// An object with these members, whose values are JSON texts.
#[must_use]
pub fn object_of_texts<'a>(members: &mut dyn Iterator<Item = (&'a str, &'a str)>) -> String {
    let mut out = Writer::compact();
    out.object(|out| {
        for (name, value) in members {
            out.key(name);
            out.display(value);
        }
    });
    out.finish()
}

/// A list of these elements, which are JSON texts.
#[must_use]
pub fn list_of_texts(elements: &[String]) -> String {
    let mut out = Writer::compact();
    out.list(|out| {
        for element in elements {
            out.element();
            out.display(element);
        }
    });
    out.finish()
}

fn tape(text: &str) -> Result<Tape<'_>, ItemError> {
    Tape::parse(text).map_err(|error| ItemError::syntax(text, error))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn values_stay_as_they_were_written() {
        let text = r#"{"a \"b\"":{"N": 1.50},"l":[ 1e2 , "x,]" ,[]],"l":null}"#;
        let members = member_texts(text).expect("an object");
        let values: Vec<&str> = members.iter().map(|(_, value)| value.as_str()).collect();
        assert_eq!(values, [r#"{"N": 1.50}"#, r#"[ 1e2 , "x,]" ,[]]"#, "null"]);
        let mut pairs = members.iter().map(|(name, value)| (name.as_str(), value.as_str()));
        assert_eq!(object_of_texts(&mut pairs), text);
        let elements = element_texts(values[1]).expect("a list");
        assert_eq!(elements, ["1e2", r#""x,]""#, "[]"]);
        assert_eq!(list_of_texts(&elements), r#"[1e2,"x,]",[]]"#);
    }

    #[test]
    fn other_texts_are_refused() {
        for text in ["", "[]", "1", "{", r#"{"a":[}"#] {
            assert_eq!(member_texts(text), None, "{text}");
        }
        for text in ["", "{}", "1", "[1", "[1]]"] {
            assert_eq!(element_texts(text), None, "{text}");
        }
        assert!(check_json(r#" {"a":1} "#).is_ok());
        assert_eq!(check_json("{\n\"a\":}").map_err(|error| error.line), Err(2));
    }
}
