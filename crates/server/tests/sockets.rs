//! The server as its clients see it: over sockets, and as a separate process with its files. One program, a module for
//! each subject.
#![allow(
    clippy::expect_used,
    clippy::unwrap_used,
    clippy::panic,
    clippy::indexing_slicing,
    reason = "a test may fail"
)]

mod client;
mod compat;
mod content_encoding;
mod copy;
mod durability;
mod faults;
mod hostile;
mod http;
mod pages;
mod relay;
mod rules;
mod salvage;
mod transfer;
mod violations;
