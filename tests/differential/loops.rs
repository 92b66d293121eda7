//! Work-sharing loops: their heads in all canonical forms, schedules and `ordered`.

use super::generator::Generator;
use super::memory::{Access, Counter, OUTPUT};
use super::types::{self, Type};

/// The head of a loop over `count` values, each of which has an index of its own.
#[derive(Clone, Debug)]
pub struct Head {
    pub text: String,
    /// The same for a loop that deals its iterations out by the thread's number.
    pub by_number: String,
    pub name: String,
    pub ty: Type,
    /// The index that belongs to the iteration, less than `reach`.
    pub index: String,
    pub reach: usize,
    pub count: usize,
    /// The values in the loop, and the last of them.
    pub values: (i128, i128),
    pub last: i128,
}

impl Generator<'_> {
    /// A loop variable that the function declares and that is not in use.
    pub fn free_counter(&mut self, wanted: impl Fn(&Counter) -> bool) -> Option<usize> {
        let counters = &self.know.counters;
        let free: Vec<usize> =
            (0..counters.len()).filter(|&i| !counters[i].busy && wanted(&counters[i])).collect();
        self.random.index(&free).map(|index| free[index])
    }

    /// A number as text: by itself, or from a variable that has a known value.
    fn bound(&mut self, value: i128, ty: Type) -> String {
        let known: Vec<(String, i128)> =
            self.known.iter().map(|(name, value)| (name.clone(), *value)).collect();
        let of_int = ty.is_signed() || value > 50;
        match self.random.index(&known) {
            Some(index) if of_int && self.random.one_in(2) => {
                let (name, known) = &known[index];
                match value - known {
                    0 => name.clone(),
                    more if more > 0 => format!("{name} + {more}"),
                    less => format!("{name} - {}", -less),
                }
            }
            _ if value == self.definitions.length as i128 => "N".to_owned(),
            _ => value.to_string(),
        }
    }

    pub fn loop_head(&mut self, by_number: bool) -> Head {
        let length = self.definitions.length;
        let counter =
            if by_number { None } else { self.free_counter(|_| true) }.filter(|_| self.random.one_in(2));
        let (name, ty, declaration) = match counter {
            Some(index) => {
                (self.know.counters[index].name.clone(), self.know.counters[index].ty, String::new())
            }
            None => {
                let ty = if by_number { Type::Int } else { self.random.take(&types::COUNTERS) };
                (self.name(), ty, format!("{} ", self.spelling(ty)))
            }
        };
        let step = if self.random.one_in(2) { 1 } else { self.random.between(2, 3) };
        let reach = if self.random.one_in(4) { self.random.below(length) + 1 } else { length };
        let most = (reach - 1) / usize::try_from(step).expect("small") + 1;
        let count = match self.random.below(12) {
            0 => 0,
            1 | 2 => self.random.below(most) + 1,
            _ => most,
        };
        let span = (i128::try_from(count).expect("small") - 1).max(0) * step;
        let lowest = if ty.is_signed() { -6 } else { 3 };
        let mut first_value = if self.random.one_in(2) { 0 } else { self.random.between(lowest, 6) };
        // gcc runs none of an unsigned variable's iterations downwards where the schedule is not static.
        let down = !by_number && ty.is_signed() && self.random.one_in(3);
        if !ty.is_signed() && count == 0 {
            first_value = first_value.max(4);
        }
        let low = first_value;
        let values = (low, low + span);
        let slack = self.random.between(0, step - 1);
        // The first value and the bound, which is met by `<=` or missed by `<`.
        let (first, past, relation) =
            if down { (values.1, low - 1 - slack, ">") } else { (low, values.1 + 1 + slack, "<") };
        let past = if count == 0 { first } else { past };
        let equal = self.random.one_in(2);
        let limit = match (equal, down) {
            (false, _) => past,
            (true, true) => past + 1,
            (true, false) => past - 1,
        };
        let unequal = !equal && step == 1 && !by_number && self.random.one_in(4);
        let relation = match (equal, unequal) {
            (true, _) => format!("{relation}="),
            (_, true) => "!=".to_owned(),
            _ => relation.to_owned(),
        };
        let (start, bound) = (self.bound(first, ty), self.bound(limit, ty));
        let test = if self.random.one_in(4) {
            let turned = if down { relation.replace('>', "<") } else { relation.replace('<', ">") };
            format!("{bound} {turned} {name}")
        } else {
            format!("{name} {relation} {bound}")
        };
        let forms: &[&str] = match (down, step) {
            (false, 1) => &["@++", "++@", "@ += 1", "@ = @ + 1", "@ = 1 + @"],
            (true, 1) => &["@--", "--@", "@ -= 1", "@ = @ - 1"],
            (false, _) => &["@ += #", "@ = @ + #", "@ = # + @"],
            (true, _) => &["@ -= #", "@ = @ - #"],
        };
        let step_text = self.bound(step, Type::Int);
        let step_text = if step_text.contains(' ') { format!("({step_text})") } else { step_text };
        let increment = self.random.pick(forms).replace('@', &name).replace('#', &step_text);
        let index = self.index_of(&name, ty, low, reach);
        let text = format!("for ({declaration}{name} = {start}; {test}; {increment})");
        let by_number = format!(
            "for ({declaration}{name} = {low} + {step} * omp_get_thread_num(); {name} < {}; {name} += {step} * omp_get_num_threads())",
            if count == 0 { low } else { values.1 + 1 }
        );
        Head {
            text,
            by_number,
            name,
            ty,
            index,
            reach,
            count,
            values,
            last: if down { low } else { values.1 },
        }
    }

    fn index_of(&mut self, name: &str, ty: Type, low: i128, reach: usize) -> String {
        let end = i128::try_from(reach).expect("small") - 1;
        if self.random.one_in(4) {
            return format!("{} - {name}", end + low);
        }
        match low {
            // As an index a char is warned of.
            0 if ty == Type::Char => format!("(int){name}"),
            0 => name.to_owned(),
            _ if low > 0 => format!("{name} - {low}"),
            _ => format!("{name} + {}", -low),
        }
    }

    pub fn schedule(&mut self) -> Option<String> {
        let chunk = match self.random.below(4) {
            0 => String::new(),
            1 => {
                let e = self.integer(1);
                let e = self.fit(e, (0, 6));
                // A chunk is an int.
                format!(", (int){} + 1", e.operand())
            }
            _ => format!(", {}", self.random.between(1, 7)),
        };
        let modifier = self.random.pick(&["", "", "", "monotonic: "]);
        Some(match self.random.below(7) {
            0 | 1 => format!("schedule({modifier}static{chunk})"),
            2 => format!("schedule({modifier}dynamic{chunk})"),
            3 => format!("schedule({modifier}guided{chunk})"),
            4 => format!("schedule({modifier}runtime)"),
            5 => "schedule(auto)".to_owned(),
            _ => return None,
        })
    }

    /// One iteration after the other.
    pub fn ordered(&mut self, depth: usize) {
        self.pragma(&["ordered".to_owned()]);
        let around = self.around();
        self.context.ordered = false;
        self.context.locked = true;
        self.context.can_continue = false;
        if self.know.access[OUTPUT] == Access::Stable {
            self.know.access[OUTPUT] = Access::Mine;
        }
        for memory in self.in_order.clone() {
            self.know.access[memory] = Access::Mine;
        }
        self.open("");
        self.scope(|g| {
            let count = g.random.below(2) + 1;
            g.statements(count, depth.min(1));
            if g.can_print() {
                let e = g.integer(1);
                g.line(&format!("printf(\"in order %ld\\n\", (long){});", e.operand()));
            }
        });
        self.close("");
        self.leave(around);
    }
}
