//! Keywords that C++ spells in another way, and names that it has taken.

use std::sync::LazyLock;

use rustc_hash::FxHashSet;

use super::{File, Writer};
use crate::c::{Kind, Meaning, Rename, Type, Types, complex_class};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::runtime;
use crate::source::quoted::string_literal;
use crate::syntax::Origin;
use crate::syntax::generated::open_mpc as kind;
use crate::translator::cuda_names::{OWN_NAME, own_name};
use crate::translator::names::CPLUSPLUS_KEYWORDS;

const WORD: &str = "C++ has another word for it";
/// Why a name gets another form.
const SUFFIX: &str = "C++ takes a name behind a literal for a suffix of it";
pub(in crate::translator) const OTHER_NAME: &str = "C++ or CUDA has taken the name";

pub(super) const COMPLEX: &str = "C++ has no complex numbers but in classes";

/// gcc's function with the value of `__func__`.
const FUNCTION: &str = "__builtin_FUNCTION";

const UNNAMED: &str = "a type that C++ has to name";
const OWN_TAG: &str = "in C++ a tag is a type's name, and g++ takes no second one in a block";

/// Types that headers of C declare, and C++ has as keywords.
const TYPES_FROM_HEADERS: &[&str] = &["wchar_t", "char16_t", "char32_t"];

/// Names that headers of C give to what C++ has as keywords.
const FROM_HEADERS: &[&str] = &[
    "bool",
    "true",
    "false",
    "wchar_t",
    "char16_t",
    "char32_t",
    "alignas",
    "alignof",
    "static_assert",
    "thread_local",
];

/// Whether a name of the program's is a keyword of C++, or the namespace of its library.
fn is_keyword(name: &str) -> bool {
    static KEYWORDS: LazyLock<FxHashSet<&str>> =
        LazyLock::new(|| CPLUSPLUS_KEYWORDS.iter().copied().chain(["std"]).collect());
    KEYWORDS.contains(name)
}

/// Whether a name means something wherever it stands behind the runtime's headers: a keyword, or a macro of theirs.
pub(in crate::translator) fn is_reserved(name: &str) -> bool {
    is_keyword(name) || runtime::macros().names.contains(name)
}

/// What a name of the program's is called in C++ if it is reserved there.
fn reserved_name(name: &str) -> Option<String> {
    is_reserved(name).then(|| format!("{OWN_NAME}{name}"))
}

/// The same for a tag or a typedef's name, which CUDA may have taken, too.
pub(in crate::translator) fn type_name(name: &str, is_tag: bool) -> Option<String> {
    keyword_type_name(name, is_tag).or_else(|| own_name(name))
}

/// The same where the program's names have a namespace of their own.
pub(super) fn keyword_type_name(name: &str, is_tag: bool) -> Option<String> {
    // The typedefs of headers are C++'s keywords.
    if !is_tag && TYPES_FROM_HEADERS.contains(&name) { None } else { reserved_name(name) }
}

impl File<'_> {
    /// What a variable, function or member of the program's is called in C++, if not as in C. A macro with parameters
    /// takes the name of what stands in front of a parenthesis alone.
    pub(in crate::translator) fn cplusplus_name(&self, name: &str) -> Option<String> {
        let is_free = runtime::macros().functions.contains(name) && !self.precedes_parenthesis(name);
        reserved_name(name).filter(|_| !is_free)
    }

    /// Whether something of the program's stands in front of a parenthesis, or of a bracket: the classes for arrays are
    /// constructed.
    fn precedes_parenthesis(&self, name: &str) -> bool {
        let list = self.tokens;
        let found = self.cuda.index.before_parentheses.get_or_init(|| {
            let is_candidate = |&index: &usize| {
                let token = &list[index];
                token.is_visible() && runtime::macros().functions.contains(list.text(index))
            };
            let is_called = |&index: &usize| {
                let next = list.visible_from(index + 1).map(|next| list[next].kind);
                let is_member = || {
                    let before = list.visible_before(index).map(|before| list[before].kind);
                    matches!(before, Some(kind::DOT | kind::ARROW))
                };
                matches!(next, Some(kind::LEFT_PAREN | kind::LEFT_BRACKET))
                    && (is_member() || self.is_own(list.text(index), index))
            };
            let names = (0..list.len()).filter(is_candidate).filter(is_called);
            names.map(|index| list.text(index).to_owned()).collect()
        });
        found.contains(name)
    }

    /// Whether a name means something of the program's at a token, or behind the declarator that it is in. A function of the C
    /// library that the program declares itself is the library's.
    fn is_own(&self, name: &str, index: usize) -> bool {
        let types = self.types();
        let is_of_library = runtime::library().contains_key(name) && self.cuda.function_named(name).is_none();
        let is_function = |ty: &Type| matches!(ty.kind, Kind::Function(_));
        [index + 1, self.after_declarator(index)].into_iter().any(|at| {
            let found = types.lookup(name, at);
            found.is_some_and(|found| !is_of_library || !found.ty.as_ref().is_some_and(is_function))
                && !types.declared_at(name, at).is_some_and(|token| self.is_system(token))
        })
    }

    /// What `__func__` says (C17 6.4.2.2), and gcc's other names and function for it: a kernel
    /// has another name than the function that its region is in, and C++ puts
    /// the types into `__PRETTY_FUNCTION__`.
    fn function_named(&self, index: usize, on_device: bool) -> Option<String> {
        let is_it = match self.tokens.text(index) {
            "__func__" | "__FUNCTION__" | FUNCTION => on_device,
            "__PRETTY_FUNCTION__" => true,
            _ => false,
        };
        if !is_it || self.is_in_assert(index, on_device) {
            return None;
        }
        let function = self.cuda.function_at(index)?;
        let name = string_literal(&self.cuda.functions[function].name);
        // Its parentheses stay.
        Some(if self.tokens.text(index) == FUNCTION {
            format!("gpump_builtin_FUNCTION{{{name}}}")
        } else {
            name
        })
    }

    /// What types are called in C++.
    pub(super) fn type_names(&self, on_device: bool) -> Rename<'_> {
        if on_device { &keyword_type_name } else { &*self.names_in_single }
    }

    /// The `struct`, `union` or `enum` whose members or enumerators a `{` begins.
    fn keyword_of_type(&self, brace: usize) -> Option<i32> {
        let list = self.tokens;
        let keyword = |index: usize| {
            Some(list[index].kind).filter(|kind| matches!(*kind, kind::STRUCT | kind::UNION | kind::ENUM))
        };
        let before = list.visible_before(brace)?;
        let is_tag = matches!(list[before].kind, kind::IDENTIFIER | kind::TYPEDEF_NAME);
        keyword(before).or_else(|| keyword(list.visible_before(before).filter(|_| is_tag)?))
    }

    fn name_in_cplusplus(
        &self,
        types: &Types<'_>,
        index: usize,
        is_member: bool,
        is_enumerator: bool,
        on_device: bool,
    ) -> Option<String> {
        let name = self.tokens.text(index);
        if !is_member
            && let Some(qualified) = types.enumerator_in_cplusplus(name, index, self.type_names(on_device))
        {
            return Some(qualified);
        }
        // Behind the name, it means what is declared here.
        let declared = || types.declared_at(name, index + 1);
        let is_foreign = || declared().is_some_and(|token| self.is_system(token));
        if is_reserved(name) {
            let is_of_headers = FROM_HEADERS.contains(&name) || !is_keyword(name);
            let is_new = !is_of_headers || is_member || is_enumerator;
            let is_own = || is_new || self.is_label(index) || self.is_own(name, index);
            let is_macro = self.is_typed_as(index, name);
            let is_typedef =
                |at: usize| types.lookup(name, at).is_some_and(|found| found.meaning == Meaning::Typedef);
            let own = || match [index, self.after_declarator(index)].into_iter().any(is_typedef) {
                true => reserved_name(name),
                false => self.cplusplus_name(name),
            };
            if is_macro || !is_own() {
                return None;
            }
            if let Some(name) = own() {
                return Some(name);
            }
        }
        if on_device || is_member {
            return None;
        }
        let is_variable = || types.lookup(name, index).is_some_and(|found| found.meaning == Meaning::Object);
        // Most names are a function's own.
        let is_of_file =
            types.is_of_file(name, index + 1) || !is_variable() && types.is_of_file(name, usize::MAX);
        let own = || own_name(name).or_else(|| self.own_name_in_single(name));
        is_of_file.then(own).flatten().filter(|_| !is_foreign())
    }

    /// The name in `typedef struct pair { … } pair;`, or `typedef struct pair pair;`, in a function.
    fn names_own_tag(&self, typedef: usize) -> Option<usize> {
        let list = self.tokens;
        self.cuda.function_at(typedef)?;
        let next = |index: usize| list.visible_from(index + 1);
        let keyword = next(typedef)
            .filter(|&index| matches!(list[index].kind, kind::STRUCT | kind::UNION | kind::ENUM))?;
        let tag = next(keyword)?;
        let mut name = next(tag)?;
        if list[name].kind == kind::LEFT_BRACE {
            name = next(list.partner(name)?)?;
        }
        let is_last = next(name).is_some_and(|end| list[end].kind == kind::SEMICOLON);
        (is_last && list.text(name) == list.text(tag)).then_some(name)
    }

    /// Whether a name is a label, or that of a jump's target.
    fn is_label(&self, index: usize) -> bool {
        let before = self.tokens.visible_before(index).map(|before| self.tokens[before].kind);
        let after = self.tokens.visible_from(index + 1).map(|after| self.tokens[after].kind);
        let starts = [kind::SEMICOLON, kind::LEFT_BRACE, kind::RIGHT_BRACE, kind::COLON, kind::RIGHT_PAREN];
        before == Some(kind::GOTO)
            || after == Some(kind::COLON) && before.is_some_and(|before| starts.contains(&before))
    }

    /// Whether `inline` stands in a definition that other files may call (C17 6.7.4, 7), as they could not in C++ unless the file
    /// itself calls it.
    fn is_defined_for_others(&self, inline: usize) -> bool {
        let Some(number) = self.cuda.function_at(inline) else { return false };
        let function = &self.cuda.functions[number];
        if inline > function.name_token || function.is_static {
            return false;
        }
        let has = |name: usize, word: i32| self.head_of(name).any(|index| self.tokens[index].kind == word);
        let mut words =
            self.head_of(function.name_token).map(|index| self.tokens.text(index).trim_matches('_'));
        if self.has_gnu_inline || words.any(|word| word == "gnu_inline") {
            return !has(function.name_token, kind::EXTERN);
        }
        self.scopes.named(&function.name).any(|(_, declared)| {
            let name = declared.token;
            declared.depth == 0 && (!has(name, kind::INLINE) || has(name, kind::EXTERN))
        })
    }

    /// Whether other files can call a function of this file, or take its address: none is defined by `inline` alone.
    pub(in crate::translator) fn is_external(&self, function: usize) -> bool {
        let function = &self.cuda.functions[function];
        let is_inline = |&index: &usize| self.tokens[index].kind == kind::INLINE;
        let inline = self.head_of(function.name_token).find(is_inline);
        !function.is_static && inline.is_none_or(|inline| self.is_defined_for_others(inline))
    }

    /// The tokens in front of a declared name, backwards to where its declaration begins.
    pub(in crate::translator) fn head_of(&self, name: usize) -> impl Iterator<Item = usize> {
        let ends = [kind::SEMICOLON, kind::RIGHT_BRACE];
        let before = std::iter::successors(Some(name), |&index| self.tokens.visible_before(index));
        before.take_while(move |&index| !ends.contains(&self.tokens[index].kind))
    }

    /// Another word for a keyword.
    fn word(&self, index: usize, token: i32) -> Option<String> {
        let text = self.tokens.text(index);
        let replaced = match token {
            kind::RESTRICT if text == "restrict" => "__restrict__",
            kind::BOOL if text == "_Bool" && !self.is_typed_as(index, "bool") => "bool",
            kind::REGISTER => "",
            kind::AUTO => match self.tokens.visible_from(index + 1).map(|next| self.tokens[next].kind) {
                Some(kind::IDENTIFIER | kind::STAR) => "int",
                _ => "",
            },
            kind::AUTO_TYPE => "auto",
            kind::STATIC_ASSERT if text == "_Static_assert" => "static_assert",
            kind::ALIGNOF => "__alignof__",
            kind::INLINE if self.is_defined_for_others(index) => "",
            kind::NORETURN => "__attribute__((noreturn))",
            kind::TYPEOF if text == "typeof" => "__typeof__",
            kind::CONST | kind::VOLATILE if self.is_repeated(index) => "",
            kind::COMPLEX => complex_class(&self.types().spelled_at(index)?)?,
            // `_Complex` says it.
            kind::DOUBLE | kind::FLOAT
                if self.types().spelled_at(index).as_ref().and_then(complex_class).is_some() =>
            {
                ""
            }
            kind::FLOATING_CONSTANT => return self.imaginary(index),
            _ => return None,
        };
        Some(replaced.to_owned())
    }

    /// What a typedef's name of the system's headers stands for, if that leads to complex numbers.
    fn complex_typedef(&self, index: usize) -> Option<String> {
        let name = self.tokens.text(index);
        let declared = self.types().declared_at(name, index).filter(|&token| self.is_system(token));
        declared.filter(|_| self.complex_typedefs().contains(name))?;
        let ty = self.type_at(name, index)?;
        match complex_class(&ty.kind) {
            Some(class) => Some(class.to_owned()),
            None => Some(format!("__typeof__({})", self.cplusplus_type(&ty, "", true)?)),
        }
    }

    /// An imaginary constant as a number of the class.
    fn imaginary(&self, constant: usize) -> Option<String> {
        let ty = self.types().type_of(&(constant..=constant))?;
        let class = complex_class(&ty.kind)?;
        let number: String = self
            .tokens
            .text(constant)
            .chars()
            .filter(|letter| !matches!(letter, 'i' | 'I' | 'j' | 'J'))
            .collect();
        Some(format!("{class}(0, {number})"))
    }

    /// Whether a qualifier stands in the same list of specifiers already, which in C says nothing new (C17 6.7.3, 5).
    fn is_repeated(&self, qualifier: usize) -> bool {
        let list = self.tokens;
        let is_word = |index: usize| list.text(index).starts_with(|c: char| c == '_' || c.is_alphabetic());
        let before = |&index: &usize| list.visible_before(index).filter(|&before| is_word(before));
        let mut words = std::iter::successors(before(&qualifier), before);
        words.any(|word| list[word].kind == list[qualifier].kind)
    }

    /// Whether a macro of this name stands for a token.
    fn is_typed_as(&self, index: usize, name: &str) -> bool {
        let Origin::Macro { invocation, .. } = self.tokens.origin(index) else { return false };
        self.tokens.invocation(invocation).is_some_and(|found| self.tokens.text(*found.typed.start()) == name)
    }

    /// Whether a name stands right behind a literal.
    fn is_before_name(&self, literal: usize) -> bool {
        let is_typed = |index| self.tokens.origin(index) == Origin::File;
        is_typed(literal)
            && self.tokens.get(literal + 1).is_some()
            && is_typed(literal + 1)
            && self.tokens.text(literal + 1).starts_with(|c: char| c == '_' || c.is_alphabetic())
    }

    /// Whether a token stands in an `assert` that stays one.
    fn is_in_assert(&self, index: usize, on_device: bool) -> bool {
        let is_opened = |index| match self.tokens.origin(index) {
            Origin::Macro { invocation, .. } => !self.is_called_as_typed(invocation),
            Origin::File | Origin::Header { .. } => false,
        };
        self.is_typed_as(index, "assert") && !(on_device && is_opened(index))
    }
}

impl Writer<'_, '_> {
    /// Gives keywords and names in a range the form that C++ wants.
    pub(super) fn bridge_words(&mut self, range: &Tokens, on_device: bool) {
        let list = self.file.tokens;
        let end = (*range.end()).min(list.len().saturating_sub(1));
        let mut edits: Vec<(usize, String, &'static str)> = Vec::new();
        // For each brace that is open, the keyword of the type whose it is.
        let mut braces: Vec<Option<i32>> = Vec::new();
        let mut before = list.visible_before(*range.start());
        let types = self.file.types();
        for index in (*range.start()..=end).filter(|&index| list[index].is_visible()) {
            let previous = before.map(|before| list[before].kind);
            match list[index].kind {
                kind::LEFT_BRACE => braces.push(self.file.keyword_of_type(index)),
                kind::RIGHT_BRACE => drop(braces.pop()),
                kind::IDENTIFIER if let Some(text) = self.file.function_named(index, on_device) => {
                    edits.push((index, text, "the function that the author wrote it in"));
                }
                kind::TYPEDEF_NAME if on_device && let Some(text) = self.file.complex_typedef(index) => {
                    edits.push((index, text, COMPLEX));
                }
                kind::IDENTIFIER | kind::TYPEDEF_NAME => {
                    let is_tag = matches!(previous, Some(kind::STRUCT | kind::UNION | kind::ENUM));
                    let inner = braces.last().copied().flatten();
                    let is_member = matches!(previous, Some(kind::DOT | kind::ARROW))
                        || matches!(inner, Some(kind::STRUCT | kind::UNION))
                            && list[index].kind == kind::IDENTIFIER;
                    let is_enumerator =
                        inner == Some(kind::ENUM) && matches!(previous, Some(kind::LEFT_BRACE | kind::COMMA));
                    let name = match before.filter(|_| is_tag) {
                        Some(keyword) => types.tag_in_cplusplus(keyword, self.file.type_names(on_device)),
                        None => {
                            self.file.name_in_cplusplus(types, index, is_member, is_enumerator, on_device)
                        }
                    };
                    edits.extend(name.map(|name| (index, name, OTHER_NAME)));
                }
                kind::TYPEDEF if let Some(name) = self.file.names_own_tag(index) => {
                    edits.extend([index, name].map(|word| (word, String::new(), OWN_TAG)));
                }
                kind::STRUCT | kind::UNION | kind::ENUM if let Some(name) = types.name_of_nested(index) => {
                    edits.push((index, format!("{} {name}", list.text(index)), UNNAMED));
                }
                kind::STRING_LITERAL if self.file.is_before_name(index) => {
                    edits.push((index, format!("{} ", list.text(index)), SUFFIX));
                }
                // The host's compiler has complex numbers, though nothing computes with them there.
                kind::COMPLEX | kind::DOUBLE | kind::FLOAT | kind::FLOATING_CONSTANT if !on_device => {}
                other => {
                    if let Some(text) = self.file.word(index, other) {
                        edits.push((index, text, WORD));
                    }
                }
            }
            before = Some(index);
        }
        for (index, text, reason) in edits {
            // `double` and `_Complex` become one word: without the blank behind the first.
            let is_part = matches!(list[index].kind, kind::DOUBLE | kind::FLOAT);
            let is_blank = list.get(index + 1).is_some_and(|next| next.kind == kind::WHITESPACE);
            let last = index + usize::from(is_part && is_blank);
            let mut bridge = self.bridging(range, on_device);
            if !bridge.stream().is_replaced(index) {
                bridge.replace(index..=last, text, reason);
            }
        }
        self.bridge_alignments(range, on_device);
    }

    /// `_Alignas(16)` may stand anywhere among the specifiers, C++'s word may
    /// not.
    fn bridge_alignments(&mut self, range: &Tokens, on_device: bool) {
        let list = self.file.tokens;
        let end = (*range.end()).min(list.len().saturating_sub(1));
        for index in (*range.start()..=end).filter(|&index| list[index].kind == kind::ALIGNAS) {
            let Some(open) = list.visible_from(index + 1) else { continue };
            let (Some(close), Some(first)) = (list.partner(open), list.visible_from(open + 1)) else {
                continue;
            };
            let is_type = self.file.types().begins_type(first);
            let mut bridge = self.bridging(range, on_device);
            bridge.replace(index..=index, "__attribute__((aligned".to_owned(), WORD);
            if is_type {
                bridge.after(open, "__alignof__(".to_owned(), WORD);
            }
            bridge.after(close, if is_type { ")))" } else { "))" }.to_owned(), WORD);
        }
    }
}
