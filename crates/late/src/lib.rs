//! Functions whose code arrives when they are first called.
//!
//! `late!` declares such a function where it is defined, with the name of its group. The caller awaits it. In a release
//! of the page (feature `split`) the code that only the functions of a group reach is in a WebAssembly file of its own,
//! which the call downloads. In every other build the code is there from the start.
//!
//! Owns the declaration, the error and the second try. Must not know which functions are late.

use std::error::Error;
use std::fmt;

#[cfg(feature = "split")]
#[doc(hidden)]
pub use wasm_split_helpers;

/// The code of a late function could not be downloaded. The next call tries again.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotLoaded;

impl fmt::Display for NotLoaded {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(
            "This part of the program could not be loaded. Check the connection and try again. If the site was just \
             updated, reload the page.",
        )
    }
}

impl Error for NotLoaded {}

#[cfg(feature = "split")]
impl From<wasm_split_helpers::SplitLoaderError> for NotLoaded {
    fn from(_: wasm_split_helpers::SplitLoaderError) -> Self {
        Self
    }
}

/// Calls a late function, and once more when its code could not be downloaded: a single failure is not reported.
///
/// # Errors
///
/// When the code could not be downloaded twice.
pub async fn persistently<T, F>(call: impl Fn() -> F) -> Result<T, NotLoaded>
where
    F: Future<Output = Result<T, NotLoaded>>,
{
    match call().await {
        Err(NotLoaded) => call().await,
        arrived => arrived,
    }
}

/// Declares a function whose code arrives when it is first called: `late!(group: fn name(argument: Type) -> Type { … })`.
///
/// It becomes an `async fn` with the same arguments, which returns `Result<Type, NotLoaded>`. It cannot be generic.
/// Functions of one group arrive together.
#[cfg(all(feature = "split", target_family = "wasm"))]
#[macro_export]
macro_rules! late {
    ($group:ident: $(#[$meta:meta])* $vis:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> $output:ty { $($body:tt)* }) => {
        $(#[$meta])*
        #[$crate::wasm_split_helpers::wasm_split($group, wasm_split_path = $crate::wasm_split_helpers, fallible)]
        $vis fn $name($($argument: $kind),*) -> ::core::result::Result<$output, $crate::NotLoaded> {
            ::core::result::Result::Ok({ $($body)* })
        }
    };
}

/// Declares a function whose code arrives when it is first called: `late!(group: fn name(argument: Type) -> Type { … })`.
///
/// It becomes an `async fn` with the same arguments, which returns `Result<Type, NotLoaded>`. It cannot be generic.
/// Functions of one group arrive together.
#[cfg(not(all(feature = "split", target_family = "wasm")))]
#[macro_export]
macro_rules! late {
    ($group:ident: $(#[$meta:meta])* $vis:vis fn $name:ident($($argument:ident: $kind:ty),* $(,)?) -> $output:ty { $($body:tt)* }) => {
        $(#[$meta])*
        $vis async fn $name($($argument: $kind),*) -> ::core::result::Result<$output, $crate::NotLoaded> {
            ::core::result::Result::Ok({ $($body)* })
        }
    };
}
