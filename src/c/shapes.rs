//! How functions are called, in words that all files of a program have in common.

use super::Types;
use super::ctype::{Kind, Style, Type};

/// The shape of a function of which too little is known.
pub const ANY_SHAPE: &str = "*";

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
            Kind::Function(_) => "()".to_owned(),
            Kind::Vector { of, lanes } => format!("x{}", of.size() * lanes),
            Kind::Opaque(_) => return None,
        })
    }
}

#[cfg(test)]
mod tests {
    use crate::c::Types;
    use crate::rewrite::Tokens as _;
    use crate::syntax::TokenList;
    use crate::syntax::tree::Tree;

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
        assert_eq!(shape("k"), "v(c4,p(),f16)");
        assert_eq!(types.call_shape(None), "*");
    }
}
