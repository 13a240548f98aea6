//! What if, as data: the changes offered for a request or load, the form of their settings, and an outcome as rows.
//!
//! Must not know signals, nor how anything is tried.

mod about;
mod chain;
mod compare;
mod form;
mod offer;
mod preview;
#[cfg(test)]
mod tests;

pub use about::About;
pub use chain::{ChainLink, chain, decisive};
pub use compare::{Compared, compared};
pub use form::{NEW, TrialForm, globals_of, indexes_of, named};
pub use offer::{Meets, Offer, Offers, offers};
pub use preview::{new_index, previewed, turned};
