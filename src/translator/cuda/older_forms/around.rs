//! Directives that become others for gcc 12, and what stands around their statements.

use super::super::super::Writer;
use super::Form;
use crate::codegen::cuda;
use crate::openmp::written::{Item, Written};
use crate::rewrite::Tokens as _;
use crate::syntax::accepted::Clause;

const TASKWAIT: &str = "#pragma omp taskwait\n";

impl Writer<'_, '_> {
    /// What a directive's clauses ask for that is none of its line. `is_construct` is whether it has a statement.
    pub(super) fn write_around(&mut self, written: &Written, is_construct: bool, form: &mut Form) {
        let name = written.directive.name;
        if lists_all_memory(written) {
            self.after_all_before(written, is_construct, form);
        } else if name == "taskwait" && written.clause("nowait").is_some() {
            empty_task(written, form);
        }
        if name == "scope" && is_construct {
            self.copies_of_scope(written, form);
        }
        if written.directive.has_leaf("teams") {
            self.teams_if(written, form);
        }
        if ["target data", "target update", "target enter data", "target exit data"].contains(&name) {
            without_motion(written, form);
        }
    }

    /// A task that depends on all memory: those before it are waited for, and those behind it begin when it has ended.
    fn after_all_before(&mut self, written: &Written, is_construct: bool, form: &mut Form) {
        for (word, clause) in written.clauses() {
            if word == "depend" || word == "nowait" {
                let range = written.range(clause);
                form.replaced.retain(|(tokens, _)| !range.contains(tokens.start()));
                form.delete(range);
            }
        }
        if written.directive.name == "taskwait" {
            return;
        }
        form.before = TASKWAIT.to_owned();
        if is_construct {
            form.before.insert_str(0, "{\n");
            form.after = " }".to_owned();
        }
        if written.directive.name == "task" {
            match written.clause("if").and_then(|clause| written.value(clause)) {
                Some(condition) => {
                    let text = format!("({}) && 0", self.out.host_text(&condition));
                    form.replace(condition, text);
                }
                None => form.added.push_str(" if(0)"),
            }
        }
    }

    /// `firstprivate` on `scope`: each thread's copy begins with the original's value.
    fn copies_of_scope(&mut self, written: &Written, form: &mut Form) {
        let clauses: Vec<&Clause> = written.all("firstprivate").collect();
        for clause in &clauses {
            let word = *written.range(clause).start();
            form.replace(word..=word, "private");
        }
        let items: Vec<Item> = clauses.iter().flat_map(|clause| written.items(clause)).collect();
        for token in items.iter().filter_map(|item| item.whole(written.tokens)) {
            let name = self.out.host_text(&(token..=token));
            let original = cuda::original(&name);
            form.before.push_str(&format!("{{ __typeof__({name}) *{original} = &{name};\n"));
            form.first.push_str(&format!("{{ __builtin_memcpy(&{name}, {original}, sizeof {name}); "));
        }
        form.after = " }".repeat(2 * items.len());
    }

    /// `if` on `teams`: where it does not hold, there is one team. For `num_teams`, 0 is as if the clause were not there.
    fn teams_if(&mut self, written: &Written, form: &mut Form) {
        let modifier =
            |clause: &Clause| written.modifiers(clause).first().map(|&word| self.file.tokens.text(word));
        let of_teams = written.all("if").find(|clause| modifier(clause) == Some("teams"));
        let Some(clause) = of_teams.or_else(|| written.all("if").find(|clause| modifier(clause).is_none()))
        else {
            return;
        };
        let Some(condition) = written.value(clause) else { return };
        let condition = self.out.host_text(&condition);
        let others = ["target", "parallel", "simd"];
        if of_teams.is_some() || !others.iter().any(|leaf| written.directive.has_leaf(leaf)) {
            form.delete(written.range(clause));
        }
        let Some(number) = written.clause("num_teams") else {
            form.added = format!(" num_teams(({condition}) ? 0 : 1)");
            return;
        };
        let lower = written.modifiers(number);
        let lower = lower.first().zip(lower.last()).map(|(first, last)| *first..=*last);
        for bound in lower.into_iter().chain(written.value(number)) {
            let text = format!("(({condition}) ? ({}) : 1)", self.out.host_text(&bound));
            form.replace(bound, text);
        }
    }
}

fn lists_all_memory(written: &Written) -> bool {
    let is_all = |item: &Item| item.tokens.iter().any(|&word| written.tokens.text(word) == "omp_all_memory");
    written.directive.name != "depobj"
        && written.clause("detach").is_none()
        && written.all("depend").any(|clause| written.items(clause).iter().any(is_all))
}

/// A `taskwait` that nobody waits at is a task without a statement.
fn empty_task(written: &Written, form: &mut Form) {
    form.replace(written.name(), "task");
    for clause in written.all("nowait") {
        form.delete(written.range(clause));
    }
    form.added = " mergeable\n;".to_owned();
}

/// A directive that has nothing left to move waits for what it depends on.
fn without_motion(written: &Written, form: &mut Form) {
    let is_gone = |clause: &Clause| form.replaced.contains(&(written.range(clause), String::new()));
    let moves = ["map", "to", "from", "use_device_ptr", "use_device_addr"];
    let mut motions = written.clauses().filter(|(word, _)| moves.contains(word));
    if motions.any(|(_, clause)| !is_gone(clause)) {
        return;
    }
    form.replaced.retain(|(tokens, _)| {
        written.all("depend").any(|clause| written.range(clause).contains(tokens.start()))
    });
    if written.clause("depend").is_none() {
        form.is_comment = true;
        return;
    }
    form.replace(written.name(), "taskwait");
    for (_, clause) in written.clauses().filter(|(word, _)| *word != "depend") {
        form.delete(written.range(clause));
    }
}
