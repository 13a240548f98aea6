//! What if and why: a load or request run again with one change, advice on what was throttled, an index before it is created.
//!
//! Owns how trials are asked for and shown. Must not know how one is run: a second engine behind the messages does that.

pub mod changes;
pub mod fields;
pub mod outcome;
pub mod preview;
pub mod progress;
pub mod subject;
pub mod told;
pub mod what_if;
pub mod why;

pub use preview::IndexPreview;
pub use subject::{Tested, is_throttling, tells_of_throttling};
pub use what_if::{WhatIf, WhatIfButton};
pub use why::{EventWhy, Why};
