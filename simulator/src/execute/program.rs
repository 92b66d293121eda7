//! A linked program: its symbols, its call graph, what its kernels need.

use std::sync::{Arc, OnceLock};

use rustc_hash::{FxHashMap, FxHashSet};

use super::code::{Image, Step};
use super::lower;
use super::natives::Native;
use crate::interface::{Attributes, Kernel, Variable};
use crate::ptx::{self, Module, Operand, Space};

/// What a call takes of the stack besides the callee's variables: the return
/// address and saved registers, about.
pub const CALL_BYTES: u32 = 32;

/// What a name of a module stands for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Symbol {
    Function(u32),
    Variable(u32),
    Shared(u32),
    Native(Native),
}

/// A shared variable of a module or function.
pub(super) struct SharedVariable {
    pub size: u64,
    pub alignment: u32,
    /// The dynamic shared memory.
    pub dynamic: bool,
}

/// What a function refers to.
#[derive(Default)]
pub(super) struct References {
    callees: Vec<u32>,
    addressed: Vec<u32>,
    shared: Vec<u32>,
    indirect: bool,
    /// Stack of unknown size: `alloca`.
    alloca: bool,
    local: u32,
    /// The most that a call puts on the stack for a function that takes any number of arguments.
    passed: u32,
}

/// A kernel's call graph.
pub struct Summary {
    /// All functions that may run, the kernel first.
    pub reachable: Vec<u32>,
    /// Stack of the deepest chain of known calls.
    pub stack: u32,
    /// Whether that is all.
    pub dynamic: bool,
}

/// Where a kernel's shared variables are.
pub struct SharedLayout {
    /// By number of the variable.
    pub offsets: FxHashMap<u32, u32>,
    pub bytes: u32,
    /// Where the dynamic shared memory begins.
    pub dynamic: u32,
}

/// Modules whose symbols are resolved and whose variables are in memory.
pub struct Program {
    pub(super) modules: Vec<Arc<Module>>,
    /// Module and place in it of all functions that have a body.
    pub(super) functions: Vec<(usize, usize)>,
    pub(super) symbols: Vec<FxHashMap<String, Symbol>>,
    pub(super) variables: Vec<Variable>,
    pub(super) shared: Vec<SharedVariable>,
    /// Function and its variable's number.
    pub(super) function_shared: FxHashMap<(u32, u32), u32>,
    pub(super) function_variables: FxHashMap<(u32, u32), u32>,
    pub(super) references: Vec<References>,
    pub(super) attributes: FxHashMap<u32, Attributes>,
    pub(super) images: Vec<OnceLock<Arc<Image>>>,
}

impl Program {
    /// The variable `name` as module number `module` knows it, or as any does.
    pub fn variable(&self, module: usize, name: &str) -> Option<Variable> {
        match self.lookup(module, name)? {
            Symbol::Variable(number) => Some(self.variables[number as usize]),
            _ => None,
        }
    }

    /// The kernel `name` as module number `module` knows it, or as any does.
    pub fn kernel(&self, module: usize, name: &str) -> Option<Kernel> {
        match self.lookup(module, name)? {
            Symbol::Function(number) if self.attributes.contains_key(&number) => Some(Kernel(number)),
            _ => None,
        }
    }

    fn lookup(&self, module: usize, name: &str) -> Option<Symbol> {
        let own = self.symbols.get(module).and_then(|symbols| symbols.get(name));
        own.or_else(|| self.symbols.iter().find_map(|symbols| symbols.get(name))).copied()
    }

    /// What is known of a kernel.
    ///
    /// # Panics
    ///
    /// The kernel is another program's.
    pub fn attributes(&self, kernel: Kernel) -> &Attributes {
        &self.attributes[&kernel.0]
    }

    /// Lines of the PTX whose instructions are not known, of a kernel and all
    /// that it may call, and why. They are faults if they are executed.
    pub fn unknown(&self, kernel: Kernel) -> Vec<(u32, String)> {
        let image = self.image(kernel);
        let steps = image.code.iter().zip(&image.origins);
        steps
            .filter_map(|(instruction, origin)| match &instruction.step {
                Step::Unknown(what) if &**what != lower::NO_RETURN => Some((origin.line, what.to_string())),
                _ => None,
            })
            .collect()
    }

    /// The kernels and their names.
    pub fn kernels(&self) -> impl Iterator<Item = (Kernel, &str)> {
        self.attributes.iter().map(|(number, attributes)| (Kernel(*number), &*attributes.name))
    }

    /// The decoded kernel.
    pub(super) fn image(&self, kernel: Kernel) -> Arc<Image> {
        self.images[kernel.0 as usize].get_or_init(|| Arc::new(lower::image(self, kernel.0))).clone()
    }

    pub(super) fn function(&self, number: u32) -> (usize, &ptx::Function) {
        let (module, place) = self.functions[number as usize];
        (module, &self.modules[module].functions[place])
    }

    pub(super) fn module(&self, number: usize) -> &Module {
        &self.modules[number]
    }

    pub(super) fn resolve(&self, module: usize, name: &str) -> Option<Symbol> {
        self.symbols[module].get(name).copied()
    }

    pub(super) fn variables(&self) -> &[Variable] {
        &self.variables
    }

    pub(super) fn function_shared(&self, function: u32, variable: u32) -> u32 {
        self.function_shared[&(function, variable)]
    }

    pub(super) fn function_variable(&self, function: u32, variable: u32) -> Option<u64> {
        let number = self.function_variables.get(&(function, variable))?;
        Some(self.variables[*number as usize].address)
    }

    pub(super) fn references_of(&self, number: u32) -> References {
        let (module, function) = self.function(number);
        let mut references = References::default();
        let Some(body) = &function.body else { return references };
        references.local = function.local_frame().size;
        for (index, variable) in body.variables.iter().enumerate() {
            if variable.space == Space::Shared {
                references.shared.push(self.function_shared(number, index as u32));
            }
        }
        for instruction in &body.instructions {
            let call = &*instruction.opcode[0] == "call";
            references.alloca |= &*instruction.opcode[0] == "alloca";
            let target = usize::from(matches!(instruction.operands.first(), Some(Operand::List(_))));
            for (index, operand) in instruction.operands.iter().enumerate() {
                match operand {
                    Operand::Register(_) if call && index == target => references.indirect = true,
                    Operand::Symbol(name, _) => match self.resolve(module, name) {
                        Some(Symbol::Function(callee)) if call && index == target => {
                            references.callees.push(callee);
                            let named =
                                self.function(callee).1.parameters.iter().filter(|named| named.size > 0);
                            let other = match instruction.operands.get(target + 1) {
                                Some(Operand::List(arguments)) => arguments.get(named.count()),
                                _ => None,
                            };
                            if let Some(Operand::Param(number, _)) = other {
                                let bytes = body.params[*number as usize].size.next_multiple_of(16);
                                references.passed = references.passed.max(bytes);
                            }
                        }
                        Some(symbol) => references.add(symbol),
                        None => {}
                    },
                    Operand::Address(base, _) => {
                        if let Operand::Symbol(name, _) = &**base
                            && let Some(symbol) = self.resolve(module, name)
                        {
                            references.add(symbol);
                        }
                    }
                    _ => {}
                }
            }
        }
        references
    }

    /// Functions whose address is in a variable or taken by code.
    fn addressed(&self) -> Vec<u32> {
        let mut found = FxHashSet::default();
        for (module, symbols) in self.modules.iter().zip(&self.symbols) {
            for relocation in module.variables.iter().flat_map(|variable| &variable.relocations) {
                if let Some(Symbol::Function(number)) = symbols.get(&relocation.symbol) {
                    found.insert(*number);
                }
            }
        }
        found.extend(self.references.iter().flat_map(|references| &references.addressed));
        let mut found: Vec<u32> =
            found.into_iter().filter(|number| !self.function(*number).1.kernel).collect();
        found.sort_unstable();
        found
    }

    pub(super) fn summary(&self, kernel: u32) -> Summary {
        let mut reachable = vec![kernel];
        let mut seen = FxHashSet::from_iter([kernel]);
        let mut dynamic = false;
        let mut at = 0;
        while let Some(number) = reachable.get(at) {
            let references = &self.references[*number as usize];
            let mut next: Vec<u32> = references.callees.clone();
            if references.indirect && !dynamic {
                dynamic = true;
                next.extend(self.addressed());
            }
            dynamic |= references.alloca;
            reachable.extend(next.into_iter().filter(|number| seen.insert(*number)));
            at += 1;
        }
        if reachable.iter().any(|number| self.references[*number as usize].indirect) {
            reachable.extend(self.addressed().into_iter().filter(|number| seen.insert(*number)));
            while let Some(number) = reachable.get(at) {
                let next = self.references[*number as usize].callees.clone();
                reachable.extend(next.into_iter().filter(|number| seen.insert(*number)));
                at += 1;
            }
        }
        let mut depth =
            Depth { program: self, known: FxHashMap::default(), path: Vec::new(), recursive: false };
        let stack = depth.of(kernel);
        Summary { reachable, stack, dynamic: dynamic || depth.recursive }
    }

    pub(super) fn shared_layout(&self, kernel: u32) -> SharedLayout {
        let mut numbers: Vec<u32> = self
            .summary(kernel)
            .reachable
            .iter()
            .flat_map(|f| self.references[*f as usize].shared.clone())
            .collect();
        numbers.sort_unstable();
        numbers.dedup();
        let mut layout = SharedLayout { offsets: FxHashMap::default(), bytes: 0, dynamic: 0 };
        let mut bytes = 0u64;
        let mut dynamic_alignment = 16;
        for number in &numbers {
            let variable = &self.shared[*number as usize];
            if variable.dynamic {
                dynamic_alignment = dynamic_alignment.max(variable.alignment);
                continue;
            }
            bytes = bytes.next_multiple_of(u64::from(variable.alignment));
            layout.offsets.insert(*number, bytes as u32);
            bytes += variable.size;
        }
        layout.bytes = bytes.min(u64::from(u32::MAX)) as u32;
        layout.dynamic = layout.bytes.next_multiple_of(dynamic_alignment);
        for number in numbers {
            if self.shared[number as usize].dynamic {
                layout.offsets.insert(number, layout.dynamic);
            }
        }
        layout
    }

    pub(super) fn describe(&self, number: u32) -> Attributes {
        let function = self.function(number).1;
        let mut end = 0u32;
        let mut parameters = Vec::with_capacity(function.parameters.len());
        for parameter in &function.parameters {
            end = end.next_multiple_of(parameter.alignment);
            parameters.push((end, parameter.size));
            end += parameter.size;
        }
        let threads = |extent: [u32; 3]| extent.iter().fold(1u32, |product, n| product.saturating_mul(*n));
        let summary = self.summary(number);
        Attributes {
            name: function.name.clone(),
            parameters,
            parameter_bytes: end,
            shared_bytes: self.shared_layout(number).bytes,
            local_bytes: summary.stack,
            dynamic_stack: summary.dynamic,
            max_threads: function.required_threads.or(function.max_threads).map_or(1024, threads).min(1024),
            required_threads: function.required_threads,
        }
    }
}

impl References {
    fn add(&mut self, symbol: Symbol) {
        match symbol {
            Symbol::Function(number) => self.addressed.push(number),
            Symbol::Shared(number) => self.shared.push(number),
            Symbol::Variable(_) | Symbol::Native(_) => {}
        }
    }
}

/// The deepest chain of calls from a function.
struct Depth<'p> {
    program: &'p Program,
    known: FxHashMap<u32, u32>,
    path: Vec<u32>,
    recursive: bool,
}

impl Depth<'_> {
    fn of(&mut self, number: u32) -> u32 {
        if let Some(known) = self.known.get(&number) {
            return *known;
        }
        if self.path.contains(&number) {
            self.recursive = true;
            return 0;
        }
        self.path.push(number);
        let references = &self.program.references[number as usize];
        let deepest = references.callees.iter().map(|callee| self.of(*callee) + CALL_BYTES).max();
        self.path.pop();
        let depth = references.local + references.passed + deepest.unwrap_or(0);
        self.known.insert(number, depth);
        depth
    }
}
