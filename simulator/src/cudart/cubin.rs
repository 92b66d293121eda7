//! What ptxas says of kernels in the machine code that it has made of them: registers and stack.
//!
//! The section `.nv.info` is a sequence of attributes: a byte for the layout, one for the attribute, and with layout 4
//! a 16-bit size and as many bytes. Of those that describe a function these begin with the number of its symbol.

use std::collections::HashMap;

use object::read::elf::ElfFile64;
use object::{Endianness, Object, ObjectSection, ObjectSymbol, SymbolIndex};

/// What a thread of a kernel needs.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub registers: u32,
    /// Stack of the kernel and the functions that it calls, as far as ptxas can tell.
    pub stack: u32,
}

const SIZED: u8 = 4;
const REGISTERS: u8 = 0x2f;
const FRAME: u8 = 0x11;
const LEAST_STACK: u8 = 0x12;

/// Of all functions in the machine code. Nothing is found in what is not as expected.
pub fn usage(cubin: &[u8]) -> HashMap<String, Usage> {
    let mut found = HashMap::new();
    let Ok(file) = ElfFile64::<Endianness>::parse(cubin) else { return found };
    let Some(info) = file.section_by_name(".nv.info") else { return found };
    let Ok(mut rest) = info.data() else { return found };
    while let [layout, attribute, a, b, tail @ ..] = rest {
        if *layout != SIZED {
            rest = tail;
            continue;
        }
        let size = usize::from(u16::from_le_bytes([*a, *b]));
        let Some((payload, behind)) = tail.split_at_checked(size) else { break };
        rest = behind;
        let &[s0, s1, s2, s3, v0, v1, v2, v3] = payload else { continue };
        let symbol = SymbolIndex(u32::from_le_bytes([s0, s1, s2, s3]) as usize);
        let value = u32::from_le_bytes([v0, v1, v2, v3]);
        let Ok(name) = file.symbol_by_index(symbol).and_then(|symbol| symbol.name().map(str::to_owned))
        else {
            continue;
        };
        let usage: &mut Usage = found.entry(name).or_default();
        match *attribute {
            REGISTERS => usage.registers = value,
            // What recurs or calls through pointers has no known size.
            FRAME | LEAST_STACK if value != u32::MAX => usage.stack = usage.stack.max(value),
            _ => {}
        }
    }
    found
}
