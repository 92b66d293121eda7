//! Reads what `cuobjdump` prints: SASS, the device's machine code, and what kernels use of the device.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use regex::Regex;

/// An instruction.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Instruction {
    pub address: u64,
    /// Whether it has a guard, as in `@!P0 BRA`.
    pub is_guarded: bool,
    /// Its name with all modifiers, as `LDG.E.64.CONSTANT`.
    pub opcode: String,
    pub operands: String,
}

impl Instruction {
    /// Its name alone, as `LDG`.
    pub fn base(&self) -> &str {
        self.opcode.split('.').next().unwrap_or_default()
    }

    pub fn has(&self, modifier: &str) -> bool {
        self.opcode.split('.').skip(1).any(|part| part == modifier)
    }

    /// Where it may jump to. `BRA P1, 0x450` has a further condition in front.
    pub fn target(&self) -> Option<u64> {
        if !matches!(self.base(), "BRA" | "JMP") {
            return None;
        }
        let last = self.operands.rsplit([',', ' ']).next()?;
        u64::from_str_radix(last.strip_prefix("0x")?, 16).ok()
    }

    /// Whether it jumps, if it does, under no condition.
    pub fn is_unconditional(&self) -> bool {
        // `BRA.U UP0, …`, `BRA.DIV UR4, …` and `BRA P1, …` have the condition among their operands.
        !self.is_guarded && !self.operands.contains(',')
    }

    /// Whether what stands behind it is reached only from elsewhere.
    pub fn ends_a_path(&self) -> bool {
        match self.base() {
            "EXIT" | "RET" | "BRX" | "JMX" | "BRXU" | "JMXU" | "KILL" => !self.is_guarded,
            "BRA" | "JMP" => self.is_unconditional(),
            _ => false,
        }
    }
}

/// A function of a program, as it came: its name is C++'s for the linker.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Function {
    pub symbol: String,
    pub instructions: Vec<Instruction>,
}

static FUNCTION: LazyLock<Regex> = LazyLock::new(|| regex(r"^\s*Function : (\S+)"));
static INSTRUCTION: LazyLock<Regex> = LazyLock::new(|| {
    regex(r"^\s*/\*([0-9a-f]{4,})\*/\s+(?:(@!?U?P(?:\d|T))\s+)?([A-Z][A-Z0-9_.a-z]*)\s*([^;]*?)\s*;")
});
static USAGE: LazyLock<Regex> = LazyLock::new(|| regex(r"REG:(\d+) STACK:(\d+) SHARED:(\d+) LOCAL:(\d+)"));

fn regex(text: &str) -> Regex {
    Regex::new(text).expect("the expression is right")
}

/// The functions that `cuobjdump -sass` prints, without what only fills up.
pub fn functions(text: &str) -> Vec<Function> {
    let mut functions: Vec<Function> = Vec::new();
    for line in text.lines() {
        if let Some(found) = FUNCTION.captures(line) {
            functions.push(Function { symbol: found[1].to_owned(), instructions: Vec::new() });
        } else if let (Some(found), Some(function)) = (INSTRUCTION.captures(line), functions.last_mut()) {
            let Ok(address) = u64::from_str_radix(&found[1], 16) else { continue };
            let instruction = Instruction {
                address,
                is_guarded: found.get(2).is_some_and(|guard| guard.as_str() != "@PT"),
                opcode: found[3].to_owned(),
                operands: found[4].to_owned(),
            };
            // Behind the last instruction stands a jump to itself, and then nothing.
            let is_trap = instruction.target() == Some(address) && instruction.is_unconditional();
            if instruction.base() != "NOP" && !is_trap {
                function.instructions.push(instruction);
            }
        }
    }
    functions
}

/// What a kernel uses of a multiprocessor, in bytes but for the registers.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Usage {
    pub registers: u32,
    pub stack: u32,
    pub shared: u32,
    pub local: u32,
}

/// What `cuobjdump -res-usage` prints, by the functions' symbols.
pub fn usages(text: &str) -> BTreeMap<String, Usage> {
    let mut usages = BTreeMap::new();
    let mut symbol = None;
    for line in text.lines() {
        if let Some(name) = line.trim().strip_prefix("Function ") {
            symbol = Some(name.trim_end_matches(':').to_owned());
        } else if let (Some(found), Some(symbol)) = (USAGE.captures(line), symbol.take()) {
            let number = |index: usize| found[index].parse().unwrap_or_default();
            let usage = Usage { registers: number(1), stack: number(2), shared: number(3), local: number(4) };
            usages.insert(symbol, usage);
        }
    }
    usages
}

#[cfg(test)]
pub mod samples {
    use super::*;

    /// One of `samples/kernels.cu`, by its name there.
    pub fn function(name: &str) -> Function {
        let found = functions(include_str!("../../samples/kernels.sass")).into_iter();
        found.into_iter().find(|function| function.symbol.contains(name)).unwrap()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_every_instruction() {
        let text = include_str!("../../samples/kernels.sass");
        let functions = functions(text);
        assert_eq!(functions.len(), 4);
        // All lines with an address are instructions but the traps at the ends.
        let lines = text.lines().filter(|line| line.trim_start().starts_with("/*")).count();
        let read: usize = functions.iter().map(|function| function.instructions.len()).sum();
        assert_eq!(read, lines - functions.len());
    }

    #[test]
    fn knows_guards_modifiers_and_targets() {
        let rows = samples::function("rows");
        let at =
            |address| rows.instructions.iter().find(|instruction| instruction.address == address).unwrap();
        let load = at(0x250);
        assert_eq!((load.base(), &*load.opcode, load.is_guarded), ("LDG", "LDG.E.64", true));
        assert!(load.has("64") && !load.has("CONSTANT") && at(0x210).has("CONSTANT"));
        assert_eq!((at(0x2d0).target(), at(0x2d0).ends_a_path()), (Some(0x1f0), false));
        assert_eq!((at(0x420).target(), at(0x420).is_unconditional()), (Some(0x450), false));
        assert_eq!((at(0x930).target(), at(0x930).ends_a_path()), (Some(0xa90), true));
        assert!(at(0x4e0).ends_a_path() && !at(0x70).ends_a_path());
        assert_eq!(at(0x440).target(), None);
    }

    #[test]
    fn reads_what_is_used() {
        let usages = usages(include_str!("../../samples/kernels.usage"));
        assert_eq!(usages.len(), 4);
        let count = usages["_Z5countPK6float4Pjii"];
        assert_eq!(count, Usage { registers: 22, stack: 0, shared: 2048, local: 0 });
    }
}
