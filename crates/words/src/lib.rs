//! The words that people read, in their language. Source code holds the English; [`t!`] looks up its translation:
//!
//! ```
//! use hashrange_words::t;
//!
//! let (index, items) = ("ByDate", 1_200_u64);
//! assert_eq!(t!("Create table"), "Create table");
//! assert_eq!(
//!     t!("{index} has {items, plural, one {# item} other {# items}}.", index, items),
//!     "ByDate has 1,200 items."
//! );
//! ```
//!
//! Texts are those of ICU's MessageFormat, as far as [`fill()`] reads it. Must not know where translations are stored, nor
//! what the words are about.

mod count;
mod entry;
mod fill;
mod language;
mod rules;
mod table;

pub use count::{counted, plural};
pub use entry::{Entry, fingerprint};
pub use fill::{Values, fill};
pub use language::{Language, count, filled, say, speak, translated};
pub use rules::{English, Form, Rules};
pub use table::Table;

/// The words in the reader's language, of English words: a `&'static str`. With values, which the English names in
/// braces, a `String`. A value is anything that can be displayed. The values stand in the order in which the English names
/// them first; the compiler refuses anything else.
#[macro_export]
macro_rules! t {
    ($english:literal) => {
        *$crate::say(const { $crate::Entry::new(&$english, &[]) })
    };
    ($english:literal, $($name:ident $(= $value:expr)?),+ $(,)?) => {
        $crate::filled(
            const { $crate::Entry::new(&$english, &[$(stringify!($name)),+]) },
            &[$($crate::value!($name $(= $value)?)),+],
        )
    };
}

/// The value of a name in [`t!`].
#[doc(hidden)]
#[macro_export]
macro_rules! value {
    ($name:ident) => {
        &$name
    };
    ($name:ident = $value:expr) => {
        &$value
    };
}
