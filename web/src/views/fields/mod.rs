//! Labelled form fields: text, choice, switch, each with its message beside it.
//!
//! Native elements with visible labels; the message is tied to its field for those who hear it. Must not know DynamoDB.

mod choice;
mod message;
mod switch;
mod text;

use std::sync::atomic::{AtomicU32, Ordering};

pub use choice::{Choice, Options, options};
pub use message::Message;
pub use switch::Switch;
pub use text::TextField;

/// An element id no other field has. Counts up; nothing depends on its value.
pub fn fresh_id(stem: &str) -> String {
    static COUNT: AtomicU32 = AtomicU32::new(0);
    format!("{stem}-{}", COUNT.fetch_add(1, Ordering::Relaxed))
}
