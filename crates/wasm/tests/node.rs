//! The contract, in Node: `wasm-pack test --node crates/wasm`.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::float_cmp, reason = "the numbers compared are exact")]

mod contract;
