//! libFuzzer's way into `hashrange_fuzz::link`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::link(data));
