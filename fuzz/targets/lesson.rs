//! libFuzzer's entry point of `hashrange_fuzz::lesson`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::lesson(data));
