//! The operations by name.
//!
//! Must not know their requests.

use super::list::operations;

macro_rules! names {
    ($($(#[$doc:meta])* $name:ident($request:ident) -> $response:ident,)+) => {
        /// An operation of the service.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum Operation { $($(#[$doc])* $name,)+ }

        hashrange_checkpoint::variants!(Operation { $($name),+ });

        impl Operation {
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

operations!(names);
