//! The notation of requests, and the interpreter that reads and writes them.
//!
//! Must not know any single request.

use super::body_member::{BodyMember, Value};
use super::step::Step;
use crate::constraint::{Member, Shape, Structure, check_member_types};
use crate::json::request::members::{list, mistyped, wrong_kind};
use crate::json::{Fields, Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;

/// A structure with members.
pub(crate) trait Members {
    /// The member of this name.
    fn member(&mut self, _: &str) -> Option<&mut dyn BodyMember> {
        None
    }

    /// Passes every member to the function, in the order of writing.
    fn each(&self, _: &mut dyn FnMut(&'static str, &dyn BodyMember)) {}
}

/// A request that is read from a body and written to one.
pub(crate) trait Body: Sized {
    /// The constraints on its members: those of the service's newer code, or of its older code.
    fn shape(is_second: bool) -> &'static Shape;

    /// Reads the request from a body that satisfies its shape. Converts it to the caller's type, so that it is moved
    /// only once.
    fn read<R: From<Self>>(reader: Reader, fields: &Fields<'_>) -> Result<R, Rejection>;

    /// Writes its members.
    fn write(&self, out: &mut Writer);
}

/// The service's constraints on a request.
pub(crate) struct Asked {
    shape: Shape,
    second: Option<&'static Shape>,
    order: &'static [Step],
}

impl Asked {
    /// Starts without constraints, for a class name of the service.
    pub(super) const fn of(class: &'static str) -> Self {
        let shape = Shape {
            structure: Structure { class, members: &[] },
            one_choice: false,
        };
        Self {
            shape,
            second: None,
            order: &[],
        }
    }

    /// Sets the members and their constraints, in the order in which the service reports them.
    pub(super) const fn members(self, members: &'static [Member]) -> Self {
        let structure = Structure {
            members,
            ..self.shape.structure
        };
        Self {
            shape: Shape {
                structure,
                ..self.shape
            },
            ..self
        }
    }

    /// Reports only the first word that is outside its closed set.
    pub(super) const fn one_choice(self) -> Self {
        Self {
            shape: Shape {
                one_choice: true,
                ..self.shape
            },
            ..self
        }
    }

    /// Sets the constraints of the older code, if they are known to differ.
    pub(super) const fn second(self, second: &'static Shape) -> Self {
        Self {
            second: Some(second),
            ..self
        }
    }

    /// Sets the steps with their own error texts. They run in this order, after all other members are read.
    pub(super) const fn then(self, order: &'static [Step]) -> Self {
        Self { order, ..self }
    }

    pub(super) fn shape(&'static self, is_second: bool) -> &'static Shape {
        self.second.filter(|_| is_second).unwrap_or(&self.shape)
    }

    /// Reads the members of a body.
    pub(super) fn read(&self, request: &mut dyn Members, reader: Reader, fields: &Fields<'_>) -> Result<(), Rejection> {
        read(request, &self.shape.structure, self.order, reader, fields)
    }
}

/// Reads the members of a value within a body.
pub(super) fn read_node(
    request: &mut dyn Members,
    structure: &Structure,
    order: &[Step],
    reader: Reader,
    node: Node<'_>,
) -> Result<(), Rejection> {
    if node.is_object() {
        read(request, structure, order, reader, &Fields::of(node))
    } else {
        Err(wrong_kind(node))
    }
}

/// Reads members that satisfy their constraints.
fn read(
    request: &mut dyn Members,
    structure: &Structure,
    order: &[Step],
    reader: Reader,
    fields: &Fields<'_>,
) -> Result<(), Rejection> {
    for (name, node) in fields.iter() {
        if order.iter().any(|step| step.is_of(name)) {
            continue;
        }
        let outcome = match request.member(name) {
            Some(member) => member.read(reader, name, node),
            None => check_kind(structure, name, node),
        };
        outcome.or_else(|rejection| {
            if is_last(fields, name, node) {
                Err(rejection)
            } else {
                check_kind(structure, name, node)
            }
        })?;
    }
    order.iter().try_for_each(|step| match step {
        Step::Read(name) => match fields.get(name) {
            Some(node) => request
                .member(name)
                .map_or(Ok(()), |member| member.read(reader, name, node)),
            None => Ok(()),
        },
        step => step.judge(reader, fields),
    })
}

/// Checks only the type of a member whose value is not stored. The last of repeated members is stored
/// (inferred: double-members, from the service's parser).
fn check_kind(structure: &Structure, name: &str, node: Node<'_>) -> Result<(), Rejection> {
    check_member_types(structure, name, node).map_err(|mismatch| mistyped(&mismatch))
}

fn is_last(fields: &Fields<'_>, name: &str, node: Node<'_>) -> bool {
    fields.get(name).is_none_or(|last| last.offset() == node.offset())
}

/// Writes members.
pub(super) fn write(out: &mut Writer, request: &dyn Members) {
    request.each(&mut |name, member| member.write(out, name));
}

/// Writes a structure within a request. The formatted layout puts it on one line, unless it is large.
pub(crate) fn write_part(out: &mut Writer, part: &dyn Members, is_large: bool) {
    if is_large {
        out.object(|out| write(out, part));
    } else {
        out.inline_object(|out| write(out, part));
    }
}

/// A structure within a request.
pub(crate) trait Part: Members + Default {
    /// The service's constraints on its members.
    const STRUCTURE: &'static Structure;
    /// The order in which the service checks the members.
    const ORDER: &'static [Step];
    /// Whether the formatted layout puts its members on separate lines.
    const IS_LARGE: bool;

    /// Reads it from a value that satisfies its constraints.
    fn read_part(reader: Reader, node: Node<'_>) -> Result<Self, Rejection> {
        let mut part = Self::default();
        read_node(&mut part, Self::STRUCTURE, Self::ORDER, reader, node)?;
        Ok(part)
    }
}

impl<P: Part> Value for Vec<P> {
    fn read(reader: Reader, _: &str, node: Node<'_>) -> Result<Self, Rejection> {
        list(node, |node| P::read_part(reader, node))
    }

    fn write(&self, out: &mut Writer, name: &'static str) {
        out.key(name);
        out.list(|out| {
            for part in self {
                out.element();
                write_part(out, part, P::IS_LARGE);
            }
        });
    }
}

/// Declares a structure: its members in the order of writing, each with its name on the wire. `..` embeds the
/// members of another structure. `=` names the constraints of a request and its final conversion. `in` names the
/// constraints of a nested structure and their order, with `lines` if it is large.
macro_rules! members {
    ($(#[$doc:meta])* $name:ident {
        $($(#[$of_field:meta])* $wire:literal $field:ident: $kind:ty,)*
        $(.. $(#[$of_others:meta])* $others:ident: $structure:ty,)?
    }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name {
            $($(#[$of_field])* pub $field: $kind,)*
            $($(#[$of_others])* pub $others: $structure,)?
        }

        impl $crate::operation::body::Members for $name {
            fn member(&mut self, name: &str) -> Option<&mut dyn $crate::operation::body_member::BodyMember> {
                match name { $($wire => Some(&mut self.$field),)* _ => None$(.or_else(|| self.$others.member(name)))? }
            }

            fn each(&self, see: &mut dyn FnMut(&'static str, &dyn $crate::operation::body_member::BodyMember)) {
                $(see($wire, &self.$field);)*
                $(self.$others.each(see);)?
            }
        }
    };
    ($(#[$doc:meta])* $name:ident in $structure:ident { $($members:tt)+ }) => {
        $crate::operation::body::members! { @part $(#[$doc])* $name $structure (&[]) false { $($members)+ } }
    };
    ($(#[$doc:meta])* $name:ident in lines $structure:ident { $($members:tt)+ }) => {
        $crate::operation::body::members! { @part $(#[$doc])* $name $structure (&[]) true { $($members)+ } }
    };
    ($(#[$doc:meta])* $name:ident in $structure:ident, $order:ident { $($members:tt)+ }) => {
        $crate::operation::body::members! { @part $(#[$doc])* $name $structure (&$order) false { $($members)+ } }
    };
    (@part $(#[$doc:meta])* $name:ident $structure:ident ($order:expr) $is_large:literal $members:tt) => {
        $crate::operation::body::members! { $(#[$doc])* $name $members }

        impl $crate::operation::body::Part for $name {
            const STRUCTURE: &'static $crate::constraint::Structure = &$structure;
            const ORDER: &'static [$crate::operation::step::Step] = $order;
            const IS_LARGE: bool = $is_large;
        }

        impl $crate::operation::body_member::Value for $name {
            fn read(
                reader: $crate::reader::Reader,
                _: &str,
                node: $crate::json::Node<'_>,
            ) -> Result<Self, $crate::rejection::Rejection> {
                $crate::operation::body::Part::read_part(reader, node)
            }

            fn write(&self, out: &mut $crate::json::Writer, name: &'static str) {
                out.key(name);
                $crate::operation::body::write_part(out, self, $is_large);
            }
        }
    };
    ($(#[$doc:meta])* $name:ident = $asked:ident {}) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
        pub struct $name;

        impl $crate::operation::body::Members for $name {}

        $crate::operation::body::members! { @body $name $asked }
    };
    ($(#[$doc:meta])* $name:ident = $asked:ident $(, $settle:ident)? { $($members:tt)+ }) => {
        $crate::operation::body::members! { $(#[$doc])* $name { $($members)+ } }
        $crate::operation::body::members! { @body $name $asked $($settle)? }
    };
    (@body $name:ident $asked:ident $($settle:ident)?) => {
        impl $crate::operation::body::Body for $name {
            fn shape(is_second: bool) -> &'static $crate::constraint::Shape {
                $asked.shape(is_second)
            }

            fn read<R: From<Self>>(
                reader: $crate::reader::Reader,
                fields: &$crate::json::Fields<'_>,
            ) -> Result<R, $crate::rejection::Rejection> {
                let mut request = Self::default();
                $asked.read(&mut request, reader, fields)?;
                $($settle(&mut request, fields.node())?;)?
                Ok(request.into())
            }

            fn write(&self, out: &mut $crate::json::Writer) {
                $crate::operation::body::write(out, self);
            }
        }
    };
}

pub(crate) use members;
