//! What if and why: a load or request run again with one change, advice on throttled requests, an index before its
//! creation.
//!
//! Owns how trials are requested and shown. Must not know how one is run: a second engine behind the messages does
//! that.

pub mod changes;
pub mod fields;
pub mod outcome;
pub mod preview;
pub mod progress;
pub mod reason;
pub mod subject;
pub mod what_if;
pub mod why;

pub use preview::IndexPreview;
pub use subject::{Tested, is_throttling, reports_of_throttling};
pub use what_if::{WhatIf, WhatIfButton};
pub use why::{EventWhy, Why};
