//! What a PTX text says, with names resolved inside functions.

/// One PTX text.
#[derive(Debug, Default)]
pub struct Module {
    /// Module-scope variables of all state spaces.
    pub variables: Vec<Variable>,
    /// Functions and kernels; those without a body are declarations.
    pub functions: Vec<Function>,
    /// New names for functions: `.alias`, the alias first.
    pub aliases: Vec<(String, String)>,
    /// Files that `.loc` names by number.
    pub files: Vec<(u32, String)>,
    /// The text's lines, for messages.
    pub lines: Vec<String>,
}

/// Linking directive of a symbol (PTX ISA 5.4.1 and 11.6).
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Linkage {
    /// Known in its module only.
    #[default]
    Static,
    /// `.visible`
    Visible,
    /// `.weak`
    Weak,
    /// `.extern`
    Extern,
    /// `.common`
    Common,
}

/// State space (PTX ISA 5.1).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Space {
    Generic,
    Global,
    Const,
    Shared,
    Local,
    Param,
}

/// Fundamental type (PTX ISA 5.2.1), as far as the interpretation differs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Type {
    B8,
    B16,
    B32,
    B64,
    B128,
    U8,
    U16,
    U32,
    U64,
    S8,
    S16,
    S32,
    S64,
    F16,
    F16x2,
    Bf16,
    Bf16x2,
    F32,
    F64,
    Pred,
}

impl Type {
    /// The type that a modifier such as `u32` names.
    pub fn named(name: &str) -> Option<Self> {
        Some(match name {
            "b8" => Self::B8,
            "b16" => Self::B16,
            "b32" => Self::B32,
            "b64" => Self::B64,
            "b128" => Self::B128,
            "u8" => Self::U8,
            "u16" => Self::U16,
            "u32" => Self::U32,
            "u64" => Self::U64,
            "s8" => Self::S8,
            "s16" => Self::S16,
            "s32" => Self::S32,
            "s64" => Self::S64,
            "f16" => Self::F16,
            "f16x2" => Self::F16x2,
            "bf16" => Self::Bf16,
            "bf16x2" => Self::Bf16x2,
            "f32" => Self::F32,
            "f64" => Self::F64,
            "pred" => Self::Pred,
            _ => return None,
        })
    }

    /// Size in bytes; that of a predicate is 1.
    pub fn size(self) -> u32 {
        match self {
            Self::B8 | Self::U8 | Self::S8 | Self::Pred => 1,
            Self::B16 | Self::U16 | Self::S16 | Self::F16 | Self::Bf16 => 2,
            Self::B32 | Self::U32 | Self::S32 | Self::F32 | Self::F16x2 | Self::Bf16x2 => 4,
            Self::B64 | Self::U64 | Self::S64 | Self::F64 => 8,
            Self::B128 => 16,
        }
    }

    pub fn signed(self) -> bool {
        matches!(self, Self::S8 | Self::S16 | Self::S32 | Self::S64)
    }

    pub fn float(self) -> bool {
        matches!(self, Self::F16 | Self::F32 | Self::F64 | Self::Bf16 | Self::F16x2 | Self::Bf16x2)
    }
}

/// A variable, of a module or of a function.
#[derive(Clone, Debug)]
pub struct Variable {
    pub name: String,
    pub linkage: Linkage,
    pub space: Space,
    pub alignment: u32,
    pub size: u64,
    /// Whether it is an array without a size, such as dynamic shared memory.
    pub unsized_array: bool,
    pub managed: bool,
    /// The initialiser's bytes; shorter than `size`, if the rest is zero.
    pub bytes: Vec<u8>,
    pub relocations: Vec<Relocation>,
    pub line: u32,
}

/// An address in an initialiser (PTX ISA 5.4.4).
#[derive(Clone, Debug)]
pub struct Relocation {
    /// Where in the variable.
    pub offset: u64,
    /// Bytes that the address fills there.
    pub size: u32,
    pub symbol: String,
    pub addend: i64,
    /// Whether it is a generic address: `generic(symbol)`.
    pub generic: bool,
    /// `mask(symbol)`: the byte of the address that is meant.
    pub mask: u64,
}

/// A parameter of a function or kernel, or a `.param` variable of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Parameter {
    pub name: String,
    /// In bytes; 0 for an array without a size, which takes the arguments that `...` stands for.
    pub size: u32,
    pub alignment: u32,
}

/// A function or a kernel.
#[derive(Clone, Debug, Default)]
pub struct Function {
    pub name: String,
    pub kernel: bool,
    pub linkage: Linkage,
    pub parameters: Vec<Parameter>,
    pub results: Vec<Parameter>,
    pub max_threads: Option<[u32; 3]>,
    pub required_threads: Option<[u32; 3]>,
    pub body: Option<Body>,
    pub line: u32,
}

/// The body of a function.
#[derive(Clone, Debug, Default)]
pub struct Body {
    /// Types of the registers; instructions name them by number.
    pub registers: Vec<Type>,
    /// Names of the registers, for messages.
    pub register_names: Vec<String>,
    /// `.param` variables of calls, parameters and results of this function.
    pub params: Vec<Parameter>,
    /// `.local` and `.shared` and other variables of the function.
    pub variables: Vec<Variable>,
    /// The instruction that each label stands before.
    pub labels: Vec<u32>,
    /// `.branchtargets` and `.calltargets` lists, of labels.
    pub targets: Vec<Vec<u32>>,
    /// `.callprototype` declarations.
    pub prototypes: Vec<Prototype>,
    pub instructions: Vec<Instruction>,
}

/// What of a function's own lies in local memory.
#[derive(Clone, Debug, Default)]
pub struct LocalFrame {
    /// Where each of [`Body::variables`] is; 0 of those that lie elsewhere.
    pub variables: Vec<u32>,
    /// The parameters whose address is taken, by number, and where they are (PTX ISA 5.1.6.2).
    pub parameters: Vec<(u32, u32)>,
    /// In bytes.
    pub size: u32,
}

impl Function {
    pub fn local_frame(&self) -> LocalFrame {
        let mut frame = LocalFrame::default();
        let Some(body) = &self.body else { return frame };
        let mut place = |size: u32, alignment: u32| {
            let start = frame.size.next_multiple_of(alignment);
            frame.size = start + size;
            start
        };
        frame.variables = (body.variables.iter())
            .map(|variable| match variable.space {
                Space::Local => place(variable.size as u32, variable.alignment),
                _ => 0,
            })
            .collect();
        let moves = body.instructions.iter().filter(|one| !self.kernel && &*one.opcode[0] == "mov");
        let mut addressed: Vec<u32> = moves
            .filter_map(|one| match one.operands.get(1) {
                Some(Operand::Param(number, _)) => Some(*number),
                _ => None,
            })
            .collect();
        addressed.sort_unstable();
        addressed.dedup();
        for number in addressed {
            // What `...` stands for lies behind the frame.
            let named = self.parameters.get(number as usize).filter(|named| named.size > 0);
            frame.parameters.extend(named.map(|named| (number, place(named.size, named.alignment))));
        }
        frame.size = frame.size.next_multiple_of(16);
        frame
    }
}

/// `.callprototype` (PTX ISA 11.3).
#[derive(Clone, Debug, Default)]
pub struct Prototype {
    pub results: Vec<Parameter>,
    pub parameters: Vec<Parameter>,
}

/// One instruction.
#[derive(Clone, Debug)]
pub struct Instruction {
    pub line: u32,
    /// File and line of `.loc`.
    pub source: Option<(u32, u32)>,
    /// Predicate register, and whether it is negated.
    pub guard: Option<(u32, bool)>,
    /// The opcode and its modifiers, such as `ld` `global` `u32`.
    pub opcode: Vec<Box<str>>,
    pub operands: Vec<Operand>,
}

/// An operand.
#[derive(Clone, Debug, PartialEq)]
pub enum Operand {
    Register(u32),
    /// `!p`
    Not(u32),
    /// `p|q`, destinations of `setp` and some others.
    Pair(Box<Operand>, Box<Operand>),
    Special(Special),
    Integer(i128),
    /// Bits of `0f…`.
    Single(u32),
    /// Bits of `0d…` or a decimal.
    Double(u64),
    /// Address of a variable or function of the module.
    Symbol(String, i64),
    /// Address of a variable of the function (number in [`Body::variables`]).
    Variable(u32, i64),
    /// A `.param` variable (number in [`Body::params`]).
    Param(u32, i64),
    /// `[base+offset]`
    Address(Box<Operand>, i64),
    /// `{a, b, …}`
    Vector(Vec<Operand>),
    /// `(a, b, …)`
    List(Vec<Operand>),
    /// `_`
    Sink,
    Label(u32),
    Targets(u32),
    Prototype(u32),
}

/// Special register (PTX ISA 10).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Special {
    Tid(u8),
    Ntid(u8),
    Ctaid(u8),
    Nctaid(u8),
    Laneid,
    Warpid,
    Nwarpid,
    Smid,
    Nsmid,
    Gridid,
    LanemaskEq,
    LanemaskLe,
    LanemaskLt,
    LanemaskGe,
    LanemaskGt,
    Clock,
    ClockHi,
    Clock64,
    Globaltimer,
    GlobaltimerLo,
    GlobaltimerHi,
    DynamicSharedSize,
    TotalSharedSize,
    Envreg(u8),
    ClusterCtaid(u8),
    ClusterNctaid(u8),
    Clusterid(u8),
    Nclusterid(u8),
    ClusterCtarank,
    ClusterNctarank,
    IsExplicitCluster,
}

impl Special {
    /// The special register that `%name` names, without the percent sign.
    pub fn named(name: &str) -> Option<Self> {
        if let Some((head, axis)) = name.rsplit_once('.') {
            let axis = match axis {
                "x" => 0,
                "y" => 1,
                "z" => 2,
                _ => return None,
            };
            return Some(match head {
                "tid" => Self::Tid(axis),
                "ntid" => Self::Ntid(axis),
                "ctaid" => Self::Ctaid(axis),
                "nctaid" => Self::Nctaid(axis),
                "cluster_ctaid" => Self::ClusterCtaid(axis),
                "cluster_nctaid" => Self::ClusterNctaid(axis),
                "clusterid" => Self::Clusterid(axis),
                "nclusterid" => Self::Nclusterid(axis),
                _ => return None,
            });
        }
        if let Some(number) = name.strip_prefix("envreg") {
            return number.parse().ok().filter(|n| *n < 32).map(Self::Envreg);
        }
        Some(match name {
            "laneid" => Self::Laneid,
            "warpid" => Self::Warpid,
            "nwarpid" => Self::Nwarpid,
            "smid" => Self::Smid,
            "nsmid" => Self::Nsmid,
            "gridid" => Self::Gridid,
            "lanemask_eq" => Self::LanemaskEq,
            "lanemask_le" => Self::LanemaskLe,
            "lanemask_lt" => Self::LanemaskLt,
            "lanemask_ge" => Self::LanemaskGe,
            "lanemask_gt" => Self::LanemaskGt,
            "clock" => Self::Clock,
            "clock_hi" => Self::ClockHi,
            "clock64" => Self::Clock64,
            "globaltimer" => Self::Globaltimer,
            "globaltimer_lo" => Self::GlobaltimerLo,
            "globaltimer_hi" => Self::GlobaltimerHi,
            "dynamic_smem_size" => Self::DynamicSharedSize,
            "total_smem_size" => Self::TotalSharedSize,
            "cluster_ctarank" => Self::ClusterCtarank,
            "cluster_nctarank" => Self::ClusterNctarank,
            "is_explicit_cluster" => Self::IsExplicitCluster,
            _ => return None,
        })
    }
}
