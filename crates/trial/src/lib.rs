//! What if: the result of the same load, or the same request, with one change.
//!
//! Owns the changes, how each is made in a second engine, running both sides on one clock, their figures, and the
//! sentence that compares them. Must not know the wall clock, threads, or who shows an outcome. The original timeline
//! does not change: both sides run separately.

mod advice;
mod anew;
mod change;
mod counter;
mod design_change;
mod equality;
mod figures;
mod halve;
mod jobs;
mod make;
mod making;
mod outcome;
mod plan;
mod preview;
mod printed;
mod redesign;
mod remedy;
mod reshape;
mod reshape_group;
mod sentence;
mod side;
mod subject;
#[cfg(test)]
mod tests;
mod trial;
mod words;

pub use advice::{Advice, Advised, Advising, advice};
pub use change::{Change, IndexChoice, NotApplicable, Note};
pub use design_change::DesignChange;
pub use figures::{Bytes, Figures, Held, Throttle, Used};
pub use outcome::{Difference, Outcome};
pub use preview::{LeftOut, Preview, Turned, preview};
pub use redesign::Redesign;
pub use subject::Subject;
pub use trial::{Progress, Trial};
