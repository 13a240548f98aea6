//! The host: the engine of the page in its own worker, with all work that must not wait for drawing.
//!
//! Owns open workspaces, virtual time, jobs in bounded slices, the schedule of readings, and the storage of journals.
//! The page exchanges messages of `hashrange_protocol` with it. Must not know views, nor the document.

#[cfg(target_arch = "wasm32")]
mod browser;
mod call;
mod checkpoint;
mod checkpoints;
mod clock;
mod core;
mod errand;
mod files;
mod follow;
mod freeing;
mod freshness;
mod host;
mod idle;
mod import;
mod lanes;
mod lesson;
mod link;
mod load;
mod load_run;
mod marks;
mod opening;
mod pattern_bill;
mod pattern_stage;
mod patterns;
mod perform;
mod pump;
mod remote;
mod request;
mod restore;
mod restored;
mod running_call;
mod sample;
mod saving;
pub mod store;
mod table_settings;
#[cfg(test)]
mod tests;
mod trial;
mod trials;
mod welcome;
mod workspace;
mod workspace_commands;

#[cfg(target_arch = "wasm32")]
pub use browser::{is_worker, run};
pub use errand::Errand;
pub use host::{Host, Platform};
