//! Updates of what threads share, in whatever order they come: `atomic`, `critical`,
//! locks, and the variables of reductions, which need none of them.

use super::generator::{Context, Generator};
use super::memory::{Access, Memory, Operation, Place};
use super::types::Type;

/// How a piece of memory is protected; always in the same way, or it would not be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Protection {
    Atomic,
    Critical,
    Lock,
}

fn protection(memory: Memory) -> Protection {
    match memory % 5 {
        0..=2 => Protection::Atomic,
        3 => Protection::Critical,
        _ => Protection::Lock,
    }
}

/// Whether updates by the operation commute for the type and stay in its range.
fn suits(operation: Operation, ty: Type) -> bool {
    use Operation::*;
    match ty {
        Type::Enum => false,
        Type::Bool => matches!(operation, And | Or | LogicalAnd | LogicalOr | Maximum | Minimum),
        Type::Float | Type::Double => {
            matches!(operation, Add | Subtract | Multiply | LogicalAnd | LogicalOr | Maximum | Minimum)
        }
        _ if ty.is_signed() => !matches!(operation, ShiftLeft | ShiftRight),
        _ => true,
    }
}

impl Generator<'_> {
    /// An update of something that is accumulated here; false if there is nothing.
    pub fn accumulate(&mut self) -> bool {
        let Context { redundant, locked, .. } = self.context;
        let fits = |memory: Memory, access, ty| match access {
            Access::Accumulated { operation, protected } => {
                suits(operation, ty)
                    && (!redundant || operation.is_idempotent())
                    && (!protected || !locked || protection(memory) == Protection::Atomic)
            }
            _ => false,
        };
        let places = self.know.places_with(|p, access| !p.is_bit_field && fits(p.memory, access, p.ty));
        let arrays = self.know.arrays_with(|a, access| a.is_plain && fits(a.memory, access, a.ty));
        let place = if places.is_empty() || (!arrays.is_empty() && self.random.one_in(2)) {
            let Some(index) = self.random.index(&arrays) else { return false };
            let array = arrays[index].clone();
            self.element(&array, 1)
        } else {
            let index = self.random.below(places.len());
            places[index].clone()
        };
        let Access::Accumulated { operation, protected } = self.know.access[place.memory] else {
            return false;
        };
        self.droppable(|g| g.update(&place, operation, protected));
        true
    }

    /// What may be combined with the place again and again.
    fn contribution(&mut self, operation: Operation, ty: Type) -> String {
        use Operation::*;
        let e = match operation {
            ShiftLeft | ShiftRight => self.literal((0, 2)),
            Divide => self.literal((1, 3)),
            LogicalAnd | LogicalOr => {
                let condition = self.condition(2);
                return format!("({condition})");
            }
            Multiply if ty.is_signed() => {
                let condition = self.condition(1);
                return format!("(({condition}) ? 1 : -1)");
            }
            Add | Subtract | Maximum | Minimum if ty.is_floating() => {
                let e = self.integer(2);
                let e = self.fit(e, (-8, 8));
                // Unsigned and negated it would be large.
                return format!("(int){}{}", e.operand(), if self.random.one_in(2) { " * 0.5" } else { "" });
            }
            Add | Subtract if ty.is_signed() => {
                let e = self.integer(2);
                self.fit(e, (-50, 50))
            }
            And | Or | Xor | Maximum | Minimum if ty.is_signed() => {
                let e = self.integer(2);
                self.fit(e, (0, 127))
            }
            _ if ty == Type::Bool => {
                let condition = self.condition(2);
                return format!("({condition})");
            }
            _ => self.integer(2),
        };
        e.operand()
    }

    fn update(&mut self, place: &Place, operation: Operation, protected: bool) {
        use Operation::{Add, And, Multiply, Or, Xor};
        let protection = if protected { Some(protection(place.memory)) } else { None };
        let value = self.contribution(operation, place.ty);
        let (x, sign) = (&place.text, operation.text());
        let bracketed = if x.starts_with('*') { format!("({x})") } else { x.clone() };
        let steps = place.ty != Type::Bool && matches!(operation, Operation::Add | Operation::Subtract);
        let text = match (operation, self.random.below(6)) {
            (Operation::Add | Operation::Subtract, 0) if steps => match operation {
                Operation::Add => format!("{bracketed}++;"),
                _ => format!("{bracketed}--;"),
            },
            (Operation::Add | Operation::Subtract, 1) if steps => match operation {
                Operation::Add => format!("++{bracketed};"),
                _ => format!("--{bracketed};"),
            },
            (Operation::LogicalAnd | Operation::LogicalOr, _) => format!("{x} = {x} {sign} {value};"),
            (Operation::Maximum | Operation::Minimum, way) => {
                let sign = if operation == Operation::Maximum { '>' } else { '<' };
                let value = format!("({})({value})", place.ty.spellings()[0]);
                match way {
                    0 | 1 => format!("if ({value} {sign} {x}) {x} = {value};"),
                    2 => format!("{x} = {value} {sign} {x} ? {value} : {x};"),
                    _ => format!("{x} = {x} {sign} {value} ? {x} : {value};"),
                }
            }
            (Operation::Subtract, 2) if !protected => format!("{x} = {x} - {value};"),
            (_, 2) => format!("{x} = {x} {sign} {value};"),
            (Add | Multiply | And | Or | Xor, 3) if protection == Some(Protection::Atomic) => {
                format!("{x} = {value} {sign} {x};")
            }
            _ => format!("{x} {sign}= {value};"),
        };
        match protection {
            None => self.line(&text),
            Some(Protection::Atomic) if self.random.one_in(3) => self.capture(place, &text),
            Some(Protection::Atomic) => {
                let words = ["", "", "", " update", " seq_cst", " relaxed update", " hint(0) release"];
                let words = self.random.take(&words);
                self.line(&format!("#pragma omp atomic{words}"));
                self.line(&text);
            }
            Some(Protection::Critical) => {
                let name = if place.memory.is_multiple_of(2) { "critical" } else { "critical(updates)" };
                self.line(&format!("#pragma omp {name}"));
                if self.random.one_in(2) {
                    self.line(&text);
                } else {
                    self.open("");
                    self.line(&text);
                    self.close("");
                }
            }
            Some(Protection::Lock) => {
                self.open("");
                self.line("omp_set_lock(&guard);");
                self.line(&text);
                self.line("omp_unset_lock(&guard);");
                self.close("");
            }
        }
    }

    /// An atomic update whose value is kept.
    fn capture(&mut self, place: &Place, update: &str) {
        let x = &place.text;
        let words = self.random.take(&["", " seq_cst", ", acq_rel"]);
        self.open("");
        self.line(&format!("{} kept;", place.ty.spellings()[0]));
        self.line(&format!("#pragma omp atomic capture{words}"));
        match self.random.below(3) {
            0 => self.line(&format!("kept = {update}")),
            1 => self.line(&format!("{{ kept = {x}; {update} }}")),
            _ => self.line(&format!("{{ {update} kept = {x}; }}")),
        }
        self.line("(void)kept;");
        self.close("");
    }

    /// An update by every thread of the team that comes to the same however many they are.
    pub fn idempotent(&mut self) -> bool {
        use Operation::*;
        let places = self.know.places_with(|p, access| {
            access == Access::Stable
                && !p.is_bit_field
                && suits(And, p.ty)
                && p.roots.iter().all(|&root| !self.know.variables[root].constant)
        });
        let Some(index) = self.random.index(&places) else { return false };
        let place = places[index].clone();
        let atomic = protection(place.memory) == Protection::Atomic;
        let operation = match (place.ty == Type::Bool, atomic) {
            (_, true) => self.random.take(&[And, Or]),
            (true, _) => self.random.take(&[And, Or, LogicalAnd, LogicalOr]),
            _ => self.random.take(&[And, Or, LogicalAnd, LogicalOr, Maximum]),
        };
        self.droppable(|g| {
            if g.touched.contains(&place.memory) {
                g.barrier();
            }
            g.know.access[place.memory] = Access::Closed;
            if operation == Maximum {
                let e = g.literal((0, 90));
                let limit = g.as_type(e, place.ty);
                let name = if place.memory.is_multiple_of(2) { "critical" } else { "critical(updates)" };
                g.line(&format!("#pragma omp {name}"));
                g.line(&format!("if ({0} < {limit}) {0} = {limit};", place.text));
            } else {
                g.update(&place, operation, true);
            }
            g.pending.insert(place.memory);
        });
        true
    }
}
