//! Statements that are C alone, and the choice among all statements.

use super::generator::{Context, Generator, Level};
use super::memory::{Access, OUTPUT, Place};
use super::types::Type;

impl Generator<'_> {
    pub fn statements(&mut self, count: usize, depth: usize) {
        for _ in 0..count {
            if self.budget == 0 {
                break;
            }
            self.statement(depth);
        }
    }

    pub fn statement(&mut self, depth: usize) {
        match self.context.level {
            Level::Team => self.team_statement(depth),
            _ => self.plain_statement(depth),
        }
    }

    /// A statement that one thread does. In a team all do it alike, with what is private.
    pub fn plain_statement(&mut self, depth: usize) {
        let choice = self.random.below(if depth == 0 { 12 } else { 25 });
        if self.context.level == Level::Work && self.random.one_in(6) && self.special_work(depth) {
            return;
        }
        if depth > 0 && self.budget > 5 && self.random.one_in(15) && self.can_have_tasks() {
            return self.droppable(|g| g.later_construct(depth - 1));
        }
        match choice {
            0..=6 => self.droppable(Self::assignment),
            7 => self.droppable(Self::print),
            8 => self.droppable(Self::call_statement),
            9 => self.accumulate_or_assign(),
            10 => self.droppable(Self::increment),
            11 => self.droppable(Self::chain),
            12..=14 => self.droppable(|g| g.branch(depth - 1)),
            15..=17 => self.droppable(|g| g.inner_loop(depth - 1)),
            18 => self.droppable(|g| g.switch(depth - 1)),
            19 => self.droppable(|g| g.jump(depth - 1)),
            20 => self.droppable(|g| {
                g.open("");
                g.scope(|g| {
                    g.shadow();
                    g.statements(2, depth - 1);
                });
                g.close("");
            }),
            21 => self.droppable(|g| g.local_structure(depth - 1)),
            22 => self.droppable(|g| g.walk_or_copy()),
            23 if self.context.can_continue => self.droppable(|g| {
                let condition = g.condition(2);
                g.line(&format!("if ({condition})"));
                g.line("    continue;");
            }),
            _ => self.accumulate_or_assign(),
        }
    }

    /// What opens a construct in what one thread does.
    fn special_work(&mut self, depth: usize) -> bool {
        let Context { redundant, locked, depth: regions, .. } = self.context;
        if redundant || locked || regions == 0 {
            return false;
        }
        if regions < 2 && depth > 0 && self.budget > 10 && self.random.one_in(3) {
            self.droppable(|g| g.parallel(depth - 1));
            return true;
        }
        self.accumulate()
    }

    fn accumulate_or_assign(&mut self) {
        let number = self.budget;
        if self.accumulate() {
            self.budget = number.saturating_sub(1);
        } else {
            self.droppable(Self::assignment);
        }
    }

    /// Some place that may be written here.
    pub fn writable(&mut self, wanted: impl Fn(&Place) -> bool) -> Option<Place> {
        let places = self.know.places_with(|place, access| access == Access::Mine && wanted(place));
        let arrays = self.know.arrays_with(|_, access| access == Access::Mine);
        let arrays: Vec<_> = arrays
            .into_iter()
            .filter(|a| a.roots.iter().all(|&r| !self.know.variables[r].constant))
            .collect();
        let places: Vec<_> = places
            .into_iter()
            .filter(|p| p.roots.iter().all(|&r| !self.know.variables[r].constant))
            .collect();
        if !places.is_empty() && (arrays.is_empty() || self.random.below(5) < 3) {
            let index = self.random.below(places.len());
            return Some(places[index].clone());
        }
        let array = arrays[self.random.index(&arrays)?].clone();
        let place = self.element(&array, 1);
        wanted(&place).then_some(place)
    }

    fn assignment(&mut self) {
        let Some(place) = self.writable(|_| true) else {
            return self.line(";");
        };
        let deep = if self.random.one_in(4) { 4 } else { 2 };
        let value = self.value_of(&place, deep);
        match self.random.below(10) {
            0 => self.line(&format!("SET({}, ({value}));", place.text)),
            1 if place.ty == Type::UInt && !place.is_bit_field => {
                let operator = self.random.pick(&["+=", "-=", "*=", "^=", "|="]);
                self.line(&format!("{} {operator} {value};", place.text));
            }
            _ => self.line(&format!("{} = {value};", place.text)),
        }
    }

    /// `x++` and its kin, where all values may be.
    fn increment(&mut self) {
        let fits = |place: &Place| {
            !place.is_bit_field
                && matches!(place.ty, Type::UChar | Type::UShort | Type::UInt | Type::ULong | Type::ULLong)
        };
        let Some(place) = self.writable(fits) else {
            return self.assignment();
        };
        let text = if place.text.starts_with('*') { format!("({})", place.text) } else { place.text };
        match self.random.below(6) {
            0 => self.line(&format!("{text}++;")),
            1 => self.line(&format!("++{text};")),
            2 => self.line(&format!("{text}--;")),
            3 => self.line(&format!("{text} >>= {};", self.random.clone().below(8))),
            4 => self.line(&format!("{text} /= {};", self.random.clone().below(8) + 1)),
            _ => self.line(&format!("{text} <<= {};", self.random.clone().below(8))),
        }
    }

    /// `x = y = e`, and a comma in place of a semicolon.
    fn chain(&mut self) {
        let (first, second) = (self.writable(|p| p.ty == Type::UInt), self.writable(|p| !p.is_bit_field));
        match (first, second) {
            (Some(first), Some(second)) if first.memory != second.memory && second.ty == Type::UInt => {
                let value = self.value_of(&second, 2);
                self.line(&format!("{} = {} = {value};", first.text, second.text));
            }
            (Some(first), Some(second)) if first.memory != second.memory => {
                let (a, b) = (self.value_of(&first, 1), self.value_of(&second, 1));
                self.line(&format!("{} = {a}, {} = {b};", first.text, second.text));
            }
            _ => self.assignment(),
        }
    }

    pub fn can_print(&self) -> bool {
        self.know.access[OUTPUT] == Access::Mine
    }

    fn print(&mut self) {
        if !self.can_print() {
            return self.assignment();
        }
        let mut format = self.random.pick(&["value", "here", "at", "%%", "\\t"]).to_owned();
        let mut arguments = String::new();
        for _ in 0..self.random.below(3) + 1 {
            let ty = self.any_type();
            let e = self.value(ty, ty.storable(), 2);
            format.push_str(&format!(" {}", ty.format()));
            // What is no `int` has to be made what the format says.
            let spelling = if ty == Type::Enum { "unsigned" } else { ty.spellings()[0] };
            arguments.push_str(&format!(", ({spelling}){}", e.operand()));
        }
        self.line(&format!("printf(\"{format}\\n\"{arguments});"));
    }

    fn branch(&mut self, depth: usize) {
        let condition = self.condition(2);
        self.open(&format!("if ({condition})"));
        self.scope(|g| g.statements(2, depth));
        match self.random.below(3) {
            0 => {
                self.close(" else {");
                self.indent += 1;
                self.scope(|g| g.statements(2, depth));
            }
            1 => {
                let condition = self.condition(1);
                self.close(&format!(" else if ({condition}) {{"));
                self.indent += 1;
                self.scope(|g| g.statements(1, depth));
            }
            _ => {}
        }
        self.close("");
    }

    fn inner_loop(&mut self, depth: usize) {
        if self.context.loops > 1 {
            return self.assignment();
        }
        let (count, saved) = (self.random.between(1, 4), self.context);
        self.context.loops += 1;
        self.context.can_continue = false;
        let counter = self.free_counter(|counter| counter.private);
        let (name, ty) = match counter {
            Some(index) => {
                self.know.counters[index].busy = true;
                (self.know.counters[index].name.clone(), self.know.counters[index].ty)
            }
            None => (self.name(), Type::Int),
        };
        let declared = counter.is_some();
        let spelling = if declared { "" } else { "int " };
        let (kind, high) = (self.random.below(4), count - 1);
        match kind {
            0 if declared => {
                self.line(&format!("{name} = 0;"));
                self.open(&format!("while ({name} < {count})"));
            }
            1 if declared => {
                self.line(&format!("{name} = 0;"));
                self.open("do");
            }
            2 => self.open(&format!("for ({spelling}{name} = {count}; {name}-- > 0;)")),
            3 if !declared => self.open(&format!("EACH({name}, {count})")),
            _ => self.open(&format!("for ({spelling}{name} = 0; {name} < {count}; {name}++)")),
        }
        self.scope(|g| {
            g.add_scalar(&name, ty, Access::Read);
            g.know.places.last_mut().expect("just added").readable = (0, high);
            let id = g.know.variables.len() - 1;
            g.know.variables[id].can_be_private = false;
            g.know.variables[id].visible = true;
            g.statements(2, depth);
            if kind > 1 && g.random.one_in(4) {
                let condition = g.condition(1);
                let leave = g.random.pick(&["break", "continue"]);
                g.line(&format!("if ({condition})"));
                g.line(&format!("    {leave};"));
                g.statements(1, 0);
            }
        });
        match kind {
            0 if declared => {
                self.line(&format!("{name}++;"));
                self.close("");
            }
            1 if declared => self.close(&format!(" while (++{name} < {count});")),
            _ => self.close(""),
        }
        if let Some(index) = counter {
            self.know.counters[index].busy = false;
        }
        self.context = saved;
    }

    fn switch(&mut self, depth: usize) {
        let e = self.integer(2);
        let e = self.fit(e, (0, 5));
        // A `continue` belongs to the loop around, but a `break` would not.
        self.open(&format!("switch ((int){})", e.operand()));
        for (number, label) in ["case 0:", "case 1: case 2:", "case GREEN:", "default:"].iter().enumerate() {
            if self.random.one_in(4) {
                continue;
            }
            self.line(label);
            self.indent += 1;
            self.scope(|g| {
                g.open("");
                g.statements(1, depth);
                g.close("");
            });
            let falls = number < 3 && self.random.one_in(4);
            self.line(if falls { "/* fall through */" } else { "break;" });
            self.indent -= 1;
        }
        self.line("case 17: ;");
        self.close("");
    }

    /// Forward, and backward a few times.
    fn jump(&mut self, depth: usize) {
        let (label, condition) = (self.name(), self.condition(2));
        let back = self.context.loops == 0 && self.random.one_in(3);
        self.open("");
        if back {
            let times = self.name();
            self.line(&format!("int {times} = 0;"));
            self.line(&format!("{label}: ;"));
            self.scope(|g| g.statements(2, depth));
            self.line(&format!("if (++{times} < 3)"));
            self.line(&format!("    goto {label};"));
        } else {
            self.line(&format!("if ({condition})"));
            self.line(&format!("    goto {label};"));
            // A declaration must not be jumped over into its scope.
            self.open("");
            self.scope(|g| g.statements(2, depth));
            self.close("");
            self.line(&format!("{label}: ;"));
        }
        self.close("");
    }

    /// Copies an array, or takes a string's length.
    fn walk_or_copy(&mut self) {
        let targets = self.know.arrays_with(|a, access| access == Access::Mine && a.is_plain);
        let target = self.random.index(&targets).map(|index| targets[index].clone());
        if let Some(target) = target.filter(|_| self.random.one_in(2)) {
            let sources = self.know.arrays_with(|a, access| {
                super::memory::is_readable(access)
                    && a.is_plain
                    && a.ty == target.ty
                    && a.memory != target.memory
                    && a.dimensions == target.dimensions
            });
            if target.roots.iter().all(|&root| !self.know.variables[root].constant) {
                let (to, size) = (
                    &target.text,
                    format!("{} * sizeof({})", target.dimensions[0], target.ty.spellings()[0]),
                );
                match self.random.index(&sources) {
                    Some(index) => {
                        let from = sources[index].clone();
                        self.touch(from.memory, &from.roots);
                        self.line(&format!("memcpy({to}, {}, {size});", from.text));
                    }
                    None => self.line(&format!("memset({to}, 0, {size});")),
                }
                return;
            }
        }
        if self.context.listed {
            return self.assignment();
        }
        let Some(place) =
            self.writable(|p| matches!(p.ty, Type::Int | Type::UInt | Type::Long) && !p.is_bit_field)
        else {
            return self.assignment();
        };
        let index = self.index(3, 1);
        let second = self.index(3, 1);
        let kind = self.random.below(3);
        self.line(&match kind {
            0 => format!("{} = (int)strlen(words[{index}]);", place.text),
            1 => format!("{} = words[{index}][{second}];", place.text),
            _ => format!("{} = strcmp(words[{index}], \"beta\") == 0;", place.text),
        });
    }
}
