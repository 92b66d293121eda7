//! Decoded instructions, ready to be executed.

use rustc_hash::FxHashMap;

use super::cells::{Cell, Exec, Operands};
use super::natives::Native;
use crate::interface::Class;
use crate::ptx::{Space, Type};

/// A kernel with all that it may call.
pub struct Image {
    pub code: Vec<Instruction>,
    /// Of each instruction, where it comes from.
    pub origins: Vec<Origin>,
    /// Arrays of the constants that the code uses.
    pub constants: Vec<u32>,
    pub functions: Vec<Function>,
    /// Number in `functions` of the program's functions.
    pub numbers: FxHashMap<u32, u32>,
    /// Number in `functions` of the kernel.
    pub entry: u32,
    /// Bytes of static shared memory; the dynamic one begins at its end, aligned.
    pub shared_bytes: u32,
    pub dynamic_shared: u32,
}

/// Where an instruction comes from.
#[derive(Clone, Copy, Debug)]
pub struct Origin {
    /// The program's function.
    pub function: u32,
    /// Its instruction in the body, for the text.
    pub line: u32,
    pub source: Option<(u32, u32)>,
}

/// A function of an image.
#[derive(Debug, Default)]
pub struct Function {
    pub entry: u32,
    /// Words of its frame of registers.
    pub frame: u32,
    /// Bytes of its frame in local memory.
    pub local: u32,
    pub parameters: Vec<Slot>,
    /// Those that lie in local memory, too, by number, and where in its frame.
    pub addressed: Vec<(u32, u32)>,
    /// Whether it takes any number of arguments behind those: each thread has them in its stack, behind the frame in
    /// local memory.
    pub variadic: bool,
    pub results: Vec<Slot>,
}

/// A `.param` variable in a frame: each thread has its bytes in one piece.
#[derive(Clone, Copy, Debug, Default)]
pub struct Slot {
    /// Word of the frame at which the first thread's bytes are.
    pub words: u32,
    /// Bytes from one thread's to the next one's.
    pub stride: u32,
    pub size: u32,
}

impl Slot {
    /// The bytes of a thread.
    ///
    /// # Safety
    ///
    /// The slot lies in the frame.
    pub unsafe fn bytes(&self, frame: *mut u32, lane: usize) -> *mut u8 {
        // SAFETY: as the caller's.
        unsafe { frame.add(self.words as usize).cast::<u8>().add(lane * self.stride as usize) }
    }
}

/// First words of a frame: what a call saves, an array of each.
pub mod saved {
    pub const RETURN: u32 = 0;
    pub const BASE: u32 = 32;
    pub const FRAME_POINTER: u32 = 64;
    pub const STACK_POINTER: u32 = 96;
    pub const WORDS: u32 = 128;
}

pub struct Instruction {
    pub step: Step,
    /// Predicate operand plus one; 0: none.
    pub guard: u32,
    pub class: Class,
    /// Whether threads of other groups may join here.
    pub leader: bool,
    /// Whether it stands for an instruction of the text; some take several.
    pub counted: bool,
}

/// What an instruction does.
pub enum Step {
    Data(Exec, Operands),
    Load(Box<Access>),
    Store(Box<Access>),
    Atomic(Box<Atomic>),
    /// A prefetch or the like.
    Nothing,
    /// Address of a variable in the frame of local memory.
    LocalAddress {
        destination: Cell,
        offset: u32,
    },
    /// An address to or from generic: adds or takes off the window.
    ToGeneric {
        destination: Cell,
        source: Cell,
        space: Space,
        wide: bool,
    },
    FromGeneric {
        destination: Cell,
        source: Cell,
        space: Space,
        wide: bool,
    },
    IsSpace {
        destination: Cell,
        source: Cell,
        space: Space,
    },
    Clock {
        destination: Cell,
        kind: Clock,
    },
    Alloca {
        destination: Cell,
        size: Cell,
        wide: bool,
        alignment: u32,
    },
    StackSave {
        destination: Cell,
        wide: bool,
    },
    StackRestore {
        source: Cell,
        wide: bool,
    },
    Fence,
    Nanosleep,
    Branch(u32),
    BranchTable {
        index: Cell,
        targets: Box<[u32]>,
    },
    Call(Box<Call>),
    /// From the image's function of this number.
    Return(u32),
    Exit,
    Trap,
    Barrier(Box<Barrier>),
    Warp(Box<WarpStep>),
    ActiveMask(Cell),
    /// What is not known; its text.
    Unknown(Box<str>),
}

/// Clocks (PTX ISA 10.24 and on).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Clock {
    Low,
    High,
    Whole,
    Nanoseconds,
    NanosecondsLow,
    NanosecondsHigh,
}

/// A load or store.
pub struct Access {
    pub space: Space,
    pub address: Cell,
    /// Whether the address has 64 bits.
    pub wide_address: bool,
    pub offset: i64,
    pub kind: Type,
    pub count: u8,
    pub values: [Cell; 8],
    /// Whether the registers have 64 bits.
    pub wide: bool,
    /// Whether other threads may be waited for with it: volatile, acquire, relaxed.
    pub strong: bool,
    /// The `.param` variable that it is in.
    pub slot: Option<Slot>,
}

/// What an atomic operation does with memory.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Change {
    And,
    Or,
    Xor,
    Exchange,
    Compare,
    Add,
    Increment,
    Decrement,
    Minimum,
    Maximum,
}

pub struct Atomic {
    pub space: Space,
    pub address: Cell,
    pub wide_address: bool,
    pub offset: i64,
    pub change: Change,
    pub kind: Type,
    /// None for reductions.
    pub destination: Option<Cell>,
    pub value: Cell,
    /// For compare and swap, the new value.
    pub second: Cell,
}

pub struct Call {
    pub callee: Callee,
    /// Words of the caller's frame.
    pub frame: u32,
    pub arguments: Vec<Slot>,
    pub results: Vec<Slot>,
}

pub enum Callee {
    Function(u32),
    Native(Native),
    /// Address in a register.
    Pointer(Cell),
}

/// Reduction of `bar.red`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Reduction {
    And,
    Or,
    Count,
}

pub struct Barrier {
    pub number: Cell,
    /// How many threads take part; none: all.
    pub count: Option<Cell>,
    /// Whether the threads wait, or only arrive.
    pub wait: bool,
    /// Whether all threads of a warp must come here together.
    pub aligned: bool,
    pub reduction: Option<(Reduction, Cell, Cell)>,
}

/// What the threads of a warp do together.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Together {
    Synchronise,
    ShuffleUp,
    ShuffleDown,
    ShuffleButterfly,
    ShuffleIndex,
    VoteAll,
    VoteAny,
    VoteUniform,
    Ballot,
    MatchAny,
    MatchAll,
    Reduce(Change, Type),
    Elect,
}

pub struct WarpStep {
    pub together: Together,
    pub destination: Cell,
    /// A second destination, a predicate.
    pub predicate: Option<Cell>,
    pub value: Cell,
    /// Whether `value` has 64 bits.
    pub wide: bool,
    pub second: Cell,
    pub third: Cell,
    pub members: Cell,
}
