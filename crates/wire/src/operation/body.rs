//! The notation of requests, and the interpreter that reads and writes what is said in it.
//!
//! Must not know which requests there are.

use super::member::Member;
use super::step::Step;
use crate::constraint::Shape;
use crate::json::request::members::fields;
use crate::json::{Node, Writer};
use crate::reader::Reader;
use crate::rejection::Rejection;

/// Something with members.
pub(crate) trait Members {
    /// The member of this name.
    fn member(&mut self, name: &str) -> Option<&mut dyn Member>;

    /// Shows every member, in the order they are written.
    fn each(&self, see: &mut dyn FnMut(&'static str, &dyn Member));
}

/// A request as a body.
pub(crate) trait Body: Sized {
    /// What the service asks of its members, as its newer or its older code sees them.
    fn shape(is_second: bool) -> &'static Shape;

    /// Reads it from a body that satisfies its shape, as what the caller takes it for: so it is moved once.
    fn read<R: From<Self>>(reader: Reader, root: Node<'_>) -> Result<R, Rejection>;

    /// Writes its members.
    fn write(&self, out: &mut Writer);
}

/// What the service asks of a request.
pub(crate) struct Asked {
    /// The members in the order in which it reports them, with their constraints.
    pub(super) shape: Shape,
    /// The same for its older code, where that is known to differ.
    pub(super) second: Option<&'static Shape>,
    /// What it reads and judges in words of their own, in this order, once all other members are read.
    pub(super) order: &'static [Step],
}

impl Asked {
    pub(super) fn shape(&'static self, is_second: bool) -> &'static Shape {
        self.second.filter(|_| is_second).unwrap_or(&self.shape)
    }
}

/// Reads members that satisfy their constraints.
pub(super) fn read(request: &mut dyn Members, order: &[Step], reader: Reader, root: Node<'_>) -> Result<(), Rejection> {
    for (name, node) in fields(root) {
        if let Some(member) = request.member(name).filter(|member| !member.waits()) {
            member.read(reader, name, node)?;
        }
    }
    order.iter().try_for_each(|step| match step {
        Step::Read(name) => match root.member(name) {
            Some(node) => request.member(name).map_or(Ok(()), |member| member.read(reader, name, node)),
            None => Ok(()),
        },
        step => step.judge(reader, root),
    })
}

/// Writes members.
pub(super) fn write(out: &mut Writer, request: &dyn Members) {
    request.each(&mut |name, member| member.write(out, name));
}

/// Declares a structure: its members in the order they are written, each under its name on the wire. Behind `=` stands
/// what the service asks of it, when it is a request.
macro_rules! members {
    ($(#[$doc:meta])* $name:ident { $($(#[$of_field:meta])* $wire:literal $field:ident: $kind:ty,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Debug, Default, PartialEq)]
        pub struct $name { $($(#[$of_field])* pub $field: $kind,)* }

        impl $crate::operation::body::Members for $name {
            fn member(&mut self, name: &str) -> Option<&mut dyn $crate::operation::member::Member> {
                match name { $($wire => Some(&mut self.$field),)* _ => None }
            }

            fn each(&self, see: &mut dyn FnMut(&'static str, &dyn $crate::operation::member::Member)) {
                $(see($wire, &self.$field);)*
            }
        }
    };
    ($(#[$doc:meta])* $name:ident = $asked:ident $members:tt) => {
        $crate::operation::body::members! { $(#[$doc])* $name $members }

        impl $crate::operation::body::Body for $name {
            fn shape(is_second: bool) -> &'static $crate::constraint::Shape {
                $asked.shape(is_second)
            }

            // What a first look at the page does without is never inlined: it can be loaded later.
            #[inline(never)]
            fn read<R: From<Self>>(
                reader: $crate::reader::Reader,
                root: $crate::json::Node<'_>,
            ) -> Result<R, $crate::rejection::Rejection> {
                let mut request = Self::default();
                $crate::operation::body::read(&mut request, $asked.order, reader, root)?;
                Ok(request.into())
            }

            #[inline(never)]
            fn write(&self, out: &mut $crate::json::Writer) {
                $crate::operation::body::write(out, self);
            }
        }
    };
}

pub(super) use members;
