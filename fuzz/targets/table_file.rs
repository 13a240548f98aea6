//! libFuzzer's entry point of `hashrange_fuzz::table_file`.
#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| hashrange_fuzz::table_file(data));
