//! The contract, in Node: `cargo xtask test --only browser`, which runs these too.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::float_cmp, reason = "the numbers compared are exact")]

mod contract;
