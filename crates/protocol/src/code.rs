//! The languages in which a request is shown as a program.

pub use hashrange_code::Language;
