//! Functions: those that only compute, which may be called from everywhere, and those
//! with constructs whose team is the caller's.

use super::declarations::Storage;
use super::expressions::Expression;
use super::generator::{Generator, Level};
use super::memory::{Access, Array, is_readable};
use super::types::{self, Type};

#[derive(Clone, Debug)]
pub enum Parameter {
    Value(Type),
    /// A pointer to this many elements that are only read.
    Elements(Type, usize),
    /// The address of something to be changed.
    Address(Type),
}

#[derive(Clone, Debug)]
pub struct Function {
    pub name: String,
    pub result: Option<Type>,
    pub parameters: Vec<Parameter>,
    /// Functions of one value, which a table has, by the name of the table.
    pub in_table: bool,
    /// It calls itself, as often as its first argument says.
    pub recursive: bool,
}

/// A function with orphaned constructs: arrays of N elements, then values.
#[derive(Clone, Debug)]
pub struct TeamFunction {
    pub name: String,
    pub arrays: Vec<Type>,
    pub values: Vec<Type>,
}

/// How many functions are in the table.
pub const TABLE: usize = 3;

impl Generator<'_> {
    /// A call of a function that computes, as an expression.
    pub fn call(&mut self, depth: usize) -> Expression {
        let functions: Vec<Function> = self
            .definitions
            .functions
            .iter()
            .filter(|f| f.result.is_some_and(|ty| !ty.is_floating()))
            .cloned()
            .collect();
        let Some(function) = self.random.index(&functions).map(|index| functions[index].clone()) else {
            return self.literal((0, 9));
        };
        if self.context.loops > 1 && function.recursive {
            return self.literal((0, 9));
        }
        let result = function.result.expect("filtered");
        let Some(arguments) = self.arguments(&function, depth) else {
            return self.literal((0, 9));
        };
        let callee = if function.in_table && self.random.one_in(2) && self.has_table && !self.context.listed {
            let index = self.index(TABLE, 1);
            format!("table[{index}]")
        } else if function.in_table && self.random.one_in(3) {
            let other = functions.iter().rfind(|f| f.in_table).expect("one is").name.clone();
            let condition = self.condition(1);
            format!("(({condition}) ? {} : &{other})", function.name)
        } else {
            function.name.clone()
        };
        let mut e = Expression::new(format!("{callee}({arguments})"), result, result.readable());
        e.is_primary = true;
        e
    }

    fn arguments(&mut self, function: &Function, depth: usize) -> Option<String> {
        let mut arguments = Vec::new();
        let mut taken = Vec::new();
        for (number, parameter) in function.parameters.iter().enumerate() {
            arguments.push(match parameter {
                Parameter::Value(ty) => {
                    let storable = if function.recursive && number == 0 { (0, 6) } else { ty.storable() };
                    self.value(*ty, storable, depth.min(2)).text
                }
                Parameter::Elements(ty, count) => {
                    let arrays = self.know.arrays_with(|array, access| {
                        is_readable(access)
                            && array.dimensions.len() == 1
                            && array.ty == *ty
                            && array.dimensions[0] >= *count
                    });
                    let array = arrays[self.random.index(&arrays)?].clone();
                    self.touch(array.memory, &array.roots);
                    match array.dimensions[0] - count {
                        more if more > 0 && self.random.one_in(2) => {
                            format!("&{}[{}]", array.text, self.random.below(more) + 1)
                        }
                        _ => array.text,
                    }
                }
                Parameter::Address(ty) => {
                    let place = self.writable(|p| {
                        p.ty == *ty
                            && !p.is_bit_field
                            && !taken.contains(&p.memory)
                            && p.storable == ty.storable()
                    })?;
                    taken.push(place.memory);
                    format!(
                        "&{}",
                        if place.text.starts_with('*') { format!("({})", place.text) } else { place.text }
                    )
                }
            });
        }
        Some(arguments.join(", "))
    }

    pub fn call_statement(&mut self) {
        let procedures: Vec<Function> =
            self.definitions.functions.iter().filter(|f| f.result.is_none()).cloned().collect();
        let function = self.random.index(&procedures).map(|index| procedures[index].clone());
        let arguments = function.as_ref().and_then(|function| self.arguments(function, 2));
        match (function, arguments) {
            (Some(function), Some(arguments)) => self.line(&format!("{}({arguments});", function.name)),
            _ => self.line(";"),
        }
    }

    /// Defines a function that computes.
    pub fn define_function(&mut self, kind: usize) {
        let saved = self.know.clone();
        let (name, local) = (self.name(), self.context);
        self.context.in_function = true;
        let recursive = kind == 1;
        let in_table = kind < TABLE + 2 && kind > 1;
        let procedure = kind == TABLE + 2;
        let result = match (procedure, in_table) {
            (true, _) => None,
            (_, true) => Some(Type::UInt),
            _ => Some(self.random.take(&types::COMMON)).filter(|ty| !ty.is_floating()).or(Some(Type::Int)),
        };
        let mut function =
            Function { name: name.clone(), result, parameters: Vec::new(), in_table, recursive };
        let mut head = Vec::new();
        let length = self.definitions.length;
        let count = if in_table { 1 } else { self.random.below(3) + 1 };
        for number in 0..count {
            let ty = self.random.take(&types::COMMON);
            let (parameter, spelling) = (self.name(), self.spelling(ty));
            let kind = if in_table || (number == 0 && recursive) { 0 } else { self.random.below(4) };
            let ty = if in_table || (number == 0 && recursive) { Type::UInt } else { ty };
            if procedure && (number == 0 || kind == 3) {
                head.push(format!("{spelling} *{parameter}"));
                let id =
                    self.add_variable(&parameter, super::memory::Shape::Pointer(String::new()), Access::Mine);
                let memory = self.know.new_memory(Access::Mine);
                self.add_place(&format!("*{parameter}"), &[id], memory, ty);
                function.parameters.push(Parameter::Address(ty));
            } else if kind == 2 {
                let shape = self.random.below(3);
                head.push(match shape {
                    0 => format!("const {spelling} *{parameter}"),
                    1 => format!("const {spelling} {parameter}[{length}]"),
                    _ => format!("const {spelling} {parameter}[]"),
                });
                let id =
                    self.add_variable(&parameter, super::memory::Shape::Pointer(String::new()), Access::Read);
                let memory = self.know.new_memory(Access::Read);
                let elements = self.random.take(&[length, 2, 4]).min(length);
                self.add_array(&parameter, &[id], memory, ty, &[elements]);
                function.parameters.push(Parameter::Elements(ty, elements));
            } else {
                let spelling = if ty == Type::UInt { "unsigned" } else { spelling };
                head.push(format!("{spelling} {parameter}"));
                self.add_scalar(&parameter, ty, Access::Mine);
                function.parameters.push(Parameter::Value(ty));
            }
        }
        let spelling = result.map_or("void", |ty| ty.spellings()[0]);
        self.open(&format!("static {spelling} {name}({})", head.join(", ")));
        if recursive {
            // How deep it still goes.
            let first = parameter_name(&head[0]);
            let ty = result.expect("a value");
            let (end, more) = (self.value(ty, ty.storable(), 2).text, self.value(Type::Int, (0, 99), 2));
            let arguments: Vec<String> = head.iter().map(|h| parameter_name(h)).collect();
            let mut again = vec![format!("{first} - 1")];
            again.extend(arguments.into_iter().skip(1));
            self.line(&format!("if ({first} == 0 || {first} > 6)"));
            self.line(&format!("    return {end};"));
            self.line(&format!("return {name}({}) % 1000 + {};", again.join(", "), more.operand()));
        } else {
            for _ in 0..self.random.below(3) {
                self.local();
            }
            let count = self.random.below(4) + usize::from(procedure);
            self.statements(count, 2);
            if let Some(ty) = result {
                if self.random.one_in(3) {
                    let (condition, early) = (self.condition(2), self.value(ty, ty.storable(), 2).text);
                    self.line(&format!("if ({condition})"));
                    self.line(&format!("    return {early};"));
                }
                let value = self.value(ty, ty.storable(), 3).text;
                self.line(&format!("return {value};"));
            }
        }
        self.close("");
        self.line("");
        self.know = saved;
        self.context = local;
        self.definitions.functions.push(function);
    }

    /// Defines a function with orphaned constructs.
    pub fn define_team_function(&mut self) {
        let saved = (self.know.clone(), self.context, self.budget);
        let name = self.name();
        let length = self.definitions.length;
        let mut function = TeamFunction { name: name.clone(), arrays: Vec::new(), values: Vec::new() };
        let mut head = Vec::new();
        for _ in 0..self.random.below(2) + 1 {
            let ty = self.random.take(&types::COMMON);
            let parameter = self.name();
            let spelling = ty.spellings()[0];
            head.push(match self.random.below(2) {
                0 => format!("{spelling} *{parameter}"),
                _ => format!("{spelling} {parameter}[N]"),
            });
            let id =
                self.add_variable(&parameter, super::memory::Shape::Pointer(String::new()), Access::Mine);
            self.know.variables[id].can_be_private = false;
            let memory = self.know.new_memory(Access::Stable);
            self.add_array(&parameter, &[id], memory, ty, &[length]);
            function.arrays.push(ty);
        }
        for _ in 0..self.random.below(3) {
            let ty = self.any_type();
            let (parameter, spelling) = (self.name(), self.spelling(ty));
            head.push(format!("{spelling} {parameter}"));
            self.add_scalar(&parameter, ty, Access::Mine);
            function.values.push(ty);
        }
        self.touched.clear();
        for variable in &self.know.variables[..saved.0.variables.len()] {
            // All that is global is shared by the caller's team.
            if self.know.access[variable.memory] == Access::Mine && !variable.threadprivate {
                self.know.access[variable.memory] = Access::Stable;
            }
        }
        self.know.access[super::memory::OUTPUT] = Access::Stable;
        self.context.level = Level::Team;
        self.context.in_function = true;
        self.context.depth = 1;
        self.budget = 12;
        self.open(&format!("static void {name}({})", head.join(", ")));
        self.barrier();
        if self.random.one_in(2) {
            self.declare_scalar(Storage::Local);
        }
        let count = self.random.below(3) + 2;
        self.statements(count, 2);
        if !self.touched.is_empty() || !self.pending.is_empty() {
            self.barrier();
        }
        self.close("");
        self.line("");
        (self.know, self.context, self.budget) = saved;
        self.definitions.teams.push(function);
    }

    /// A call of such a function, by the whole team or in sequential code.
    pub fn call_team_function(&mut self) -> bool {
        let functions = self.definitions.teams.clone();
        let Some(function) = self.random.index(&functions).map(|index| functions[index].clone()) else {
            return false;
        };
        let wanted = if self.context.level == Level::Team { Access::Stable } else { Access::Mine };
        let globals_are_there = self.global_memories.clone().into_iter().all(|memory| {
            let access = self.know.access[memory];
            access == wanted || self.pending.contains(&memory)
        });
        if !globals_are_there || self.context.in_function || self.context.level == Level::Work {
            return false;
        }
        let length = self.definitions.length;
        let mut arrays: Vec<Array> = Vec::new();
        for ty in &function.arrays {
            let fits = self.know.arrays_with(|array, access| {
                access == wanted && array.ty == *ty && array.is_plain && array.dimensions[0] == length
            });
            let fits: Vec<Array> = fits
                .into_iter()
                .filter(|array| arrays.iter().all(|other| other.memory != array.memory))
                .filter(|array| !self.global_memories.contains(&array.memory))
                .filter(|array| array.roots.iter().all(|&root| !self.know.variables[root].constant))
                .collect();
            let Some(index) = self.random.index(&fits) else { return false };
            arrays.push(fits[index].clone());
        }
        let mut arguments: Vec<String> = arrays.into_iter().map(|array| array.text).collect();
        for ty in &function.values {
            let value = self.value(*ty, ty.storable(), 2);
            arguments.push(value.text);
        }
        self.droppable(|g| {
            g.line(&format!("{}({});", function.name, arguments.join(", ")));
            if g.context.level == Level::Team {
                g.passed_barrier();
            }
        });
        true
    }
}

/// The name that a parameter's declaration declares.
fn parameter_name(declaration: &str) -> String {
    let text = declaration.split('[').next().unwrap_or(declaration);
    let start = text.rfind([' ', '*']).map_or(0, |at| at + 1);
    text[start..].to_owned()
}
