//! What a selector asks for that nobody knows, and that is never there therefore.

use super::selector::{Selector, words};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;

/// The traits of devices and implementations.
const TRAITS: &[&str] = &[
    "kind",
    "isa",
    "arch",
    "device_num",
    "vendor",
    "requires",
    "atomic_default_mem_order",
    "reverse_offload",
    "unified_address",
    "unified_shared_memory",
    "dynamic_allocators",
];

/// The properties of those whose names the specification lists, here or in the OpenMP Additional Definitions.
const PROPERTIES: &[(&str, &[&str])] = &[
    ("kind", &["any", "host", "nohost", "cpu", "gpu", "fpga"]),
    (
        "vendor",
        &[
            "amd", "arm", "bsc", "cray", "fujitsu", "gnu", "hpe", "ibm", "intel", "llvm", "nec", "nvidia",
            "pgi", "ti", "unknown",
        ],
    ),
];

impl Selector {
    /// The traits and properties of devices and implementations that nobody knows.
    pub fn unknown(&self, tokens: &TokenList) -> Vec<Tokens> {
        let sets = self.sets.iter().filter(|set| !["construct", "user"].contains(&tokens.text(set.at)));
        let mut unknown = Vec::new();
        for found in sets.flat_map(|set| &set.traits) {
            let name = tokens.text(found.at);
            if !TRAITS.contains(&name) {
                unknown.push(found.at..=found.at);
            }
            let Some((_, known)) = PROPERTIES.iter().find(|(known, _)| *known == name) else { continue };
            let properties = found.properties.iter().flatten();
            unknown.extend(properties.filter(|it| !known.contains(&&*words(tokens, it))).cloned());
        }
        unknown
    }
}
