//! libFuzzer's entry point of `hashrange_fuzz::hand_in`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::hand_in(data));
