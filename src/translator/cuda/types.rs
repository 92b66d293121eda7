//! The types that the device's text needs: the declarations of the file, and of
//! its headers, that define them, without the variables that they declare.

use std::collections::HashSet;
use std::path::Path;

use rustc_hash::FxHashSet;

use super::super::cuda_names::OWN_NAME;
use super::super::lines::{self, Mark};
use super::super::reading::{Surroundings, SystemHeader};
use super::super::recording::Event;
use super::super::{File, Writer};
use super::capture::Capture;
use super::definitions::Declaration;
use super::plan::Variable;
use crate::c::symbols::{DeclInfo, SymbolId};
use crate::c::{Kind, Meaning, Type};
use crate::diagnostics::Diagnostic;
use crate::openmp::Construct;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::directives::{self, Directive};
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::{Origin, TokenList, tree};

/// A declaration that defines types.
pub(super) struct Definition<'t> {
    /// The tokens of the definition, storage and declarators left out.
    tokens: Tokens,
    /// Behind which token a tag is to be put, and which.
    tag: Option<(usize, String)>,
    names: Vec<String>,
    /// Those that are tags.
    tags: Vec<String>,
    mentions: FxHashSet<&'t str>,
}

impl Definition<'_> {
    fn start(&self) -> usize {
        *self.tokens.start()
    }

    /// The names that it defines, and whether each is a tag.
    fn defined(&self) -> impl Iterator<Item = (&str, bool)> {
        self.names.iter().map(|name| (name.as_str(), self.tags.contains(name)))
    }
}

/// The types of the function around a region that its kernel has, which are all in the scope of the kernel.
struct LocalTypes<'t> {
    definitions: Vec<Definition<'t>>,
    /// A name that two types have there, if there is one.
    ambiguous: Option<String>,
}

/// The types of the file that the device's text has.
pub(super) struct Types {
    /// Their declarations, in the order of the file, and where they stand.
    pub texts: Vec<String>,
    pub ranges: Vec<Tokens>,
    /// The assertions about their layout, for the device's text and for the host's.
    pub layouts: Vec<String>,
    pub on_host: Vec<String>,
}

impl Writer<'_, '_> {
    /// The declarations that pieces of the device's text need.
    pub(super) fn types_on_device(&mut self, ranges: &[Tokens], extra: &str) -> Types {
        let mut needed: FxHashSet<&str> = words(extra).collect();
        for range in ranges {
            needed.extend(self.file.identifiers_in(range));
        }
        let of_file = self.file.cuda.declarations.iter().filter(|declaration| {
            !declaration.is_system && (!declaration.is_local || self.file.is_moved(declaration))
        });
        let definitions: Vec<(Definition<'_>, bool)> = of_file
            .filter_map(|declaration| {
                let definition = self.file.definition(&declaration.range, declaration.is_typedef)?;
                Some((definition, declaration.is_local))
            })
            .collect();
        let mut kept = vec![false; definitions.len()];
        loop {
            let mut changed = false;
            // What one needs stands in front of it.
            for (at, (definition, _)) in definitions.iter().enumerate().rev() {
                if !kept[at] && definition.names.iter().any(|name| needed.contains(name.as_str())) {
                    kept[at] = true;
                    changed = true;
                    needed.extend(&definition.mentions);
                }
            }
            if !changed {
                break;
            }
        }
        let mut types =
            Types { texts: Vec::new(), ranges: Vec::new(), layouts: Vec::new(), on_host: Vec::new() };
        for ((definition, is_local), _) in definitions.iter().zip(&kept).filter(|(_, kept)| **kept) {
            types.texts.push(self.definition_text(definition));
            types.layouts.extend(self.file.layouts_on_device(&definition.tokens));
            // The host may have those of a function under another name.
            if !is_local {
                types.on_host.extend(self.file.layouts_on_host(&definition.tokens));
            }
            types.ranges.push(definition.tokens.clone());
        }
        let tags = self.file.tags_in(ranges.iter().chain(&types.ranges), extra);
        for declaration in
            self.file.cuda.declarations.iter().filter(|found| found.is_system && !found.is_local)
        {
            let has_alias = |symbol: &SymbolId| needed.contains(self.file.scopes.get(*symbol).name.as_str());
            let is_alias = declaration.is_typedef && declaration.symbols.iter().any(has_alias);
            let definition = self.file.definition(&declaration.range, declaration.is_typedef);
            let is_needed = |found: &Definition<'_>| {
                is_alias || found.names.iter().any(|name| tags.contains(name.as_str()))
            };
            if let Some(definition) = definition.filter(is_needed) {
                let layouts = self.file.layouts_of_system(&definition.tokens);
                types.layouts.extend(layouts.iter().cloned());
                types.on_host.extend(layouts);
            }
        }
        types
    }

    fn definition_text(&mut self, definition: &Definition<'_>) -> String {
        let stream = self.new_stream(true);
        let before = std::mem::replace(&mut self.out.device, stream);
        self.out.recorder.step("declaration", "definition_text", Some(&definition.tokens), || {
            "Takes the declaration over: the device's text names what it declares.".to_owned()
        });
        let stream = self.show_stream(&definition.tokens);
        self.hide_lines_in(&definition.tokens, true);
        self.write_out_constants(&definition.tokens);
        self.bridge_to_cplusplus(&definition.tokens, true);
        if let Some((token, tag)) = &definition.tag {
            let reason = "a type that the device's text has to name";
            self.out.device.insert_after(*token, format!(" {tag}"), "struct_or_union_specifier", reason);
        }
        let text = self.out.device.marked_text_of(&definition.tokens, &self.file.cuda.given.places);
        self.keep_stream(before);
        let text = text.trim_end();
        let text = if text.ends_with(';') { text.to_owned() } else { format!("{text};") };
        let text = self.packed_as_on_host(&definition.tokens, text);
        self.out.recorder.event(|| Event::Code { stream, text: lines::unmarked(&text) });
        format!("{text}{}", Mark::Own)
    }

    /// Constant expressions that name a variable, as in `enum { N = sizeof table / sizeof *table }`: the device's text
    /// has the type, and need not have the variable.
    fn write_out_constants(&mut self, range: &Tokens) {
        let visible: Vec<usize> =
            range.clone().filter(|&index| self.file.tokens[index].is_visible()).collect();
        let kind_at = |at: usize| visible.get(at).map_or(kind::EOF, |&index| self.file.tokens[index].kind);
        let mut found: Vec<(Tokens, i128)> = Vec::new();
        let mut at = 0;
        while at < visible.len() {
            // Of an enumerator, a bit-field, an array.
            let opens = matches!(kind_at(at), kind::ASSIGN | kind::COLON | kind::LEFT_BRACKET);
            at += 1;
            if !opens {
                continue;
            }
            let start = at;
            let mut depth = 0usize;
            while at < visible.len() {
                match kind_at(at) {
                    kind::LEFT_PAREN | kind::LEFT_BRACKET | kind::LEFT_BRACE => depth += 1,
                    kind::RIGHT_PAREN | kind::RIGHT_BRACKET | kind::RIGHT_BRACE if depth > 0 => depth -= 1,
                    kind::COMMA | kind::SEMICOLON | kind::RIGHT_BRACE | kind::RIGHT_BRACKET if depth == 0 => {
                        break;
                    }
                    _ => {}
                }
                at += 1;
            }
            if start == at {
                continue;
            }
            let tokens = visible[start]..=visible[at - 1];
            let names_variable = visible[start..at].iter().any(|&index| {
                let found = self.file.types().lookup(self.file.tokens.text(index), index);
                self.file.tokens[index].kind == kind::IDENTIFIER
                    && found.is_some_and(|found| found.meaning == Meaning::Object)
            });
            let is_of_c_alone = self.file.types().is_of_c_alone(&tokens);
            let value = Some(&tokens)
                .filter(|_| names_variable || is_of_c_alone)
                .and_then(|all| self.file.types().constant(all));
            found.extend(value.map(|value| (tokens, value)));
        }
        for (tokens, value) in found {
            let reason = "the device's text need not have the variable";
            self.out.device.replace(tokens, value.to_string(), "declaration", reason);
        }
    }

    /// Their definitions, for the kernel.
    pub(super) fn write_local_types(&mut self, region: &Construct, variables: &[Variable]) -> Vec<String> {
        let mut texts = Vec::new();
        let captures = variables.iter().map(|variable| &variable.capture);
        for definition in self.file.local_types(region, captures).definitions {
            texts.push(self.definition_text(&definition));
            self.out.written.local_types.push(definition.tokens.clone());
            let layouts = self.file.layouts_on_device(&definition.tokens);
            texts.extend(layouts.iter().flat_map(|lines| lines.lines()).map(str::to_owned));
        }
        texts
    }
}

impl<'t> File<'t> {
    /// The tags that some tokens and a text have.
    fn tags_in<'a>(&'a self, ranges: impl Iterator<Item = &'a Tokens>, text: &'a str) -> FxHashSet<&'a str> {
        let is_keyword = |word: &&str| matches!(*word, "struct" | "union" | "enum");
        let mut tags = FxHashSet::default();
        for range in ranges {
            let visible = range.clone().filter(|&index| self.tokens[index].is_visible());
            let mut texts = visible.map(|index| self.tokens.text(index));
            while texts.by_ref().find(is_keyword).is_some() {
                tags.extend(texts.next());
            }
        }
        let mut all = words(text);
        while all.by_ref().find(is_keyword).is_some() {
            tags.extend(all.next());
        }
        tags
    }

    /// What a declaration defines, if it defines a type.
    pub(super) fn definition(&self, range: &Tokens, is_typedef: bool) -> Option<Definition<'t>> {
        let visible: Vec<usize> = range.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let kind_at = |at: usize| visible.get(at).map_or(0, |&index| self.tokens[index].kind);
        let (mut names, mut tags) = (Vec::new(), Vec::new());
        // The outermost specifier with a body, and the tags inside.
        let mut depth = 0usize;
        let mut body: Option<(usize, usize)> = None;
        let mut outer: Option<(usize, bool)> = None;
        let mut enumerating = false;
        for at in 0..visible.len() {
            match kind_at(at) {
                kind::STRUCT | kind::UNION | kind::ENUM => {
                    let mut next = at + 1;
                    while kind_at(next) == kind::ATTRIBUTE {
                        next = self.behind_parentheses(&visible, next + 1);
                    }
                    let has_tag = matches!(kind_at(next), kind::IDENTIFIER | kind::TYPEDEF_NAME);
                    let opens = kind_at(next + usize::from(has_tag)) == kind::LEFT_BRACE;
                    let declares_only = kind_at(next + 1) == kind::SEMICOLON && depth == 0;
                    if has_tag && (opens || declares_only) {
                        let name = self.tokens.text(visible[next]).to_owned();
                        tags.push(name.clone());
                        names.push(name);
                    }
                    if depth == 0 && body.is_none() && outer.is_none() && (opens || declares_only) {
                        outer = Some((at, has_tag));
                    }
                    if opens && kind_at(at) == kind::ENUM {
                        enumerating = true;
                    }
                }
                kind::LEFT_BRACE => {
                    if depth == 0 && outer.is_some() && body.is_none() {
                        body = Some((at, at));
                    }
                    depth += 1;
                }
                kind::RIGHT_BRACE => {
                    depth = depth.saturating_sub(1);
                    enumerating = false;
                    if depth == 0
                        && let Some((open, close)) = body
                        && open == close
                    {
                        body = Some((open, at));
                    }
                }
                kind::IDENTIFIER if enumerating => {
                    if matches!(kind_at(at.wrapping_sub(1)), kind::LEFT_BRACE | kind::COMMA) {
                        names.push(self.tokens.text(visible[at]).to_owned());
                    }
                }
                kind::ASSIGN if depth == 0 => break,
                _ => {}
            }
        }
        let mentions = |tokens: &Tokens| self.identifiers_in(tokens).collect();
        if is_typedef {
            let declared = self.declared_within(range).filter(|found| !found.is_variable());
            names.extend(declared.map(|found| found.name.clone()));
            let (tokens, mentions) = (range.clone(), mentions(range));
            return Some(Definition { tokens, tag: None, names, tags, mentions });
        }
        let (start, has_tag) = outer?;
        let mut last = match body {
            Some((_, close)) => close,
            None => start + 1,
        };
        while kind_at(last + 1) == kind::ATTRIBUTE {
            last = self.behind_parentheses(&visible, last + 2).saturating_sub(1);
        }
        let tokens = visible[start]..=visible[last.min(visible.len() - 1)];
        let mut tag = None;
        if let Some(name) = self.types().name_of_nested(visible[start]) {
            names.push(name);
        } else if !has_tag {
            let variable = self.declared_within(range).find(|found| found.is_variable());
            // Its variables are named by it. One of constants alone needs no name.
            if let Some(variable) = variable {
                let name = unnamed_after(&variable.name);
                names.push(name.clone());
                tag = Some((visible[start], name));
            } else if kind_at(start) != kind::ENUM {
                return None;
            }
        }
        Some(Definition { mentions: mentions(&tokens), tokens, tag, names, tags })
    }

    /// The position behind a pair of parentheses that begins at a position.
    fn behind_parentheses(&self, visible: &[usize], open: usize) -> usize {
        let close = visible.get(open).and_then(|&open| self.tokens.partner(open));
        close.map_or(visible.len(), |close| visible.partition_point(|&index| index <= close))
    }

    /// The words in a range of tokens that may name something.
    fn identifiers_in<'a>(&self, range: &Tokens) -> impl Iterator<Item = &'a str> + use<'a, 't>
    where
        't: 'a,
    {
        let tokens: &'a TokenList = self.tokens;
        let is_name =
            move |index: &usize| matches!(tokens[*index].kind, kind::IDENTIFIER | kind::TYPEDEF_NAME);
        range.clone().filter(is_name).map(|index| tokens.text(index))
    }

    /// The type with names for structures and enumerations that have none.
    pub(in super::super) fn with_names(&self, ty: &Type) -> Type {
        let mut ty = ty.clone();
        if ty.alias.is_some() {
            return ty;
        }
        ty.kind = match ty.kind {
            Kind::Pointer(to) => Kind::Pointer(self.with_names(&to).into()),
            Kind::Array { of, length } => Kind::Array { of: self.with_names(&of).into(), length },
            other => other,
        };
        if matches!(ty.kind, Kind::Record(_) | Kind::Enumeration(_))
            && self.types().declare(&ty, "").is_none()
            && let Some(name) =
                self.types().name_of_nested_type(&ty).or_else(|| self.name_of_unnamed(&ty.kind))
        {
            ty.alias = Some(crate::c::Alias { name: name.into(), qualifiers: ty.qualifiers }.into());
        }
        ty
    }

    /// The name that a structure or enumeration without a tag gets: after the
    /// first variable that is declared with it.
    fn name_of_unnamed(&self, unnamed: &Kind) -> Option<String> {
        let is_it = |ty: &Type| {
            let mut ty = ty;
            while let Kind::Array { of, .. } | Kind::Pointer(of) = &ty.kind {
                ty = of;
            }
            match (&ty.kind, unnamed) {
                (Kind::Record(a), Kind::Record(b)) => a == b,
                (Kind::Enumeration(a), Kind::Enumeration(b)) => a == b,
                _ => false,
            }
        };
        let mut variables = self.scopes.all().filter(|(_, found)| found.is_variable());
        let first = variables.find(|(_, found)| {
            let behind = self.after_declarator(found.token);
            self.type_at(&found.name, behind)
                .is_some_and(|ty| is_it(&ty) && self.is_defined_with(&ty, found.token))
        });
        first.map(|(_, found)| unnamed_after(&found.name))
    }

    /// Whether a type without a name is defined in the declaration of a variable, and not only its `typeof` there.
    fn is_defined_with(&self, ty: &Type, variable: usize) -> bool {
        let declarations = self.tree().path(variable).filter(|node| node.kind() == tree::Kind::Declaration);
        declarations.last().is_some_and(|node| self.types().definition_in(ty, &node.tokens()).is_some())
    }

    /// The types that the function around a region declares in front of it.
    fn types_before(&self, region: &Construct) -> Vec<Definition<'t>> {
        let start = *region.tokens.start();
        let Some(function) = self.cuda.function_at(start) else { return Vec::new() };
        let range = self.cuda.functions[function].range.clone();
        let mut found = Vec::new();
        for declaration in self.type_definitions_in(&(*range.start()..=start)) {
            if self.is_moved(declaration) || !self.is_open_at(*declaration.range.end(), start) {
                continue;
            }
            // Where one with variable bounds is used, the region is on the host; the region may declare its own.
            let mut types = declaration.symbols.iter().filter_map(|&symbol| self.type_of_declaration(symbol));
            if declaration.is_typedef && types.any(|ty| crate::c::Types::is_variably_modified(&ty)) {
                continue;
            }
            found.extend(self.definition(&declaration.range, declaration.is_typedef));
        }
        found
    }

    /// Where the variables that clauses in a region list are declared, and their types: those of private ones are no captures.
    fn listed_in(&self, region: &Construct) -> Vec<(usize, Type)> {
        let mut symbols = Vec::new();
        region.walk(&mut |inner| symbols.extend(inner.clauses.items.iter().filter_map(|item| item.symbol)));
        let typed = symbols.into_iter().filter_map(|symbol| {
            let DeclInfo { name, token, .. } = self.scopes.get(symbol);
            Some((*token, self.type_at(name, self.after_declarator(*token))?))
        });
        typed.collect()
    }

    /// Those of them that the region, or a variable that it captures or lists, is in need of.
    fn local_types<'c>(
        &self,
        region: &Construct,
        captures: impl Iterator<Item = &'c Capture>,
    ) -> LocalTypes<'t> {
        let definitions = self.types_before(region);
        if definitions.is_empty() {
            return LocalTypes { definitions, ambiguous: None };
        }
        let captured = captures.map(|capture| (self.scopes.get(capture.symbol).token, capture.ty.clone()));
        let named = captured.chain(self.listed_in(region)).filter(|(_, ty)| !is_of_keywords(ty));
        let spelled: Vec<(usize, String)> = named.map(|(token, ty)| (token, self.spell(&ty, ""))).collect();
        // Who uses a name, and where: one from further out is hidden from those behind its namesake.
        let start = *region.tokens.start();
        let mut uses: Vec<(&str, usize)> =
            self.identifiers_in(&region.tokens).map(|name| (name, start)).collect();
        uses.extend(spelled.iter().flat_map(|(token, text)| words(text).map(|word| (word, *token))));
        let mut kept: Vec<Definition<'t>> = Vec::new();
        for definition in definitions.into_iter().rev() {
            let needs = |(name, is_tag): (&str, bool)| {
                let mut namesakes = kept.iter().filter(|kept| kept.defined().any(|it| it == (name, is_tag)));
                let end = namesakes.next_back().map_or(usize::MAX, Definition::start);
                uses.iter().any(|(used, token)| *used == name && (definition.start()..end).contains(token))
            };
            if definition.defined().any(needs) {
                uses.extend(definition.mentions.iter().map(|&name| (name, definition.start())));
                kept.push(definition);
            }
        }
        kept.reverse();
        let ambiguous = ambiguous_name(&kept, &spelled);
        LocalTypes { definitions: kept, ambiguous }
    }

    /// The names that they define.
    pub(super) fn local_names(&self, region: &Construct, captures: &[Capture]) -> HashSet<String> {
        let found = self.local_types(region, captures.iter()).definitions;
        found.into_iter().flat_map(|definition| definition.names).collect()
    }

    /// Why a region stays on the host, if two types of one name meet in its kernel: those of blocks around it that hide one another,
    /// but not from variables that were declared before.
    pub(super) fn ambiguous_type(&self, region: &Construct) -> Option<Diagnostic> {
        if self.types_before(region).is_empty() {
            return None;
        }
        let name = self.local_types(region, self.captures(region).iter()).ambiguous?;
        let message = format!("two types called `{name}` cannot be used in one region on the device");
        Some(self.refused(*region.tokens.start(), &message).label("its kernel is one scope"))
    }

    /// Whether a declaration of static variables, or of their types, was put before its function.
    fn is_moved(&self, declaration: &Declaration) -> bool {
        let is_variable = |symbol| self.cuda.decided.hoisted.contains_key(symbol);
        declaration.symbols.iter().any(is_variable)
            || self.cuda.decided.moved_types.contains_key(declaration.range.start())
    }

    /// Whether a declaration defines a type, or a constant, that some tokens name.
    pub(super) fn defines_for(&self, declaration: &Declaration, tokens: &Tokens) -> bool {
        let names = self.names_defined(declaration);
        self.identifiers_in(tokens).any(|needed| names.iter().any(|name| name == needed))
    }

    /// What of a declaration defines types, and what has to stay in its place: of one that declares variables,
    /// too, the type's name.
    pub(super) fn moved_part(&self, declaration: &Declaration) -> Option<(Tokens, String)> {
        let has_variable = declaration.symbols.iter().any(|&symbol| self.scopes.get(symbol).is_variable());
        if declaration.is_typedef || !has_variable {
            return Some((declaration.range.clone(), String::new()));
        }
        let definition = self.definition(&declaration.range, false)?;
        let mut words = definition.tokens.clone().filter(|&index| self.tokens[index].is_visible());
        let open = words.find(|&index| self.tokens[index].kind == kind::LEFT_BRACE)?;
        let start = *definition.tokens.start();
        let is_named = definition.tag.is_none();
        is_named.then(|| (definition.tokens, self.tokens_text(start..open).trim_end().to_owned()))
    }

    fn tokens_text(&self, tokens: std::ops::Range<usize>) -> String {
        tokens.filter(|&index| self.tokens[index].is_visible()).fold(String::new(), |text, index| {
            let space = if text.is_empty() { "" } else { " " };
            text + space + self.tokens.text(index)
        })
    }

    /// The types and constants that a declaration defines.
    pub(super) fn names_defined(&self, declaration: &Declaration) -> Vec<String> {
        let definition = self.definition(&declaration.range, declaration.is_typedef);
        definition.map_or_else(Vec::new, |definition| definition.names)
    }

    /// Whether the block around a token is still open at a later one.
    pub(super) fn is_open_at(&self, from: usize, to: usize) -> bool {
        self.block_end(from) >= to
    }

    /// The end of the block around a token.
    pub(super) fn block_end(&self, token: usize) -> usize {
        let ends = self.cuda.index.block_ends.get_or_init(|| self.tokens.block_ends());
        ends.get(token).copied().unwrap_or(usize::MAX)
    }

    /// Whether a type's name has one of some words.
    pub(super) fn mentions(&self, ty: &Type, names: &HashSet<String>) -> bool {
        !names.is_empty() && words(&self.spell(ty, "")).any(|word| names.contains(word))
    }

    /// The lines that include the system's headers.
    pub(super) fn headers_on_device(&self, surroundings: &Surroundings) -> Vec<String> {
        let mut found: Vec<String> = Vec::new();
        let mut add = |header: &str| {
            let line = format!("#include <{header}>");
            if !is_left_out(header) && !found.contains(&line) {
                found.push(line);
            }
        };
        for index in 0..self.tokens.len() {
            let token = &self.tokens[index];
            if token.kind != kind::DIRECTIVE || self.tokens.origin(index) != Origin::File {
                continue;
            }
            if let Directive::Include { header, .. } =
                directives::read(self.tokens.text(index), token.span.start)
                && surroundings.is_systems(&header, self.tokens.text(index).contains('<'))
            {
                add(&header);
            }
        }
        // What another brings along would be read twice, and not every header can be.
        let is_there = |path: &str| {
            let name = Path::new(path).file_name();
            name.is_some_and(|name| !is_left_out(&name.to_string_lossy()))
        };
        let is_brought = |header: &SystemHeader| header.comes_with.iter().any(|with| is_there(with));
        let named = surroundings.system_headers.iter().filter(|header| !is_brought(header));
        named.for_each(|header| add(&header.name));
        found
    }
}

/// What a type without a name is called after its first variable.
fn unnamed_after(variable: &str) -> String {
    format!("gpump_type_{variable}")
}

/// Headers that C++ has in another way, or that the device does not need.
fn is_left_out(header: &str) -> bool {
    matches!(
        header,
        "omp.h"
            | "complex.h"
            | "tgmath.h"
            | "stdatomic.h"
            | "threads.h"
            | "setjmp.h"
            | "stdalign.h"
            | "stdnoreturn.h"
    )
}

/// Whether a type is written without the name of one of the program's.
fn is_of_keywords(ty: &Type) -> bool {
    ty.alias.is_none()
        && match &ty.kind {
            Kind::Void | Kind::Basic(_) => true,
            Kind::Pointer(to) => is_of_keywords(to),
            _ => false,
        }
}

/// The words of a text of the device's, as the author has them.
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|c: char| !(c == '_' || c.is_alphanumeric())).filter(|word| !word.is_empty());
    words.map(|word| word.strip_prefix(OWN_NAME).unwrap_or(word))
}

/// A name that two of these definitions have, or that one of them has and a variable's type that was spelled before it.
fn ambiguous_name(definitions: &[Definition], variables: &[(usize, String)]) -> Option<String> {
    let is_ambiguous = |(at, definition): (usize, &Definition)| {
        let name = definition.defined().find(|name| {
            let has_namesake = definitions[..at].iter().any(|other| other.defined().any(|it| it == *name));
            let mut before = variables.iter().filter(|(token, _)| *token < definition.start());
            has_namesake || before.any(|(_, text)| names_in(text).any(|used| used == *name))
        });
        name.map(|(name, _)| name.to_owned())
    };
    definitions.iter().enumerate().find_map(is_ambiguous)
}

/// The names in a type's text, and whether each is a tag.
fn names_in(text: &str) -> impl Iterator<Item = (&str, bool)> {
    let mut before = "";
    words(text).map(move |word| {
        let is_tag = matches!(before, "struct" | "union" | "enum");
        before = word;
        (word, is_tag)
    })
}
