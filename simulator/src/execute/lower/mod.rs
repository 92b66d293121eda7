//! Decodes a kernel and all that it may call to instructions that can be
//! executed.

/// What an instruction does that makes one predicate of two.
macro_rules! of_predicates {
    (|$a:ident, $b:ident| $body:expr) => {{
        unsafe fn exec(cells: &Cells, o: &Operands) {
            unsafe {
                let ($a, $b) = (cells.predicate(o[1]), cells.predicate(o[2]));
                cells.set_predicate(o[0], $body);
            }
        }
        exec as Exec
    }};
}

mod compare;
mod control;
mod convert;
mod float;
mod half;
mod integer;
mod memory;
mod moves;
mod warp;

pub(super) use float::{canonical, flush_subnormal};
use rustc_hash::FxHashMap;

use super::cells::{CONSTANTS, Cell, Exec, FRAME, Operands, cell, exec};
use super::code::{Function, Image, Instruction, Origin, Slot, Step, saved};
use super::program::{Program, Symbol};
use super::special;
use crate::interface::Class;
use crate::ptx::{self, Operand, Type};

/// Decodes the kernel with number `kernel` among the program's functions.
pub fn image(program: &Program, kernel: u32) -> Image {
    let summary = program.summary(kernel);
    let layout = program.shared_layout(kernel);
    let mut lowering = Lowering {
        program,
        kernel,
        shared: layout.offsets,
        interned: FxHashMap::default(),
        image: Image {
            code: Vec::new(),
            origins: Vec::new(),
            constants: Vec::new(),
            functions: Vec::new(),
            numbers: FxHashMap::default(),
            entry: 0,
            shared_bytes: layout.bytes,
            dynamic_shared: layout.dynamic,
        },
    };
    let all: Vec<u32> = summary.reachable;
    for (number, function) in all.iter().enumerate() {
        lowering.image.numbers.insert(*function, number as u32);
        lowering.image.functions.push(Function::default());
    }
    for function in all {
        Body::lower(&mut lowering, function);
    }
    let mut image = lowering.image;
    image.entry = image.numbers[&kernel];
    image
}

/// A kernel in the course of being decoded.
struct Lowering<'p> {
    program: &'p Program,
    kernel: u32,
    /// Where shared variables are, by their numbers in the program.
    shared: FxHashMap<u32, u32>,
    interned: FxHashMap<(u64, bool), Cell>,
    image: Image,
}

impl Lowering<'_> {
    fn constant(&mut self, bits: u64, wide: bool) -> Cell {
        let constants = &mut self.image.constants;
        *self.interned.entry((bits, wide)).or_insert_with(|| {
            let at = constants.len() as u32;
            for _ in 0..32 {
                constants.push(bits as u32);
                if wide {
                    constants.push((bits >> 32) as u32);
                }
            }
            cell(CONSTANTS, at)
        })
    }
}

/// Why an instruction could not be decoded.
type Refused = String;
type Lowered = Result<(), Refused>;

/// Fault of a function whose end is reached.
pub(super) const NO_RETURN: &str = "the function ends without a `ret`";

/// How many scratch registers of 64 bits a frame has.
const SCRATCH: u32 = 8;

/// A function in the course of being decoded.
struct Body<'l, 'p> {
    lowering: &'l mut Lowering<'p>,
    /// The program's function.
    number: u32,
    module: usize,
    function: &'p ptx::Function,
    body: &'p ptx::Body,
    registers: Vec<Cell>,
    slots: Vec<Slot>,
    local_frame: ptx::LocalFrame,
    carry: Cell,
    sink: Cell,
    sink_predicate: Cell,
    scratch_predicates: [Cell; 2],
    scratch: u32,
    next_scratch: u32,
    instruction: &'p ptx::Instruction,
    guard: u32,
    /// Instructions to come behind the one that is being decoded.
    after: Vec<(Exec, Operands)>,
    emitted: bool,
    /// Branches whose targets are labels for now.
    branches: Vec<usize>,
}

/// An instruction's modifiers.
#[derive(Clone, Copy)]
struct Modifiers<'a>(&'a [Box<str>]);

impl<'a> Modifiers<'a> {
    fn has(self, name: &str) -> bool {
        self.0.iter().any(|modifier| &**modifier == name)
    }

    fn types(self) -> impl Iterator<Item = Type> + 'a {
        self.0.iter().filter_map(|modifier| Type::named(modifier))
    }

    /// The last type, which is that of most instructions.
    fn kind(self) -> Result<Type, Refused> {
        self.types().last().ok_or_else(|| "the instruction has no type".to_owned())
    }

    fn iter(self) -> impl Iterator<Item = &'a str> {
        self.0.iter().map(|modifier| &**modifier)
    }
}

fn wide(kind: Type) -> bool {
    kind.size() == 8
}

impl<'l, 'p> Body<'l, 'p> {
    fn lower(lowering: &'l mut Lowering<'p>, number: u32) {
        let program = lowering.program;
        let (module, function) = program.function(number);
        let Some(body) = &function.body else { return };
        let empty = const {
            &ptx::Instruction { line: 0, source: None, guard: None, opcode: Vec::new(), operands: Vec::new() }
        };
        let mut this = Body {
            lowering,
            number,
            module,
            function,
            body,
            registers: Vec::new(),
            slots: Vec::new(),
            local_frame: ptx::LocalFrame::default(),
            carry: 0,
            sink: 0,
            sink_predicate: 0,
            scratch_predicates: [0; 2],
            scratch: 0,
            next_scratch: 0,
            instruction: empty,
            guard: 0,
            after: Vec::new(),
            emitted: false,
            branches: Vec::new(),
        };
        let info = this.frame();
        let index = this.lowering.image.numbers[&number] as usize;
        this.lowering.image.functions[index] = info;
        this.code();
    }

    /// Places the registers and `.param` variables of the function.
    fn frame(&mut self) -> Function {
        let mut words = saved::WORDS;
        let mut predicate = || {
            words += 1;
            words - 1
        };
        // The first word behind what a call saves: see `Warp::forget`.
        self.carry = predicate();
        self.sink_predicate = predicate();
        self.scratch_predicates = [predicate(), predicate()];
        self.registers = vec![0; self.body.registers.len()];
        for (register, kind) in self.registers.iter_mut().zip(&self.body.registers) {
            if *kind == Type::Pred {
                *register = predicate();
            }
        }
        words = words.next_multiple_of(16);
        self.sink = words;
        words += 64;
        self.scratch = words;
        words += 64 * SCRATCH;
        for (register, kind) in self.registers.iter_mut().zip(&self.body.registers) {
            if *kind != Type::Pred {
                *register = words;
                words += 32 * kind.size().div_ceil(4);
            }
        }
        for parameter in &self.body.params {
            let stride = parameter.size.next_multiple_of(parameter.alignment.max(8));
            self.slots.push(Slot { words, stride, size: parameter.size });
            words += 32 * stride / 4;
        }
        self.local_frame = self.function.local_frame();
        let parameters = self.function.parameters.len();
        let results = self.function.results.len();
        let variadic = self.variadic().is_some();
        Function {
            entry: self.lowering.image.code.len() as u32,
            frame: words.next_multiple_of(16),
            local: self.local_frame.size,
            addressed: self.local_frame.parameters.clone(),
            parameters: self.slots[..parameters - usize::from(variadic)].to_vec(),
            variadic,
            results: self.slots[parameters..parameters + results].to_vec(),
        }
    }

    /// The `.param` variable, by number, that has the arguments which `...` stands for.
    fn variadic(&self) -> Option<u32> {
        let last = self.function.parameters.last().filter(|last| last.size == 0);
        last.map(|_| self.function.parameters.len() as u32 - 1)
    }

    fn code(&mut self) {
        let mut starts = Vec::with_capacity(self.body.instructions.len() + 1);
        for instruction in &self.body.instructions {
            starts.push(self.lowering.image.code.len() as u32);
            self.instruction = instruction;
            self.guard = match instruction.guard {
                None => 0,
                Some((register, negated)) => self.predicate_register(register, negated) + 1,
            };
            self.emitted = false;
            self.next_scratch = 0;
            let before = self.lowering.image.code.len();
            if let Err(refused) = self.instruction() {
                self.lowering.image.code.truncate(before);
                self.lowering.image.origins.truncate(before);
                self.emitted = false;
                self.after.clear();
                self.branches.retain(|at| *at < before);
                self.emit(Step::Unknown(refused.into()), Class::Control);
            }
            for (exec, operands) in std::mem::take(&mut self.after) {
                self.emit(Step::Data(exec, operands), Class::Move);
            }
            let code = &mut self.lowering.image.code[before..];
            if let Some(first) = code.first_mut() {
                first.counted = true;
            }
            // All the steps of one instruction count as what the last one is.
            if let Some(class) = code.iter().rev().find(|i| i.class != Class::Move).map(|i| i.class) {
                code[0].class = class;
            }
        }
        starts.push(self.lowering.image.code.len() as u32);
        // Hardware runs into whatever follows; an end without `ret` is reported.
        self.guard = 0;
        self.emit(Step::Unknown(NO_RETURN.into()), Class::Control);
        let place = |label: u32| starts[self.body.labels[label as usize] as usize];
        for at in std::mem::take(&mut self.branches) {
            match &mut self.lowering.image.code[at].step {
                Step::Branch(target) => *target = place(*target),
                Step::BranchTable { targets, .. } => {
                    targets.iter_mut().for_each(|target| *target = place(*target))
                }
                _ => {}
            }
        }
        for label in &self.body.labels {
            let at = starts[*label as usize] as usize;
            self.lowering.image.code[at].leader = true;
        }
    }

    fn emit(&mut self, step: Step, class: Class) {
        let image = &mut self.lowering.image;
        let counted = false;
        image.code.push(Instruction { step, guard: self.guard, class, leader: false, counted });
        let origin =
            Origin { function: self.number, line: self.instruction.line, source: self.instruction.source };
        image.origins.push(origin);
        self.emitted = true;
    }

    fn data(&mut self, exec: Exec, operands: &[Cell], class: Class) {
        let mut all = [0; 5];
        all[..operands.len()].copy_from_slice(operands);
        self.emit(Step::Data(exec, all), class);
    }

    /// The instruction's operand number `index`.
    fn operand(&self, index: usize) -> Result<&'p Operand, Refused> {
        self.instruction
            .operands
            .get(index)
            .ok_or_else(|| format!("the instruction has only {} operands", self.instruction.operands.len()))
    }

    fn modifiers(&self) -> Modifiers<'p> {
        Modifiers(&self.instruction.opcode[1..])
    }

    fn scratch(&mut self) -> Cell {
        let cell = cell(FRAME, self.scratch + 64 * (self.next_scratch % SCRATCH));
        self.next_scratch += 1;
        cell
    }

    fn constant(&mut self, bits: u64, wide: bool) -> Cell {
        self.lowering.constant(bits, wide)
    }

    fn predicate_register(&self, register: u32, negated: bool) -> Cell {
        self.registers[register as usize] | if negated { super::cells::NEGATED } else { 0 }
    }

    /// A predicate that is read.
    fn predicate(&mut self, operand: &Operand) -> Result<Cell, Refused> {
        match operand {
            Operand::Register(number) | Operand::Not(number)
                if self.body.registers[*number as usize] == Type::Pred =>
            {
                Ok(self.predicate_register(*number, matches!(operand, Operand::Not(_))))
            }
            Operand::Integer(number) => {
                Ok(self.constant(if *number != 0 { u64::from(u32::MAX) } else { 0 }, false))
            }
            _ => Err("a predicate is expected".to_owned()),
        }
    }

    /// A predicate that is written.
    fn predicate_destination(&self, operand: &Operand) -> Result<Cell, Refused> {
        match operand {
            Operand::Register(number) if self.body.registers[*number as usize] == Type::Pred => {
                Ok(self.registers[*number as usize])
            }
            Operand::Sink => Ok(self.sink_predicate),
            _ => Err("a predicate is expected".to_owned()),
        }
    }

    fn source(&mut self, index: usize, kind: Type) -> Result<Cell, Refused> {
        let operand = self.operand(index)?;
        self.value(operand, kind)
    }

    /// An operand that is read as `kind`. A register that is wider is
    /// narrowed first.
    fn value(&mut self, operand: &Operand, kind: Type) -> Result<Cell, Refused> {
        match operand {
            Operand::Register(number) => {
                let declared = self.body.registers[*number as usize];
                let cell = self.registers[*number as usize];
                match (wide(declared), wide(kind)) {
                    _ if declared == Type::Pred => Err("a predicate has no place here".to_owned()),
                    (true, false) => {
                        let narrow = self.scratch();
                        self.data(exec!(|a: u64| -> u32 { a as u32 }), &[narrow, cell], Class::Move);
                        Ok(narrow)
                    }
                    (false, true) => Err("the register is too narrow".to_owned()),
                    _ => Ok(cell),
                }
            }
            Operand::Special(special) => {
                let (register, is_wide) = special::place(*special)
                    .ok_or_else(|| format!("the special register {special:?} has no place here"))?;
                if is_wide == wide(kind) {
                    return Ok(register);
                }
                let scratch = self.scratch();
                let convert = if is_wide {
                    exec!(|a: u64| -> u32 { a as u32 })
                } else {
                    exec!(|a: u32| -> u64 { u64::from(a) })
                };
                self.data(convert, &[scratch, register], Class::Move);
                Ok(scratch)
            }
            Operand::Integer(number) => {
                let bits = match kind {
                    Type::F32 => u64::from((*number as f32).to_bits()),
                    Type::F64 => (*number as f64).to_bits(),
                    _ if wide(kind) => *number as u64,
                    _ if kind.size() == 4 => u64::from(*number as u32),
                    _ if kind.size() == 2 => u64::from(*number as u16),
                    _ => u64::from(*number as u8),
                };
                Ok(self.constant(bits, wide(kind)))
            }
            Operand::Single(bits) if wide(kind) => {
                Ok(self.constant(f64::from(f32::from_bits(*bits)).to_bits(), true))
            }
            Operand::Single(bits) => Ok(self.constant(u64::from(*bits), false)),
            Operand::Double(bits) if wide(kind) => Ok(self.constant(*bits, true)),
            Operand::Double(bits) => {
                Ok(self.constant(u64::from((f64::from_bits(*bits) as f32).to_bits()), false))
            }
            Operand::Symbol(name, offset) => {
                let address = self.symbol(name)?.wrapping_add(*offset as u64);
                Ok(self.constant(if wide(kind) { address } else { u64::from(address as u32) }, wide(kind)))
            }
            Operand::Variable(number, offset) => {
                let variable = &self.body.variables[*number as usize];
                let address = match variable.space {
                    ptx::Space::Local => {
                        let place = self.local_frame.variables[*number as usize];
                        return Ok(self.local_address(place.wrapping_add(*offset as u32), kind));
                    }
                    ptx::Space::Shared => {
                        let id = self.lowering.program.function_shared(self.number, *number);
                        u64::from(self.shared(id)?)
                    }
                    _ => self
                        .lowering
                        .program
                        .function_variable(self.number, *number)
                        .ok_or("the variable has no place")?,
                };
                let address = address.wrapping_add(*offset as u64);
                Ok(self.constant(if wide(kind) { address } else { u64::from(address as u32) }, wide(kind)))
            }
            Operand::Param(number, offset) if self.function.kernel => {
                let address = u64::from(self.parameter_offset(*number)?).wrapping_add(*offset as u64);
                Ok(self.constant(address, wide(kind)))
            }
            Operand::Param(number, offset) if self.variadic() == Some(*number) => {
                let index = self.lowering.image.numbers[&self.number] as usize;
                let place = self.lowering.image.functions[index].local;
                Ok(self.local_address(place.wrapping_add(*offset as u32), kind))
            }
            Operand::Param(number, offset) => {
                let place = self.in_local_frame(*number).ok_or("the operand has no place here")?;
                Ok(self.local_address(place.wrapping_add(*offset as u32), kind))
            }
            _ => Err("the operand has no place here".to_owned()),
        }
    }

    /// Where a parameter lies whose address is taken.
    fn in_local_frame(&self, parameter: u32) -> Option<u32> {
        let mut parameters = self.local_frame.parameters.iter();
        parameters.find(|(number, _)| *number == parameter).map(|(_, place)| *place)
    }

    /// The address of what is at an offset in the function's local memory.
    fn local_address(&mut self, offset: u32, kind: Type) -> Cell {
        let destination = self.scratch();
        self.emit(Step::LocalAddress { destination, offset }, Class::Move);
        if wide(kind) {
            return destination;
        }
        let narrow = self.scratch();
        self.data(exec!(|a: u64| -> u32 { a as u32 }), &[narrow, destination], Class::Move);
        narrow
    }

    /// Where a kernel's parameter is in the block of arguments.
    fn parameter_offset(&self, number: u32) -> Result<u32, Refused> {
        let attributes = self.lowering.program.attributes(crate::interface::Kernel(self.lowering.kernel));
        let parameter = attributes.parameters.get(number as usize);
        parameter
            .map(|(offset, _)| *offset)
            .ok_or_else(|| "a kernel has no parameter variables of calls".to_owned())
    }

    fn shared(&self, id: u32) -> Result<u32, Refused> {
        self.lowering.shared.get(&id).copied().ok_or_else(|| "the shared variable has no place".to_owned())
    }

    /// The address of a symbol of the module, in its state space.
    fn symbol(&self, name: &str) -> Result<u64, Refused> {
        match self.lowering.program.resolve(self.module, name) {
            Some(Symbol::Function(number)) => Ok(super::address::of_function(number)),
            Some(Symbol::Variable(variable)) => {
                Ok(self.lowering.program.variables()[variable as usize].address)
            }
            Some(Symbol::Shared(id)) => Ok(u64::from(self.shared(id)?)),
            Some(Symbol::Native(_)) => Err(format!("the address of `{name}` cannot be taken")),
            None => Err(format!("`{name}` is not declared")),
        }
    }

    fn destination(&mut self, index: usize, kind: Type) -> Result<Cell, Refused> {
        let operand = self.operand(index)?;
        self.place(operand, kind)
    }

    /// An operand that is written as `kind`. A register that is wider is
    /// filled up behind the instruction, with the sign or with zeros.
    fn place(&mut self, operand: &Operand, kind: Type) -> Result<Cell, Refused> {
        match operand {
            Operand::Register(number) => {
                let declared = self.body.registers[*number as usize];
                let register = self.registers[*number as usize];
                match (wide(declared), wide(kind)) {
                    _ if declared == Type::Pred => Err("a predicate has no place here".to_owned()),
                    (true, false) => {
                        let narrow = self.scratch();
                        let widen = match kind {
                            Type::S8 => exec!(|a: i8| -> i64 { i64::from(a) }),
                            Type::S16 => exec!(|a: i16| -> i64 { i64::from(a) }),
                            Type::S32 => exec!(|a: i32| -> i64 { i64::from(a) }),
                            _ => exec!(|a: u32| -> u64 { u64::from(a) }),
                        };
                        self.after.push((widen, [register, narrow, 0, 0, 0]));
                        Ok(narrow)
                    }
                    (false, true) => Err("the register is too narrow".to_owned()),
                    _ => {
                        if kind.signed() && kind.size() < declared.size() {
                            let widen = match kind {
                                Type::S8 => exec!(|a: i8| -> i32 { i32::from(a) }),
                                _ => exec!(|a: i16| -> i32 { i32::from(a) }),
                            };
                            self.after.push((widen, [register, register, 0, 0, 0]));
                        }
                        Ok(register)
                    }
                }
            }
            Operand::Sink => Ok(self.sink),
            _ => Err("a register is expected".to_owned()),
        }
    }

    fn instruction(&mut self) -> Lowered {
        let modifiers = self.modifiers();
        let opcode = &*self.instruction.opcode[0];
        match opcode {
            "add" | "sub" | "mul" | "mad" | "fma" | "div" | "abs" | "neg" | "min" | "max"
                if modifiers.types().last().is_some_and(Type::float) =>
            {
                self.float(opcode, modifiers)
            }
            "rcp" | "sqrt" | "rsqrt" | "sin" | "cos" | "lg2" | "ex2" | "tanh" | "copysign" | "testp" => {
                self.float(opcode, modifiers)
            }
            "add" | "sub" | "mul" | "mad" | "div" | "rem" | "abs" | "neg" | "min" | "max" | "addc"
            | "subc" | "madc" | "mul24" | "mad24" | "sad" | "popc" | "clz" | "bfind" | "fns" | "brev"
            | "bfe" | "bfi" | "bmsk" | "szext" | "dp4a" | "dp2a" | "and" | "or" | "xor" | "not" | "cnot"
            | "lop3" | "shl" | "shr" | "shf" | "prmt" => self.integer(opcode, modifiers),
            "setp" | "set" | "selp" | "slct" => self.compare(opcode, modifiers),
            "mov" | "cvta" | "isspacep" | "alloca" | "stacksave" | "stackrestore" => {
                self.moves(opcode, modifiers)
            }
            "cvt" => self.convert(modifiers),
            "ld" | "ldu" | "st" | "atom" | "red" | "prefetch" | "prefetchu" | "discard" | "applypriority"
            | "membar" | "fence" => self.memory(opcode, modifiers),
            "bra" | "brx" | "call" | "ret" | "exit" | "trap" | "brkpt" | "bar" | "barrier" | "nanosleep"
            | "pmevent" | "setmaxnreg" | "griddepcontrol" => self.control(opcode, modifiers),
            "shfl" | "vote" | "match" | "redux" | "activemask" | "elect" => self.warp(opcode, modifiers),
            _ => Err(format!("the instruction `{}` is not known", self.instruction.opcode.join("."))),
        }
    }

    fn unknown<T>(&self) -> Result<T, Refused> {
        Err(format!("the instruction `{}` is not known", self.instruction.opcode.join(".")))
    }
}
