//! libFuzzer's entry point of `hashrange_fuzz::patterns`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::patterns(data));
