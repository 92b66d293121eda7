//! Links modules: what each defines, what each refers to, the variables'
//! initialisers.

use std::sync::{Arc, OnceLock};

use rustc_hash::FxHashMap;

use super::natives::Native;
use super::program::{Program, SharedVariable, Symbol};
use super::{LinkError, address};
use crate::interface::{Host, Purpose, Variable};
use crate::ptx::{self, Linkage, Module, Space};

impl Program {
    /// Resolves symbols across the modules, places variables with
    /// [`Host::allocate`] and applies initialisers. A program without
    /// relocatable device code has one module.
    ///
    /// # Errors
    ///
    /// A symbol is defined nowhere or twice, or memory is out.
    pub fn link(modules: Vec<Arc<Module>>, host: &dyn Host) -> Result<Self, LinkError> {
        let mut linker = Linker { program: Program::empty(modules), host, global: FxHashMap::default() };
        linker.define()?;
        linker.resolve()?;
        linker.place()?;
        let mut program = linker.program;
        program.references =
            (0..program.functions.len() as u32).map(|number| program.references_of(number)).collect();
        for number in 0..program.functions.len() as u32 {
            if program.function(number).1.kernel {
                let attributes = program.describe(number);
                program.attributes.insert(number, attributes);
            }
        }
        program.images.resize_with(program.functions.len(), OnceLock::new);
        Ok(program)
    }

    fn empty(modules: Vec<Arc<Module>>) -> Self {
        let symbols = modules.iter().map(|_| FxHashMap::default()).collect();
        Program {
            modules,
            functions: Vec::new(),
            symbols,
            variables: Vec::new(),
            shared: Vec::new(),
            function_shared: FxHashMap::default(),
            function_variables: FxHashMap::default(),
            references: Vec::new(),
            attributes: FxHashMap::default(),
            images: Vec::new(),
        }
    }
}

struct Linker<'h> {
    program: Program,
    host: &'h dyn Host,
    /// Symbols that other modules may refer to, and whether they are weak.
    global: FxHashMap<String, (Symbol, bool)>,
}

impl Linker<'_> {
    fn export(&mut self, name: &str, symbol: Symbol, linkage: Linkage) -> Result<(), LinkError> {
        let weak = match linkage {
            Linkage::Visible => false,
            Linkage::Weak | Linkage::Common => true,
            Linkage::Static | Linkage::Extern => return Ok(()),
        };
        match self.global.get(name) {
            Some((_, false)) if !weak => return Err(LinkError(format!("`{name}` is defined twice"))),
            Some((_, false)) => {}
            Some((_, true)) if weak => {}
            _ => {
                self.global.insert(name.to_owned(), (symbol, weak));
            }
        }
        Ok(())
    }

    /// Numbers what the modules define.
    fn define(&mut self) -> Result<(), LinkError> {
        for module in 0..self.program.modules.len() {
            let text = self.program.modules[module].clone();
            for (place, function) in text.functions.iter().enumerate() {
                let Some(body) = &function.body else { continue };
                let number = self.program.functions.len() as u32;
                self.program.functions.push((module, place));
                let symbol = Symbol::Function(number);
                self.program.symbols[module].insert(function.name.clone(), symbol);
                self.export(&function.name, symbol, function.linkage)?;
                for (index, variable) in body.variables.iter().enumerate() {
                    let key = (number, index as u32);
                    match variable.space {
                        Space::Shared => {
                            let id = self.share(variable);
                            self.program.function_shared.insert(key, id);
                        }
                        Space::Global | Space::Const => {
                            let id = self.allocate(variable)?;
                            self.program.function_variables.insert(key, id);
                        }
                        _ => {}
                    }
                }
            }
            for variable in &text.variables {
                let symbol = match variable.space {
                    Space::Shared if variable.unsized_array || variable.linkage != Linkage::Extern => {
                        Symbol::Shared(self.share(variable))
                    }
                    _ if variable.linkage == Linkage::Extern => continue,
                    _ => Symbol::Variable(self.allocate(variable)?),
                };
                self.program.symbols[module].insert(variable.name.clone(), symbol);
                self.export(&variable.name, symbol, variable.linkage)?;
            }
            for (alias, aliased) in &text.aliases {
                if let Some(symbol) = self.program.symbols[module].get(aliased).copied() {
                    self.program.symbols[module].insert(alias.clone(), symbol);
                    let linkage = text.functions.iter().find(|f| f.name == *alias).map(|f| f.linkage);
                    self.export(alias, symbol, linkage.unwrap_or(Linkage::Visible))?;
                }
            }
        }
        Ok(())
    }

    fn share(&mut self, variable: &ptx::Variable) -> u32 {
        let dynamic = variable.unsized_array;
        self.program.shared.push(SharedVariable {
            size: variable.size,
            alignment: variable.alignment,
            dynamic,
        });
        self.program.shared.len() as u32 - 1
    }

    fn allocate(&mut self, variable: &ptx::Variable) -> Result<u32, LinkError> {
        let purpose = match variable.space {
            Space::Const => Purpose::Constant,
            _ if variable.managed => Purpose::Managed,
            _ => Purpose::Variable,
        };
        let size = variable.size.max(1);
        let address = self
            .host
            .allocate(size, u64::from(variable.alignment).max(16), purpose)
            .ok_or_else(|| LinkError(format!("there is no memory for `{}` ({size} bytes)", variable.name)))?;
        self.program.variables.push(Variable { address, size: variable.size, purpose });
        Ok(self.program.variables.len() as u32 - 1)
    }

    /// Gives meaning to what is declared only, and to weak symbols.
    fn resolve(&mut self) -> Result<(), LinkError> {
        for (number, module) in self.program.modules.iter().enumerate() {
            let declared = module
                .functions
                .iter()
                .map(|function| (&function.name, function.linkage, function.body.is_some()))
                .chain(module.variables.iter().map(|variable| {
                    let defined = variable.linkage != Linkage::Extern || variable.unsized_array;
                    (&variable.name, variable.linkage, defined)
                }));
            let mut symbols = std::mem::take(&mut self.program.symbols[number]);
            for (name, linkage, defined) in declared {
                let global = self.global.get(name).map(|(symbol, _)| *symbol);
                if defined && !matches!(linkage, Linkage::Weak | Linkage::Common) {
                    continue;
                }
                match (global, Native::named(name)) {
                    (Some(symbol), _) => {
                        symbols.insert(name.clone(), symbol);
                    }
                    (None, Some(native)) => {
                        symbols.insert(name.clone(), Symbol::Native(native));
                    }
                    (None, None) if symbols.contains_key(name) => {}
                    (None, None) => {
                        return Err(LinkError(format!("`{name}` is declared and nowhere defined")));
                    }
                }
            }
            self.program.symbols[number] = symbols;
        }
        Ok(())
    }

    /// Writes the initialisers to the variables' memory.
    fn place(&mut self) -> Result<(), LinkError> {
        for number in 0..self.program.modules.len() {
            let module = self.program.modules[number].clone();
            for variable in &module.variables {
                if let Some(Symbol::Variable(id)) = self.program.resolve(number, &variable.name)
                    && variable.linkage != Linkage::Extern
                {
                    self.initialise(number, variable, id)?;
                }
            }
        }
        for ((function, index), id) in self.program.function_variables.clone() {
            let (module, place) = self.program.functions[function as usize];
            let text = self.program.modules[module].clone();
            if let Some(body) = &text.functions[place].body {
                self.initialise(module, &body.variables[index as usize], id)?;
            }
        }
        Ok(())
    }

    fn initialise(&self, module: usize, variable: &ptx::Variable, id: u32) -> Result<(), LinkError> {
        let mut bytes = variable.bytes.clone();
        for relocation in &variable.relocations {
            let address = match self.program.resolve(module, &relocation.symbol) {
                Some(Symbol::Function(number)) => address::of_function(number),
                Some(Symbol::Variable(number)) => self.program.variables[number as usize].address,
                _ => {
                    let text = format!(
                        "`{}`, of whose address `{}` is made, is not known",
                        relocation.symbol, variable.name
                    );
                    return Err(LinkError(text));
                }
            };
            let address = address.wrapping_add(relocation.addend as u64);
            let value = if relocation.mask == u64::MAX {
                address
            } else {
                (address & relocation.mask) >> relocation.mask.trailing_zeros()
            };
            let start = relocation.offset as usize;
            let size = relocation.size as usize;
            bytes[start..start + size].copy_from_slice(&value.to_le_bytes()[..size]);
        }
        let target = self.program.variables[id as usize];
        if bytes.len() as u64 > target.size {
            return Err(LinkError(format!("the definitions of `{}` differ in size", variable.name)));
        }
        if bytes.is_empty() {
            return Ok(());
        }
        let region = self
            .host
            .region(target.address)
            .filter(|region| region.end - target.address >= bytes.len() as u64)
            .ok_or_else(|| LinkError(format!("the memory of `{}` cannot be reached", variable.name)))?;
        let start = target.address.wrapping_add(region.offset);
        // SAFETY: the host gave this memory for the variable, and says that it reaches this far.
        unsafe { std::ptr::copy_nonoverlapping(bytes.as_ptr(), start as *mut u8, bytes.len()) };
        Ok(())
    }
}
