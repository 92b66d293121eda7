//! The library has the name by which programs of CUDA 13 look for the runtime library.

fn main() {
    println!("cargo:rustc-cdylib-link-arg=-Wl,-soname,libcudart.so.13");
    println!("cargo:rerun-if-changed=build.rs");
}
