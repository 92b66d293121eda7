//! What a C program declares: types, declarations, scopes.
//!
//! A declaration is the thesis's `DeclInfo` (Section 7.3) with the full type. Scopes are a stack; a name means what the
//! innermost scope that has it says, found by walking backwards.

use std::rc::Rc;

use super::ctype::{Kind, Qualifiers};
use super::names::Names;
use super::{keywords, standard};

/// What stands behind the words of a type specifier.
#[derive(Clone, Debug, PartialEq)]
pub enum Definition {
    /// Keywords alone: `unsigned char`.
    Builtin,
    /// A structure, union or enumeration with a tag.
    Tagged,
    /// One without; nothing else can name its type.
    Anonymous,
    /// A typedef of this program.
    Alias(Rc<Type>),
    /// A name that a header declares.
    External,
}

/// A type of C.
#[derive(Clone, Debug, PartialEq)]
pub enum Type {
    /// A type specifier: its words, without qualifiers.
    Base {
        words: String,
        qualifiers: Qualifiers,
        definition: Definition,
    },
    Pointer {
        to: Box<Type>,
        qualifiers: Qualifiers,
    },
    Array {
        of: Box<Type>,
        extent: Extent,
    },
    Function {
        returns: Box<Type>,
        parameters: Vec<Parameter>,
        variadic: bool,
    },
}

/// The size of one dimension of an array, as the author wrote it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Empty for `[]`.
    pub text: String,
    /// Whether a variable occurs in it: the array is of variable length.
    pub variable: bool,
}

/// A parameter of a function.
#[derive(Clone, Debug, PartialEq)]
pub struct Parameter {
    pub name: Option<String>,
    /// The token of the name.
    pub token: Option<usize>,
    pub ty: Type,
    /// Written as an array, which makes it a pointer (C99 6.7.5.3).
    pub from_array: bool,
}

impl Type {
    /// A type of keywords.
    pub fn builtin(words: &str) -> Type {
        Type::Base {
            words: words.to_owned(),
            qualifiers: Qualifiers::default(),
            definition: Definition::Builtin,
        }
    }

    /// The declaration of a name with this type, without the semicolon:
    /// `float *b`, `int p[256]`, `double (*q)[10]`. With an empty name, the
    /// name of the type.
    pub fn declare(&self, name: &str) -> String {
        self.declare_around(name.to_owned())
    }

    fn declare_around(&self, inner: String) -> String {
        match self {
            Type::Base { words, qualifiers, .. } => {
                let mut text = String::new();
                for word in qualifiers.words() {
                    text.push_str(word);
                    text.push(' ');
                }
                text.push_str(words);
                if !inner.is_empty() {
                    text.push(' ');
                }
                text + &inner
            }
            Type::Pointer { to, qualifiers } => {
                let mut text = String::from("*");
                for word in qualifiers.words() {
                    text.push_str(word);
                    text.push(' ');
                }
                text.push_str(&inner);
                match **to {
                    Type::Array { .. } | Type::Function { .. } => to.declare_around(format!("({text})")),
                    _ => to.declare_around(text),
                }
            }
            Type::Array { of, extent } => of.declare_around(format!("{inner}[{}]", extent.text)),
            Type::Function { returns, parameters, variadic } => {
                let mut list: Vec<String> = parameters
                    .iter()
                    .map(|parameter| parameter.ty.declare(parameter.name.as_deref().unwrap_or("")))
                    .collect();
                if *variadic {
                    list.push("...".to_owned());
                }
                if list.is_empty() {
                    list.push("void".to_owned());
                }
                returns.declare_around(format!("{inner}({})", list.join(", ")))
            }
        }
    }

    /// The type behind typedefs at the top.
    pub fn resolved(&self) -> &Type {
        match self {
            Type::Base { definition: Definition::Alias(ty), .. } => ty.resolved(),
            _ => self,
        }
    }

    /// The extents of an array, outermost first, seen through typedefs.
    pub fn extents(&self) -> Vec<&Extent> {
        let mut extents = Vec::new();
        let mut ty = self.resolved();
        while let Type::Array { of, extent } = ty {
            extents.push(extent);
            ty = of.resolved();
        }
        extents
    }

    /// What an array is an array of, after all dimensions; any other type
    /// itself.
    pub fn element(&self) -> &Type {
        match self.resolved() {
            Type::Array { of, .. } => of.element(),
            _ => self,
        }
    }

    /// What a pointer points to, or an array is an array of.
    pub fn inner(&self) -> Option<&Type> {
        match self.resolved() {
            Type::Pointer { to: inner, .. } | Type::Array { of: inner, .. } => Some(inner),
            _ => None,
        }
    }

    /// How many pointers a value of this type, or of its elements, is away
    /// from what it points to in the end.
    pub fn pointer_level(&self) -> usize {
        match self.element().resolved() {
            Type::Pointer { to, .. } => match to.resolved() {
                Type::Pointer { .. } => 1 + to.pointer_level(),
                _ => 1,
            },
            _ => 0,
        }
    }

    /// What is left when arrays and then pointers are taken away.
    pub fn target(&self) -> &Type {
        match self.element().resolved() {
            Type::Pointer { to, .. } => match to.resolved() {
                Type::Pointer { .. } => to.target(),
                _ => to,
            },
            _ => self.element(),
        }
    }

    /// What the words of the type mean, if they are keywords or a name of the C library's.
    pub fn kind(&self) -> Option<Kind> {
        match self.resolved() {
            Type::Base { words, definition: Definition::Builtin, .. } => keywords::of_keywords(words),
            Type::Base { words, definition: Definition::External, .. } => {
                standard::typedef(words).map(Kind::Basic)
            }
            _ => None,
        }
    }

    /// Whether arithmetic on it is on whole numbers. Names of headers that were not read count by their spelling.
    pub fn is_integer(&self) -> bool {
        match (self.kind(), self.resolved()) {
            (Some(kind), _) => matches!(kind, Kind::Basic(basic) if basic.is_integer()),
            (None, Type::Base { words, definition: Definition::Tagged | Definition::Anonymous, .. }) => {
                words.starts_with("enum")
            }
            (None, Type::Base { words, definition: Definition::External, .. }) => words.ends_with("_t"),
            _ => false,
        }
    }

    /// Whether it is a pointer to a function, or an array of such.
    pub fn is_function_pointer(&self) -> bool {
        matches!(self.target().resolved(), Type::Function { .. })
    }

    /// The type without the qualifiers that would keep a copy from being
    /// assigned: those of the value itself, and of the elements of an array.
    pub fn assignable(&self) -> Type {
        match self {
            Type::Base { words, definition, .. } => Type::Base {
                words: words.clone(),
                qualifiers: Qualifiers::default(),
                definition: definition.clone(),
            },
            Type::Pointer { to, .. } => Type::Pointer { to: to.clone(), qualifiers: Qualifiers::default() },
            Type::Array { of, extent } => {
                Type::Array { of: Box::new(of.assignable()), extent: extent.clone() }
            }
            Type::Function { .. } => self.clone(),
        }
    }

    /// Every type specifier that occurs in it, typedefs not looked through.
    pub fn bases(&self) -> Vec<&Type> {
        match self {
            Type::Base { .. } => vec![self],
            Type::Pointer { to, .. } => to.bases(),
            Type::Array { of, .. } => of.bases(),
            Type::Function { returns, parameters, .. } => {
                let mut all = returns.bases();
                all.extend(parameters.iter().flat_map(|parameter| parameter.ty.bases()));
                all
            }
        }
    }
}

/// What a name is declared as. The thesis's `eTYPE`, with the kinds that it
/// keeps elsewhere.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DeclType {
    Variable,
    FunctionPointer,
    FunctionDeclaration,
    FunctionDefinition,
    Typedef,
    Enumerator,
}

/// The sharing attributes that the clauses of a region give a variable, as
/// the flags that the runtime's `gpump_copy_config_t` carries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct DataClause(u32);

impl DataClause {
    pub const NONE: DataClause = DataClause(0);
    pub const PRIVATE: DataClause = DataClause(1);
    pub const FIRSTPRIVATE: DataClause = DataClause(2);
    pub const LASTPRIVATE: DataClause = DataClause(4);
    pub const SHARED: DataClause = DataClause(8);
    pub const REDUCTION_ADD: DataClause = DataClause(16);

    pub fn bits(self) -> u32 {
        self.0
    }

    pub fn contains(self, other: DataClause) -> bool {
        self.0 & other.0 == other.0
    }
}

impl std::ops::BitOr for DataClause {
    type Output = DataClause;

    fn bitor(self, other: DataClause) -> DataClause {
        DataClause(self.0 | other.0)
    }
}

impl std::ops::BitOrAssign for DataClause {
    fn bitor_assign(&mut self, other: DataClause) {
        *self = *self | other;
    }
}

/// A declaration: what the thesis's `DeclInfo` (Section 7.3) says, most of it by the full type, and what else a translation asks.
#[derive(Clone, Debug)]
pub struct DeclInfo {
    /// The name of the variable.
    pub name: String,
    pub ty: Type,
    pub decl_type: DeclType,
    /// The token of the name where it is declared.
    pub token: usize,
    pub is_static: bool,
    /// Declared `extern`: what it names is of file scope, wherever this stands.
    pub is_extern: bool,
    /// A parameter that was written as an array.
    pub from_array: bool,
    /// How many scopes enclose it: 0 at file scope.
    pub depth: usize,
}

impl DeclInfo {
    pub fn new(name: impl Into<String>, ty: Type, decl_type: DeclType, token: usize) -> Self {
        DeclInfo {
            name: name.into(),
            ty,
            decl_type,
            token,
            is_static: false,
            is_extern: false,
            from_array: false,
            depth: 0,
        }
    }

    pub fn is_variable(&self) -> bool {
        matches!(self.decl_type, DeclType::Variable | DeclType::FunctionPointer)
    }

    pub fn is_function(&self) -> bool {
        matches!(self.decl_type, DeclType::FunctionDeclaration | DeclType::FunctionDefinition)
    }

    pub fn is_array(&self) -> bool {
        matches!(self.ty.resolved(), Type::Array { .. })
    }
}

/// The value of a plain number; `None` for an expression.
pub fn integer_literal(text: &str) -> Option<u64> {
    let digits = text.trim().trim_end_matches(['u', 'U', 'l', 'L']);
    match digits.strip_prefix("0x").or_else(|| digits.strip_prefix("0X")) {
        Some(hex) => u64::from_str_radix(hex, 16).ok(),
        None if digits.len() > 1 && digits.starts_with('0') => u64::from_str_radix(digits, 8).ok(),
        None => digits.parse().ok(),
    }
}

/// A declaration's number, the same for all of its uses.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct SymbolId(usize);

/// A member of a structure.
#[derive(Clone, Debug, PartialEq)]
pub struct Member {
    pub name: String,
    pub ty: Type,
    /// Whether it has a width in bits, and so no address.
    pub is_bit_field: bool,
}

/// The declarations that are seen so far, and those in scope.
#[derive(Clone, Debug)]
pub struct Scopes {
    declarations: Vec<DeclInfo>,
    names: Names<SymbolId>,
    /// The structures with tags, by their words.
    tags: Names<Vec<Member>>,
}

impl Default for Scopes {
    fn default() -> Self {
        Scopes { declarations: Vec::new(), names: Names::new(), tags: Names::new() }
    }
}

impl Scopes {
    pub fn enter(&mut self) {
        self.names.enter();
        self.tags.enter();
    }

    /// Leaves the innermost scope, which ends at a token. File scope cannot be left.
    pub fn exit(&mut self, end: usize) {
        if self.depth() > 0 {
            self.names.leave(end);
            self.tags.leave(end);
        }
    }

    /// How many scopes are open besides file scope.
    pub fn depth(&self) -> usize {
        self.names.depth()
    }

    /// Adds a declaration to the innermost scope.
    pub fn declare(&mut self, mut declaration: DeclInfo) -> SymbolId {
        declaration.depth = self.depth();
        let id = SymbolId(self.declarations.len());
        self.names.declare(&declaration.name, declaration.token, id);
        self.declarations.push(declaration);
        id
    }

    /// Finds a name, from the innermost scope outwards.
    pub fn lookup(&self, name: &str) -> Option<SymbolId> {
        self.names.find_open(name).map(|(id, _)| *id)
    }

    /// The declarations of a name in any scope, in the order of the file.
    pub fn named(&self, name: &str) -> impl DoubleEndedIterator<Item = (SymbolId, &DeclInfo)> + Clone {
        self.names.all_of(name).map(|&id| (id, self.get(id)))
    }

    /// The last declaration of a name up to a token, whether it is in scope there or not.
    pub fn last_before(&self, name: &str, token: usize) -> Option<SymbolId> {
        self.names.last_before(name, token).copied()
    }

    pub fn get(&self, id: SymbolId) -> &DeclInfo {
        &self.declarations[id.0]
    }

    pub fn get_mut(&mut self, id: SymbolId) -> &mut DeclInfo {
        &mut self.declarations[id.0]
    }

    pub fn find(&self, name: &str) -> Option<&DeclInfo> {
        self.lookup(name).map(|id| self.get(id))
    }

    /// How many declarations were ever made.
    pub fn count(&self) -> usize {
        self.declarations.len()
    }

    /// Those that were made when there were so many already, in order.
    pub fn since(&self, count: usize) -> impl Iterator<Item = (SymbolId, &DeclInfo)> {
        self.declarations.iter().enumerate().skip(count).map(|(i, declaration)| (SymbolId(i), declaration))
    }

    /// All declarations that were ever made, in order.
    pub fn all(&self) -> impl DoubleEndedIterator<Item = (SymbolId, &DeclInfo)> {
        self.declarations.iter().enumerate().map(|(i, declaration)| (SymbolId(i), declaration))
    }

    /// Adds the definition of a tagged structure, `struct node`, at a token.
    pub fn define_structure(&mut self, words: &str, token: usize, members: Vec<Member>) {
        self.tags.declare(words, token, members);
    }

    /// The tagged structures of file scope, `struct node`.
    pub fn file_tags(&self) -> impl Iterator<Item = &str> {
        self.tags.outermost()
    }

    /// The members of a structure, and the depth of the scope that defines it.
    pub fn structure(&self, words: &str) -> Option<(&[Member], usize)> {
        self.tags.find_open(words).map(|(members, depth)| (members.as_slice(), depth))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn pointer(to: Type) -> Type {
        Type::Pointer { to: Box::new(to), qualifiers: Qualifiers::default() }
    }

    fn array(of: Type, extent: &str) -> Type {
        Type::Array { of: Box::new(of), extent: Extent { text: extent.to_owned(), variable: false } }
    }

    fn alias(name: &str, ty: Type) -> Type {
        Type::Base {
            words: name.to_owned(),
            qualifiers: Qualifiers::default(),
            definition: Definition::Alias(Rc::new(ty)),
        }
    }

    #[test]
    fn declarators_are_written_inside_out() {
        let double = || Type::builtin("double");
        assert_eq!(pointer(array(double(), "10")).declare("p"), "double (*p)[10]");
        assert_eq!(array(pointer(double()), "10").declare("p"), "double *p[10]");
        assert_eq!(array(array(double(), "2"), "3").declare("p"), "double p[3][2]");
        let function = Type::Function { returns: Box::new(double()), parameters: vec![], variadic: false };
        assert_eq!(pointer(function).declare("f"), "double (*f)(void)");
        assert_eq!(pointer(double()).declare(""), "double *");
    }

    #[test]
    fn levels_and_extents_are_seen_through_typedefs() {
        let row = alias("row", array(alias("fptr", pointer(Type::builtin("float"))), "4"));
        let table = array(row, "2");
        assert_eq!(table.declare("t"), "row t[2]");
        assert_eq!(table.pointer_level(), 1);
        assert_eq!(table.extents().iter().map(|e| e.text.as_str()).collect::<Vec<_>>(), ["2", "4"]);
        assert_eq!(table.target(), &Type::builtin("float"));
        assert_eq!(pointer(pointer(Type::builtin("int"))).pointer_level(), 2);
    }

    #[test]
    fn the_innermost_scope_wins_and_gives_way_when_left() {
        let mut scopes = Scopes::default();
        let variable = |ty: &str| DeclInfo::new("x", Type::builtin(ty), DeclType::Variable, 0);
        scopes.declare(variable("int"));
        scopes.enter();
        scopes.declare(variable("float"));
        assert_eq!(scopes.find("x").map(|d| d.ty.clone()), Some(Type::builtin("float")));
        scopes.exit(1);
        assert_eq!(scopes.find("x").map(|d| d.ty.clone()), Some(Type::builtin("int")));
        scopes.exit(2);
        assert!(scopes.find("x").is_some(), "file scope stays");
    }
}
