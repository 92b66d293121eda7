//! Where the grammar's calls arrive: what each takes from the parse tree.

use antlr4_runtime::{Node, ParserSemCtx, RuleNodeView, Token as _, TokenSource};

use super::Translator;
use crate::openmp::loops::Header;
use crate::openmp::{ConstructKind, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, DeclType, Type};
use crate::syntax::Origin;
use crate::syntax::declarators;
use crate::syntax::generated::open_mpc::{self as kind, OpenMpcHooks};

type Context<'a, L> = ParserSemCtx<'a, L>;

/// The nodes below the rule whose action runs, of one kind.
fn children<'c, L: TokenSource>(
    ctx: &'c Context<'_, L>,
    rule: usize,
) -> impl Iterator<Item = RuleNodeView<'c>> + use<'c, L> {
    ctx.context()
        .into_iter()
        .flat_map(move |context| context.child_rules(ctx.parse_tree_storage(), ctx.token_store(), rule))
}

fn child<'c, L: TokenSource>(ctx: &'c Context<'_, L>, rule: usize) -> Option<RuleNodeView<'c>> {
    children(ctx, rule).next()
}

/// The parser's token with which the rule began.
fn first<L: TokenSource>(ctx: &Context<'_, L>) -> usize {
    ctx.action().map_or(0, |action| action.start_index())
}

/// The visible token of the parser's that was consumed last.
fn last<L: TokenSource>(ctx: &Context<'_, L>) -> usize {
    ctx.lt(-1).map_or(0, |token| token.token_id().index())
}

fn node_range(rule: RuleNodeView<'_>) -> Option<std::ops::RangeInclusive<usize>> {
    let (start, stop) = (rule.start_id()?.index(), rule.stop_id()?.index());
    (start <= stop && rule.child_count() > 0).then_some(start..=stop)
}

impl Translator<'_> {
    /// The tokens of the file that the rule stands for so far.
    fn range<L: TokenSource>(&self, ctx: &Context<'_, L>) -> std::ops::RangeInclusive<usize> {
        let start = first(ctx);
        self.woven.places(&(start..=last(ctx).max(start)))
    }

    /// The tokens of the file that a node stands for.
    fn place_of(&self, rule: RuleNodeView<'_>) -> Option<std::ops::RangeInclusive<usize>> {
        node_range(rule).map(|range| self.woven.places(&range))
    }

    /// The token of the file where a token of the parser's stands or begins.
    fn place<L: TokenSource>(&self, _: &Context<'_, L>, parsed: usize) -> usize {
        *self.woven.place(parsed).start()
    }

    /// Whether the action runs for text of a header.
    fn in_header<L: TokenSource>(&self, ctx: &Context<'_, L>) -> bool {
        matches!(self.woven.origin(last(ctx)), Origin::Header { .. })
    }

    /// The token of the file that comes next.
    fn next<L: TokenSource>(&self, ctx: &Context<'_, L>) -> usize {
        self.woven.parsed().visible_from(last(ctx) + 1).map_or(0, |parsed| *self.woven.place(parsed).start())
    }
}

impl OpenMpcHooks for &mut Translator<'_> {
    // Declarations -----------------------------------------------------------

    fn exit_specifiers<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let Some(context) = ctx.context() else { return };
        let nodes = context.child_nodes(ctx.parse_tree_storage(), ctx.token_store());
        let specifiers = declarators::specifiers(nodes, &self.scopes);
        self.specifiers.push(specifiers);
    }

    fn declare<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let Some(rule) = child(ctx, kind::RULE_DECLARATOR) else { return };
        let specifiers = self.specifiers.last().cloned().unwrap_or_default();
        let declared =
            declarators::declarator(rule, specifiers.base.clone(), &self.scopes, ctx.token_store());
        let (Some(name), Some(token)) = (declared.name, declared.token) else { return };
        let token = self.place(ctx, token);
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
        let symbol = self.scopes.declare(declaration);
        self.declared = Some(symbol);
        if is_function {
            self.prototypes.push((symbol, token));
        }
    }

    fn initialize<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if self.in_header(ctx) {
            return;
        }
        if let Some(value) = child(ctx, kind::RULE_INITIALIZER).and_then(|rule| self.place_of(rule)) {
            self.check_initializer(&value);
            self.bridge_initializer(&value);
        }
    }

    fn assign<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if self.in_header(ctx) {
            return;
        }
        let target = child(ctx, kind::RULE_CONDITIONAL_EXPRESSION).and_then(|rule| self.place_of(rule));
        let value = child(ctx, kind::RULE_ASSIGNMENT_EXPRESSION).and_then(|rule| self.place_of(rule));
        if let (Some(target), Some(value)) = (target, value) {
            self.bridge_assignment(&target, &value);
        }
    }

    fn exit_declaration<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.specifiers.pop();
        let range = self.range(ctx);
        for (_, end) in self.prototypes.iter_mut().rev().take_while(|(_, end)| range.contains(end)) {
            *end = *range.end();
        }
    }

    fn exit_parameter<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.specifiers.pop();
    }

    fn enumerator<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = self.place(ctx, last(ctx));
        let name = self.woven.parsed().text(last(ctx)).to_owned();
        self.scopes.declare(DeclInfo::new(name, Type::builtin("int"), DeclType::Enumerator, token));
    }

    fn exit_structure<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let (Some(tag), Some(keyword), Some(list)) = (
            child(ctx, kind::RULE_IDENTIFIER),
            child(ctx, kind::RULE_STRUCT_OR_UNION),
            child(ctx, kind::RULE_STRUCT_DECLARATION_LIST),
        ) else {
            return;
        };
        let words = format!("{} {}", keyword.text(), tag.text());
        let members = declarators::members(list, &self.scopes, ctx.token_store());
        self.scopes.define_structure(words, members);
    }

    // Functions and scopes ---------------------------------------------------

    fn accessible_qualifier<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.accessible = Some(self.range(ctx));
    }

    fn enter_parameters<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.begin_function_from(ctx);
    }

    fn enter_function<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if children(ctx, kind::RULE_DECLARATION).next().is_none() {
            self.begin_function_from(ctx);
        }
        let body = self.next(ctx);
        self.enter_body(body);
    }

    fn exit_function<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.leave_function(*self.range(ctx).end());
    }

    fn enter_scope<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.scopes.enter();
    }

    fn exit_scope<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.scopes.exit();
    }

    // Statements and expressions ---------------------------------------------

    fn enter_breakable<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.enter_loop_or_switch(self.woven.parsed()[first(ctx)].kind == kind::SWITCH);
    }

    fn exit_breakable<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.exit_loop_or_switch(self.woven.parsed()[first(ctx)].kind == kind::SWITCH);
    }

    fn label<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if !self.in_header(ctx) {
            let is_case = self.woven.parsed()[first(ctx)].kind != kind::IDENTIFIER;
            let name = self.woven.parsed().text(first(ctx)).to_owned();
            self.take_label(self.place(ctx, first(ctx)), name, is_case);
        }
    }

    fn jump<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if self.in_header(ctx) {
            return;
        }
        let word = self.woven.parsed()[first(ctx)].kind;
        let target = child(ctx, kind::RULE_IDENTIFIER).map(RuleNodeView::text);
        self.take_jump(word, target, self.range(ctx));
        if let Some(value) = child(ctx, kind::RULE_EXPRESSION).and_then(|rule| self.place_of(rule)) {
            self.bridge_return(&value);
        }
    }

    fn reference<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if self.in_header(ctx) {
            return;
        }
        let parsed = last(ctx);
        let list = self.woven.parsed();
        let name = list.text(parsed).to_owned();
        let next = ctx.la(1);
        let before = list.visible_before(parsed).map_or(0, |index| list[index].kind);
        let steps = [kind::PLUS_PLUS, kind::MINUS_MINUS];
        let reference = Reference {
            token: self.place(ctx, parsed),
            parsed,
            symbol: self.scopes.lookup(&name),
            name,
            called: next == kind::LEFT_PAREN,
            changed: is_assignment(next) || steps.contains(&next) || steps.contains(&before),
        };
        self.take_reference(reference);
    }

    fn exit_for_header<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let part = |rule| child(ctx, rule).and_then(|rule| self.place_of(rule));
        let header = Header {
            keyword: self.place(ctx, first(ctx)),
            init: part(kind::RULE_FOR_INIT),
            condition: part(kind::RULE_FOR_CONDITION),
            increment: part(kind::RULE_FOR_INCREMENT),
            body_start: self.next(ctx),
        };
        self.take_loop_header(&header);
    }

    // Clauses ----------------------------------------------------------------

    fn data_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let sharing = match self.woven.parsed().text(first(ctx)) {
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
        let names = self.identifiers(ctx);
        self.take_data_clause(&sharing, &names);
    }

    fn default_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let none = (first(ctx)..=last(ctx)).any(|index| self.woven.parsed()[index].kind == kind::NONE);
        self.take_default_clause(none, self.range(ctx));
    }

    fn if_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(|rule| self.place_of(rule));
        self.take_if_clause(expression, self.range(ctx));
    }

    fn num_threads_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(|rule| self.place_of(rule));
        self.take_num_threads_clause(expression, self.range(ctx));
    }

    fn schedule_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let kind = child(ctx, kind::RULE_SCHEDULE_KIND).map(RuleNodeView::text).unwrap_or_default();
        let chunk = child(ctx, kind::RULE_EXPRESSION).and_then(|rule| self.place_of(rule));
        self.take_schedule_clause(kind, chunk, self.range(ctx));
    }

    fn nowait_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = self.place(ctx, last(ctx));
        self.take_nowait_clause(token..=token);
    }

    fn ordered_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = self.place(ctx, last(ctx));
        self.take_ordered_clause(token..=token);
    }

    // Constructs and directives ----------------------------------------------

    fn enter_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.open_construct(first(ctx));
    }

    fn exit_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_directive(last(ctx), self.range(ctx));
    }

    fn exit_parallel_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Parallel, self.range(ctx));
    }

    fn exit_for_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::For, self.range(ctx));
    }

    fn exit_sections_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.check_sections(ctx);
        self.close_construct(ConstructKind::Sections, self.range(ctx));
    }

    fn exit_single_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Single, self.range(ctx));
    }

    fn exit_parallel_for_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::ParallelFor, self.range(ctx));
    }

    fn exit_parallel_sections_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.check_sections(ctx);
        self.close_construct(ConstructKind::ParallelSections, self.range(ctx));
    }

    fn exit_master_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Master, self.range(ctx));
    }

    fn exit_critical_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Critical, self.range(ctx));
    }

    fn exit_atomic_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if let Some(statement) = child(ctx, kind::RULE_EXPRESSION_STATEMENT).and_then(node_range) {
            self.check_atomic(&statement);
        }
        self.close_construct(ConstructKind::Atomic, self.range(ctx));
    }

    fn exit_ordered_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Ordered, self.range(ctx));
    }

    fn exit_barrier_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_barrier(first(ctx), self.range(ctx));
    }

    fn exit_flush_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_flush(self.range(ctx), &self.identifiers(ctx));
    }

    fn exit_threadprivate_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_threadprivate(&self.range(ctx), &self.identifiers(ctx));
    }

    fn exit_accessible_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let names = self.identifiers(ctx);
        self.take_accessible_data(first(ctx), self.range(ctx), &names);
    }
}

impl Translator<'_> {
    /// Of the blocks of a sections construct, only the first may go without a
    /// directive of its own.
    fn check_sections<L: TokenSource>(&mut self, ctx: &Context<'_, L>) {
        let scope = child(ctx, kind::RULE_SECTION_SCOPE);
        let Some(list) = scope.and_then(|scope| scope.child_rule(kind::RULE_SECTION_SEQUENCE)) else {
            return;
        };
        let mut has_directive = true;
        for part in list.children().filter_map(Node::as_rule) {
            let is_directive = part.rule_index() == kind::RULE_SECTION_DIRECTIVE;
            if let Some(range) = self.place_of(part).filter(|_| !is_directive && !has_directive) {
                self.refuse_bare_section(&range);
            }
            has_directive = is_directive;
        }
    }

    /// The names of an `identifier_list`, each with its token of the file.
    fn identifiers<L: TokenSource>(&self, ctx: &Context<'_, L>) -> Vec<(String, usize)> {
        let in_flush = || child(ctx, kind::RULE_FLUSH_VARS)?.child_rule(kind::RULE_IDENTIFIER_LIST);
        let Some(list) = child(ctx, kind::RULE_IDENTIFIER_LIST).or_else(in_flush) else { return Vec::new() };
        list.children()
            .filter_map(Node::as_rule)
            .filter_map(|rule| Some((rule.text(), self.place(ctx, rule.start_id()?.index()))))
            .collect()
    }

    fn begin_function_from<L: TokenSource>(&mut self, ctx: &Context<'_, L>) {
        let has_specifiers = child(ctx, kind::RULE_DECLARATION_SPECIFIERS).is_some();
        let specifiers = if has_specifiers { self.specifiers.pop() } else { None };
        let base = specifiers.as_ref().map_or_else(|| Type::builtin("int"), |found| found.base.clone());
        let declared = child(ctx, kind::RULE_DECLARATOR)
            .map(|rule| declarators::declarator(rule, base, &self.scopes, ctx.token_store()));
        let start = child(ctx, kind::RULE_DECLARATION_SPECIFIERS)
            .or_else(|| child(ctx, kind::RULE_DECLARATOR))
            .and_then(|rule| rule.start_id())
            .map_or(first(ctx), antlr4_runtime::TokenId::index);
        let in_header = self.in_header(ctx);
        let start = self.place(ctx, start);
        if let Some(mut declared) = declared {
            declared.token = declared.token.map(|token| self.place(ctx, token));
            if let Type::Function { parameters, .. } = &mut declared.ty {
                for parameter in parameters {
                    parameter.token = parameter.token.map(|token| self.place(ctx, token));
                }
            }
            self.begin_function(declared, start, has_specifiers, in_header);
        }
    }
}

fn is_assignment(token: i32) -> bool {
    matches!(
        token,
        kind::ASSIGN
            | kind::STAR_ASSIGN
            | kind::SLASH_ASSIGN
            | kind::PERCENT_ASSIGN
            | kind::PLUS_ASSIGN
            | kind::MINUS_ASSIGN
            | kind::LEFT_SHIFT_ASSIGN
            | kind::RIGHT_SHIFT_ASSIGN
            | kind::AND_ASSIGN
            | kind::CARET_ASSIGN
            | kind::OR_ASSIGN
    )
}
