//! libFuzzer's entry point of `hashrange_fuzz::assignment`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::assignment(data));
