//! Makes a program with a fault smaller: leaves out parts, then statements, as long as the
//! fault stays. The generator makes the same program each time, without what is left out.

use std::collections::BTreeSet;

use super::program::{Dropped, program};

/// What can be left out of the program with this seed, so that `fails` is true still.
pub fn minimise(seed: u64, fails: impl Fn(&str) -> bool) -> Dropped {
    let mut dropped = Dropped::default();
    let parts = program(seed, &dropped).parts;
    for part in 0..parts {
        let mut fewer = dropped.clone();
        fewer.parts.insert(part);
        if fewer.parts.len() < parts && fails(&program(seed, &fewer).text) {
            dropped = fewer;
        }
    }
    let counts = program(seed, &dropped).statements;
    for (part, count) in counts {
        // Large pieces first: what a statement contains goes with it.
        let mut size = count.div_ceil(2);
        while size > 0 {
            for start in (0..count).step_by(size) {
                let mut fewer = dropped.clone();
                let set: &mut BTreeSet<usize> = fewer.statements.entry(part).or_default();
                set.extend(start..(start + size).min(count));
                let text = program(seed, &fewer).text;
                if fewer != dropped && text != program(seed, &dropped).text && fails(&text) {
                    dropped = fewer;
                }
            }
            size /= 2;
        }
    }
    dropped
}
