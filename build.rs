//! Builds the crate anew when a file of `runtime/`, which the program carries
//! inside itself, is added or taken away; and tells the tests whether the thesis's
//! listings are here (`cfg(listings)`). Those that need them are ignored if not.
//! A release build starts faster: `gpump cc` is started for each file of a project.

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
    let is = |name: &str, value: &str| std::env::var(name).is_ok_and(|found| found == value);
    let is_static = std::env::var("CARGO_CFG_TARGET_FEATURE")
        .is_ok_and(|all| all.split(',').any(|one| one == "crt-static"));
    if is("PROFILE", "release")
        && is("CARGO_CFG_TARGET_OS", "linux")
        && is("CARGO_CFG_TARGET_ENV", "gnu")
        && !is_static
    {
        // Else the loader has to write to a hundred pages of tables. A static program is linked for any address in its
        // own way, with which this does not go.
        println!("cargo::rustc-link-arg-bins=-no-pie");
    }
}
