//! Form fields: text, choice and checkbox, bare for chips or complete with label, hint and message.
//!
//! Native elements. A message is linked to its control for assistive technology. Must not know DynamoDB.

pub mod checkbox;
pub mod chip;
pub mod choice;
pub mod field;
pub mod text;

pub use checkbox::Checkbox;
pub use chip::{Chip, ChipWord};
pub use choice::{Choice, Options, Select, options};
pub use field::{Field, GroupMessage};
pub use text::{TextField, TextInput};
