//! What CUDA's compiler has not in device code, or has with another meaning. A
//! region that uses it is refused, for what comes out would be wrong, or no
//! program.

use std::collections::HashSet;

use rustc_hash::FxHashSet;

use super::super::File;
use super::capture::{Storage, has_pointers_to_variable};
use super::index::leads_to_complex;
use crate::c::symbols::SymbolId;
use crate::c::{Basic, Difference, Kind, RecordId, Type, Types, complex_class, has_attribute, has_effects};
use crate::diagnostics::Diagnostic;
use crate::openmp::atomic::Form;
use crate::openmp::constructs::Tokens;
use crate::openmp::{Atomic, Construct, ConstructKind, Reference, Sharing};
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree;

/// What the device's `malloc` gives, in bytes.
const ALIGNMENT_OF_HEAP: u64 = 16;

impl File<'_> {
    /// What a range of tokens has that the device has not.
    pub(super) fn device_limits(&self, range: &Tokens) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        let visible: Vec<usize> = range.clone().filter(|&index| self.tokens[index].is_visible()).collect();
        let kind_at = |at: usize| visible.get(at).map_or(0, |&index| self.tokens[index].kind);
        for (at, &index) in visible.iter().enumerate() {
            let next = kind_at(at + 1);
            found.extend(self.refused_library(&visible[at..]));
            let what = match kind_at(at) {
                kind::ASM => {
                    Some(("assembler text cannot run on the device", "instructions of the host's processor"))
                }
                kind::NESTED_BODY => Some((
                    "a function inside a function cannot be on the device",
                    "C++ has no such functions",
                )),
                kind::STRUCT | kind::UNION | kind::ENUM if self.is_defined_in_parentheses(&visible, at) => {
                    Some((
                        "a type that is defined within an expression cannot be on the device",
                        "C++ has no definitions here: define it in a declaration of its own",
                    ))
                }
                kind::STRUCT | kind::UNION | kind::ENUM if self.hides_variable(&visible[at..]) => Some((
                    "a type that is called as a variable outside of its block cannot be on the device",
                    "C++ has one name for both",
                )),
                kind::GOTO if next == kind::STAR => {
                    Some(("`goto *` cannot be on the device", "CUDA's compiler has no computed jumps"))
                }
                kind::AND_AND if self.is_label_address(index) => Some((
                    "the address of a label cannot be taken on the device",
                    "CUDA's compiler has no labels as values",
                )),
                kind::LONG if next == kind::DOUBLE => Some(LONG_DOUBLE),
                kind::DOUBLE if next == kind::LONG => Some(LONG_DOUBLE),
                kind::COMPLEX
                    if self.types().spelled_at(index).as_ref().and_then(complex_class).is_none() =>
                {
                    Some(OTHER_COMPLEX)
                }
                kind::INTEGER_CONSTANT | kind::FLOATING_CONSTANT if self.is_other_imaginary(index) => {
                    Some(OTHER_COMPLEX)
                }
                kind::VA_ARG if self.takes_wide_integer(index) => Some((
                    "`va_arg` with an integer of 128 bits cannot be on the device",
                    "CUDA's compiler takes the arguments behind it from other places",
                )),
                kind::ELLIPSIS if self.is_long_case_range(index) => Some((
                    "a long range in a `case` label cannot be on the device",
                    "CUDA's compiler takes it for its first value",
                )),
                kind::ELLIPSIS if self.repeats_effects(index) => Some((
                    "this value of several elements cannot be on the device",
                    "C evaluates it once, and C++ has no such initialisers",
                )),
                kind::ATOMIC_QUALIFIER | kind::ATOMIC_SPECIFIER => Some(ATOMIC),
                kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU => Some(THREAD_LOCAL),
                kind::FLOATING_CONSTANT
                    if self.tokens.text(index).ends_with(['l', 'L'])
                        && !self.becomes_double(&visible[..=at], next) =>
                {
                    Some(LONG_DOUBLE)
                }
                kind::TYPEDEF_NAME if self.has_bounds_from_outside(index, range) => Some((
                    "an array type of variable length that is declared outside of the region cannot be on the device",
                    "only variables take their bounds along",
                )),
                kind::IDENTIFIER
                    if matches!(self.tokens.text(index), "cleanup" | "__cleanup__")
                        && next == kind::LEFT_PAREN
                        && self.is_attribute(&visible[..at]) =>
                {
                    Some((
                        "`cleanup` cannot be on the device",
                        "CUDA's compiler calls nothing at the end of a scope",
                    ))
                }
                _ => None,
            };
            if let Some((message, label)) = what {
                found.push(self.refused(index, message).label(label));
            }
        }
        let is_record = |&&index: &&usize| matches!(self.tokens[index].kind, kind::STRUCT | kind::UNION);
        if let Some(&first) = visible.iter().find(is_record)
            && let Some(problem) = self.layout_problem_in(range)
        {
            found.push(self.refused(first, "this type cannot be on the device").label(problem));
        }
        found.extend(self.jumps_into_loops(range, &visible));
        let mut seen: FxHashSet<&str> = FxHashSet::default();
        for reference in self.references_in(range) {
            if seen.insert(&reference.name) {
                found.extend(
                    reference.symbol.and_then(|symbol| self.refused_variable(symbol, reference.token, range)),
                );
                found.extend(self.refused_parameters(reference));
            }
        }
        // What is said of a variable need not be said of its members.
        if found.is_empty() {
            found.extend(self.wide_fields(range, &visible));
        }
        found
    }

    /// A type that a function's head defines.
    pub(super) fn type_in_head(&self, number: usize) -> Option<Diagnostic> {
        let function = &self.cuda.functions[number];
        let mut head = *function.range.start()..function.name_token;
        let brace = head
            .find(|&index| self.tokens[index].is_visible() && self.tokens[index].kind == kind::LEFT_BRACE)?;
        let error = self.refused(brace, "a function's head defines a type, which cannot be on the device");
        Some(error.label("C++ has no definitions here").help("define the type in front of the function"))
    }

    /// A function that takes a `float`, and gets a `double` where a pointer without a prototype leads to it.
    pub(super) fn promoted_parameter(&self, number: usize) -> Option<Diagnostic> {
        let function = &self.cuda.functions[number];
        self.has_promoted_parameter(number).then(|| {
            let name = &function.name;
            let message = format!("`{name}`, which has no prototype, cannot be called through a pointer");
            let error = self.refused(function.name_token, &message);
            error.label("a parameter is a `float`, and gets a `double`").help("define it with a prototype")
        })
    }

    /// Whether a definition in the style of K&R takes a `float` from a `double` (C17 6.9.1, 10), and the function's address is taken. In
    /// C++ it has a prototype, and takes the `float`.
    pub(super) fn has_promoted_parameter(&self, number: usize) -> bool {
        let name = &self.cuda.functions[number].name;
        let parameters = self.types().old_style_parameters(name).unwrap_or_default();
        parameters.iter().flatten().any(|ty| ty.basic() == Some(Basic::Float))
            && self.uses_of_name(name).any(|found| !found.called)
    }

    /// Whether the keyword at a position begins the definition of a type in parentheses, and not in those of a loop's head or of a
    /// compound literal, whose type is written in front of the statement.
    fn is_defined_in_parentheses(&self, visible: &[usize], keyword: usize) -> bool {
        let kind_at = |at: usize| visible.get(at).map_or(0, |&index| self.tokens[index].kind);
        let behind_tag = match kind_at(keyword + 1) {
            kind::IDENTIFIER | kind::TYPEDEF_NAME => keyword + 2,
            _ => keyword + 1,
        };
        let is_qualifier = |at: &usize| matches!(kind_at(*at), kind::CONST | kind::VOLATILE);
        let Some(open) = (0..keyword).rev().find(|at| !is_qualifier(at)) else { return false };
        let is_literal = || {
            let close = self.tokens.partner(visible[open]);
            let behind = close.and_then(|close| visible.iter().find(|&&index| index > close));
            behind.is_some_and(|&index| self.tokens[index].kind == kind::LEFT_BRACE)
        };
        kind_at(behind_tag) == kind::LEFT_BRACE
            && kind_at(open) == kind::LEFT_PAREN
            && (open == 0 || kind_at(open - 1) != kind::FOR)
            && !is_literal()
    }

    /// Whether tokens begin with the definition of a type whose tag is the name of something that a block around it has, and that is
    /// used behind it.
    pub(super) fn hides_variable(&self, visible: &[usize]) -> bool {
        let [keyword, tag, brace, ..] = *visible else { return false };
        let end = self.block_end(keyword);
        if self.tokens[brace].kind != kind::LEFT_BRACE || end >= self.tokens.len() {
            return false;
        }
        let is_outside = |declared: usize| declared < keyword && self.block_end(declared) > end;
        let name = self.tokens.text(tag);
        self.references_in(&(brace..=end)).iter().any(|used| {
            let declared = used.symbol.map(|symbol| self.scopes.get(symbol).token);
            used.name == name && declared.is_some_and(is_outside)
        })
    }

    /// Whether a typedef's name stands for a type with variable bounds that is declared outside of a range.
    fn has_bounds_from_outside(&self, name: usize, range: &Tokens) -> bool {
        let found = self.types().lookup(self.tokens.text(name), name);
        let is_variable = found.and_then(|found| found.ty.as_ref()).is_some_and(Types::is_variably_modified);
        let declared = self.types().declared_at(self.tokens.text(name), name);
        is_variable && declared.is_some_and(|declared| !range.contains(&declared))
    }

    /// Whether some tokens end inside of an attribute's parentheses.
    fn is_attribute(&self, visible: &[usize]) -> bool {
        let mut kinds = visible.iter().rev().map(|&index| self.tokens[index].kind);
        kinds.find(|kind| {
            matches!(*kind, kind::ATTRIBUTE | kind::SEMICOLON | kind::LEFT_BRACE | kind::RIGHT_BRACE)
        }) == Some(kind::ATTRIBUTE)
    }

    /// Whether `&&` is GNU's operator with one operand.
    fn is_label_address(&self, token: usize) -> bool {
        self.tree().path(token).last().is_some_and(|node| node.kind() == tree::Kind::LabelAddress)
    }

    /// Whether `...` is that of a designator whose value assigns something, or calls a function.
    fn repeats_effects(&self, ellipsis: usize) -> bool {
        let item = self.tree().path(ellipsis).filter(|node| node.kind() == tree::Kind::Item).last();
        item.and_then(|item| item.children().next_back()).is_some_and(has_effects)
    }

    /// Whether `va_arg` takes an integer of 128 bits.
    fn takes_wide_integer(&self, va_arg: usize) -> bool {
        let close = self.tokens.visible_from(va_arg + 1).and_then(|open| self.tokens.partner(open));
        let ty = close.and_then(|close| self.types().type_of(&(va_arg..=close)));
        ty.is_some_and(|ty| matches!(ty.kind, Kind::Basic(Basic::Int128 | Basic::UnsignedInt128)))
    }

    /// Jumps past the declaration in the head of a loop, which C++ does not allow.
    fn jumps_into_loops(&self, range: &Tokens, visible: &[usize]) -> Vec<Diagnostic> {
        let has = |kinds: &[i32]| visible.iter().any(|&index| kinds.contains(&self.tokens[index].kind));
        if !has(&[kind::FOR]) || !has(&[kind::GOTO, kind::SWITCH]) {
            return Vec::new();
        }
        let differences = self.types().differences(range);
        let refused = differences.iter().filter_map(|difference| match difference {
            Difference::Declaration(declared) if declared.is_bypassed && !declared.is_in_block => {
                Some(self.bypassed(declared.name))
            }
            _ => None,
        });
        refused.collect()
    }

    /// Wide bit-fields that no variable leads to: of what a cast or a function leads to.
    fn wide_fields(&self, range: &Tokens, visible: &[usize]) -> Vec<Diagnostic> {
        let wide = self.types().wide_bit_fields();
        if wide.is_empty() || !visible.iter().any(|&index| wide.contains(self.tokens.text(index))) {
            return Vec::new();
        }
        let differences = self.types().differences(range);
        let names = differences.iter().filter_map(|difference| match difference {
            Difference::WideField(name) => Some(*name),
            _ => None,
        });
        let refused = |name: usize| {
            let message = format!("the bit-field `{}` cannot be used on the device", self.tokens.text(name));
            self.refused(name, &message).label(WIDE_BITS)
        };
        names.map(refused).collect()
    }

    /// What is said of a name in a loop's head that a jump passes by.
    pub(in super::super) fn bypassed(&self, name: usize) -> Diagnostic {
        let message = "a jump into a loop that declares its variable cannot be on the device";
        self.refused(name, message)
            .label("C++ does not let a jump pass an initialisation by")
            .help("declare the variable in front of the loop")
    }

    /// Whether a constant is an imaginary one of a type that the device has not.
    fn is_other_imaginary(&self, constant: usize) -> bool {
        let is_complex = self.tokens.text(constant).contains(['i', 'I', 'j', 'J']);
        let ty = self.types().type_of(&(constant..=constant)).filter(|_| is_complex);
        ty.is_some_and(|ty| matches!(ty.kind, Kind::Complex(_)) && complex_class(&ty.kind).is_none())
    }

    /// Whether a constant of type `long double`, the last of some tokens, is converted at once to a number that it is whichever way
    /// it is rounded: by a cast, as the limits of `<float.h>` are written, or as the whole initialiser of a variable.
    fn becomes_double(&self, visible: &[usize], next: i32) -> bool {
        let Some((&constant, before)) = visible.split_last() else { return false };
        let mut kinds = before.iter().rev().map(|&index| self.tokens[index].kind).peekable();
        let is_whole = matches!(next, kind::SEMICOLON | kind::COMMA);
        kinds.next_if(|&sign| is_whole && sign == kind::MINUS);
        let [last, middle, first] = std::array::from_fn(|_| kinds.next());
        let to = match (first, middle, last) {
            (Some(kind::LEFT_PAREN), to, Some(kind::RIGHT_PAREN)) => to,
            (to, Some(kind::IDENTIFIER), Some(kind::ASSIGN)) if is_whole => to,
            _ => None,
        };
        matches!(to, Some(kind::DOUBLE | kind::FLOAT))
            && is_rounded_alike(self.tokens.text(constant), to == Some(kind::FLOAT))
    }

    /// What is said of a token that stands for something that the device has not.
    pub(super) fn refused(&self, token: usize, message: &str) -> Diagnostic {
        Diagnostic::error("E0405", message, self.tokens[token].span.clone())
    }

    /// A variable of a construct's clauses that cannot be used on the device, in a region or function of these tokens.
    pub(super) fn refused_item(&self, construct: &Construct, range: &Tokens) -> Option<Diagnostic> {
        construct.clauses.items.iter().find_map(|item| self.refused_variable(item.symbol?, item.token, range))
    }

    /// A variable that cannot be used on the device, in a region or function of these tokens.
    fn refused_variable(&self, symbol: SymbolId, token: usize, range: &Tokens) -> Option<Diagnostic> {
        let declaration = self.scopes.get(symbol);
        let label = declaration.is_variable().then(|| self.obstacle_of_variable(symbol, token, range))??;
        let message = format!("`{}` cannot be used on the device", declaration.name);
        let error = self.refused(token, &message).label(label);
        Some(error.note_at(self.tokens[declaration.token].span.clone(), "declared here"))
    }

    /// A function whose arguments may be those of the members of a union, and not the union itself.
    fn refused_parameters(&self, reference: &Reference) -> Option<Diagnostic> {
        let ty = self.type_at(&reference.name, reference.token)?;
        let function = ty.function().or_else(|| ty.pointee()?.function())?;
        let mut types = function.parameters.iter().filter_map(|parameter| parameter.ty.as_ref());
        let has_union = types.any(|ty| self.types().is_union(ty));
        (has_union && has_attribute(self.tokens, "transparent_union")).then(|| {
            self.refused(reference.token, &format!("`{}` cannot be called on the device", reference.name))
                .label("C++ has no `transparent_union`")
        })
    }

    /// Why a variable cannot.
    fn obstacle_of_variable(&self, symbol: SymbolId, token: usize, range: &Tokens) -> Option<String> {
        let declaration = self.scopes.get(symbol);
        if self.is_thread_local(declaration.token) {
            return Some(THREAD_LOCAL.1.to_owned());
        }
        if self.is_hidden_by_macro(&declaration.name, token, declaration.depth == 0) {
            return Some("a macro of this name hides it from the host's text".to_owned());
        }
        let Some(ty) = self.type_at(&declaration.name, token) else {
            return (declaration.depth == 0).then(|| "of a type that gpump does not know".to_owned());
        };
        let Some(part) = self.foreign_part(&ty, &mut HashSet::new()) else {
            let is_threads_own =
                self.storage(symbol) == Storage::Automatic && range.contains(&declaration.token);
            if let Some(align) =
                self.alignment_in_heap(&declaration.name, token, &ty).filter(|_| is_threads_own)
            {
                return Some(format!("an array of variable length, with an alignment of {align} bytes"));
            }
            return match self.types().size_of(&ty)? {
                0 if declaration.depth > 0 => Some(NO_SIZE.to_owned()),
                size if is_threads_own && size > MOST_OF_A_THREAD => {
                    Some(format!("each thread has its own, of {size} bytes: more than {MOST_OF_A_THREAD}"))
                }
                _ => None,
            };
        };
        let spelled = self.types().declare(&ty, "");
        Some(match part {
            ATOMIC_NAME => ATOMIC.1.to_owned(),
            FOREIGN_LAYOUT | VARIABLE_MEMBER | VARIABLE_POINTERS | WIDE_BITS => part.to_owned(),
            part => match spelled {
                Some(spelled) if spelled == part => format!("of type `{part}`, which the device has not"),
                Some(spelled) => format!("of type `{spelled}`, which has a part of type `{part}`"),
                None => format!("its type has a part of type `{part}`"),
            },
        })
    }

    /// The alignment that the declaration of an array of variable length asks for, if the heap, where it lies on the device, has less.
    pub(super) fn alignment_in_heap(&self, name: &str, token: usize, ty: &Type) -> Option<u64> {
        let align = self.asked_alignment(name, token, ty).filter(|_| ty.has_variable_bound())?;
        (align > ALIGNMENT_OF_HEAP).then_some(align)
    }

    pub(super) fn is_thread_local(&self, name: usize) -> bool {
        if !self.has_token(kind::THREAD_LOCAL) && !self.has_token(kind::THREAD_LOCAL_GNU) {
            return false;
        }
        let mut index = name;
        while let Some(before) = self.tokens.visible_before(index) {
            match self.tokens[before].kind {
                kind::THREAD_LOCAL | kind::THREAD_LOCAL_GNU => return true,
                kind::SEMICOLON | kind::LEFT_BRACE | kind::RIGHT_BRACE | kind::LEFT_PAREN => return false,
                _ => index = before,
            }
        }
        false
    }

    /// The part of a type that the device has not, or has in another size.
    fn foreign_part(&self, ty: &Type, seen: &mut HashSet<RecordId>) -> Option<&'static str> {
        if ty.qualifiers.atomic {
            return Some(ATOMIC_NAME);
        }
        match &ty.kind {
            Kind::Basic(basic @ (Basic::LongDouble | Basic::Float128 | Basic::Float64x)) => {
                Some(basic.words())
            }
            Kind::Basic(basic) if basic.is_decimal() => Some(basic.words()),
            kind if complex_class(kind).is_some() && !ty.qualifiers.volatile => None,
            Kind::Complex(_) => Some("_Complex"),
            Kind::Vector { .. } => Some("vector_size"),
            Kind::Pointer(_) | Kind::Array { .. } if has_pointers_to_variable(ty) => Some(VARIABLE_POINTERS),
            Kind::Pointer(of) | Kind::Array { of, .. } => self.foreign_part(of, seen),
            Kind::Record(id) if self.types().record(*id).is_foreign => Some(FOREIGN_LAYOUT),
            Kind::Record(id) if seen.insert(*id) => {
                // A header may have another structure for C++.
                let is_systems = self.types().mentions(ty).any(|token| self.is_system(token));
                let mut members = self.types().record(*id).members.iter().flatten();
                members.find_map(|member| {
                    let ty = member.ty.as_ref()?;
                    match member.is_wide_bit_field() {
                        true => Some(WIDE_BITS),
                        false if Types::is_variably_modified(ty) => Some(VARIABLE_MEMBER),
                        false if is_systems && leads_to_complex(ty) => Some("_Complex"),
                        false => self.foreign_part(ty, seen),
                    }
                })
            }
            _ => None,
        }
    }

    /// Updates of bit-fields, which have no address (2.7.4).
    pub(super) fn refused_updates<'c>(
        &self,
        constructs: impl Iterator<Item = &'c Construct>,
    ) -> Vec<Diagnostic> {
        let mut found = Vec::new();
        for construct in constructs {
            construct.walk(&mut |inner| {
                found.extend(self.refused_reductions(inner));
                if inner.kind == ConstructKind::Atomic
                    && let Some(Atomic { target, change, .. }) = self.atomic(inner)
                    && let Some(operand) = self.types().expression(&target)
                {
                    let form = change.map(|change| change.form);
                    let is_longer = matches!(form, Some(Form::Binary { .. } | Form::Reversed { .. }));
                    if operand.bits.is_some() {
                        let error = self.refused(*target.start(), "`atomic` cannot update a bit-field");
                        found.push(error.label("has no address that the update could be made at"));
                    } else if is_longer
                        && operand.ty.is_some_and(|ty| matches!(ty.kind, Kind::Enumeration(_)))
                    {
                        // The cast that C++ asks for would be made before the operation.
                        let error =
                            self.refused(*target.start(), "`atomic` cannot assign an enumeration this way");
                        found.push(error.label("of enumeration type: write `x op= expr`"));
                    }
                }
            });
        }
        found
    }

    /// Reductions of integers that the device cannot combine.
    fn refused_reductions(&self, construct: &Construct) -> Vec<Diagnostic> {
        let items = construct.clauses.items_of(|sharing| matches!(sharing, Sharing::Reduction(_)));
        let is_wide = |name: &str| {
            let ty = self.type_at(name, *construct.tokens.start());
            let basic = ty.and_then(|ty| innermost(&ty).basic());
            basic.filter(|basic| matches!(basic, Basic::Int128 | Basic::UnsignedInt128))
        };
        items
            .filter_map(|item| {
                let words = is_wide(&item.name)?.words();
                let message = format!("`{}` cannot be reduced on the device", item.name);
                let error = self.refused(item.token, &message);
                Some(error.label(format!("of type `{words}`, which the device combines in two halves")))
            })
            .collect()
    }
}

/// What arrays, or what a pointer leads to, are made of.
fn innermost(ty: &Type) -> &Type {
    match &ty.kind {
        Kind::Array { of, .. } | Kind::Pointer(of) => innermost(of),
        _ => ty,
    }
}

/// Whether a decimal constant is rounded to the same number at once and over a type of more digits: no number lies near it at
/// which the rounding turns. The host rounds to 64 bits first, and the device, for a `float`, to a `double`.
fn is_rounded_alike(constant: &str, to_float: bool) -> bool {
    let lower = constant.trim_end_matches(['l', 'L']).to_ascii_lowercase();
    let (digits, exponent) = lower.split_once('e').unwrap_or((&lower, "0"));
    let (whole, fraction) = digits.split_once('.').unwrap_or((digits, ""));
    let all = format!("{whole}{fraction}");
    let significant = all.trim_start_matches('0');
    if lower.starts_with("0x") || significant.is_empty() {
        return significant.is_empty();
    }
    let most = if to_float { 15 } else { 19 };
    let kept: String = significant.chars().take(most).collect();
    let Ok(leading) = format!("{kept:0<most$}00").parse::<i128>() else { return false };
    let Ok(exponent) = exponent.parse::<i32>() else { return false };
    let places = significant.len() as i64 - fraction.len() as i64 - most as i64 - 2;
    let scale = i64::from(exponent) + places;
    // The digits cut off are less than one of the last that are kept.
    let around = [leading - 100, leading + 200].map(|near| format!("{near}e{scale}"));
    match to_float {
        true => around[0].parse::<f32>().ok() == around[1].parse::<f32>().ok(),
        false => around[0].parse::<f64>().ok() == around[1].parse::<f64>().ok(),
    }
}

/// Bytes of a variable that each thread has of its own. A device keeps room for as many threads as it can run, 200,000 or more.
const MOST_OF_A_THREAD: u64 = 64 << 10;
const LONG_DOUBLE: (&str, &str) =
    ("`long double` cannot be on the device", "CUDA's compiler takes it for `double` in device code");
const OTHER_COMPLEX: (&str, &str) =
    ("this complex type cannot be on the device", "the device has those of `float` and `double`");
const ATOMIC_NAME: &str = "_Atomic";
/// What the types say of `scalar_storage_order` and `ms_struct`.
const FOREIGN_LAYOUT: &str = "an attribute or a pragma lays its type out as the device's compiler does not";
/// C has no rule for the type of such a bit-field; gcc and C++ have different ones.
const WIDE_BITS: &str =
    "has a bit-field wider than 32 bits, which C computes in its own width and C++ as a `long`";
const VARIABLE_MEMBER: &str = "its type has an array of variable length as a member, which C++ has not";
const VARIABLE_POINTERS: &str =
    "pointers to arrays of variable length are larger on the device, and lie in memory here";
const NO_SIZE: &str = "has no bytes, and CUDA's compiler has no such variables in functions";
const ATOMIC: (&str, &str) =
    ("`_Atomic` cannot be on the device", "C++ has no such objects: `#pragma omp atomic` works");
const THREAD_LOCAL: (&str, &str) = (
    "a thread's own variable of the host cannot be on the device",
    "of one thread of the host; `threadprivate` works",
);
