//! libFuzzer's entry point of `hashrange_fuzz::expression`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::expression(data));
