//! Where the grammar's calls arrive: what each takes from the parse tree.

use antlr4_runtime::{Node, ParserSemCtx, RuleNodeView, Token as _, TokenSource};

use super::Translator;
use crate::openmp::loops::Header;
use crate::openmp::{ConstructKind, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::symbols::{DeclInfo, DeclType, Type};
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

/// The token with which the rule began.
fn start<L: TokenSource>(ctx: &Context<'_, L>) -> usize {
    ctx.action().map_or(0, |action| action.start_index())
}

/// The tokens of the rule so far.
fn range<L: TokenSource>(ctx: &Context<'_, L>) -> std::ops::RangeInclusive<usize> {
    let start = start(ctx);
    start..=last(ctx).max(start)
}

/// The visible token that was consumed last.
fn last<L: TokenSource>(ctx: &Context<'_, L>) -> usize {
    ctx.lt(-1).map_or(0, |token| token.token_id().index())
}

fn node_range(rule: RuleNodeView<'_>) -> Option<std::ops::RangeInclusive<usize>> {
    let (start, stop) = (rule.start_id()?.index(), rule.stop_id()?.index());
    (start <= stop && rule.child_count() > 0).then_some(start..=stop)
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
        if !specifiers.has_type {
            let start = rule.start_id().map_or(token, antlr4_runtime::TokenId::index);
            self.bridge_implicit_int(start);
        }
        let decl_type = match declared.ty.resolved() {
            _ if specifiers.is_typedef => DeclType::Typedef,
            Type::Function { .. } => DeclType::FunctionDeclaration,
            _ if declared.ty.is_function_pointer() => DeclType::FunctionPointer,
            _ => DeclType::Variable,
        };
        let mut declaration = DeclInfo::new(name, declared.ty, decl_type, token);
        declaration.is_static = specifiers.is_static;
        self.check_static(&declaration, specifiers.is_extern);
        let is_function = declaration.is_function();
        let symbol = self.scopes.declare(declaration);
        self.declared = Some(symbol);
        if is_function {
            self.take_prototype(symbol, token);
        }
    }

    fn initialize<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if let Some(value) = child(ctx, kind::RULE_INITIALIZER).and_then(node_range) {
            self.count_elements(&value);
            self.bridge_initializer(&value);
        }
    }

    fn assign<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let target = child(ctx, kind::RULE_CONDITIONAL_EXPRESSION).and_then(node_range);
        let value = child(ctx, kind::RULE_ASSIGNMENT_EXPRESSION).and_then(node_range);
        if let (Some(target), Some(value)) = (target, value) {
            self.bridge_assignment(&target, &value);
        }
    }

    fn exit_declaration<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.specifiers.pop();
        let range = range(ctx);
        self.drop_runtime_declaration(&range);
        for (_, end) in self.prototypes.iter_mut().rev().take_while(|(_, end)| range.contains(end)) {
            *end = *range.end();
        }
    }

    fn exit_parameter<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.specifiers.pop();
    }

    fn enumerator<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = last(ctx);
        let name = self.tokens.text(token).to_owned();
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
        self.accessible = Some(range(ctx));
    }

    fn enter_parameters<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.begin_function_from(ctx);
    }

    fn enter_function<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        if children(ctx, kind::RULE_DECLARATION).next().is_none() {
            self.begin_function_from(ctx);
        }
        let body = self.tokens.visible_from(last(ctx) + 1).unwrap_or(0);
        self.enter_body(body);
    }

    fn exit_function<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.leave_function(last(ctx));
    }

    fn enter_scope<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.scopes.enter();
    }

    fn exit_scope<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.scopes.exit();
    }

    // Statements and expressions ---------------------------------------------

    fn enter_breakable<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.breakables += 1;
    }

    fn exit_breakable<L: TokenSource>(&mut self, _: &mut Context<'_, L>) {
        self.breakables = self.breakables.saturating_sub(1);
    }

    fn label<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_label(start(ctx));
    }

    fn jump<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_jump(range(ctx));
        if let Some(value) = child(ctx, kind::RULE_EXPRESSION).and_then(node_range) {
            self.bridge_return(&value);
        }
    }

    fn reference<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = last(ctx);
        let name = self.tokens.text(token).to_owned();
        let next = ctx.la(1);
        let before = self.tokens.visible_before(token).map_or(0, |index| self.tokens[index].kind);
        let steps = [kind::PLUS_PLUS, kind::MINUS_MINUS];
        let reference = Reference {
            token,
            symbol: self.scopes.lookup(&name),
            name,
            called: next == kind::LEFT_PAREN,
            changed: (is_assignment(next) && before != kind::STAR)
                || steps.contains(&next)
                || steps.contains(&before),
        };
        self.take_reference(reference);
    }

    fn exit_for_header<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let part = |rule| child(ctx, rule).and_then(node_range);
        let header = Header {
            keyword: start(ctx),
            init: part(kind::RULE_FOR_INIT),
            condition: part(kind::RULE_FOR_CONDITION),
            increment: part(kind::RULE_FOR_INCREMENT),
            body_start: self.tokens.visible_from(last(ctx) + 1).unwrap_or(0),
        };
        self.take_loop_header(&header);
    }

    // Clauses ----------------------------------------------------------------

    fn data_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let sharing = match self.tokens.text(start(ctx)) {
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
        let names: Vec<usize> = child(ctx, kind::RULE_IDENTIFIER_LIST).map(identifiers).unwrap_or_default();
        self.take_data_clause(&sharing, &names);
    }

    fn default_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let range = range(ctx);
        let none = range.clone().any(|index| self.tokens[index].kind == kind::NONE);
        self.take_default_clause(none, range);
    }

    fn if_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_if_clause(expression, range(ctx));
    }

    fn num_threads_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let expression = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_num_threads_clause(expression, range(ctx));
    }

    fn schedule_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let kind = child(ctx, kind::RULE_SCHEDULE_KIND).map(RuleNodeView::text).unwrap_or_default();
        let chunk = child(ctx, kind::RULE_EXPRESSION).and_then(node_range);
        self.take_schedule_clause(kind, chunk, range(ctx));
    }

    fn nowait_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = last(ctx);
        self.take_nowait_clause(token..=token);
    }

    fn ordered_clause<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let token = last(ctx);
        self.take_ordered_clause(token..=token);
    }

    // Constructs and directives ----------------------------------------------

    fn enter_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.open_construct(start(ctx));
    }

    fn exit_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_directive(range(ctx));
    }

    fn exit_parallel_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Parallel, range(ctx));
    }

    fn exit_for_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::For, range(ctx));
    }

    fn exit_sections_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Sections, range(ctx));
    }

    fn exit_single_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Single, range(ctx));
    }

    fn exit_parallel_for_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::ParallelFor, range(ctx));
    }

    fn exit_parallel_sections_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::ParallelSections, range(ctx));
    }

    fn exit_master_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Master, range(ctx));
    }

    fn exit_critical_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Critical, range(ctx));
    }

    fn exit_atomic_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Atomic, range(ctx));
    }

    fn exit_ordered_construct<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.close_construct(ConstructKind::Ordered, range(ctx));
    }

    fn exit_barrier_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_barrier(range(ctx));
    }

    fn exit_flush_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_flush(range(ctx));
    }

    fn exit_threadprivate_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        self.take_threadprivate(&range(ctx));
    }

    fn exit_accessible_directive<L: TokenSource>(&mut self, ctx: &mut Context<'_, L>) {
        let names: Vec<usize> = child(ctx, kind::RULE_IDENTIFIER_LIST).map(identifiers).unwrap_or_default();
        self.take_accessible_data(range(ctx), &names);
    }
}

impl Translator<'_> {
    fn begin_function_from<L: TokenSource>(&mut self, ctx: &Context<'_, L>) {
        let has_specifiers = child(ctx, kind::RULE_DECLARATION_SPECIFIERS).is_some();
        let specifiers = if has_specifiers { self.specifiers.pop() } else { None };
        let base = specifiers.as_ref().map_or_else(|| Type::builtin("int"), |found| found.base.clone());
        let declared = child(ctx, kind::RULE_DECLARATOR)
            .map(|rule| declarators::declarator(rule, base, &self.scopes, ctx.token_store()));
        let start = child(ctx, kind::RULE_DECLARATION_SPECIFIERS)
            .or_else(|| child(ctx, kind::RULE_DECLARATOR))
            .and_then(|rule| rule.start_id())
            .map_or(start(ctx), antlr4_runtime::TokenId::index);
        let has_type = specifiers.is_some_and(|found| found.has_type);
        if has_specifiers && !has_type {
            let declarator = child(ctx, kind::RULE_DECLARATOR).and_then(|rule| rule.start_id());
            if let Some(declarator) = declarator {
                self.bridge_implicit_int(declarator.index());
            }
        }
        if let Some(declared) = declared {
            self.begin_function(declared, start, has_specifiers);
        }
    }
}

/// The tokens of the names of an `identifier_list`.
fn identifiers(list: RuleNodeView<'_>) -> Vec<usize> {
    list.children()
        .filter_map(Node::as_rule)
        .filter_map(|rule| rule.start_id())
        .map(antlr4_runtime::TokenId::index)
        .collect()
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
