//! Functions and their variants (section 7.5 of OpenMP 5.2).

use std::collections::{BTreeMap, HashSet};

use super::{Resolver, pragmas};
use crate::c;
use crate::openmp::constructs::Tokens;
use crate::openmp::report::Report as _;
use crate::openmp::variants::{ConstructTrait, Selector, fit, of_match};
use crate::openmp::written::{Written, behind, directive_at, end_of};
use crate::rewrite::Tokens as _;
use crate::syntax::TokenList;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{Kind, Node};

const RULE: &str = "declare_variant_directive";
const REASON: &str = "each call names the variant that it calls (section 7.5 of OpenMP 5.2)";

/// The functions that others take the place of, and those that do.
#[derive(Clone, Debug, Default)]
pub(super) struct Functions {
    pub variants: Vec<Variant>,
    /// The names of functions for target regions, by `declare target`.
    targets: HashSet<String>,
    /// The new names of definitions in `begin declare variant`, by their tokens.
    renamed: BTreeMap<usize, String>,
    /// The directives `begin declare variant` and their ends whose functions no context wants.
    left_out: Vec<(usize, usize)>,
}

/// A function that is called instead of another.
#[derive(Clone, Debug)]
pub(super) struct Variant {
    pub base: String,
    pub name: String,
    pub selector: Selector,
    /// The token of the directive.
    pub declared: usize,
    /// How many arguments it gets besides (section 7.5.3).
    pub appended: usize,
}

/// A `begin declare variant` and its end.
#[derive(Clone, Debug)]
struct Delimited {
    start: usize,
    end: usize,
    /// With those of what is around (section 7.5.5).
    selector: Selector,
}

/// The innermost around a token.
fn innermost(delimited: &[Delimited], token: usize) -> Option<&Delimited> {
    delimited.iter().rev().find(|one| one.start < token && token < one.end)
}

impl Functions {
    pub fn of(resolver: &mut Resolver<'_>) -> Self {
        let mut found = Functions { targets: resolver.targets(), ..Functions::default() };
        let begins = pragmas(resolver.tokens).filter(|(_, it)| it.name == "begin declare variant");
        let starts: Vec<usize> = begins.map(|(start, _)| start).collect();
        let delimited = starts.into_iter().filter_map(|start| {
            let end = resolver.end_of_variants(start)?;
            Some(Delimited { start, end, selector: of_match(resolver.tokens, start)? })
        });
        let mut delimited: Vec<Delimited> = delimited.collect();
        // What is around has its own selector complete already.
        for number in 0..delimited.len() {
            let around = innermost(&delimited[..number], delimited[number].start).cloned();
            let own = &mut delimited[number].selector;
            around.into_iter().for_each(|around| own.append(&around.selector, resolver.tokens));
        }
        for (start, directive) in pragmas(resolver.tokens) {
            if directive.name == "declare variant"
                && let Some(mut variant) = resolver.declared_variant(start)
            {
                let around = innermost(&delimited, start);
                around.into_iter().for_each(|it| variant.selector.append(&it.selector, resolver.tokens));
                found.variants.push(variant);
            }
        }
        for one in &delimited {
            resolver.delimited_variants(one, &delimited, &mut found);
        }
        found.variants.sort_by_key(|variant| variant.declared);
        resolver.check_variants(&found.variants);
        found
    }

    /// The traits that a function's text begins with: those of the calls that it is a variant for, and `target`
    /// (section 7.1).
    pub fn constructs_around(&self, function: &str, tokens: &TokenList) -> Vec<ConstructTrait> {
        let target = self.targets.contains(function).then(|| ConstructTrait::named("target"));
        let variant = self.variants.iter().find(|variant| variant.name == function);
        let constructs = variant.map_or(&[][..], |variant| variant.selector.constructs(tokens));
        let constructs = constructs.iter().map(|found| ConstructTrait::named(tokens.text(found.at)));
        target.into_iter().chain(constructs).collect()
    }
}

impl Resolver<'_> {
    /// What a `declare variant` says (section 7.5.4).
    fn declared_variant(&mut self, start: usize) -> Option<Variant> {
        let line = behind(self.tokens, start);
        let at = *line.get(3)?;
        let Some(base) = self.function_behind(start).and_then(|node| self.name_of(node)) else {
            let rule = "the directive stands in front of the declaration or the definition of a function (section 7.5.4";
            let message = "`declare variant` without a function";
            self.refuse(message, &self.line(start), "no function follows", rule);
            return None;
        };
        let name = self.tokens.text(at).to_owned();
        let variant = Variant {
            base: base.to_owned(),
            name,
            selector: of_match(self.tokens, start)?,
            declared: start,
            appended: self.argument(start, "append_args").map_or(0, |range| self.items(&range).len()),
        };
        let base = self.function_type(base, end_of(self.tokens, start), start);
        self.check_type(&variant, at, base.as_ref());
        self.check_adjusted(start, base.as_ref());
        Some(variant)
    }

    /// The declaration or the definition of a function behind a directive of the file.
    fn function_behind(&self, start: usize) -> Option<Node<'_>> {
        let mut next = self.tokens.visible_from(end_of(self.tokens, start) + 1)?;
        while self.tokens[next].kind == kind::PRAGMA_OMP {
            next = self.tokens.visible_from(end_of(self.tokens, next) + 1)?;
        }
        let is_function = |node: &Node<'_>| matches!(node.kind(), Kind::Function | Kind::Declaration);
        let found = self.tree.path(next).find(is_function)?;
        let name = self.name_of(found)?;
        let is_function =
            found.kind() == Kind::Function || self.function_type(name, found.last() + 1, next).is_some();
        is_function.then_some(found)
    }

    /// The type of a function, as it is known at a token, or, if it is declared there first, behind it.
    fn function_type(&self, name: &str, behind: usize, at: usize) -> Option<c::Function> {
        let last = self.tokens.iter().len();
        let found = [at, behind, last].into_iter().find_map(|token| self.types.lookup(name, token));
        match &found?.ty.as_ref()?.kind {
            c::Kind::Function(function) => Some((**function).clone()),
            _ => None,
        }
    }

    fn items(&self, range: &Tokens) -> Vec<Tokens> {
        let visible = self.tokens.visible_in(range);
        let parts = self.tokens.parts(&visible, kind::COMMA).into_iter();
        parts.filter_map(|part| Some(*part.first()?..=*part.last()?)).collect()
    }

    fn refuse(&mut self, message: impl Into<String>, at: &Tokens, label: &str, rule: &str) {
        let error = self.tokens.error("E0372", message, at, label);
        self.errors.push(error.note(format!("{rule} of OpenMP 5.2)")));
    }

    /// The variant is a function of the base function's type, but for the arguments that are appended.
    fn check_type(&mut self, variant: &Variant, at: usize, base: Option<&c::Function>) {
        let name = &variant.name;
        let declared = self.types.lookup(name, at).and_then(|found| found.ty.clone());
        let Some(c::Kind::Function(own)) = declared.as_ref().map(|ty| &ty.kind) else {
            if declared.is_some() || self.types.lookup(name, at).is_none() {
                let rule = "a variant is a function that is declared in front of the directive (section 7.5";
                let message = format!("`{name}` is no function");
                self.refuse(message, &(at..=at), "no function is called so here", rule);
            }
            return;
        };
        let mut own = (**own).clone();
        let kept = own.parameters.len().saturating_sub(variant.appended);
        own.parameters.truncate(kept);
        let as_type = |function: c::Function| c::Type::from(c::Kind::Function(function.into()));
        let same = base.and_then(|base| self.types.compatible(&as_type(base.clone()), &as_type(own)));
        if same == Some(false) {
            let rule = "a variant has a type that is compatible with that of its base function (section 7.5";
            let message = format!("`{name}` has another type than `{}`", variant.base);
            self.refuse(message, &(at..=at), "cannot be called instead", rule);
        }
    }

    /// What is adjusted are parameters of the base function, and pointers if they are to be a device's (section 7.5.2).
    fn check_adjusted(&mut self, start: usize, base: Option<&c::Function>) {
        let (Some(base), Some(written)) = (base, Written::at(self.tokens, start)) else { return };
        for clause in written.all("adjust_args") {
            let [how, _colon, list @ ..] = written.argument(clause) else { continue };
            for &at in self.tokens.parts(list, kind::COMMA).into_iter().flatten() {
                let text = self.tokens.text(at);
                let mut parameters = base.parameters.iter();
                let found = parameters.find(|parameter| parameter.name.as_deref() == Some(text));
                let wants_pointer = self.tokens.text(*how) == "need_device_ptr";
                let rule = "the clause lists parameters of the base function, pointers if a device needs them (section 7.5.2";
                let (what, label) = match found.map(|parameter| parameter.ty.as_ref()) {
                    None if base.parameters.iter().any(|it| it.name.is_some()) => {
                        ("parameter", "not of this function")
                    }
                    Some(Some(ty)) if wants_pointer && ty.pointee().is_none() => {
                        ("pointer", "a device needs none of it")
                    }
                    _ => continue,
                };
                self.refuse(format!("`{text}` is no {what}"), &(at..=at), label, rule);
            }
        }
    }

    /// What holds of several directives (section 7.5).
    fn check_variants(&mut self, variants: &[Variant]) {
        for (number, variant) in variants.iter().enumerate() {
            let at = behind(self.tokens, variant.declared)[0]..=*self.line(variant.declared).end();
            if variants.iter().any(|other| other.base == variant.name) {
                let rule = "a variant has no variants (section 7.5";
                let message = format!("`{}` is a variant, and has one", variant.name);
                self.refuse(message, &at, "the variant", rule);
            }
            let wants = |of: &Variant| {
                let constructs = of.selector.constructs(self.tokens);
                constructs.iter().map(|found| self.tokens.text(found.at)).collect::<Vec<_>>()
            };
            let differs = |other: &&Variant| other.name == variant.name && wants(other) != wants(variant);
            if variants[..number].iter().any(|other| differs(&other)) {
                let rule = "a function is a variant for calls in the same constructs, wherever that is declared (section 7.5";
                let message = format!("`{}` is a variant for other constructs, too", variant.name);
                self.refuse(message, &at, "other constructs than before", rule);
            }
        }
    }

    /// The functions that are defined between `begin declare variant` and its end, and in no other within it (section 7.5.5).
    fn delimited_variants(&mut self, one: &Delimited, all: &[Delimited], found: &mut Functions) {
        let Delimited { start, end, ref selector } = *one;
        if found.left_out.iter().any(|(from, to)| (*from..*to).contains(&start)) {
            return;
        }
        let mut anywhere = selector.clone();
        anywhere.sets.retain(|set| self.tokens.text(set.at) != "construct");
        let context = self.context(start);
        if fit(&anywhere, &context, self.tokens, &|expression| self.constant(expression)).is_none() {
            found.left_out.push((start, end));
            return;
        }
        let is_own = |node: &Node<'_>| {
            node.kind() == Kind::Function
                && innermost(all, node.first()).is_some_and(|inner| inner.start == start)
        };
        let functions = self.tree.within(&(start..=end)).into_iter().filter(is_own);
        let definitions = functions.filter_map(|node| {
            let name = self.name_of(node)?;
            let is_name = |&at: &usize| self.tokens[at].is_visible() && self.tokens.text(at) == name;
            Some((name.to_owned(), node.tokens().find(is_name)?))
        });
        let definitions: Vec<(String, usize)> = definitions.collect();
        for (base, at) in definitions {
            let taken: HashSet<&str> = found.renamed.values().map(String::as_str).collect();
            let name = self.unused(&format!("{base}_variant"), &taken);
            found.renamed.insert(at, name.clone());
            found.variants.push(Variant {
                base,
                name,
                selector: selector.clone(),
                declared: start,
                appended: 0,
            });
        }
    }

    /// The directive that ends what one begins.
    fn end_of_variants(&self, start: usize) -> Option<usize> {
        let mut depth = 0usize;
        let mut pragmas =
            (start..self.tokens.iter().len()).filter_map(|at| Some((at, directive_at(self.tokens, at)?)));
        pragmas.find_map(|(at, directive)| {
            match directive.name {
                "begin declare variant" => depth += 1,
                "end declare variant" => depth = depth.saturating_sub(1),
                _ => return None,
            }
            (depth == 0).then_some(at)
        })
    }

    /// A name that begins so and that nothing of the program has, and none of those that are taken.
    pub(super) fn unused(&self, begin: &str, taken: &HashSet<&str>) -> String {
        let names: HashSet<&str> =
            (0..self.tokens.iter().len()).map(|index| self.tokens.text(index)).collect();
        let candidates = (0..).map(|number| format!("{begin}{number}"));
        let is_free = |name: &String| !names.contains(name.as_str()) && !taken.contains(name.as_str());
        candidates.into_iter().find(is_free).unwrap_or_default()
    }

    /// The functions that `declare target` lists or surrounds.
    fn targets(&self) -> HashSet<String> {
        let mut names = HashSet::new();
        let mut open: Vec<usize> = Vec::new();
        let starts =
            (0..self.tokens.iter().len()).filter_map(|at| Some((at, directive_at(self.tokens, at)?)));
        for (at, directive) in starts {
            let line = behind(self.tokens, at);
            let is_list = line.iter().any(|&word| self.tokens[word].kind == kind::LEFT_PAREN);
            match directive.name {
                "begin declare target" => open.push(at),
                "declare target" if !is_list => open.push(at),
                "declare target" => {
                    let is_name = |&&word: &&usize| self.tokens[word].kind == kind::IDENTIFIER;
                    names.extend(line.iter().filter(is_name).map(|&word| self.tokens.text(word).to_owned()));
                }
                "end declare target" => {
                    let inside = open.pop().map_or_else(Vec::new, |start| self.tree.within(&(start..=at)));
                    let declared = inside.into_iter().filter_map(|node| match node.kind() {
                        Kind::Function | Kind::Declaration => self.name_of(node),
                        _ => None,
                    });
                    names.extend(declared.map(str::to_owned));
                }
                _ => {}
            }
        }
        names
    }

    /// Takes the directives out, and gives definitions between them their names.
    pub(super) fn declarations(&mut self) {
        let Functions { renamed, left_out, .. } = self.functions.clone();
        for (start, directive) in pragmas(self.tokens) {
            match directive.name {
                "declare variant" => self.comment_out(start, RULE, REASON),
                "begin declare variant" if !left_out.iter().any(|(from, _)| *from == start) => {
                    self.comment_out(start, RULE, REASON);
                    self.end_of_variants(start)
                        .into_iter()
                        .for_each(|end| self.comment_out(end, RULE, REASON));
                }
                _ => {}
            }
        }
        for (at, name) in renamed {
            self.make_static(at);
            self.stream.replace(at..=at, name, RULE, REASON);
        }
        for (start, end) in left_out {
            const NEVER: &str = "no context of this device fits (section 7.5.5 of OpenMP 5.2)";
            for (at, line) in [(start, "#if 0"), (end, "#endif")] {
                self.comment_out(at, RULE, NEVER);
                self.stream.insert_before(at, format!("{line} "), RULE, NEVER);
            }
        }
    }

    /// Keeps a definition in `begin declare variant`, of which this is the name, to its file: another may have one of its own.
    fn make_static(&mut self, name: usize) {
        let Some(function) = self.tree.path(name).find(|node| node.kind() == Kind::Function) else { return };
        let mut words =
            self.tokens.outside_brackets(&(function.first()..=name)).collect::<Vec<_>>().into_iter();
        let is_linkage = |&word: &usize| matches!(self.tokens[word].kind, kind::STATIC | kind::EXTERN);
        const STATIC: &str = "static __attribute__((unused))";
        match words.clone().find(is_linkage) {
            Some(word) if self.tokens[word].kind == kind::STATIC => {}
            Some(word) => self.stream.replace(word..=word, STATIC.to_owned(), RULE, REASON),
            None => {
                let first = words.next().unwrap_or(name);
                self.stream.insert_before(first, format!("{STATIC} "), RULE, REASON);
            }
        }
    }
}
