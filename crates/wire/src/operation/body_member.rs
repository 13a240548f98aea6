//! The kinds of members: how each is read from a body and written into one.
//!
//! Must not know any single request.

use hashrange_values::{AttributeValue, Map, Text, real};

use crate::json::request::legacy::{
    attributes_to_get, expected, filter, key_conditions, updates, write_conditions, write_expected, write_updates,
};
use crate::json::request::members::{attributes, count, list, refusal, string, truth, wrong_kind};
use crate::json::request::parameters::{read_names, read_values};
use crate::json::request::search::vector;
use crate::json::request::start_key::start_key;
use crate::json::request::statement::parameters;
use crate::json::{Node, Token, Writer, write_map, write_value};
use crate::reader::Reader;
use crate::rejection::Rejection;
use crate::shape::{AttributeUpdates, Conditions, Expected, ExpressionAttributeNames, Word};

/// The maximum throughput that the reader accepts (observed: throughput-range).
const MOST_UNITS: u64 = 1_000_000_000_000;

/// A member of a structure.
pub(crate) trait BodyMember {
    /// Reads the value in the body.
    fn read(&mut self, reader: Reader, name: &str, node: Node<'_>) -> Result<(), Rejection>;

    /// Writes name and value, if there is a value.
    fn write(&self, out: &mut Writer, name: &'static str);
}

/// The value of a member.
pub(crate) trait Value: Sized {
    /// Whether a response with an unreadable value counts as one without this value, where the value is optional.
    const IS_DETAIL: bool = false;

    /// Reads the value in the body.
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection>;

    /// Writes name and value.
    fn write(&self, out: &mut Writer, name: &'static str);
}

/// A large value in a box, so that the many responses without it stay small.
macro_rules! boxed {
    ($name:ty) => {
        impl $crate::operation::body_member::Value for Box<$name> {
            fn read(
                reader: $crate::reader::Reader,
                name: &str,
                node: $crate::json::Node<'_>,
            ) -> Result<Self, $crate::rejection::Rejection> {
                <$name as $crate::operation::body_member::Value>::read(reader, name, node).map(Self::new)
            }

            fn write(&self, out: &mut $crate::json::Writer, name: &'static str) {
                <$name as $crate::operation::body_member::Value>::write(self, out, name);
            }
        }
    };
}

pub(crate) use boxed;

impl<V: Value> BodyMember for V {
    fn read(&mut self, reader: Reader, name: &str, node: Node<'_>) -> Result<(), Rejection> {
        *self = V::read(reader, name, node)?;
        Ok(())
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        Value::write(self, out, name);
    }
}

impl<V: Value> BodyMember for Option<V> {
    fn read(&mut self, reader: Reader, name: &str, node: Node<'_>) -> Result<(), Rejection> {
        *self = match V::read(reader, name, node) {
            Ok(value) => Some(value),
            Err(_) if V::IS_DETAIL && reader.is_of_responses => None,
            Err(rejection) => return Err(rejection),
        };
        Ok(())
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        if let Some(value) = self {
            value.write(out, name);
        }
    }
}

impl<W: Word> Value for W {
    const IS_DETAIL: bool = true;

    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        node.text().and_then(W::of).ok_or_else(|| wrong_kind(node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.text_member(name, self.word());
    }
}

impl Value for String {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        string(node)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.text_member(name, self);
    }
}

impl Value for Text {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        node.text().map(Self::from).ok_or_else(|| wrong_kind(node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.text_member(name, self);
    }
}

impl Value for bool {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        truth(node)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.optional_boolean(name, Some(*self));
    }
}

/// A count. On the wire it is a signed 32-bit number.
impl Value for u32 {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let whole: i32 = count(node)?;
        Self::try_from(whole).map_err(|_| wrong_kind(node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.count_member(name, u64::from(*self));
    }
}

/// Units of throughput in requests; in responses, bytes and counts too.
impl Value for u64 {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        let units = count(node)?;
        if units > MOST_UNITS && !reader.is_of_responses {
            return Err(refusal(format!("Given value {units} for {name} is out of bounds")));
        }
        Ok(units)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.count_member(name, *self);
    }
}

impl Value for i64 {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        count(node)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.display(*self);
    }
}

/// Attributes, or the values of placeholders.
impl Value for Map {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        match name {
            "ExpressionAttributeValues" => read_values(reader, node),
            "ExclusiveStartKey" => start_key(reader, node),
            _ => attributes(reader, Some(node)),
        }
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        write_map(out, self);
    }
}

impl Value for ExpressionAttributeNames {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        read_names(reader, node)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.object(|out| {
            self.iter()
                .for_each(|(placeholder, name)| out.text_member(placeholder, name));
        });
    }
}

impl Value for f64 {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        match node.token() {
            Token::Number(digits) => real(digits).ok_or_else(|| wrong_kind(node)),
            _ => Err(wrong_kind(node)),
        }
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.decimal_member(name, *self);
    }
}

/// The vector of a search, or the values for a statement's `?` placeholders.
impl Value for Vec<AttributeValue> {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        if name == "SearchVector" {
            vector(reader, node)
        } else {
            parameters(node)
        }
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.list(|out| {
            for element in self {
                out.element();
                write_value(out, element);
            }
        });
    }
}

impl Value for Vec<String> {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, string)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.strings(self.iter().map(String::as_str));
    }
}

/// `AttributesToGet`.
impl Value for Vec<Text> {
    fn read(_: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        attributes_to_get(node)
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.strings(self.iter().map(Text::as_str));
    }
}

impl Value for Expected {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        expected(reader, node)
    }

    fn write(&self, out: &mut Writer, _: &'static str) {
        write_expected(out, self);
    }
}

/// Legacy conditions. Key conditions are checked when the key condition is built.
impl Value for Conditions {
    fn read(reader: Reader, name: &str, node: Node<'_>) -> Result<Self, Rejection> {
        if name == "KeyConditions" {
            key_conditions(reader, node)
        } else {
            filter(reader, node)
        }
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        write_conditions(out, name, self);
    }
}

impl Value for AttributeUpdates {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        updates(reader, node)
    }

    fn write(&self, out: &mut Writer, _: &'static str) {
        write_updates(out, self);
    }
}
