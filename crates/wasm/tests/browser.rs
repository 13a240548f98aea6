//! The contract, in a browser: `cargo xtask test --only browser`.

#![cfg(target_arch = "wasm32")]
#![allow(clippy::expect_used, clippy::unwrap_used, clippy::panic, reason = "a test may fail")]
#![allow(clippy::float_cmp, reason = "the numbers compared are exact")]

wasm_bindgen_test::wasm_bindgen_test_configure!(run_in_browser);

mod contract;
