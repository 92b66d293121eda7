//! Counts instructions by what they do.

use std::collections::BTreeMap;
use std::fmt;

use super::sass::Instruction;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Counts {
    pub all: usize,
    /// Loads from global memory, by kind, and stores to it by their bits.
    pub loads: BTreeMap<Load, usize>,
    pub stores: BTreeMap<u32, usize>,
    pub atomics: usize,
    /// Accesses to shared memory, and to a thread's own, where spilled registers are.
    pub shared: usize,
    pub local: usize,
    /// Loads of kernel arguments and other constants.
    pub constants: usize,
    pub floating: usize,
    /// Arithmetic in integers, addresses, moves and predicates.
    pub integer: usize,
    pub branches: usize,
    /// Waiting for the block's threads, and orders of memory.
    pub barriers: usize,
    /// Exchange between the threads of a warp.
    pub shuffles: usize,
    /// What has a guard, branches aside.
    pub predicated: usize,
    pub calls: usize,
}

/// A kind of load.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct Load {
    pub bits: u32,
    pub path: Path,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Path {
    /// By the cache for what nobody writes (`LDG.CONSTANT`).
    ReadOnly,
    Global,
    /// Of an address whose memory is found out when it is used (`LD`).
    Generic,
}

impl Counts {
    pub fn of<'i>(instructions: impl IntoIterator<Item = &'i Instruction>) -> Self {
        let mut counts = Counts::default();
        for instruction in instructions {
            counts.add(instruction);
        }
        counts
    }

    fn add(&mut self, instruction: &Instruction) {
        self.all += 1;
        let base = instruction.base();
        let is_branch = matches!(
            base,
            "BRA" | "BRX" | "BRXU" | "JMP" | "JMX" | "JMXU" | "EXIT" | "RET" | "CALL" | "BREAK"
        );
        self.predicated += usize::from(instruction.is_guarded && !is_branch);
        self.calls += usize::from(base == "CALL");
        let load = |path| Load { bits: bits(instruction), path };
        match base {
            _ if is_branch => self.branches += 1,
            "LDG" if instruction.has("CONSTANT") => *self.loads.entry(load(Path::ReadOnly)).or_default() += 1,
            "LDG" | "LDGSTS" => *self.loads.entry(load(Path::Global)).or_default() += 1,
            "LD" => *self.loads.entry(load(Path::Generic)).or_default() += 1,
            "STG" | "ST" => *self.stores.entry(bits(instruction)).or_default() += 1,
            "ATOM" | "ATOMG" | "RED" | "REDG" => self.atomics += 1,
            "LDS" | "STS" | "ATOMS" | "LDSM" | "STSM" => self.shared += 1,
            "LDL" | "STL" => self.local += 1,
            "LDC" | "ULDC" | "LDCU" => self.constants += 1,
            "BAR" | "MEMBAR" | "FENCE" | "ERRBAR" | "WARPSYNC" | "DEPBAR" | "LDGDEPBAR" => self.barriers += 1,
            "SHFL" | "VOTE" | "VOTEU" | "MATCH" | "REDUX" | "CREDUX" => self.shuffles += 1,
            _ if is_floating(instruction) => self.floating += 1,
            _ => self.integer += 1,
        }
    }

    pub fn global_loads(&self) -> usize {
        self.loads.values().sum()
    }

    pub fn global_stores(&self) -> usize {
        self.stores.values().sum()
    }

    /// What reaches global memory.
    pub fn accesses(&self) -> usize {
        self.global_loads() + self.global_stores() + self.atomics
    }

    pub fn loads_by(&self, path: Path) -> usize {
        self.loads.iter().filter(|(load, _)| load.path == path).map(|(_, count)| count).sum()
    }

    /// How many bits a load brings, on average.
    pub fn bits_of_a_load(&self) -> Option<f64> {
        let bits: usize = self.loads.iter().map(|(load, count)| load.bits as usize * count).sum();
        let count = self.global_loads();
        (count > 0).then(|| bits as f64 / count as f64)
    }

    /// `2×64 ro + 1×32`, where `ro` is the read-only cache.
    pub fn loads_text(&self) -> String {
        join(self.loads.iter().map(|(load, count)| format!("{count}×{load}")))
    }

    pub fn stores_text(&self) -> String {
        join(self.stores.iter().map(|(bits, count)| format!("{count}×{bits}")))
    }
}

impl fmt::Display for Load {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let path = match self.path {
            Path::ReadOnly => " ro",
            Path::Global => "",
            Path::Generic => " generic",
        };
        write!(f, "{}{path}", self.bits)
    }
}

fn join(parts: impl Iterator<Item = String>) -> String {
    parts.collect::<Vec<_>>().join(" + ")
}

/// What a memory instruction moves; 32 bits if it says nothing else.
fn bits(instruction: &Instruction) -> u32 {
    let widths = [("128", 128), ("64", 64), ("U8", 8), ("S8", 8), ("U16", 16), ("S16", 16), ("256", 256)];
    widths.iter().find(|(modifier, _)| instruction.has(modifier)).map_or(32, |(_, bits)| *bits)
}

fn is_floating(instruction: &Instruction) -> bool {
    match instruction.base() {
        // A constant is brought into a register by a multiplication of zeros, where that unit is idle.
        "HFMA2" => !instruction.operands.contains("-RZ, RZ"),
        "MUFU" | "F2F" | "F2FP" | "F2I" | "F2IP" | "I2F" | "I2FP" | "FRND" => true,
        base => {
            let kinds = ["ADD", "MUL", "FMA", "MNMX", "SET", "SETP", "SEL", "CHK", "SWZADD", "MMA"];
            let operation = base.strip_prefix(['F', 'D', 'H']);
            // Those of two halves have a 2 at the end.
            operation.is_some_and(|operation| kinds.contains(&operation.trim_end_matches('2')))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare_code::loops::loops;
    use crate::compare_code::sass::{Function, functions, samples};

    fn in_loop(function: &Function, index: usize) -> Counts {
        let body = &loops(&function.instructions)[index].body;
        Counts::of(body.iter().map(|&place| &function.instructions[place]))
    }

    #[test]
    fn counts_a_loop() {
        let counts = in_loop(&samples::function("axpy"), 0);
        assert_eq!(counts.all, 9);
        assert_eq!(counts.loads_text(), "1×64 ro + 1×64");
        assert_eq!(counts.stores_text(), "1×64");
        assert_eq!((counts.floating, counts.integer, counts.branches), (1, 4, 1));
        assert_eq!(counts.accesses(), 3);
    }

    #[test]
    fn counts_what_is_guarded() {
        let counts = in_loop(&samples::function("rows"), 1);
        // Two moves, a load and a sum; the branch does not count.
        assert_eq!((counts.predicated, counts.floating, counts.branches), (4, 2, 1));
        let all = samples::function("rows");
        assert_eq!(Counts::of(&all.instructions).calls, 1);
    }

    #[test]
    fn tells_shared_memory_atomics_and_barriers() {
        let function = samples::function("count");
        let all = Counts::of(&function.instructions);
        assert_eq!((all.atomics, all.barriers, all.local), (1, 2, 0));
        let counts = in_loop(&function, 0);
        assert_eq!(counts.loads_text(), "1×128 ro");
        assert_eq!((counts.shared, counts.constants), (2, 1));
        // A sum and two conversions.
        assert_eq!(counts.floating, 3);
        assert_eq!(counts.bits_of_a_load(), Some(128.0));
    }

    #[test]
    fn a_constant_is_no_arithmetic() {
        let text = "Function : f
            /*0000*/ HFMA2.MMA R23, -RZ, RZ, 0, 0 ;
            /*0010*/ HFMA2.MMA R23, R1, R2, R3 ;
            /*0020*/ FLO.U32 R0, R1 ;
            /*0030*/ LD.E.64 R2, [R4.64] ;
            /*0040*/ LDL R2, [R1] ;";
        let counts = Counts::of(&functions(text).remove(0).instructions);
        assert_eq!((counts.floating, counts.integer, counts.local), (1, 2, 1));
        assert_eq!(counts.loads_text(), "1×64 generic");
    }
}
