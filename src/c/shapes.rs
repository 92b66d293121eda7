//! How functions are called, in words that all files of a program have in common.

use std::ops::RangeInclusive;

use super::Types;
use super::ctype::{Kind, Style, Type};

type Tokens = RangeInclusive<usize>;

/// The shape of a function of which too little is known.
pub const ANY_SHAPE: &str = "*";

/// Whether a call through a pointer may lead to a function, by the shapes of both (`leads_to` in `runtime/cuda/needs.h` does the same).
pub fn may_lead(call: &str, function: &str) -> bool {
    if call == ANY_SHAPE || function == ANY_SHAPE {
        return true;
    }
    let (Some(arguments), Some((_, parameters))) = (call.strip_prefix(ANY_SHAPE), function.split_once('('))
    else {
        return call == function;
    };
    let arguments: Vec<&str> = arguments.trim_matches(['(', ')']).split(',').collect();
    let parameters: Vec<&str> = parameters[..parameters.len() - 1].split(',').collect();
    let fits = |(argument, parameter): (&&str, &&str)| match (*argument, parameter.as_bytes().first()) {
        ("f", Some(b'i' | b'p')) | ("g", Some(b'f')) => false,
        (argument, first) => argument.is_empty() == first.is_none(),
    };
    parameters.last() == Some(&"...")
        || arguments.len() == parameters.len() && arguments.iter().zip(&parameters).all(fits)
}

impl Types<'_> {
    /// The shape of a call: what kind of value a function returns and what kinds it takes, for example `f8(i4,pkv)`. Functions of
    /// compatible types (6.2.7) have one shape, in different files too; others may share it. [`ANY_SHAPE`] is that of a function without
    /// a prototype, and of one with a type that is not known.
    pub fn call_shape(&self, ty: Option<&Type>) -> String {
        let shape = || {
            let function = ty?.function().filter(|function| function.style != Style::Unprototyped)?;
            let parameters = function.parameters.iter().map(|parameter| self.shape(parameter.ty.as_ref()?));
            let mut parameters = parameters.collect::<Option<Vec<_>>>()?;
            parameters.extend((function.style == Style::Variadic).then(|| "...".to_owned()));
            Some(format!("{}({})", self.shape(&function.returns)?, parameters.join(",")))
        };
        shape().unwrap_or_else(|| ANY_SHAPE.to_owned())
    }

    /// The shape of a call through a pointer. Without a prototype the arguments tell what the function takes (6.5.2.2, 6): `*(f,g)` is
    /// a floating-point number, and an integer or a pointer.
    pub fn pointer_call_shape(&self, ty: Option<&Type>, arguments: &[Tokens]) -> String {
        if ty.and_then(Type::function).is_none_or(|function| function.style != Style::Unprototyped) {
            return self.call_shape(ty);
        }
        let kind = |argument: &Tokens| match self.value_type_of(argument).map(|ty| ty.kind) {
            Some(Kind::Basic(basic)) if !basic.is_integer() => "f",
            Some(Kind::Basic(_) | Kind::Enumeration(_) | Kind::Pointer(_)) => "g",
            _ => "?",
        };
        let arguments: Vec<&str> = arguments.iter().map(kind).collect();
        format!("{ANY_SHAPE}({})", arguments.join(","))
    }

    fn shape(&self, ty: &Type) -> Option<String> {
        Some(match &ty.kind {
            Kind::Void => "v".to_owned(),
            Kind::Basic(basic) => format!("{}{}", if basic.is_integer() { "i" } else { "f" }, basic.size()),
            Kind::Complex(basic) => format!("c{}", basic.size()),
            // Compatible with an integer type (6.7.2.2, 4).
            Kind::Enumeration(_) => format!("i{}", self.size_of(ty)?),
            Kind::Record(id) => format!("{{{}}}", self.record(*id).tag.as_deref().unwrap_or_default()),
            Kind::Pointer(to) => {
                let constant = if to.qualifiers.constant { "k" } else { "" };
                format!("p{constant}{}", self.shape(to)?)
            }
            Kind::Array { of, .. } => format!("a{}", self.shape(of)?),
            Kind::Function(_) => "n".to_owned(),
            Kind::Vector { of, lanes } => format!("x{}", of.size() * lanes),
            Kind::Opaque(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::may_lead;
    use crate::c::Types;
    use crate::rewrite::Tokens as _;
    use crate::syntax::TokenList;
    use crate::syntax::tree::Tree;

    #[test]
    fn arguments_tell_what_a_function_takes() {
        let leads = |call, functions: &[&str]| functions.iter().all(|function| may_lead(call, function));
        assert!(leads("*(f,g)", &["v(f8,pv)", "i4(f8,i4)", "v(f8,...)", "*", "v(f8,{s})"]));
        assert!(leads("*()", &["i4()", "v(...)"]) && leads("*", &["i4(i4)"]) && leads("i4(i4)", &["i4(i4)"]));
        let misses = |call, functions: &[&str]| !functions.iter().any(|function| may_lead(call, function));
        assert!(misses("*(f,g)", &["v(f8)", "v(i4,pv)", "v(f8,f8)", "v()", "v(f8,i4,i4)"]));
        assert!(misses("*()", &["v(i4)"]) && misses("i4(i4)", &["i4(i8)"]));
    }

    #[test]
    fn calls_have_shapes_that_files_have_in_common() {
        let text = "typedef struct { int x; } point; enum e { A };
            double f(int, const void *restrict, char **), g(struct s *, point, enum e, ...);
            int h(); void k(_Complex float, int (*)(int), long double);";
        let tokens = TokenList::new(text);
        let tree = Tree::of(&tokens).unwrap();
        let types = Types::of(&tokens, &tree);
        let shape = |name: &str| {
            let declared = types.lookup(name, tokens.len() - 1).unwrap();
            types.call_shape(declared.ty.as_ref())
        };
        assert_eq!(shape("f"), "f8(i4,pkv,ppi1)");
        assert_eq!(shape("g"), "f8(p{s},{},i4,...)");
        assert_eq!(shape("h"), "*");
        assert_eq!(shape("k"), "v(c4,pn,f16)");
        assert_eq!(types.call_shape(None), "*");
    }
}
