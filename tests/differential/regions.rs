//! Parallel regions and their clauses, and what a team does between them.

use super::declarations::Storage;
use super::generator::{Context, Generator, Level};
use super::memory::{Access, Knowledge, OUTPUT, Operation, Shape, VariableId};
use super::types::Type;
use super::worksharing::Kind;

/// What is known around a construct, to return to.
pub struct Around {
    know: Knowledge,
    context: Context,
}

impl Generator<'_> {
    pub fn around(&self) -> Around {
        Around { know: self.know.clone(), context: self.context }
    }

    /// Back to what was known before; memory that came up meanwhile is nobody's.
    pub fn leave(&mut self, around: Around) {
        let count = self.know.access.len();
        let lost = std::mem::take(&mut self.know.lost);
        self.know = around.know;
        self.know.access.resize(count, Access::Closed);
        self.know.lost.extend(lost.into_iter().filter(|&id| id < self.know.variables.len()));
        self.know.lost.sort_unstable();
        self.know.lost.dedup();
        self.context = around.context;
    }

    /// A parallel region, or one that is a work-sharing construct as a whole.
    pub fn parallel(&mut self, depth: usize) {
        let combined = match self.random.below(10) {
            0..=2 => Some(Kind::Loop),
            3 => Some(Kind::Sections),
            _ => None,
        };
        let outer_lost = std::mem::take(&mut self.know.lost);
        let around = self.around();
        let outer_touched = std::mem::take(&mut self.touched);
        let outer_pending = std::mem::take(&mut self.pending);
        let mut clauses = self.execution_clauses();
        // These are read before the team begins.
        self.touched.clear();
        self.context = Context {
            level: Level::Team,
            depth: self.context.depth + 1,
            ordered: false,
            can_continue: false,
            locked: false,
            in_function: self.context.in_function,
            loops: 0,
            redundant: true,
            listed: self.context.listed,
        };
        for (memory, access) in self.know.access.iter_mut().enumerate() {
            *access = match *access {
                Access::Mine => Access::Stable,
                Access::Stable if around.context.level == Level::Team => Access::Read,
                Access::Accumulated { protected: false, .. } | Access::Unset => Access::Closed,
                other => other,
            };
            if memory == OUTPUT && around.know.access[OUTPUT] != Access::Mine {
                *access = Access::Closed;
            }
        }
        // A thread's own threadprivate variables are not those of the inner team's threads.
        let threadprivate = self.know.variables_with(|variable, _| variable.threadprivate);
        let mut unset = Vec::new();
        let mut copied = Vec::new();
        for id in threadprivate {
            let memory = self.know.variables[id].memory;
            self.know.access[memory] = match self.know.access[memory] {
                Access::Stable if self.context.depth == 1 && !self.context.in_function => {
                    if self.random.one_in(3) {
                        copied.push(self.know.variables[id].name.clone());
                        Access::Mine
                    } else if combined.is_none() && self.random.one_in(2) {
                        unset.push(id);
                        Access::Unset
                    } else {
                        Access::Closed
                    }
                }
                _ => Access::Closed,
            };
        }
        if !copied.is_empty() {
            clauses.push(format!("copyin({})", copied.join(", ")));
        }
        let (sharing, to_set, lost, reduced) = self.sharing_clauses(combined.is_some());
        clauses.extend(sharing);
        unset.extend(to_set);
        match combined {
            Some(kind) => {
                self.work_construct(kind, Some(clauses), depth);
            }
            None => {
                let mut words = vec!["parallel".to_owned()];
                words.extend(self.shuffled(clauses));
                self.pragma(&words);
                self.open("");
                self.scope(|g| {
                    for id in unset.clone() {
                        g.give_value(id);
                    }
                    for _ in 0..g.random.below(3) {
                        g.local();
                    }
                    if g.random.one_in(4) {
                        g.droppable(Self::stay);
                    }
                    let count = g.random.below(4) + 2;
                    g.statements(count, depth);
                });
                self.close("");
            }
        }
        // After the region a threadprivate variable is what the first thread left.
        self.leave(around);
        let mut lost: Vec<VariableId> = lost;
        lost.append(&mut self.know.lost);
        for id in lost {
            let variable = self.know.variables[id].clone();
            if variable.visible && !variable.constant {
                self.know.access[variable.memory] = Access::Mine;
                self.give_value(id);
            }
        }
        self.know.lost = outer_lost;
        for id in reduced {
            let memory = self.know.variables[id].memory;
            self.know.access[memory] = Access::Mine;
        }
        self.touched = outer_touched;
        if self.context.depth > 0 {
            // The inner team may have read anything.
            self.touched.extend(0..self.know.access.len());
        }
        self.pending = outer_pending;
    }

    pub fn shuffled(&mut self, mut words: Vec<String>) -> Vec<String> {
        for index in (1..words.len()).rev() {
            let other = self.random.below(index + 1);
            words.swap(index, other);
        }
        words
    }

    fn execution_clauses(&mut self) -> Vec<String> {
        let mut clauses = Vec::new();
        if self.random.one_in(5) {
            let condition = self.condition(1);
            clauses.push(format!("if({condition})"));
        }
        if self.random.one_in(4) {
            let number = match self.random.below(3) {
                0 => self.random.between(1, 6).to_string(),
                1 => {
                    let e = self.integer(1);
                    let e = self.fit(e, (0, 4));
                    format!("{} + 1", e.operand())
                }
                _ => "omp_get_max_threads()".to_owned(),
            };
            clauses.push(format!("num_threads({number})"));
        }
        clauses
    }

    /// The data-sharing clauses of a region, the variables that have no value in it, those
    /// that have none behind it, and those that are reduced.
    fn sharing_clauses(
        &mut self,
        combined: bool,
    ) -> (Vec<String>, Vec<VariableId>, Vec<VariableId>, Vec<VariableId>) {
        let (mut shared, mut private, mut copied) = (Vec::new(), Vec::new(), Vec::new());
        let (mut unset, mut lost, mut reduced) = (Vec::new(), Vec::new(), Vec::new());
        let mut clauses = Vec::new();
        let none = self.random.one_in(6);
        self.context.listed |= none;
        if none {
            shared.push("guard".to_owned());
        }
        for id in self.know.variables_with(|_, _| true) {
            let variable = self.know.variables[id].clone();
            if variable.threadprivate || (variable.constant && !none) {
                continue;
            }
            if variable.constant {
                // Whether a constant has to be listed, compilers do not agree on.
                self.know.variables[id].visible = false;
                continue;
            }
            let access = self.know.access[variable.memory];
            let own = access == Access::Stable && variable.can_be_private && !self.context.in_function;
            let choice = self.random.below(8);
            if own && choice == 0 && !combined {
                private.push(variable.name.clone());
                self.know.access[variable.memory] = Access::Unset;
                unset.push(id);
                lost.push(id);
            } else if own && choice == 1 && !matches!(variable.shape, Shape::Pointer(_)) && !variable.is_vla {
                copied.push(variable.name.clone());
                self.know.access[variable.memory] = Access::Mine;
                lost.push(id);
            } else if own
                && choice == 2
                && let Shape::Scalar(ty) = variable.shape
                && ty != Type::Enum
            {
                let operation = self.reduction_operation(ty);
                clauses.push(format!("reduction({} : {})", operation.text(), variable.name));
                self.know.access[variable.memory] = Access::Accumulated { operation, protected: false };
                reduced.push(id);
            } else if none || self.random.one_in(8) {
                shared.push(variable.name.clone());
            }
        }
        for index in 0..self.know.counters.len() {
            let counter = &mut self.know.counters[index];
            counter.private = false;
            if !counter.busy && self.random.one_in(3) && !combined {
                counter.private = true;
                private.push(counter.name.clone());
            } else if none {
                // The variable of a loop in the region is private without being listed,
                // if compilers see it so.
                counter.busy = true;
            }
        }
        for (name, list) in [("shared", shared), ("private", private), ("firstprivate", copied)] {
            if !list.is_empty() {
                clauses.push(format!("{name}({})", list.join(", ")));
            }
        }
        if none {
            clauses.push("default(none)".to_owned());
        } else if self.random.one_in(8) {
            clauses.push("default(shared)".to_owned());
        }
        (clauses, unset, lost, reduced)
    }

    /// An operator that keeps a reduction's variable inside its type.
    pub fn reduction_operation(&mut self, ty: Type) -> Operation {
        use Operation::*;
        match ty {
            Type::Bool => self.random.take(&[LogicalAnd, LogicalOr, Or, And, Maximum, Minimum]),
            Type::Float | Type::Double => {
                self.random.take(&[Add, Add, Subtract, Multiply, LogicalAnd, LogicalOr, Maximum, Minimum])
            }
            _ => self
                .random
                .take(&[Add, Add, Subtract, Multiply, And, Or, Xor, LogicalAnd, LogicalOr, Maximum, Minimum]),
        }
    }

    /// A statement that every thread of a team does.
    pub fn team_statement(&mut self, depth: usize) {
        match self.random.below(20) {
            0..=4 => self.droppable(|g| {
                g.work_construct(Kind::Loop, None, depth);
            }),
            5 => self.droppable(|g| {
                g.work_construct(Kind::Sections, None, depth);
            }),
            6 | 7 => self.droppable(|g| {
                g.work_construct(Kind::Single, None, depth);
            }),
            8 => self.droppable(|g| {
                g.work_construct(Kind::Master, None, depth);
            }),
            9 => self.droppable(|g| {
                g.work_construct(Kind::ByNumber, None, depth);
            }),
            10 => {
                if !self.idempotent() {
                    self.private_statement(depth);
                }
            }
            11 => self.droppable(Self::barrier),
            12 => self.droppable(|g| {
                let words = if g.random.one_in(2) { vec!["flush".to_owned()] } else { g.flush_list() };
                g.pragma(&words);
            }),
            13 | 14 if depth > 0 => self.droppable(|g| g.team_branch(depth - 1)),
            15 if depth > 0 && self.context.loops < 2 => self.droppable(|g| g.team_loop(depth - 1)),
            16 if self.context.depth < 2 && depth > 0 => self.droppable(|g| g.parallel(depth - 1)),
            17 => {
                if !self.call_team_function() {
                    self.private_statement(depth);
                }
            }
            _ => self.private_statement(depth),
        }
    }

    fn flush_list(&mut self) -> Vec<String> {
        let scalars = self.know.variables_with(|v, _| matches!(v.shape, Shape::Scalar(_)) && !v.constant);
        match self.random.index(&scalars) {
            Some(index) => vec![format!("flush({})", self.know.variables[scalars[index]].name)],
            None => vec!["flush".to_owned()],
        }
    }

    /// C, with what is private. What it reads, no construct takes before a barrier.
    fn private_statement(&mut self, depth: usize) {
        if self.random.one_in(4) {
            self.declare_scalar(Storage::Local);
            return;
        }
        let level = std::mem::replace(&mut self.context.level, Level::Work);
        let (locked, depths) = (self.context.locked, self.context.depth);
        // Nothing that belongs to a construct is opened in it.
        (self.context.locked, self.context.depth) = (true, 9);
        self.plain_statement(depth.min(1));
        (self.context.locked, self.context.depth) = (locked, depths);
        self.context.level = level;
    }

    /// All threads take the same branch, so that constructs may stand in it.
    fn team_branch(&mut self, depth: usize) {
        let condition = self.condition(2);
        self.open(&format!("if ({condition})"));
        let (touched, pending, know) = (self.touched.clone(), self.pending.clone(), self.know.clone());
        self.scope(|g| g.statements(2, depth));
        if self.random.one_in(3) {
            self.close(" else {");
            self.indent += 1;
            let after = (self.touched.clone(), self.pending.clone(), self.know.access.clone());
            (self.touched, self.pending) = (touched.clone(), pending.clone());
            let count = after.2.len();
            let mut access = know.access.clone();
            access.resize(count, Access::Closed);
            self.know.access = access;
            self.scope(|g| g.statements(2, depth));
            self.touched.extend(after.0);
            self.pending.extend(after.1);
            for (memory, access) in after.2.into_iter().enumerate() {
                if access == Access::Closed || access == Access::Unset {
                    self.know.access[memory] = access;
                }
            }
        }
        self.close("");
        self.touched.extend(touched);
        self.pending.extend(pending);
        for &memory in &self.pending {
            self.know.access[memory] = Access::Closed;
        }
    }

    /// A loop around constructs. The barrier at its end keeps one round from the next.
    fn team_loop(&mut self, depth: usize) {
        let (counter, count) = (self.name(), self.random.between(1, 3));
        let saved = self.context;
        self.context.loops += 1;
        self.open(&format!("for (int {counter} = 0; {counter} < {count}; {counter}++)"));
        self.scope(|g| {
            let id = g.add_scalar(&counter, Type::Int, Access::Read);
            g.know.variables[id].can_be_private = false;
            g.know.places.last_mut().expect("just added").readable = (0, count - 1);
            g.statements(2, depth);
            g.barrier();
        });
        self.close("");
        self.context = saved;
    }
}
