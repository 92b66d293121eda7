//! What divides work among a team: loops, sections, `single`, and by the thread's
//! number or `master`.

use super::generator::{Generator, Level};
use super::loops::Head;
use super::memory::{Access, OUTPUT, Operation, Shape, VariableId};
use super::private::Clauses;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    Loop,
    Sections,
    Single,
    Master,
    /// A loop that each thread does its part of, by its number.
    ByNumber,
}

impl Generator<'_> {
    /// Writes a construct. `clauses` are those of the parallel construct that it is one with.
    pub fn work_construct(&mut self, kind: Kind, combined: Option<Vec<String>>, depth: usize) {
        let is_combined = combined.is_some();
        let nowait = match kind {
            Kind::Master | Kind::ByNumber => true,
            _ => !is_combined && self.random.one_in(3),
        };
        let head =
            matches!(kind, Kind::Loop | Kind::ByNumber).then(|| self.loop_head(kind == Kind::ByNumber));
        let mut clauses = Clauses { words: combined.unwrap_or_default(), ..Clauses::default() };
        let before = self.know.clone();
        let zero_trips = head.as_ref().is_some_and(|head| head.count == 0);
        if matches!(kind, Kind::Loop | Kind::Sections | Kind::Single) {
            self.data_clauses(kind, is_combined, zero_trips, &mut clauses);
        }
        let (whole, split) = self.take_memory(head.as_ref());
        let ordered = kind == Kind::Loop && self.random.one_in(5);
        let mut writes: Vec<usize> = whole.iter().chain(&split).copied().collect();
        writes.extend(clauses.written.iter().map(|&id| self.know.variables[id].memory));
        let prints = ordered && self.know.access[OUTPUT] == Access::Stable;
        if prints {
            writes.push(OUTPUT);
        }
        if !is_combined && writes.iter().any(|memory| self.touched.contains(memory)) {
            self.barrier();
        }
        for &memory in &writes {
            // A chunk is worked out by each thread, while others may have begun.
            if self.know.access[memory] == Access::Stable && memory != OUTPUT {
                self.know.access[memory] = Access::Closed;
            }
        }
        if kind == Kind::Loop {
            let schedule = self.schedule();
            clauses.words.extend(schedule);
        }
        let mut touched_around = self.touched.clone();
        let (context, in_order) = (self.context, self.in_order.clone());
        self.enter(kind, (&whole, &split), head.as_ref(), ordered, prints);
        let copyprivate =
            if kind == Kind::Single && !nowait { self.copyprivate(&before) } else { Vec::new() };
        self.write_head(kind, is_combined, nowait, ordered, &copyprivate, &mut clauses, head.as_ref());
        match kind {
            Kind::Sections => self.sections(&clauses, &whole, depth),
            _ => {
                self.open("");
                self.scope(|g| g.work_body(head.as_ref(), &clauses, depth));
                self.close("");
            }
        }
        // Behind it.
        let count = self.know.access.len();
        touched_around.extend(std::mem::take(&mut self.touched));
        let lost = std::mem::take(&mut self.know.lost);
        self.know = before;
        self.know.lost.extend(lost);
        self.know.access.resize(count, Access::Closed);
        (self.context, self.in_order) = (context, in_order);
        self.touched = touched_around;
        for memory in writes {
            self.pending.insert(memory);
            self.know.access[memory] = Access::Closed;
        }
        for &id in &clauses.lost {
            let memory = self.know.variables[id].memory;
            self.know.access[memory] = Access::Closed;
            self.pending.remove(&memory);
            self.know.lost.push(id);
        }
        if !nowait {
            self.passed_barrier();
        }
        if !is_combined {
            for id in clauses.to_set {
                self.give_value(id);
            }
        }
    }

    /// Chooses what the construct writes: as a whole, or each iteration its element.
    fn take_memory(&mut self, head: Option<&Head>) -> (Vec<usize>, Vec<usize>) {
        let (mut whole, mut split) = (Vec::new(), Vec::new());
        let constant =
            |g: &Self, roots: &[VariableId]| roots.iter().any(|&root| g.know.variables[root].constant);
        let mut candidates: Vec<usize> = Vec::new();
        for place in self.know.places_with(|_, access| access == Access::Stable) {
            if !constant(self, &place.roots) {
                candidates.push(place.memory);
            }
        }
        for array in self.know.arrays_with(|_, access| access == Access::Stable) {
            if constant(self, &array.roots) {
                continue;
            }
            if let Some(head) = head {
                if array.dimensions[0] >= head.reach && self.random.below(3) > 0 {
                    split.push(array.memory);
                }
            } else {
                candidates.push(array.memory);
            }
        }
        if head.is_none() {
            for memory in candidates {
                if self.random.one_in(2) {
                    whole.push(memory);
                }
            }
            if self.know.access[OUTPUT] == Access::Stable && self.random.one_in(2) {
                whole.push(OUTPUT);
            }
        } else {
            // Accumulators.
            for memory in candidates {
                if self.random.one_in(4) && !split.contains(&memory) {
                    whole.push(memory);
                }
            }
        }
        for list in [&mut whole, &mut split] {
            list.sort_unstable();
            list.dedup();
        }
        whole.retain(|memory| !split.contains(memory));
        (whole, split)
    }

    /// From the team's view to that of one who does a part of the work.
    fn enter(
        &mut self,
        kind: Kind,
        (whole, split): (&[usize], &[usize]),
        head: Option<&Head>,
        ordered: bool,
        prints: bool,
    ) {
        self.context.level = Level::Work;
        self.context.redundant = false;
        self.context.ordered = ordered;
        self.context.can_continue = kind == Kind::Loop;
        self.context.loops = self.context.loops.min(1);
        for access in &mut self.know.access {
            if matches!(access, Access::Stable | Access::Mine) {
                *access = Access::Read;
            }
        }
        self.know.access[OUTPUT] = Access::Closed;
        for counter in &mut self.know.counters {
            counter.private = false;
        }
        for counter in &mut self.know.counters {
            counter.busy |= head.is_some_and(|head| head.name == counter.name);
        }
        let Some(head) = head else {
            for &memory in whole {
                self.know.access[memory] = Access::Mine;
            }
            return;
        };
        if prints {
            self.know.access[OUTPUT] = Access::Stable; // for `ordered` to take
        }
        self.in_order.clear();
        for &memory in whole {
            if ordered && self.random.one_in(2) {
                self.in_order.push(memory);
                self.know.access[memory] = Access::Closed;
                continue;
            }
            let operation = self.random.take(&[
                Operation::Add,
                Operation::Subtract,
                Operation::Multiply,
                Operation::And,
                Operation::Or,
                Operation::Xor,
                Operation::ShiftLeft,
                Operation::ShiftRight,
                Operation::Divide,
            ]);
            self.know.access[memory] = Access::Accumulated { operation, protected: true };
        }
        for &memory in split {
            self.know.access[memory] = Access::Closed;
            let arrays: Vec<_> = self
                .know
                .arrays
                .iter()
                .filter(|a| {
                    a.memory == memory && a.dimensions[0] >= head.reach && self.know.is_visible(&a.roots)
                })
                .cloned()
                .collect();
            let Some(index) = self.random.index(&arrays) else { continue };
            let array = arrays[index].clone();
            let own = self.know.new_memory(Access::Mine);
            let text = format!("{}[{}]", array.text, head.index);
            if array.dimensions.len() == 1 {
                self.add_place(&text, &array.roots, own, array.ty);
            } else {
                self.add_array(&text, &array.roots, own, array.ty, &array.dimensions[1..]);
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "one directive has so many parts")]
    fn write_head(
        &mut self,
        kind: Kind,
        combined: bool,
        nowait: bool,
        ordered: bool,
        copyprivate: &[String],
        clauses: &mut Clauses,
        head: Option<&Head>,
    ) {
        let mut words = std::mem::take(&mut clauses.words);
        let name = match kind {
            Kind::Loop => "for",
            Kind::Sections => "sections",
            Kind::Single => "single",
            Kind::Master => self.random.pick(&["master", "masked"]),
            Kind::ByNumber => {
                let head = head.expect("a loop");
                return self.line(&head.by_number);
            }
        };
        if kind == Kind::Loop && ordered {
            words.push("ordered".to_owned());
        }
        if nowait && kind != Kind::Master {
            words.push("nowait".to_owned());
        }
        if !copyprivate.is_empty() {
            words.push(format!("copyprivate({})", copyprivate.join(", ")));
        }
        let mut all = vec![if combined { format!("parallel {name}") } else { name.to_owned() }];
        all.extend(self.shuffled(words));
        self.pragma(&all);
        if let Some(head) = head {
            self.line(&head.text.clone());
        }
    }

    fn work_body(&mut self, head: Option<&Head>, clauses: &Clauses, depth: usize) {
        if let Some(head) = head {
            let id = self.add_scalar(&head.name, head.ty, Access::Read);
            self.know.variables[id].can_be_private = false;
            self.know.places.last_mut().expect("just added").readable = head.values;
        }
        for &id in clauses.unset.iter().chain(&clauses.last) {
            self.give_value(id);
        }
        for &id in &clauses.carried {
            let variable = self.know.variables[id].clone();
            let last = head.expect("a loop").last;
            let counter = &head.expect("a loop").name;
            let Shape::Scalar(ty) = variable.shape else { continue };
            let condition = self.condition(1);
            self.line(&format!("if ({counter} == {last})"));
            self.line(&match ty.is_floating() {
                true => format!("    {0} = ({condition}) - {0};", variable.name),
                false => format!("    {0} = {0} / 2 + ({condition});", variable.name),
            });
        }
        let count = self.random.below(3) + 1;
        self.statements(count, depth.min(2));
        if self.context.ordered && self.random.below(4) > 0 {
            self.ordered(depth);
            self.statements(1, 1);
        }
    }

    fn sections(&mut self, clauses: &Clauses, whole: &[usize], depth: usize) {
        let count = self.random.below(4) + 1;
        self.open("");
        let know = self.know.clone();
        for number in 0..count {
            if number > 0 || self.random.one_in(2) {
                self.line("#pragma omp section");
            }
            self.open("");
            for (index, &memory) in whole.iter().enumerate() {
                let own = index % count == number;
                self.know.access[memory] = if own { Access::Mine } else { Access::Closed };
            }
            self.scope(|g| {
                for &id in &clauses.unset {
                    g.give_value(id);
                }
                for &id in &clauses.last {
                    if number + 1 == count || g.random.one_in(3) {
                        g.give_value(id);
                    }
                }
                let count = g.random.below(3) + 1;
                g.statements(count, depth.min(2));
            });
            self.close("");
            let (lost, count) = (std::mem::take(&mut self.know.lost), self.know.access.len());
            self.know = know.clone();
            self.know.lost = lost;
            self.know.access.resize(count, Access::Closed);
        }
        self.close("");
    }
}
