//! There is no Rust here: see Cargo.toml.
