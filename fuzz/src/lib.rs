//! The fuzz targets for untrusted bytes, one function for each reader. It must end, and its result must be consistent.
//! Where bytes cause work, the target counts the steps of that work, which no machine makes faster or slower, and has a
//! limit of them.
//!
//! libFuzzer calls these through `targets/`. `tests/corpus.rs` calls them with the stored inputs.
#![allow(clippy::panic, clippy::expect_used, reason = "a panic is what a target looks for")]

mod assignment;
mod expression;
mod file;
mod journal;
mod lesson;
mod link;
mod patterns;
mod request;
mod statement;
mod table_file;

pub use assignment::{assignment, hand_in};
pub use expression::expression;
pub use file::file;
pub use journal::journal;
pub use lesson::lesson;
pub use link::link;
pub use patterns::patterns;
pub use request::request;
pub use statement::statement;
pub use table_file::table_file;

/// The first byte, which selects a case, and the rest.
fn choice(data: &[u8]) -> Option<(usize, &[u8])> {
    data.split_first().map(|(first, rest)| (usize::from(*first), rest))
}

/// The first byte, and the rest if it is text.
fn choice_of_text(data: &[u8]) -> Option<(usize, &str)> {
    let (choice, rest) = choice(data)?;
    Some((choice, std::str::from_utf8(rest).ok()?))
}
