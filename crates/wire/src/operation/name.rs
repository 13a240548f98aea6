//! The operations by name.
//!
//! Must not know their requests.

use super::list::operations;

/// Generates the list of an enum of operations, and their names on the wire.
macro_rules! name_methods {
    ($operations:ident { $($name:ident),+ $(,)? }) => {
        impl $operations {
            /// Every operation.
            pub const ALL: &'static [Self] = &[$(Self::$name,)+];

            /// The name in the `X-Amz-Target` header, after the version.
            #[must_use]
            pub fn name(self) -> &'static str {
                match self { $(Self::$name => stringify!($name),)+ }
            }

            /// The operation with this name.
            #[must_use]
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|operation| operation.name() == name)
            }
        }
    };
}

pub(crate) use name_methods;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident($request:ident) -> $response:ident,)+) => {
        /// An operation of the service.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum Operation { $($(#[$doc])* $name,)+ }

        hashrange_checkpoint::variants!(Operation { $($name),+ });

        name_methods!(Operation { $($name),+ });
    };
}

operations!(names);
