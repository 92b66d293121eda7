//! Builds the crate anew when a file of `runtime/`, which the program carries
//! inside itself, is added or taken away.

fn main() {
    println!("cargo::rerun-if-changed=runtime");
}
