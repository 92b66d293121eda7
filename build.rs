//! Builds the crate anew when a file of `runtime/`, which the program carries
//! inside itself, is added or taken away; and tells the tests whether the thesis's
//! listings are here (`cfg(listings)`). Those that need them are ignored if not.

use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=runtime");
    println!("cargo::rerun-if-env-changed=GPUMP_REFERENCE");
    println!("cargo::rustc-check-cfg=cfg(listings)");
    let named = std::env::var_os("GPUMP_REFERENCE").map(PathBuf::from);
    // A folder that is named has to have them: the tests fail if it has not.
    if named.is_some() || PathBuf::from("../shared/reference").is_dir() {
        println!("cargo::rustc-cfg=listings");
    }
}
