//! The data-sharing clauses of work-sharing constructs.

use super::generator::Generator;
use super::memory::{Access, Knowledge, Shape, VariableId};
use super::types::Type;
use super::worksharing::Kind;

/// What a construct's clauses do to variables.
#[derive(Default)]
pub struct Clauses {
    pub words: Vec<String>,
    /// What has to get a value in each iteration, and in the last section.
    pub unset: Vec<VariableId>,
    pub last: Vec<VariableId>,
    /// What is written by the construct's end, beside what is taken.
    pub written: Vec<VariableId>,
    /// What has no value behind the construct: shared, and of the team's threads.
    pub lost: Vec<VariableId>,
    pub to_set: Vec<VariableId>,
    /// First and last private: changed in the last iteration only.
    pub carried: Vec<VariableId>,
}

impl Generator<'_> {
    /// Clauses of the construct itself.
    pub fn data_clauses(&mut self, kind: Kind, combined: bool, zero_trips: bool, clauses: &mut Clauses) {
        let (mut private, mut first, mut last) = (Vec::new(), Vec::new(), Vec::new());
        for id in self.know.variables_with(|v, _| v.can_be_private && !v.constant && !v.threadprivate) {
            let variable = self.know.variables[id].clone();
            let (name, access) = (variable.name.clone(), self.know.access[variable.memory]);
            if !matches!(access, Access::Stable | Access::Mine) || !self.random.one_in(6) {
                continue;
            }
            // In a combined construct the region has clauses for these.
            let own = access == Access::Mine;
            if own && combined {
                continue;
            }
            let mut choice = self.random.below(5);
            if own || (choice == 0 && !self.context.in_function && kind != Kind::Single) {
                if kind == Kind::Single && matches!(variable.shape, Shape::Pointer(_)) {
                    continue;
                }
                // `single` sets it, too, in its own copy.
                private.push(name);
                self.know.access[variable.memory] = Access::Unset;
                clauses.unset.push(id);
                if own {
                    clauses.to_set.push(id)
                } else {
                    clauses.lost.push(id)
                }
                continue;
            }
            if matches!(variable.shape, Shape::Pointer(_)) || variable.is_vla {
                continue;
            }
            if kind == Kind::Single {
                choice = 1;
            }
            // A clause that names it shared would be a second one.
            match choice {
                1 if !self.context.in_function => {
                    first.push(name);
                    self.touched.insert(variable.memory);
                    self.know.access[variable.memory] = Access::Read;
                    clauses.lost.push(id);
                }
                2 if !zero_trips => {
                    last.push(name);
                    self.know.access[variable.memory] = Access::Unset;
                    clauses.last.push(id);
                    clauses.written.push(id);
                }
                3 if !zero_trips && kind == Kind::Loop && matches!(variable.shape, Shape::Scalar(_)) => {
                    first.push(name.clone());
                    last.push(name);
                    self.touched.insert(variable.memory);
                    self.know.access[variable.memory] = Access::Closed;
                    clauses.carried.push(id);
                    clauses.written.push(id);
                }
                4 if let Shape::Scalar(ty) = variable.shape
                    && ty != Type::Enum =>
                {
                    let operation = self.reduction_operation(ty);
                    clauses.words.push(format!("reduction({}:{name})", operation.text()));
                    self.know.access[variable.memory] = Access::Accumulated { operation, protected: false };
                    clauses.written.push(id);
                }
                _ => {}
            }
        }
        for (word, list) in [("private", private), ("firstprivate", first), ("lastprivate", last)] {
            if !list.is_empty() {
                self.remove_shared(&mut clauses.words, &list);
                clauses.words.push(format!("{word}({})", list.join(", ")));
            }
        }
        let reduced: Vec<String> =
            clauses.written.iter().map(|&id| self.know.variables[id].name.clone()).collect();
        self.remove_shared(&mut clauses.words, &reduced);
    }

    /// Takes names out of the `shared` clauses of a combined construct.
    fn remove_shared(&mut self, words: &mut Vec<String>, names: &[String]) {
        words.retain_mut(|word| {
            let Some(list) = word.strip_prefix("shared(").and_then(|rest| rest.strip_suffix(')')) else {
                return true;
            };
            let left: Vec<&str> = list.split(", ").filter(|name| !names.iter().any(|n| n == name)).collect();
            let keep = !left.is_empty();
            *word = format!("shared({})", left.join(", "));
            keep
        });
    }

    /// Private variables that a `single` may change, since all get its values.
    pub fn copyprivate(&mut self, before: &Knowledge) -> Vec<String> {
        let mut names = Vec::new();
        let own = self.know.variables_with(|v, access| {
            access == Access::Read
                && before.access[v.memory] == Access::Mine
                && !v.constant
                && !v.is_vla
                && (v.can_be_private || v.threadprivate)
                && !matches!(v.shape, Shape::Pointer(_))
        });
        for id in own {
            if self.random.one_in(3) {
                let variable = &self.know.variables[id];
                names.push(variable.name.clone());
                self.know.access[variable.memory] = Access::Mine;
            }
        }
        names
    }
}
