//! The host: the engine of the page, in a worker of its own, with everything that must not wait for drawing.
//!
//! Owns open workspaces, virtual time, jobs in bounded stretches, which readings are due, and where journals are kept. The
//! page talks to it in messages of `hashrange_protocol`. Must not know views, nor the document.

#[cfg(target_arch = "wasm32")]
mod browser;
mod checkpoint;
mod checkpoints;
mod clock;
mod core;
mod errand;
mod files;
mod follow;
mod freshness;
mod host;
mod idle;
mod import;
mod lanes;
mod lead;
mod lesson;
mod link;
mod load;
mod marks;
mod opening;
mod pump;
mod remote;
mod request;
mod restore;
mod restored;
mod running;
mod sample;
mod saving;
mod shelf;
pub mod store;
#[cfg(test)]
mod tests;
mod trial;
mod trials;
mod welcome;
mod workspace;
mod world;

#[cfg(target_arch = "wasm32")]
pub use browser::{is_worker, run};
pub use host::Host;
pub use world::World;
