//! gcc's built-in functions: what a call of one gives.

use super::constant::Value;
use super::ctype::{Basic, Kind, Type};
use super::differences::Difference;
use super::library;
use super::operand::Operand;
use super::reader::Reader;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node};

/// What a call gives, by the functions' names behind `__builtin_`.
const RESULTS: &[(&str, &str)] = &[
    (
        "int",
        "clrsb clrsbl clrsbll clz clzl clzll cpu_init cpu_is \
         cpu_supports ctz ctzl ctzll eh_return_data_regno ffs ffsl ffsll fpclassify isfinite \
         isgreater isgreaterequal isinf isinf_sign isless islessequal islessgreater isnan \
         isnormal isunordered parity parityl parityll popcount popcountl popcountll setjmp \
         signbit signbitf signbitl",
    ),
    ("long", "expect expect_with_probability"),
    ("unsigned long", "dynamic_object_size"),
    ("unsigned short", "bswap16"),
    ("unsigned int", "bswap32"),
    ("unsigned long", "bswap64"),
    ("unsigned __int128", "bswap128"),
    (
        "_Bool",
        "add_overflow add_overflow_p has_attribute mul_overflow mul_overflow_p sadd_overflow \
         saddl_overflow saddll_overflow smul_overflow smull_overflow smulll_overflow \
         ssub_overflow ssubl_overflow ssubll_overflow sub_overflow sub_overflow_p uadd_overflow \
         uaddl_overflow uaddll_overflow umul_overflow umull_overflow umulll_overflow \
         usub_overflow usubl_overflow usubll_overflow",
    ),
    ("float", "huge_valf inff nanf nansf powif"),
    ("double", "huge_val inf nan nans powi"),
    ("long double", "huge_vall infl nanl nansl powil"),
    ("_Float128", "huge_valf128 huge_valq inff128 infq nanf128 nanq fabsf128 fabsq copysignf128 copysignq"),
    (
        "void",
        "__clear_cache clear_padding longjmp prefetch return trap unreachable va_copy va_end \
         va_start unwind_init",
    ),
    (
        "void *",
        "alloca_with_align apply_args assume_aligned dwarf_cfa extract_return_addr extend_pointer \
         frame_address frob_return_addr launder return_address thread_pointer",
    ),
    ("const char *", "FILE FUNCTION"),
];

/// The call of a name that begins with two underscores and is declared
/// nowhere.
pub(super) fn call(reader: &Reader<'_>, node: Node<'_>, name: &str) -> Operand {
    let arguments: Vec<Node<'_>> = node.children().skip(1).collect();
    let stem = name.strip_prefix("__builtin_");
    if let Some(found) = stem.and_then(|stem| unevaluated(reader, node, stem, &arguments)) {
        return found;
    }
    let is_named = |names: &str| names.split(' ').any(|known| stem == Some(known));
    let result = RESULTS.iter().find(|(_, names)| is_named(names));
    let of_library = stem.filter(|_| result.is_none()).and_then(|stem| library::function(reader.types, stem));
    if let Some(ty) = of_library {
        let function = ty.function();
        if let (Some(callee), true) = (node.children().next(), reader.observer.is_some()) {
            reader.pass(callee, arguments.into_iter(), function);
        }
        return Operand::maybe(function.map(|function| function.returns.clone()));
    }
    let operands: Vec<Operand> = arguments.into_iter().map(|argument| reader.operand(argument)).collect();
    let first = operands.into_iter().next().unwrap_or_default();
    if let Some(stem) = name.strip_prefix("__atomic_").or_else(|| name.strip_prefix("__sync_")) {
        return atomic(stem, &first);
    }
    let Some(stem) = stem else { return Operand::unknown() };
    let types = reader.types;
    match stem {
        "expect" | "expect_with_probability" => {
            let value = types.converted(&first.used(), Basic::Long);
            Operand { is_strict: false, ..Operand::constant(Basic::Long.into(), value) }
        }
        "complex" => match first.used().ty.and_then(|ty| ty.basic()) {
            Some(basic) if !basic.is_integer() => Operand::of(Kind::Complex(basic).into()),
            _ => Operand::unknown(),
        },
        "shuffle" => Operand::maybe(first.used().ty.filter(|ty| matches!(ty.kind, Kind::Vector { .. }))),
        _ => {
            let ty = result.and_then(|(words, _)| types.type_named(words, 0));
            let value = ty.as_ref().and_then(|_| folded(reader, stem, &first.used()));
            Operand { value, ..Operand::maybe(ty) }
        }
    }
}

/// The call of one that evaluates not all of its arguments.
fn unevaluated(reader: &Reader<'_>, node: Node<'_>, stem: &str, arguments: &[Node<'_>]) -> Option<Operand> {
    if stem == "choose_expr" {
        let value = arguments.first().and_then(|&condition| reader.unobserved().operand(condition).value);
        let chosen = value.map(|value| if value.truth() { 1 } else { 2 });
        let Some(&chosen) = chosen.and_then(|at| arguments.get(at)) else { return Some(Operand::unknown()) };
        reader.tell(|| Difference::Generic { tokens: node.tokens(), chosen: chosen.tokens() });
        return Some(reader.operand(chosen));
    }
    let of = arguments.first().copied();
    let kind = || reader.operand(*arguments.get(1)?).value.and_then(Value::integer);
    let value = match stem {
        "constant_p" => of.map(|of| is_constant(reader, of).into()),
        "classify_type" => of.and_then(|of| class_of(reader, &reader.unobserved().operand(of))),
        "object_size" => of.zip(kind()).and_then(|(of, kind)| object_size(reader, of, kind)),
        _ => return None,
    };
    let ty = if stem == "object_size" { Basic::UnsignedLong.into() } else { Type::INT };
    if let Some(value) = value {
        reader.tell(|| Difference::Constant { tokens: node.tokens(), value, ty: ty.clone() });
    }
    Some(Operand::constant(ty, value.map(Value::Integer)))
}

/// What a string literal is made of that is converted to other pointers.
const LITERAL: &[i32] = &[
    kind::STRING_LITERAL,
    kind::LEFT_PAREN,
    kind::RIGHT_PAREN,
    kind::STAR,
    kind::CONST,
    kind::VOLATILE,
    kind::VOID,
    kind::CHAR,
    kind::SIGNED,
    kind::UNSIGNED,
];

/// Whether gcc takes an expression for a constant before it optimises: one of arithmetic type, or a string literal. Of others gcc
/// may find out more when it does.
fn is_constant(reader: &Reader<'_>, node: Node<'_>) -> bool {
    let operand = reader.unobserved().operand(node);
    let mut kinds = reader.tokens(node).map(|at| reader.kind(at));
    operand.value.is_some()
        // With casts, or without.
        || operand.used().ty.is_some_and(|ty| ty.pointee().is_some()) && kinds.clone().all(|found| LITERAL.contains(&found))
        // Of a type with which nothing is computed here.
        || kinds.all(|found| found == kind::FLOATING_CONSTANT)
}

/// What gcc calls the class of an expression's type: its documentation has the names, `typeclass.h` of its sources the numbers.
fn class_of(reader: &Reader<'_>, operand: &Operand) -> Option<i128> {
    Some(match &operand.ty.as_ref()?.kind {
        Kind::Void => 0,
        Kind::Basic(basic) if basic.is_integer() => 1,
        Kind::Enumeration(_) => 1,
        Kind::Pointer(_) | Kind::Array { .. } | Kind::Function(_) => 5,
        Kind::Basic(_) => 8,
        Kind::Complex(_) => 9,
        Kind::Record(id) if reader.types.record(*id).is_union => 13,
        Kind::Record(_) => 12,
        Kind::Vector { .. } | Kind::Opaque(_) => return None,
    })
}

/// The size of an object that an expression names as a whole, or as its address; nothing where gcc follows a pointer, or knows
/// nothing itself.
fn object_size(reader: &Reader<'_>, node: Node<'_>, kind: i128) -> Option<i128> {
    let is_address = node.kind() == tree::Kind::Unary && reader.kind(node.at()) == kind::AND;
    let named = if is_address { node.children().next()? } else { node };
    let ty = reader.unobserved().operand(named).ty?;
    let is_whole = matches!(named.kind(), tree::Kind::Name | tree::Kind::Text)
        && (is_address || matches!(ty.kind, Kind::Array { .. }));
    (is_whole && (0..4).contains(&kind)).then(|| reader.types.size_of(&ty).map(i128::from)).flatten()
}

/// The result of a function of bits.
fn folded(reader: &Reader<'_>, stem: &str, operand: &Operand) -> Option<Value> {
    let (name, basic) = match stem.strip_suffix("ll").or_else(|| stem.strip_suffix('l')) {
        Some(name) if !matches!(stem, "signbitl") => (name, Basic::UnsignedLong),
        _ => (stem, Basic::UnsignedInt),
    };
    let basic = match name {
        "bswap16" => Basic::UnsignedShort,
        "bswap64" => Basic::UnsignedLong,
        _ => basic,
    };
    let bits = reader.types.converted(operand, basic)?.integer()?;
    let bits = u64::try_from(bits).ok()?;
    let width = basic.width();
    let value = match name {
        "clz" if bits != 0 => u64::from(bits.leading_zeros() - (64 - width)),
        "ctz" if bits != 0 => u64::from(bits.trailing_zeros()),
        "ffs" => {
            if bits == 0 {
                0
            } else {
                u64::from(bits.trailing_zeros()) + 1
            }
        }
        "popcount" => u64::from(bits.count_ones()),
        "parity" => u64::from(bits.count_ones() % 2),
        "bswap16" | "bswap32" | "bswap64" => bits.swap_bytes() >> (64 - width),
        _ => return None,
    };
    Some(Value::Integer(value.into()))
}

/// The `__atomic` and `__sync` functions, which are of the type that their
/// first argument points to.
fn atomic(stem: &str, pointer: &Operand) -> Operand {
    let pointee = pointer.clone().used().ty.and_then(|ty| ty.pointee().map(Type::unqualified));
    let is_value = matches!(stem, "load_n" | "exchange_n" | "lock_test_and_set" | "val_compare_and_swap")
        || stem.starts_with("fetch_and_")
        || stem.starts_with("fetch_")
        || stem.ends_with("_fetch")
        || stem.ends_with("_and_fetch");
    let truth = matches!(
        stem,
        "compare_exchange"
            | "compare_exchange_n"
            | "test_and_set"
            | "always_lock_free"
            | "is_lock_free"
            | "bool_compare_and_swap"
    );
    let nothing = matches!(
        stem,
        "load"
            | "store"
            | "store_n"
            | "exchange"
            | "clear"
            | "thread_fence"
            | "signal_fence"
            | "synchronize"
            | "lock_release"
    );
    match (is_value, truth, nothing) {
        (true, ..) => Operand::maybe(pointee),
        (_, true, _) => Operand::of(Basic::Bool.into()),
        (_, _, true) => Operand::of(Type::VOID),
        _ => Operand::unknown(),
    }
}
