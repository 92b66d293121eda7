//! Where the grammar's calls arrive: what each takes from the parse tree.

use antlr4_runtime::{Node, RuleNodeView, TokenStore};
use gpump_parser::Context;

use super::{Dialect, File, Translator};
use crate::c::declarators;
use crate::c::symbols::{DeclInfo, DeclType, Type};
use crate::openmp::constructs::Default_;
use crate::openmp::loops::Header;
use crate::openmp::versions::{Need, V5_1};
use crate::openmp::{ConstructKind, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc::{self as kind, OpenMpcHooks};
use crate::syntax::index_of;
use crate::syntax::tokens::is_assignment_operator;

/// The nodes below the rule whose action runs, of one kind.
fn children<'c>(ctx: &Context<'c>, rule: usize) -> impl Iterator<Item = RuleNodeView<'c>> + use<'c> {
    let (tree, tokens) = (ctx.tree, ctx.tokens);
    ctx.rule.into_iter().flat_map(move |found| found.child_rules(tree, tokens, rule))
}

fn child<'c>(ctx: &Context<'c>, rule: usize) -> Option<RuleNodeView<'c>> {
    children(ctx, rule).next()
}

/// The parser's token with which the rule began.
pub(super) fn first(ctx: &Context<'_>) -> usize {
    ctx.first.as_ref().map_or(0, index_of)
}

/// The visible token of the parser's that was consumed last.
pub(super) fn last(ctx: &Context<'_>) -> usize {
    ctx.last.as_ref().map_or(0, index_of)
}

fn node_range(rule: RuleNodeView<'_>) -> Option<std::ops::RangeInclusive<usize>> {
    let (start, stop) = (index_of(&rule.start()?), index_of(&rule.stop()?));
    (start <= stop && rule.child_count() > 0).then_some(start..=stop)
}

/// The tokens of the rule so far.
fn range(ctx: &Context<'_>) -> std::ops::RangeInclusive<usize> {
    let start = first(ctx);
    start..=last(ctx).max(start)
}

impl Translator<'_> {
    /// Whether the action runs for text that is not translated: a header's, but
    /// for the functions that the device needs.
    fn is_foreign(&self, ctx: &Context<'_>) -> bool {
        let is_accessible =
            || self.parse.function.as_ref().is_some_and(|function| function.accessible.is_some());
        // Any function of the program may be called on the device.
        let may_be_called = || {
            self.file.dialect == Dialect::Cuda
                && self.parse.function.is_some()
                && !self.file.is_system(last(ctx))
        };
        self.file.in_header(ctx) && !is_accessible() && !may_be_called()
    }

    /// Whether a header of the program's own declares something there, outside of functions: its tables may have addresses of
    /// the file's variables and functions.
    fn is_of_own_header(&self, ctx: &Context<'_>) -> bool {
        let is_outside = self.file.dialect == Dialect::Cuda && self.parse.function.is_none();
        is_outside && !self.file.is_system(last(ctx))
    }
}

impl File<'_> {
    /// What a declaration is read with.
    fn reading<'r>(&'r self, store: &'r TokenStore) -> declarators::Reading<'r> {
        declarators::Reading {
            scopes: &self.scopes,
            store,
            tokens: self.tokens,
            is_lasting: &*self.is_lasting,
        }
    }

    /// Whether the action runs for text of a header.
    fn in_header(&self, ctx: &Context<'_>) -> bool {
        self.tokens.is_in_header(last(ctx))
    }

    /// The visible token that comes next.
    fn next(&self, ctx: &Context<'_>) -> usize {
        self.tokens.visible_from(last(ctx) + 1).unwrap_or(0)
    }
}

impl OpenMpcHooks for Translator<'_> {
    // Declarations -----------------------------------------------------------

    fn exit_specifiers(&mut self, ctx: &Context<'_>) {
        let Some(context) = ctx.rule else { return };
        let nodes = context.child_nodes(ctx.tree, ctx.tokens);
        let specifiers = declarators::specifiers(nodes, &self.file.reading(ctx.tokens));
        self.parse.specifiers.push(specifiers);
    }

    fn declare(&mut self, ctx: &Context<'_>) {
        let Some(rule) = child(ctx, kind::RULE_DECLARATOR) else { return };
        let specifiers = self.parse.specifiers.last().cloned().unwrap_or_default();
        let declared = declarators::declarator(rule, specifiers.base.clone(), &self.file.reading(ctx.tokens));
        let (Some(name), Some(token)) = (declared.name, declared.token) else { return };
        if !specifiers.has_type && !self.file.in_header(ctx) {
            let start = rule.start().map_or(token, |start| index_of(&start));
            self.bridge_implicit_int(start);
        }
        if self.is_declared_between_head_and_body() {
            let parameter = declarators::adjusted(Some(name), Some(token), declared.ty);
            self.parse.declared = self.declare_parameter(parameter);
            return;
        }
        let decl_type = match declared.ty.resolved() {
            _ if specifiers.is_typedef => DeclType::Typedef,
            Type::Function { .. } => DeclType::FunctionDeclaration,
            _ if declared.ty.is_function_pointer() => DeclType::FunctionPointer,
            _ => DeclType::Variable,
        };
        let mut declaration = DeclInfo::new(name, declared.ty, decl_type, token);
        declaration.is_static = specifiers.is_static;
        declaration.is_extern = specifiers.is_extern;
        self.check_static(&declaration, specifiers.is_extern);
        let is_function = declaration.is_function();
        let symbol = self.file.scopes.declare(declaration);
        self.parse.declared = Some(symbol);
        self.check_declared_simd(symbol, false);
        if is_function && !self.file.in_header(ctx) {
            self.take_prototype(symbol, token);
        }
        if is_function && self.parse.function.is_none() {
            self.take_accessible_prototype(symbol);
        }
    }

    fn initialize(&mut self, ctx: &Context<'_>) {
        if self.is_foreign(ctx) {
            return;
        }
        if let Some(value) = child(ctx, kind::RULE_INITIALIZER).and_then(node_range) {
            self.check_initializer(&value);
            self.bridge_initializer(&value);
        }
    }

    fn assign(&mut self, ctx: &Context<'_>) {
        if self.is_foreign(ctx) {
            return;
        }
        let Some(value) = child(ctx, kind::RULE_ASSIGNMENT_EXPRESSION).and_then(node_range) else { return };
        let before = |index| self.file.tokens.visible_before(index);
        let target = before(*value.start()).and_then(before).map(|last| first(ctx)..=last);
        if let Some(target) = target {
            self.bridge_assignment(&target, &value);
        }
    }

    fn exit_declaration(&mut self, ctx: &Context<'_>) {
        let specifiers = self.parse.specifiers.pop().unwrap_or_default();
        let range = range(ctx);
        if self.file.dialect == Dialect::Cuda {
            self.keep_declaration(&range, &specifiers);
        }
        if !self.file.in_header(ctx) {
            self.drop_runtime_declaration(&range);
        }
        if self.parse.function.is_none() {
            self.exit_qualified_declaration(&range);
        }
        for (_, end) in self.file.prototypes.iter_mut().rev().take_while(|(_, end)| range.contains(end)) {
            *end = *range.end();
        }
    }

    fn exit_parameter(&mut self, _: &Context<'_>) {
        self.parse.specifiers.pop();
    }

    fn enumerator(&mut self, ctx: &Context<'_>) {
        let token = last(ctx);
        let name = self.file.tokens.text(last(ctx)).to_owned();
        self.file.scopes.declare(DeclInfo::new(name, Type::builtin("int"), DeclType::Enumerator, token));
    }

    fn exit_structure(&mut self, ctx: &Context<'_>) {
        let (Some(tag), Some(keyword), Some(list)) = (
            child(ctx, kind::RULE_IDENTIFIER),
            child(ctx, kind::RULE_STRUCT_OR_UNION),
            child(ctx, kind::RULE_STRUCT_DECLARATION_LIST),
        ) else {
            return;
        };
        let words = format!("{} {}", keyword.text(), tag.text());
        let members = declarators::members(list, &self.file.reading(ctx.tokens));
        self.file.scopes.define_structure(&words, first(ctx), members);
    }

    // Functions and scopes ---------------------------------------------------

    fn accessible_qualifier(&mut self, ctx: &Context<'_>) {
        self.parse.accessible = Some(range(ctx));
    }

    fn enter_parameters(&mut self, ctx: &Context<'_>) {
        self.begin_function_from(ctx);
    }

    fn enter_function(&mut self, ctx: &Context<'_>) {
        if children(ctx, kind::RULE_DECLARATION).next().is_none() {
            self.begin_function_from(ctx);
        }
        let body = self.file.next(ctx);
        self.enter_body(body);
    }

    fn exit_function(&mut self, ctx: &Context<'_>) {
        self.leave_function(*range(ctx).end());
    }

    fn enter_scope(&mut self, _: &Context<'_>) {
        self.file.scopes.enter();
    }

    fn exit_scope(&mut self, ctx: &Context<'_>) {
        self.file.scopes.exit(last(ctx));
    }

    // Statements and expressions ---------------------------------------------

    fn enter_breakable(&mut self, ctx: &Context<'_>) {
        self.enter_loop_or_switch(self.file.tokens[first(ctx)].kind == kind::SWITCH);
    }

    fn exit_breakable(&mut self, ctx: &Context<'_>) {
        self.exit_loop_or_switch(self.file.tokens[first(ctx)].kind == kind::SWITCH);
        self.take_loop_end(&range(ctx));
    }

    fn label(&mut self, ctx: &Context<'_>) {
        if !self.is_foreign(ctx) {
            let is_case = self.file.tokens[first(ctx)].kind != kind::IDENTIFIER;
            let name = self.file.tokens.text(first(ctx)).to_owned();
            self.take_label(first(ctx), name, is_case);
        }
    }

    fn jump(&mut self, ctx: &Context<'_>) {
        if self.is_foreign(ctx) {
            return;
        }
        let word = self.file.tokens[first(ctx)].kind;
        let target = child(ctx, kind::RULE_IDENTIFIER).map(RuleNodeView::text);
        self.take_jump(word, target, range(ctx));
        if let Some(value) = child(ctx, kind::RULE_EXPRESSION).and_then(node_range) {
            self.bridge_return(&value);
        }
    }

    fn reference(&mut self, ctx: &Context<'_>) {
        if self.is_foreign(ctx) && !self.is_of_own_header(ctx) {
            return;
        }
        let token = last(ctx);
        let list = self.file.tokens;
        let name = list.text(token).to_owned();
        let reference = Reference {
            token,
            symbol: self.file.scopes.lookup(&name),
            name,
            called: is_called(list, token),
            changed: is_changed(list, token),
        };
        self.take_reference(reference);
    }

    fn exit_for_header(&mut self, ctx: &Context<'_>) {
        let part = |rule| child(ctx, rule).and_then(node_range);
        let header = Header {
            keyword: first(ctx),
            init: part(kind::RULE_FOR_INIT),
            condition: part(kind::RULE_FOR_CONDITION),
            increment: part(kind::RULE_FOR_INCREMENT),
            body_start: self.file.next(ctx),
        };
        self.take_loop_header(&header);
    }

    // Clauses ----------------------------------------------------------------

    fn atomic_clause(&mut self, ctx: &Context<'_>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        let word = self.file.tokens.text(first(ctx)).to_owned();
        self.take_atomic_clause(&word, expression, range(ctx));
    }

    fn data_clause(&mut self, ctx: &Context<'_>) {
        let sharing = match self.file.tokens.text(first(ctx)) {
            "private" => Sharing::Private,
            "firstprivate" => Sharing::Firstprivate,
            "lastprivate" => Sharing::Lastprivate,
            "shared" => Sharing::Shared,
            "copyin" => Sharing::Copyin,
            "copyprivate" => Sharing::Copyprivate,
            _ => Sharing::Reduction(
                child(ctx, kind::RULE_REDUCTION_OPERATOR).map(RuleNodeView::text).unwrap_or_default(),
            ),
        };
        let names = self.file.identifiers(ctx);
        let is_conditional = range(ctx).any(|index| self.file.tokens[index].kind == kind::CONDITIONAL);
        self.take_data_clause(&sharing, &names);
        if is_conditional {
            self.take_conditional(&names);
        }
    }

    fn default_clause(&mut self, ctx: &Context<'_>) {
        let tokens = range(ctx);
        let mut kinds = tokens.clone().map(|index| self.file.tokens[index].kind);
        let (none, sharing) = kinds
            .find_map(|word| match word {
                kind::NONE => Some((true, None)),
                kind::PRIVATE => Some((false, Some(Sharing::Private))),
                kind::FIRSTPRIVATE => Some((false, Some(Sharing::Firstprivate))),
                _ => None,
            })
            .unwrap_or_default();
        self.take_default_clause(Default_ { none, sharing, tokens });
    }

    fn if_clause(&mut self, ctx: &Context<'_>) {
        let modifier = child(ctx, kind::RULE_DIRECTIVE_NAME_MODIFIER).map(RuleNodeView::text);
        if modifier.is_some_and(|modifier| modifier != "parallel") {
            return self.take_clause(range(ctx), Vec::new());
        }
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_if_clause(expression, range(ctx));
    }

    fn num_threads_clause(&mut self, ctx: &Context<'_>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_num_threads_clause(expression);
    }

    fn schedule_clause(&mut self, ctx: &Context<'_>) {
        let kind = child(ctx, kind::RULE_SCHEDULE_KIND).map(RuleNodeView::text).unwrap_or_default();
        let chunk = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_schedule_clause(kind, chunk, range(ctx));
    }

    fn collapse_clause(&mut self, ctx: &Context<'_>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_collapse_clause(expression, range(ctx));
    }

    fn safelen_clause(&mut self, ctx: &Context<'_>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_safelen_clause(expression);
    }

    fn simdlen_clause(&mut self, ctx: &Context<'_>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_simdlen_clause(expression);
    }

    fn aligned_clause(&mut self, ctx: &Context<'_>) {
        let alignment = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_aligned_clause(self.file.identifiers(ctx), alignment);
    }

    fn linear_clause(&mut self, ctx: &Context<'_>) {
        let step = child(ctx, kind::RULE_LINEAR_STEP).and_then(|step| step.child_rule(kind::RULE_EXPRESSION));
        let names = self.file.identifiers(ctx);
        self.take_data_clause(&Sharing::Linear(step.and_then(node_range)), &names);
    }

    fn ordered_simd_clause(&mut self, ctx: &Context<'_>) {
        let token = last(ctx);
        self.take_ordered_simd_clause(token..=token);
    }

    fn ordered_threads_clause(&mut self, _: &Context<'_>) {
        self.take_ordered_threads_clause();
    }

    fn exit_simd_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::Simd, range(ctx));
    }

    fn nowait_clause(&mut self, ctx: &Context<'_>) {
        let token = last(ctx);
        self.take_nowait_clause(token..=token);
    }

    fn ordered_clause(&mut self, ctx: &Context<'_>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_ordered_clause(expression, range(ctx));
    }

    fn clause(&mut self, ctx: &Context<'_>) {
        self.take_clause(range(ctx), self.file.identifiers(ctx));
    }

    fn iterator(&mut self, ctx: &Context<'_>) {
        self.take_iterator(last(ctx));
    }

    // Constructs and directives ----------------------------------------------

    fn exit_executable_construct(&mut self, ctx: &Context<'_>) {
        self.close_executable_construct(range(ctx));
    }

    fn exit_standalone_directive(&mut self, ctx: &Context<'_>) {
        self.take_standalone(range(ctx));
    }

    fn exit_declarative_directive(&mut self, ctx: &Context<'_>) {
        self.take_declarative(range(ctx));
    }

    fn enter_construct(&mut self, ctx: &Context<'_>) {
        self.open_construct(first(ctx));
    }

    fn exit_directive(&mut self, ctx: &Context<'_>) {
        self.close_directive(last(ctx), range(ctx));
    }

    fn exit_parallel_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::Parallel, range(ctx));
    }

    fn exit_for_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::For, range(ctx));
    }

    fn exit_sections_construct(&mut self, ctx: &Context<'_>) {
        self.take_sections(ctx);
        self.close_construct(ConstructKind::Sections, range(ctx));
    }

    fn exit_single_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::Single, range(ctx));
    }

    fn exit_parallel_for_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::ParallelFor, range(ctx));
    }

    fn exit_parallel_sections_construct(&mut self, ctx: &Context<'_>) {
        self.take_sections(ctx);
        self.close_construct(ConstructKind::ParallelSections, range(ctx));
    }

    fn exit_master_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::Master, range(ctx));
    }

    fn exit_critical_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::Critical, range(ctx));
    }

    fn exit_atomic_construct(&mut self, ctx: &Context<'_>) {
        let statement =
            [kind::RULE_EXPRESSION_STATEMENT, kind::RULE_COMPOUND_STATEMENT, kind::RULE_SELECTION_STATEMENT];
        let statement = statement.into_iter().find_map(|rule| child(ctx, rule));
        if let Some(statement) = statement.and_then(node_range) {
            self.check_atomic(&statement);
        }
        self.close_construct(ConstructKind::Atomic, range(ctx));
    }

    fn exit_ordered_construct(&mut self, ctx: &Context<'_>) {
        self.close_construct(ConstructKind::Ordered, range(ctx));
    }

    fn exit_barrier_directive(&mut self, ctx: &Context<'_>) {
        self.take_barrier(first(ctx), range(ctx));
    }

    fn exit_flush_directive(&mut self, ctx: &Context<'_>) {
        self.take_flush(range(ctx), &self.file.identifiers(ctx));
    }

    fn exit_threadprivate_directive(&mut self, ctx: &Context<'_>) {
        self.take_threadprivate(&range(ctx), &self.file.identifiers(ctx));
    }

    fn exit_accessible_directive(&mut self, ctx: &Context<'_>) {
        let names = self.file.identifiers(ctx);
        self.take_accessible_data(first(ctx), range(ctx), &names);
    }
}

impl Translator<'_> {
    /// A section of several statements came with OpenMP 5.1 (section 11.3 of OpenMP 5.2).
    fn take_sections(&mut self, ctx: &Context<'_>) {
        let scope = child(ctx, kind::RULE_SECTION_SCOPE);
        let Some(list) = scope.and_then(|scope| scope.child_rule(kind::RULE_SECTION_SEQUENCE)) else {
            return;
        };
        let mut has_directive = true;
        for part in list.children().filter_map(Node::as_rule) {
            let is_directive = part.rule_index() == kind::RULE_SECTION_DIRECTIVE;
            if let Some(range) = node_range(part).filter(|_| !is_directive && !has_directive) {
                self.parse.needs.push(Need::new(V5_1, "a section of several statements", range));
            }
            has_directive = is_directive;
        }
    }

    fn begin_function_from(&mut self, ctx: &Context<'_>) {
        let has_specifiers = child(ctx, kind::RULE_DECLARATION_SPECIFIERS).is_some();
        let specifiers = if has_specifiers { self.parse.specifiers.pop() } else { None };
        let base = specifiers.as_ref().map_or_else(|| Type::builtin("int"), |found| found.base.clone());
        let declared = child(ctx, kind::RULE_DECLARATOR)
            .map(|rule| declarators::declarator(rule, base, &self.file.reading(ctx.tokens)));
        let start = child(ctx, kind::RULE_DECLARATION_SPECIFIERS)
            .or_else(|| child(ctx, kind::RULE_DECLARATOR))
            .and_then(RuleNodeView::start)
            .map_or(first(ctx), |token| index_of(&token));
        let in_header = self.file.in_header(ctx);
        let has_type = specifiers.is_some_and(|found| found.has_type);
        if has_specifiers && !has_type && !in_header {
            let declarator = child(ctx, kind::RULE_DECLARATOR).and_then(RuleNodeView::start);
            if let Some(index) = declarator.map(|token| index_of(&token)) {
                self.bridge_implicit_int(index);
            }
        }
        if let Some(declared) = declared {
            self.begin_function(declared, start, has_specifiers, in_header);
        }
    }
}

impl File<'_> {
    /// The names of a list, each with its token of the file.
    fn identifiers(&self, ctx: &Context<'_>) -> Vec<(String, usize)> {
        let in_flush = || child(ctx, kind::RULE_FLUSH_VARS)?.child_rule(kind::RULE_IDENTIFIER_LIST);
        let lists = [kind::RULE_IDENTIFIER_LIST, kind::RULE_REDUCTION_LIST, kind::RULE_SECTION_LIST];
        let list = lists.into_iter().find_map(|list| child(ctx, list)).or_else(in_flush);
        let names = list.into_iter().flat_map(|list| list.children()).filter_map(Node::as_rule);
        names
            .filter_map(|rule| {
                // The name is all of it, or what a part of an array begins with.
                let name = rule.start()?;
                Some((name.text()?.to_owned(), index_of(&name)))
            })
            .collect()
    }
}

/// Whether a call follows a name, which may stand in parentheses: `(f)(x)`, so that a macro of that name does not count.
fn is_called(list: &TokenList, name: usize) -> bool {
    around_parentheses(list, name).is_some_and(|(_, behind)| behind == kind::LEFT_PAREN)
}

/// Whether an assignment, `++` or `--` changes what a name means, which may stand in parentheses, as macros write it.
fn is_changed(list: &TokenList, name: usize) -> bool {
    let steps = [kind::PLUS_PLUS, kind::MINUS_MINUS];
    around_parentheses(list, name).is_some_and(|(before, behind)| {
        (is_assignment_operator(behind) && before != kind::STAR)
            || steps.contains(&behind)
            || steps.contains(&before)
    })
}

/// What stands in front of a name and behind it, outside of its own parentheses; `None` where these are an argument's, or a
/// condition's.
fn around_parentheses(list: &TokenList, name: usize) -> Option<(i32, i32)> {
    let kind_of = |at: Option<usize>| at.map_or(0, |at| list[at].kind);
    let others = [kind::IDENTIFIER, kind::RIGHT_BRACKET, kind::IF, kind::WHILE, kind::SWITCH, kind::SIZEOF];
    let mut outer = list.around_name(name).map(|(before, behind)| (kind_of(before), kind_of(behind)));
    let first = outer.next();
    outer.try_fold(first?, |_, around| (!others.contains(&around.0)).then_some(around))
}
