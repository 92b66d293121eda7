#![no_main]

libfuzzer_sys::fuzz_target!(|data: &[u8]| gpump_fuzz::run(data, gpump_fuzz::checks::preprocess));
