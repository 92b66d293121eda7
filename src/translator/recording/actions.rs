//! The grammar's actions, each with a step in the recording.

use gpump_parser::Context;

use super::super::Translator;
use super::super::actions::{first, last};
use super::sentences::{self, Before};
use super::{Scope, Step};
use crate::c::symbols::SymbolId;
use crate::syntax::generated::open_mpc::{self as kind, OpenMpcHooks};

/// What the parser calls: the translator's actions, and the recorder around each.
pub struct Watched<'a, 't>(pub &'a mut Translator<'t>);

impl Translator<'_> {
    fn before(&self, ctx: &Context<'_>, action: &'static str) -> Option<Before> {
        if !self.out.recorder.is_on() {
            return None;
        }
        let start = first(ctx);
        let before = Before {
            rule: kind::rule_names().get(ctx.rule_index).copied().unwrap_or_default(),
            tokens: start..=last(ctx).max(start),
            declarations: self.file.scopes.count(),
            bridges: self.thesis.bridges.len(),
            regions: self.thesis.regions,
            open_construct: self.parse.open.last().map(|open| open.kind.name()),
            is_foreign: self.file.tokens.is_in_header(last(ctx)),
        };
        if !before.is_foreign {
            let step = Step {
                rule: before.rule,
                action,
                tokens: Some(before.tokens.clone()),
                says: String::new(),
                declares: Vec::new(),
                is_action: true,
            };
            self.out.recorder.note(|recording| recording.steps.push(step));
        }
        Some(before)
    }

    fn after(&self, before: Option<Before>, action: &'static str) {
        let Some(before) = before else { return };
        let declared: Vec<SymbolId> =
            self.file.scopes.since(before.declarations).map(|(symbol, _)| symbol).collect();
        self.follow_scopes(&before, &declared);
        if before.is_foreign {
            return;
        }
        let says = sentences::of(self, action, &before, &declared);
        self.out.recorder.note(|recording| {
            if let Some(step) = recording.steps.last_mut() {
                step.says = says;
                step.declares = declared;
            }
        });
    }

    /// Opens and closes the scopes that an action opened and closed, and puts what it declared where it belongs.
    fn follow_scopes(&self, before: &Before, declared: &[SymbolId]) {
        let depth = self.file.scopes.depth();
        let end = *before.tokens.end();
        self.out.recorder.note(|recording| {
            let Before { rule, ref tokens, is_foreign, .. } = *before;
            if recording.scopes.is_empty() {
                let tokens = 0..=self.file.tokens.iter().len().saturating_sub(1);
                let rule = "translation_unit";
                recording.scopes.push(Scope {
                    parent: None,
                    rule,
                    tokens,
                    declarations: Vec::new(),
                    in_header: false,
                });
                recording.open_scopes.push(0);
            }
            while recording.open_scopes.len() <= depth {
                let parent = recording.open_scopes.last().copied();
                let tokens = if rule == "function_definition" { tokens.clone() } else { end..=end };
                recording.open_scopes.push(recording.scopes.len());
                let (declarations, in_header) = (Vec::new(), is_foreign);
                recording.scopes.push(Scope { parent, rule, tokens, declarations, in_header });
            }
            for &symbol in declared {
                let at = self.file.scopes.get(symbol).depth.min(recording.open_scopes.len() - 1);
                let scope = recording.open_scopes[at];
                recording.scopes[scope].declarations.push(symbol);
            }
            while recording.open_scopes.len() > depth + 1 {
                if let Some(closed) = recording.open_scopes.pop() {
                    let start = *recording.scopes[closed].tokens.start();
                    recording.scopes[closed].tokens = start..=end.max(start);
                }
            }
        });
    }
}

macro_rules! watched {
    ($($method:ident $action:literal),* $(,)?) => {
        impl OpenMpcHooks for Watched<'_, '_> {
            $(
                fn $method(&mut self, ctx: &Context<'_>) {
                    let before = self.0.before(ctx, $action);
                    OpenMpcHooks::$method(self.0, ctx);
                    self.0.after(before, $action);
                }
            )*
        }
    };
}

watched! {
    accessible_qualifier "accessibleQualifier",
    assign "assign",
    atomic_clause "atomicClause",
    exit_simd_construct "exitSimdConstruct",
    ordered_threads_clause "orderedThreadsClause",
    ordered_simd_clause "orderedSimdClause",
    linear_clause "linearClause",
    aligned_clause "alignedClause",
    simdlen_clause "simdlenClause",
    safelen_clause "safelenClause",
    clause "clause",
    collapse_clause "collapseClause",
    data_clause "dataClause",
    declare "declare",
    default_clause "defaultClause",
    enter_breakable "enterBreakable",
    enter_construct "enterConstruct",
    enter_function "enterFunction",
    enter_parameters "enterParameters",
    enter_scope "enterScope",
    enumerator "enumerator",
    exit_accessible_directive "exitAccessibleDirective",
    exit_atomic_construct "exitAtomicConstruct",
    exit_barrier_directive "exitBarrierDirective",
    exit_breakable "exitBreakable",
    exit_critical_construct "exitCriticalConstruct",
    exit_declaration "exitDeclaration",
    exit_declarative_directive "exitDeclarativeDirective",
    exit_directive "exitDirective",
    exit_executable_construct "exitExecutableConstruct",
    exit_flush_directive "exitFlushDirective",
    exit_for_construct "exitForConstruct",
    exit_for_header "exitForHeader",
    exit_function "exitFunction",
    exit_master_construct "exitMasterConstruct",
    exit_ordered_construct "exitOrderedConstruct",
    exit_parallel_construct "exitParallelConstruct",
    exit_parallel_for_construct "exitParallelForConstruct",
    exit_parallel_sections_construct "exitParallelSectionsConstruct",
    exit_parameter "exitParameter",
    exit_scope "exitScope",
    exit_sections_construct "exitSectionsConstruct",
    exit_single_construct "exitSingleConstruct",
    exit_specifiers "exitSpecifiers",
    exit_standalone_directive "exitStandaloneDirective",
    exit_structure "exitStructure",
    exit_threadprivate_directive "exitThreadprivateDirective",
    if_clause "ifClause",
    initialize "initialize",
    iterator "iterator",
    jump "jump",
    label "label",
    nowait_clause "nowaitClause",
    num_threads_clause "numThreadsClause",
    ordered_clause "orderedClause",
    reference "reference",
    schedule_clause "scheduleClause",
}
