//! libFuzzer's entry point of `hashrange_fuzz::link`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::link(data));
