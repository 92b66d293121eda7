//! The state that the parts of the generator share, and how text is put out.

use std::collections::{BTreeMap, BTreeSet};

use super::functions::{Function, TeamFunction};
use super::memory::{Access, Knowledge, Memory, Shape, VariableId};
use super::random::Random;
use super::types::Type;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Level {
    /// One thread, and all is its own.
    Sequential,
    /// Every thread of a team comes by.
    Team,
    /// One thread of a team, or one iteration.
    Work,
}

#[derive(Clone, Copy, Debug)]
pub struct Context {
    pub level: Level,
    /// Parallel regions around.
    pub depth: usize,
    /// In a loop with `ordered` whose iteration has not been in order yet.
    pub ordered: bool,
    /// Whether `continue` ends an iteration of the construct.
    pub can_continue: bool,
    /// In `critical` or `ordered`, where nothing else is opened.
    pub locked: bool,
    /// In a function that has to be right wherever it is called from.
    pub in_function: bool,
    /// In loops: no memory is allocated, and less is written.
    pub loops: usize,
    /// Whether every thread of a team does this.
    pub redundant: bool,
    /// In a region whose clauses list all that it uses. Compilers do not agree on whether
    /// constants have to be listed, so it uses none.
    pub listed: bool,
}

#[derive(Clone, Debug)]
pub struct Member {
    pub path: String,
    pub ty: Type,
    pub count: Option<usize>,
    pub range: Option<(i128, i128)>,
    pub is_bit_field: bool,
}

#[derive(Clone, Debug)]
pub struct Structure {
    pub spelling: String,
    pub members: Vec<Member>,
    pub is_union: bool,
}

/// What all parts of one program share.
#[derive(Clone, Debug, Default)]
pub struct Definitions {
    /// The length of most arrays, which the program calls N.
    pub length: usize,
    pub structures: Vec<Structure>,
    pub functions: Vec<Function>,
    pub teams: Vec<TeamFunction>,
    pub names: BTreeSet<String>,
}

pub struct Generator<'a> {
    pub random: Random,
    pub know: Knowledge,
    pub context: Context,
    pub definitions: Definitions,
    /// What the team has read, and what waits for the next barrier.
    pub touched: BTreeSet<Memory>,
    pub pending: BTreeSet<Memory>,
    /// Variables whose value is known and never changes.
    pub known: BTreeMap<String, i128>,
    pub out: String,
    pub indent: usize,
    counter: usize,
    /// Statements are numbered; these are left out.
    dropped: &'a BTreeSet<usize>,
    pub statements: usize,
    /// How many more statements the part may have.
    pub budget: usize,
    /// What the function frees at its end: blocks, and arrays of them.
    pub blocks: Vec<String>,
    pub rows: Vec<String>,
    /// What functions with constructs may use.
    pub global_memories: Vec<Memory>,
    pub has_table: bool,
    /// What is written in `ordered` only.
    pub in_order: Vec<Memory>,
}

const NAMES: &[&str] = &[
    "a",
    "b",
    "c",
    "data",
    "total",
    "value",
    "x",
    "y",
    "buffer",
    "row",
    "class",
    "new",
    "this",
    "delete",
    "template",
    "operator",
    "virtual",
    "try",
    "catch",
    "public",
    "private",
    "namespace",
    "friend",
    "typename",
    "team",
    "shared",
    "loop",
    "result",
    "threadIdx",
    "blockDim",
    "min",
    "max",
    "and",
    "not",
    "using",
    "mutable",
    "explicit",
    "export",
    "left",
    "right",
    "sum",
    "count",
    "found",
    "tmp",
    "weights",
    "device",
    "host",
    "grid",
    "range",
    "region",
    "bool",
    "true",
    "nullptr",
    "protected",
    "throw",
    "constexpr",
    "decltype",
    "self",
    "item",
];

impl<'a> Generator<'a> {
    pub fn new(
        random: Random,
        definitions: Definitions,
        know: Knowledge,
        dropped: &'a BTreeSet<usize>,
    ) -> Self {
        let context = Context {
            level: Level::Sequential,
            depth: 0,
            ordered: false,
            can_continue: false,
            locked: false,
            in_function: false,
            loops: 0,
            redundant: false,
            listed: false,
        };
        Self {
            random,
            know,
            context,
            definitions,
            touched: BTreeSet::new(),
            pending: BTreeSet::new(),
            known: BTreeMap::new(),
            out: String::new(),
            indent: 0,
            counter: 0,
            dropped,
            statements: 0,
            budget: 100,
            blocks: Vec::new(),
            rows: Vec::new(),
            global_memories: Vec::new(),
            has_table: false,
            in_order: Vec::new(),
        }
    }

    pub fn line(&mut self, text: &str) {
        if !text.starts_with('#') || text.starts_with("#pragma") {
            (0..self.indent).for_each(|_| self.out.push_str("    "));
        }
        self.out.push_str(text);
        self.out.push('\n');
    }

    /// A directive, whose line may go on in the next.
    pub fn pragma(&mut self, words: &[String]) {
        let mut text = "#pragma omp".to_owned();
        for word in words {
            let end = text.rsplit('\n').next().map_or(0, str::len);
            text.push_str(if end > 70 && self.random.one_in(2) { " \\\n        " } else { " " });
            text.push_str(word);
        }
        self.line(&text);
    }

    pub fn open(&mut self, head: &str) {
        self.line(&if head.is_empty() { "{".to_owned() } else { format!("{head} {{") });
        self.indent += 1;
    }

    pub fn close(&mut self, tail: &str) {
        self.indent -= 1;
        self.line(&format!("}}{tail}"));
    }

    /// A name that nothing else in the program has.
    pub fn name(&mut self) -> String {
        let base = self.random.pick(NAMES);
        let mut name = base.to_owned();
        // `y0` and `y1` are functions of math.h.
        while self.definitions.names.contains(&name) || matches!(&*name, "y0" | "y1") {
            self.counter += 1;
            name = format!("{base}{}", self.counter);
        }
        self.definitions.names.insert(name.clone());
        name
    }

    /// Notes that the code reads there.
    pub fn touch(&mut self, memory: Memory, roots: &[VariableId]) {
        self.touched.insert(memory);
        for &root in roots {
            self.touched.insert(self.know.variables[root].memory);
        }
    }

    /// What is written by `write` can be left out of the program, which is right without it.
    pub fn droppable(&mut self, write: impl FnOnce(&mut Self)) {
        let (number, start) = (self.statements, self.out.len());
        self.statements += 1;
        self.budget = self.budget.saturating_sub(1);
        let team = self.context.level == Level::Team;
        write(self);
        if self.dropped.contains(&number) {
            let has_barrier = team
                && (self.out[start..].contains("#pragma")
                    || self.out[start..].contains("BARRIER")
                    || self.definitions.teams.iter().any(|f| self.out[start..].contains(&f.name)));
            self.out.truncate(start);
            // What follows counts on the barriers that were in it.
            self.line(if has_barrier { "#pragma omp barrier" } else { ";" });
        }
    }

    /// What the block declares is known in it only.
    pub fn scope(&mut self, write: impl FnOnce(&mut Self)) {
        let (places, arrays) = (self.know.places.len(), self.know.arrays.len());
        let (variables, known) = (self.know.variables.clone(), self.known.clone());
        write(self);
        let visible: Vec<bool> = variables.iter().map(|variable| variable.visible).collect();
        for (id, variable) in self.know.variables.iter_mut().enumerate() {
            variable.visible = visible.get(id).copied().unwrap_or(false);
        }
        self.know.places.truncate(places);
        self.know.arrays.truncate(arrays);
        self.known = known;
    }

    /// The barrier of a team: what was written is stable from here on.
    pub fn passed_barrier(&mut self) {
        for memory in std::mem::take(&mut self.pending) {
            self.know.access[memory] = Access::Stable;
        }
        self.touched.clear();
    }

    pub fn barrier(&mut self) {
        match self.random.below(6) {
            0 => self.line("BARRIER"),
            _ => self.line("#pragma omp barrier"),
        }
        self.passed_barrier();
    }

    /// A statement that gives a variable a value, whatever it had.
    pub fn give_value(&mut self, id: VariableId) {
        let variable = self.know.variables[id].clone();
        let name = &variable.name;
        match &variable.shape {
            Shape::Pointer(text) => self.line(text),
            Shape::Scalar(ty) => {
                let value = self.value(*ty, ty.storable(), 2);
                self.line(&format!("{name} = {};", value.text));
            }
            Shape::Array(ty, dimensions) => self.fill(name, *ty, dimensions),
            Shape::Structure(index) => {
                let structure = self.definitions.structures[*index].clone();
                if structure.is_union {
                    let value = self.value(Type::UInt, Type::UInt.limits(), 2);
                    self.line(&format!("{name}.{} = {};", structure.members[0].path, value.text));
                } else {
                    let value = self.structure_value(&structure, 1);
                    self.line(&format!("{name} = ({}){value};", structure.spelling));
                }
            }
        }
        self.know.access[variable.memory] = Access::Mine;
    }

    /// Loops that fill an array.
    pub fn fill(&mut self, name: &str, ty: Type, dimensions: &[usize]) {
        let mut element = name.to_owned();
        let mut sum = String::new();
        let counters = ["i_", "j_", "k_"];
        for (dimension, counter) in dimensions.iter().zip(counters) {
            self.line(&format!("for (int {counter} = 0; {counter} < {dimension}; {counter}++)"));
            self.indent += 1;
            element.push_str(&format!("[{counter}]"));
            sum.push_str(&format!("{counter} * {} + ", self.random.between(1, 9)));
        }
        let first = self.random.between(0, 20);
        let sum = format!("{sum}{first}");
        self.line(&match ty {
            Type::Bool => format!("{element} = ({sum}) % 2;"),
            Type::Enum => format!("{element} = ({sum}) % 8;"),
            Type::Float | Type::Double => format!("{element} = ({sum}) * 0.5;"),
            _ => format!("{element} = ({sum}) % 100;"),
        });
        self.indent -= dimensions.len();
    }

    /// Braces with designators.
    pub fn structure_value(&mut self, structure: &Structure, depth: usize) -> String {
        let mut parts = Vec::new();
        for member in &structure.members {
            if self.random.one_in(5) && !parts.is_empty() {
                continue;
            }
            let range = member.range.unwrap_or(member.ty.storable());
            match member.count {
                None => {
                    let value = self.value(member.ty, range, depth);
                    parts.push(format!(".{} = {}", member.path, value.text));
                }
                Some(count) => {
                    let (value, at) = (self.value(member.ty, range, depth), self.random.below(count));
                    parts.push(format!(".{}[{at}] = {}", member.path, value.text));
                }
            }
        }
        format!("{{{}}}", parts.join(", "))
    }
}
