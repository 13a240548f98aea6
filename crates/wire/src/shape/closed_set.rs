//! Closed sets of words: enums whose members each have one spelling on the wire.

/// A word of a closed set.
pub(crate) trait Word: Copy {
    /// The member with this name on the wire.
    fn of(word: &str) -> Option<Self>;

    /// The name on the wire.
    fn word(self) -> &'static str;
}

/// Declares an enum of wire words with `ALL`, `as_str` and `from_wire`.
macro_rules! closed_set {
    ($(#[$meta:meta])* $name:ident { $($(#[$doc:meta])* $member:ident = $word:literal,)+ }) => {
        $(#[$meta])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, serde::Serialize, serde::Deserialize)]
        pub enum $name { $($(#[$doc])* $member,)+ }

        impl $name {
            /// Every member, in the order the service lists them.
            pub const ALL: &'static [Self] = &[$(Self::$member,)+];

            /// Every word, in the same order.
            pub const WORDS: &'static [&'static str] = &[$($word,)+];

            /// The name on the wire.
            #[must_use]
            pub fn as_str(self) -> &'static str {
                match self { $(Self::$member => $word,)+ }
            }

            /// The member with this name on the wire.
            #[must_use]
            pub fn from_wire(word: &str) -> Option<Self> {
                match word { $($word => Some(Self::$member),)+ _ => None }
            }
        }

        impl crate::shape::Word for $name {
            fn of(word: &str) -> Option<Self> {
                Self::from_wire(word)
            }

            fn word(self) -> &'static str {
                self.as_str()
            }
        }

        hashrange_checkpoint::variants!($name { $($member),+ });

        impl std::fmt::Display for $name {
            fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                out.write_str(self.as_str())
            }
        }
    };
}

pub(super) use closed_set;
