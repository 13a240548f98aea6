//! The notation of responses: their members by name, in the order of writing.
//!
//! One table writes a response and reads it. Must not know any single response.

use super::body::{self, Members};
use super::body_member::BodyMember;
use crate::answer_error::AnswerError;
use crate::constraint::Structure;
use crate::json::{Node, Tape, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;

/// The constraints on a structure of a response: none.
pub(crate) static FREE: Structure = Structure {
    class: "",
    members: &[],
};

/// Declares the members of a structure. `answer` makes it a response: `in` names the object that contains its members,
/// and the names in brackets are members that every such response has. `part` makes it a structure within responses.
/// `without body` is for a response with an empty body.
/// `= …` is a constant, which is not read. `=> is_empty` omits a member of which that holds. `..` embeds the members
/// of another structure.
macro_rules! told {
    (answer $name:ident without body) => {
        impl $crate::operation::Answer for $name {
            fn write(&self, _: &mut $crate::json::Writer) {}

            fn has_body(&self) -> bool {
                false
            }
        }

        impl $name {
            /// The response, whatever an endpoint sends: it has no members.
            ///
            /// # Errors
            /// Never.
            pub fn decode(_: &[u8]) -> Result<Self, $crate::AnswerError> {
                Ok(Self)
            }
        }
    };
    (answer $name:ident {}) => {
        impl $crate::operation::body::Members for $name {}

        $crate::operation::told::told! { @answer $name () () () }
    };
    (answer $name:ident $(, $room:ident)? $(in $within:literal)? $([$($needed:literal),+])? { $($members:tt)* }) => {
        $crate::operation::told::told! { $name { $($members)* } }
        $crate::operation::told::told! { @answer $name ($($room)?) ($($within)?) ($($($needed)+)?) }
    };
    (part answer $name:ident { $($members:tt)* }) => {
        $crate::operation::told::told! { part $name { $($members)* } }
        $crate::operation::told::told! { @answer $name () () () }
    };
    (part $name:ident { $($members:tt)* }) => {
        $crate::operation::told::told! { $name { $($members)* } }

        impl $crate::operation::body::Part for $name {
            const STRUCTURE: &'static $crate::constraint::Structure = &$crate::operation::told::FREE;
            const ORDER: &'static [$crate::operation::step::Step] = &[];
            const IS_LARGE: bool = true;
        }

        impl $crate::operation::body_member::Value for $name {
            const IS_DETAIL: bool = true;

            fn read(
                reader: $crate::reader::Reader,
                _: &str,
                node: $crate::json::Node<'_>,
            ) -> Result<Self, $crate::rejection::Rejection> {
                $crate::operation::body::Part::read_part(reader, node)
            }

            fn write(&self, out: &mut $crate::json::Writer, name: &'static str) {
                out.key(name);
                $crate::operation::body::write_part(out, self, true);
            }
        }
    };
    (@answer $name:ident ($($room:ident)?) ($($within:literal)?) ($($needed:literal)*)) => {
        impl $crate::operation::Answer for $name {
            fn write(&self, out: &mut $crate::json::Writer) {
                $crate::operation::told::write(out, &[$($within)?], self);
            }

            $(fn room(&self) -> usize {
                $room(self)
            })?
        }

        impl $name {
            /// Reads the response from a body, as the service or another endpoint with its protocol writes it. Ignores
            /// members that it does not know. A missing member has its default.
            ///
            /// # Errors
            /// When the body is not such a response.
            pub fn decode(body: &[u8]) -> Result<Self, $crate::AnswerError> {
                let mut answer = Self::default();
                $crate::operation::told::read_answer(&mut answer, body, &[$($within)?], &[$($needed),*])?;
                Ok(answer)
            }
        }
    };
    (@see $me:ident $see:ident $wire:literal $field:ident) => {
        $see($wire, &$me.$field)
    };
    (@see $me:ident $see:ident $wire:literal $field:ident => $omit:ident) => {
        if !$me.$field.$omit() {
            $see($wire, &$me.$field)
        }
    };
    (@see $me:ident $see:ident $wire:literal = $word:expr) => {
        $see($wire, &$word)
    };
    ($name:ident {
        $($wire:literal $($field:ident)? $(= $word:expr)? $(=> $omit:ident)?,)*
        $(.. $inner:ident, $($wire2:literal $($field2:ident)? $(= $word2:expr)? $(=> $omit2:ident)?,)*)?
    }) => {
        impl $crate::operation::body::Members for $name {
            fn member(&mut self, name: &str) -> Option<&mut dyn $crate::operation::body_member::BodyMember> {
                match name {
                    $($($wire => Some(&mut self.$field),)?)*
                    $($($($wire2 => Some(&mut self.$field2),)?)*)?
                    _ => None$(.or_else(|| $crate::operation::body::Members::member(&mut self.$inner, name)))?,
                }
            }

            fn each(&self, see: &mut dyn FnMut(&'static str, &dyn $crate::operation::body_member::BodyMember)) {
                $($crate::operation::told::told!(@see self see $wire $($field)? $(= $word)? $(=> $omit)?);)*
                $(
                    $crate::operation::body::Members::each(&self.$inner, see);
                    $($crate::operation::told::told!(@see self see $wire2 $($field2)? $(= $word2)? $(=> $omit2)?);)*
                )?
            }
        }
    };
}

pub(crate) use told;

/// Writes members, inside objects of these names.
pub(crate) fn write(out: &mut Writer, within: &[&'static str], answer: &dyn Members) {
    match within {
        [] => body::write(out, answer),
        [name, within @ ..] => {
            out.key(name);
            out.object(|out| write(out, within, answer));
        }
    }
}

/// Reads the members of an object in a response.
pub(crate) fn read(answer: &mut dyn Members, reader: Reader, node: Node<'_>) -> Result<(), Rejection> {
    body::read_node(answer, &FREE, &[], reader, node)
}

/// Reads the members of a response from the object under these names. `needed` are members that the object must have.
pub(crate) fn read_answer(
    answer: &mut dyn Members,
    body: &[u8],
    within: &[&'static str],
    needed: &[&'static str],
) -> Result<(), AnswerError> {
    let tape = Tape::parse_bytes(body).map_err(|error| AnswerError::NotJson(error.reason))?;
    let mut node = tape.root();
    for &name in within {
        node = required(node, name)?;
    }
    for &name in needed {
        required(node, name)?;
    }
    read(answer, Reader::of_responses(), node).map_err(|rejection| AnswerError::of(&rejection))
}

fn required<'t>(node: Node<'t>, name: &'static str) -> Result<Node<'t>, AnswerError> {
    node.member(name).ok_or(AnswerError::Missing(name))
}

/// A constant.
impl BodyMember for &'static str {
    fn read(&mut self, _: Reader, _: &str, _: Node<'_>) -> Result<(), Rejection> {
        Ok(())
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.text_member(name, self);
    }
}

/// A list that is always empty.
pub(crate) struct NoElements;

impl BodyMember for NoElements {
    fn read(&mut self, _: Reader, _: &str, _: Node<'_>) -> Result<(), Rejection> {
        Ok(())
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.list(|_| {});
    }
}
