//! Definitions of functions, and declarations that are cut in two.
//!
//! C++ does not let a jump pass an initialisation by. Where one does, the
//! variable is declared and then assigned to. A declaration of several names
//! of which one becomes a class is cut between the names.

use super::Bridging;
use crate::c::{Declared, Definition, Difference, Kind, Type, Types};
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
use crate::syntax::generated::open_mpc as kind;
use crate::syntax::tree::{self, Node};

/// Why a function gets a `return` at its end.
pub(in crate::translator) const UNREACHED_END: &str = "in C++ the end of such a function is never reached";
const JUMP: &str = "C++ does not let a jump pass an initialisation by";
const INNER: &str = "C++ has no types in a structure without a name";
const CUT: &str = "one of the names has a class of its own";

impl Bridging<'_, '_, '_> {
    /// The head of a function, and its end.
    pub(super) fn definition(&mut self, definition: &Definition) {
        let list = self.writer.file.tokens;
        for bound in &definition.effects {
            let text = self.text(bound);
            self.bounds.insert(*bound.start(), text);
        }
        if definition.old_style {
            let parameters: Vec<String> = definition
                .list
                .iter()
                .map(|(name, ty)| {
                    let name = self.writer.file.cplusplus_name(name).unwrap_or_else(|| name.clone());
                    let ty = ty.clone().unwrap_or(Type::INT);
                    self.writer.file.cplusplus_type(&ty, &name, self.on_device).unwrap_or(name)
                })
                .collect();
            let end = list.visible_before(definition.body).unwrap_or(*definition.parameters.end());
            let text = format!("({})", parameters.join(", "));
            let reason = "a definition in the style of K&R";
            self.replace(*definition.parameters.start()..=end, text, reason);
        }
        // The declaration of one in the old style keeps them.
        if self.on_device && !definition.old_style {
            self.unqualified_result(definition.name);
        }
        let name = list.text(definition.name);
        let is_vector = matches!(definition.returns.kind, Kind::Vector { .. });
        let returns_value = !definition.returns.is_void() && name != "main" && !is_vector;
        if returns_value && let Some(end) = self.open_end(definition.body) {
            self.before(end, "return {}; ".to_owned(), UNREACHED_END);
        }
    }

    /// `const int f(void)`: the qualifiers of a result mean nothing in C (C17 6.7.6.3, 5), and make another
    /// function of it in C++. The declarations that the device's text has do without.
    pub(super) fn unqualified_result(&mut self, name: usize) {
        let list = self.writer.file.tokens;
        let Some(declaration) = self.writer.file.tree().path(name).next() else { return };
        let head = declaration.first().max(*self.range.start())..=*self.range.end();
        let mut index = name;
        while let Some(before) = list.visible_before(index).filter(|before| head.contains(before)) {
            index = before;
            match list[before].kind {
                kind::STAR | kind::LEFT_PAREN | kind::SEMICOLON => return,
                kind::RIGHT_BRACE | kind::RIGHT_PAREN => {
                    // Members, or what an attribute says.
                    index = list.partner(before).unwrap_or(before);
                }
                kind::CONST | kind::VOLATILE | kind::RESTRICT => {
                    let reason = "a result's qualifiers mean nothing";
                    self.replace(before..=before, String::new(), reason);
                }
                kind::TYPEDEF_NAME => {
                    let found = self.writer.file.types().lookup(list.text(before), before);
                    let ty = found.and_then(|found| found.ty.clone());
                    let is_qualified = |ty: &Type| {
                        ty.qualifiers.constant || ty.qualifiers.volatile || ty.qualifiers.restrict
                    };
                    let Some(ty) = ty.filter(is_qualified) else { continue };
                    if let Some(text) = self.type_name(&Type { alias: None, ..ty.unqualified() }, "") {
                        self.replace(before..=before, text, "a result's qualifiers mean nothing");
                    }
                }
                _ => {}
            }
        }
    }

    /// A type that is defined in a structure without a name: it stands in front of the outermost one.
    pub(super) fn inner(&mut self, tokens: &Tokens, keyword: usize, outermost: usize) {
        let list = self.writer.file.tokens;
        let open =
            tokens.clone().find(|&index| list[index].is_visible() && list[index].kind == kind::LEFT_BRACE);
        let Some(last) = open.and_then(|open| list.visible_before(open)) else { return };
        let head = self.text(&(keyword..=last));
        let text = self.text(tokens);
        self.replace(tokens.clone(), head, INNER);
        self.lifted.push((*tokens.end(), outermost, text));
    }

    /// Puts such types where they go, in the order of the file.
    pub(super) fn put_lifted(&mut self) {
        let mut lifted = std::mem::take(&mut self.lifted);
        lifted.sort_by_key(|&(end, outermost, _)| (outermost, end));
        for group in lifted.chunk_by(|a, b| a.1 == b.1) {
            let text: String = group.iter().map(|(.., text)| format!("{text};\n")).collect();
            self.before(group[0].1, text, INNER);
        }
    }

    /// `()` says that there are no parameters.
    pub(super) fn empty_list(&mut self, tokens: &Tokens, parameters: &[Option<Type>]) {
        let name = |ty: &Option<Type>| self.writer.file.cplusplus_type(ty.as_ref()?, "", self.on_device);
        let names: Option<Vec<String>> = parameters.iter().map(name).collect();
        if let Some(names) = names {
            let reason = "the parameters that the definition has";
            self.replace(tokens.clone(), format!("({})", names.join(", ")), reason);
        }
    }

    /// The `}` of a body whose last statement is no `return`.
    fn open_end(&self, body: usize) -> Option<usize> {
        let block = self.writer.file.tree().statement(body)?;
        let last = block.children().next_back().map(Node::kind);
        (!matches!(last, Some(tree::Kind::Return | tree::Kind::Goto))).then_some(block.last())
    }

    /// Declarations, all names of one together.
    pub(super) fn declarations(&mut self, differences: &[Difference]) {
        let declared: Vec<&Declared> = differences
            .iter()
            .filter_map(|difference| match difference {
                Difference::Declaration(declared) => Some(declared),
                _ => None,
            })
            .collect();
        for declared in declared.iter().filter(|declared| is_unset_constant(declared)) {
            self.after(*declared.declarator.end(), " = {}".to_owned(), "C++ wants constants to have values");
        }
        for group in declared.chunk_by(|a, b| a.specifiers == b.specifiers) {
            let is_cut =
                |declared: &&Declared| declared.is_bypassed || Types::is_variably_modified(&declared.ty);
            if group.iter().any(is_cut) {
                self.cut(group);
            }
        }
    }

    fn cut(&mut self, group: &[&Declared]) {
        let specifiers = self.text(&group[0].specifiers);
        let can_be_cut = group.len() == 1 || group[0].is_in_block;
        if !can_be_cut || group.len() > 1 && specifiers.contains('{') {
            return;
        }
        let mut comma: Option<usize> = None;
        for declared in group {
            let is_variable = Types::is_variably_modified(&declared.ty);
            if is_variable {
                self.write_variable(declared);
            } else if declared.is_bypassed {
                self.assign_later(declared);
            }
            if let Some(comma) = comma {
                let blank = if self.writer.file.tokens[comma + 1].is_visible() { " " } else { "" };
                let text = if is_variable { ";".to_owned() } else { format!("; {specifiers}{blank}") };
                self.replace(comma..=comma, text, if is_variable { CUT } else { JUMP });
            }
            comma = declared.comma;
        }
    }

    /// A name whose type is a class of the runtime's.
    fn write_variable(&mut self, declared: &Declared) {
        let Some(text) = self.variable_declaration(declared) else { return };
        let start = if declared.is_first { declared.specifiers.start() } else { declared.declarator.start() };
        // A structure that is defined in front stays.
        let specifiers = if declared.is_first { self.text(&declared.specifiers) } else { String::new() };
        let text = if specifiers.contains('{') { format!("{specifiers}; {text}") } else { text };
        let initial = declared.assign.zip(declared.initializer.as_ref());
        let Some((assign, value)) = initial.filter(|_| text.ends_with(')')) else {
            return self.replace(*start..=*declared.declarator.end(), text, CUT);
        };
        let list = self.writer.file.tokens;
        let name = list.text(declared.name);
        let names_itself = value.clone().any(|index| list[index].is_visible() && list.text(index) == name);
        if names_itself && declared.is_in_block && declared.ty.pointee().is_some() {
            // `double (*a)[m] = malloc(n * sizeof *a)`: the bounds come first.
            let name = self.writer.file.cplusplus_name(name).unwrap_or_else(|| name.to_owned());
            return self.replace(*start..=assign, format!("{text}; {name} ="), CUT);
        }
        let open = text[..text.len() - 1].to_owned();
        let is_braced = self.writer.file.tokens[*value.start()].kind == kind::LEFT_BRACE;
        let value = if is_braced { inside(value, self.writer.file.tokens) } else { value.clone() };
        self.replace(*start..=assign, format!("{open},"), CUT);
        self.after(*value.end(), ")".to_owned(), CUT);
    }

    /// `T x = value` becomes `T x; x = value`.
    fn assign_later(&mut self, declared: &Declared) {
        let Some((assign, value)) = declared.assign.zip(declared.initializer.as_ref()) else { return };
        let list = self.writer.file.tokens;
        let name = list.text(declared.name).to_owned();
        let name = self.writer.file.cplusplus_name(&name).unwrap_or(name);
        let is_array = matches!(declared.ty.kind, Kind::Array { .. });
        if is_array {
            let is_braced = list[*value.start()].kind == kind::LEFT_BRACE;
            let function = if is_braced { "gpump_fill" } else { "gpump_fill_text" };
            self.replace(assign..=assign, format!("; {function}({name},"), JUMP);
            self.after(*value.end(), ")".to_owned(), JUMP);
        } else {
            self.replace(assign..=assign, format!("; {name} ="), JUMP);
        }
        self.complete(declared);
        if is_constant(&declared.ty) {
            let is_pointer = declared.ty.pointee().is_some();
            // What stands behind the last `*` is the variable's own.
            let star = declared.declarator.clone().take_while(|&index| index < declared.name);
            let star = star.filter(|&index| list[index].kind == kind::STAR).last();
            let place = match star {
                Some(star) if is_pointer => star..=declared.name,
                _ => declared.specifiers.clone(),
            };
            for index in place.filter(|&index| list[index].kind == kind::CONST) {
                self.replace(index..=index, String::new(), JUMP);
            }
        }
    }

    /// An array without a size has that of its initialiser.
    fn complete(&mut self, declared: &Declared) {
        let list = self.writer.file.tokens;
        let Some(count) = self.writer.file.types().count_of(&declared.ty) else { return };
        let visible: Vec<usize> =
            declared.declarator.clone().filter(|&index| list[index].is_visible()).collect();
        let empty = visible.windows(2).find(|pair| {
            list[pair[0]].kind == kind::LEFT_BRACKET && list[pair[1]].kind == kind::RIGHT_BRACKET
        });
        if let Some(pair) = empty {
            self.after(pair[0], count.to_string(), JUMP);
        }
    }
}

/// A constant of a block that nothing gives a value to.
fn is_unset_constant(declared: &Declared) -> bool {
    is_constant(&declared.ty)
        && declared.initializer.is_none()
        && declared.is_in_block
        && !declared.is_typedef
        && !declared.is_static
        && !Types::is_variably_modified(&declared.ty)
}

fn is_constant(ty: &Type) -> bool {
    match &ty.kind {
        Kind::Array { of, .. } => is_constant(of),
        _ => ty.qualifiers.constant,
    }
}

/// What stands between braces.
fn inside(braces: &Tokens, list: &crate::syntax::TokenList) -> Tokens {
    let first = list.visible_from(braces.start() + 1).unwrap_or(*braces.start());
    let last = list.visible_before(*braces.end()).unwrap_or(*braces.end());
    first..=last.max(first)
}
