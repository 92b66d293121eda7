//! What came after OpenMP 2.5: tasks, `taskloop`, `simd`, `target`, and regions that only the host can have.
//!
//! A task shares all that whoever makes it has, and is waited for before that goes on. So a task has the memory of its maker; tasks
//! of one group share it out as sections do; iterations have an element each, as in a work-sharing loop. A region for a device that is
//! not there runs on the host, with all scalars mapped back.

use super::generator::{Generator, Level};
use super::memory::{Access, Array, OUTPUT};
use super::types::Type;

impl Generator<'_> {
    /// Whether such a construct may stand here.
    pub fn can_have_tasks(&self) -> bool {
        let context = self.context;
        let may_be_repeated = context.redundant && context.level != Level::Sequential;
        context.level != Level::Team && !may_be_repeated && !context.locked && !context.in_function
    }

    pub fn later_construct(&mut self, depth: usize) {
        match self.random.below(7) {
            0 | 1 => self.task(depth),
            2 => self.task_group(depth),
            3 => self.chain_of_tasks(depth),
            4 | 5 => self.iterations(depth),
            _ if self.context.level == Level::Sequential => self.target(depth),
            _ => self.task(depth),
        }
    }

    /// A statement that keeps a region on the host.
    pub fn stay(&mut self) {
        let text = self.random.pick(&["stay();", "#pragma omp taskyield", "#pragma omp taskwait"]);
        self.line(text);
    }

    /// A block that another thread may run: what is its thread's alone is not its own.
    fn task_body(&mut self, count: usize, depth: usize) {
        let around = self.around();
        (self.context.ordered, self.context.can_continue) = (false, false);
        self.hide_threadprivate();
        for access in &mut self.know.access {
            if matches!(access, Access::Accumulated { protected: false, .. }) {
                *access = Access::Closed;
            }
        }
        self.open("");
        self.scope(|g| g.statements(count, depth.min(2)));
        self.close("");
        self.leave(around);
    }

    /// Whoever runs a task, or is a device, has threadprivate variables of his own.
    fn hide_threadprivate(&mut self) {
        for variable in self.know.variables.iter_mut().filter(|variable| variable.threadprivate) {
            variable.visible = false;
        }
    }

    fn task_clauses(&mut self) -> Vec<String> {
        let mut words = vec!["task".to_owned(), "default(shared)".to_owned()];
        for clause in ["untied", "mergeable", "priority(1)"] {
            if self.random.one_in(6) {
                words.push(clause.to_owned());
            }
        }
        for clause in ["if", "final"] {
            if self.random.one_in(5) {
                let condition = self.condition(1);
                words.push(format!("{clause}({condition})"));
            }
        }
        words
    }

    fn task(&mut self, depth: usize) {
        let grouped = self.random.one_in(3);
        if grouped {
            self.line("#pragma omp taskgroup");
            self.open("");
        }
        let words = self.task_clauses();
        self.pragma(&words);
        self.task_body(2, depth);
        if grouped {
            self.close("");
        } else {
            self.line("#pragma omp taskwait");
        }
    }

    /// Tasks that run at once, each with memory of its own.
    fn task_group(&mut self, depth: usize) {
        let around = self.around();
        let count = self.random.below(3) + 2;
        let owners: Vec<usize> = (0..self.know.access.len()).map(|_| self.random.below(count)).collect();
        self.line("#pragma omp taskgroup");
        self.open("");
        for number in 0..count {
            let inner = self.around();
            for (access, owner) in self.know.access.iter_mut().zip(&owners) {
                if *access == Access::Mine && *owner != number {
                    *access = Access::Closed;
                }
            }
            let words = self.task_clauses();
            self.pragma(&words);
            self.task_body(2, depth);
            self.leave(inner);
        }
        self.close("");
        self.leave(around);
    }

    /// Tasks that run one after the other, since each depends on the one before.
    fn chain_of_tasks(&mut self, depth: usize) {
        let name = self.name();
        self.open("");
        self.line(&format!("char {name}[2] = {{0, 0}};"));
        for _ in 0..self.random.below(2) + 2 {
            let mut words = self.task_clauses();
            words.push(match self.random.below(3) {
                0 => format!("depend(inout: {name}[1])"),
                1 => format!("depend(out: {name}[1])"),
                _ => format!("depend(in: {name}[0]) depend(inout: {name}[1])"),
            });
            self.pragma(&words);
            self.task_body(2, depth);
        }
        self.line("#pragma omp taskwait");
        self.close("");
    }

    /// A loop over an array's elements, each of which is an iteration's own.
    fn iterations(&mut self, depth: usize) {
        let is_own = |array: &Array, access| access == Access::Mine && array.is_plain;
        let arrays = self.know.arrays_with(is_own);
        let Some(at) = self.random.index(&arrays) else { return self.task(depth) };
        let array = arrays[at].clone();
        if array.roots.iter().any(|&root| self.know.variables[root].constant) {
            return self.task(depth);
        }
        let is_simd = self.random.one_in(2);
        let levels = if array.dimensions.len() > 1 { self.random.below(2) + 1 } else { 1 };
        let mut words = match is_simd {
            true => vec![self.random.pick(&["simd", "simd safelen(8)", "simd simdlen(4)"]).to_owned()],
            false => {
                let amount = self.random.pick(&["", " grainsize(2)", " num_tasks(3)", " nogroup"]);
                vec![format!("taskloop default(shared){amount}")]
            }
        };
        if levels > 1 {
            words.push("collapse(2)".to_owned());
        }
        let around = self.around();
        (self.context.ordered, self.context.can_continue) = (false, true);
        self.hide_threadprivate();
        // Only atomic updates may stand in `simd`.
        self.context.locked |= is_simd;
        self.context.loops += 1;
        for access in &mut self.know.access {
            *access = match *access {
                Access::Mine | Access::Stable => Access::Read,
                Access::Accumulated { protected: false, .. } => Access::Closed,
                other => other,
            };
        }
        self.know.access[OUTPUT] = Access::Closed;
        self.know.access[array.memory] = Access::Closed;
        self.pragma(&words);
        let mut element = array.text.clone();
        let mut variables = Vec::new();
        for dimension in &array.dimensions[..levels] {
            let name = self.name();
            self.line(&format!("for (int {name} = 0; {name} < {dimension}; {name}++)"));
            element.push_str(&format!("[{name}]"));
            variables.push((name, *dimension));
        }
        self.open("");
        self.scope(|g| {
            for (name, dimension) in variables {
                let id = g.add_scalar(&name, Type::Int, Access::Read);
                g.know.variables[id].can_be_private = false;
                let most = i128::try_from(dimension).expect("small") - 1;
                g.know.places.last_mut().expect("just added").readable = (0, most);
            }
            let own = g.know.new_memory(Access::Mine);
            match array.dimensions.len() - levels {
                0 => g.add_place(&element, &array.roots, own, array.ty),
                _ => g.add_array(&element, &array.roots, own, array.ty, &array.dimensions[levels..]),
            }
            g.statements(2, depth.min(1));
        });
        self.close("");
        if !is_simd {
            self.line("#pragma omp taskwait");
        }
        self.leave(around);
    }

    /// A region for a device.
    fn target(&mut self, depth: usize) {
        let words = self.random.pick(&[
            "target",
            "target device(0)",
            "target map(tofrom: guard)",
            "target teams num_teams(1)",
        ]);
        self.pragma(&[words.to_owned(), "defaultmap(tofrom: scalar)".to_owned()]);
        self.task_body(3, depth);
    }
}
