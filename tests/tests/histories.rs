//! Random and recorded histories: whatever happens, the model, the journal and every way back agree. One program, a
//! module for each subject. The stage `long` runs it with more seeds.
#![allow(
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test: it fails by panicking"
)]

mod checkpoints;
mod index_content;
mod lives;
mod same_past;
mod same_state;
mod simulate;
