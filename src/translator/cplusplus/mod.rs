//! C text, made acceptable to C++ without another meaning.
//!
//! A region's text, and a function's, is the author's C; the device's text is
//! C++. What the two read alike stays. `types` says where they do not
//! ([`Difference`]), and each such place gets an edit: a cast in front of a value
//! ([`casts`]), another word for a keyword or a name ([`words`]), an initialiser
//! with its items in order ([`initializers`]), a declaration cut in two where a
//! jump would pass its initialisation by ([`declarations`]), labels in place of a range of them ([`labels`]), a class of the
//! runtime's for an array of variable length ([`variable`]).
//!
//! Insertions come first; a replacement of more than a token or two takes the
//! text as it is by then, the smaller ones before those around them.

mod casts;
mod declarations;
mod initializers;
mod labels;
#[cfg(test)]
mod tests;
mod variable;
mod words;

use rustc_hash::FxHashMap;

use super::{File, Writer};
use crate::c::{Basic, CPlusPlus, Difference, Type, complex_class};
use crate::codegen::cuda::device_file::NAMESPACE;
use crate::openmp::constructs::Tokens;
use crate::rewrite::Tokens as _;
pub(super) use declarations::UNREACHED_END;
pub(super) use words::{OTHER_NAME, is_reserved, type_name};

const RULE: &str = "translation_unit";

const PASSED: &str = "C++ passes it in `...` as this";

impl<'w, 't> Writer<'w, 't> {
    /// Records what C++ asks to be changed in a range of tokens: a statement,
    /// the body of a function, its whole definition, or a declaration of the
    /// file. Names that have got another form before keep it; so the forms that
    /// names have on the device are recorded first. Gives what has to be declared in front of the range: the objects of
    /// compound literals outside of all blocks.
    pub(super) fn bridge_to_cplusplus(&mut self, range: &Tokens, on_device: bool) -> Vec<String> {
        let differences = self.file.types().differences(range);
        self.bridge_differences(&differences, range, on_device)
    }

    /// The same, where it is known what `types` says of the range.
    pub(super) fn bridge_differences(
        &mut self,
        differences: &[Difference],
        range: &Tokens,
        on_device: bool,
    ) -> Vec<String> {
        if on_device {
            self.write_case_ranges_out(range);
        }
        self.bridge_words(range, on_device);
        let (empty, volatile) = (self.file.types().empty_in(range), self.file.types().volatile_in(range));
        let mut bridge = self.bridging(range, on_device);
        for open in empty {
            let reason = "a structure without members has no size in C";
            bridge.after(open, " char gpump_nothing[0];".to_owned(), reason);
        }
        for word in volatile {
            bridge.replace(word..=word, String::new(), "C++ copies no structure with a volatile one in it");
        }
        for difference in differences {
            bridge.insertion(difference);
        }
        let mut replacements: Vec<&Difference> =
            differences.iter().filter(|difference| extent(difference).is_some()).collect();
        replacements.sort_by_key(|difference| extent(difference));
        for difference in replacements {
            bridge.replacement(difference);
        }
        for difference in differences {
            if let Difference::Definition(definition) = difference {
                bridge.shapes_of_parameters(definition);
            }
        }
        bridge.put_lifted();
        bridge.declarations(differences);
        bridge.outside
    }

    /// Takes the qualifiers off what functions return, at the names of all their declarations in the host's text.
    pub(super) fn unqualified_results(&mut self, names: &[usize]) {
        let all = 0..=self.file.tokens.len().saturating_sub(1);
        let mut bridge = self.bridging(&all, false);
        for &name in names {
            bridge.unqualified_result(name);
        }
    }

    fn bridging(&mut self, range: &Tokens, on_device: bool) -> Bridging<'_, 'w, 't> {
        Bridging {
            writer: self,
            on_device,
            range: range.clone(),
            named: Vec::new(),
            lifted: Vec::new(),
            outside: Vec::new(),
            bounds: FxHashMap::default(),
        }
    }
}

impl<'t> File<'t> {
    /// The name of a type in C++, or the declaration of a name with it.
    pub(super) fn cplusplus_type(&self, ty: &Type, name: &str, on_device: bool) -> Option<String> {
        self.cplusplus(on_device).declare(ty, name)
    }

    /// Types as the host's part of a single file names them.
    pub(super) fn names_on_host(&self) -> CPlusPlus<'_> {
        CPlusPlus {
            types: self.types(),
            rename: &*self.names_in_single,
            scopes: Some((self.hidden_typedefs(), "")),
            expanded: None,
        }
    }

    /// Types as one side names them. On the device the program's names stand in a namespace of their own, so that CUDA's do not get
    /// in their way.
    fn cplusplus(&self, on_device: bool) -> CPlusPlus<'_> {
        let scope = if on_device { NAMESPACE } else { "" };
        let is_plain = !on_device && !self.cuda.given.is_single;
        let scopes = (!is_plain).then(|| (self.hidden_typedefs(), scope));
        let expanded = on_device.then(|| self.complex_typedefs());
        CPlusPlus { types: self.types(), rename: self.type_names(on_device), scopes, expanded }
    }
}

/// How many tokens a difference takes whose replacement has a text made of theirs.
fn extent(difference: &Difference) -> Option<usize> {
    let length = |tokens: &Tokens| tokens.end() - tokens.start();
    match difference {
        Difference::Generic { tokens, .. }
        | Difference::Computed { tokens, .. }
        | Difference::Constant { tokens, .. }
        | Difference::Initializer { tokens, .. }
        | Difference::LongText { tokens, .. }
        | Difference::Elsewhere(tokens)
        | Difference::Inner { tokens, .. }
        | Difference::ExtraArguments { tokens, .. }
        | Difference::Cast { type_name: tokens, .. }
        | Difference::Parameter { tokens, .. }
        | Difference::Measure { tokens, .. } => Some(length(tokens)),
        _ => None,
    }
}

/// The edits of one side.
struct Bridging<'b, 'w, 't> {
    writer: &'b mut Writer<'w, 't>,
    on_device: bool,
    range: Tokens,
    /// The definitions of types that have got a name here.
    named: Vec<usize>,
    /// The definitions that go elsewhere: where each ends, in front of which token it is to stand, and its text.
    lifted: Vec<(usize, usize, String)>,
    /// Declarations that have to stand in front of the range.
    outside: Vec<String>,
    /// Bounds of arrays that have been written, by their first tokens.
    bounds: FxHashMap<usize, String>,
}

impl Bridging<'_, '_, '_> {
    /// [`File::cplusplus_type`]; a type without a name gets one.
    fn type_name(&mut self, ty: &Type, name: &str) -> Option<String> {
        let text = self.writer.file.cplusplus_type(ty, name, self.on_device);
        let is_here = || self.writer.file.types().definition_in(ty, &self.range).is_some();
        if text.is_some() || !self.on_device && !is_here() {
            return text;
        }
        let text = self.writer.file.cplusplus_type(&self.writer.file.with_names(ty), name, self.on_device)?;
        if let Some(keyword) = self.writer.file.types().definition_in(ty, &self.range)
            && !self.named.contains(&keyword)
        {
            self.named.push(keyword);
            let tag = self.writer.file.with_names(&ty.innermost());
            let tag = self.writer.file.cplusplus_type(&tag, "", self.on_device)?;
            self.after(keyword, format!(" {tag}"), "a type that a conversion has to name");
        }
        Some(text)
    }

    fn before(&mut self, token: usize, text: String, reason: &'static str) {
        // What has got another text needs none of this.
        if !self.stream().is_gone_before(token) {
            self.stream().insert_before(token, text, RULE, reason);
        }
    }

    fn after(&mut self, token: usize, text: String, reason: &'static str) {
        if !self.stream().is_gone_before(token + 1) {
            self.stream().insert_after(token, text, RULE, reason);
        }
    }

    fn replace(&mut self, tokens: Tokens, text: String, reason: &'static str) {
        if !self.stream().is_gone_within(&tokens) {
            self.stream().replace(tokens, text, RULE, reason);
        }
    }

    /// The text of tokens as it is by now.
    fn text(&mut self, tokens: &Tokens) -> String {
        self.stream().text_of(tokens).trim().to_owned()
    }

    /// What is inserted.
    fn insertion(&mut self, difference: &Difference) {
        match difference {
            Difference::Conversion(conversion) => {
                self.cast(conversion, "C++ wants this conversion written out");
            }
            Difference::Signed(conversion) if self.on_device => {
                self.cast(conversion, "a GPU makes zero of negative numbers that become unsigned ones");
            }
            Difference::Step { operand, operator, ty, is_bit_field } => {
                self.step(operand, *operator, ty, *is_bit_field);
            }
            Difference::Compound { target, operator, value, ty } => {
                self.compound_assignment(target, *operator, value, ty);
            }
            Difference::Literal(literal) if literal.is_object => self.literal(literal),
            Difference::Literal(literal) => self.complex_literal(literal),
            Difference::Definition(definition) => self.definition(definition),
            Difference::Callee { tokens, ty } => self.callee(tokens, ty),
            Difference::Untyped(declarator) => {
                self.before(*declarator, "int ".to_owned(), "a declaration without a type is one of int");
            }
            Difference::IntEnumerator(name) => self.int_enumerator(*name),
            Difference::EmptyReturn(keyword) => {
                self.after(*keyword, " {}".to_owned(), "C++ wants a value, which nobody looks at");
            }
            Difference::LastLabel(colon) => {
                self.after(*colon, ";".to_owned(), "a label stands in front of a statement");
            }
            Difference::EmptyList { tokens, parameters } => self.empty_list(tokens, parameters),
            Difference::Retyped { tokens, ty } => self.retyped(tokens, ty),
            Difference::Passed { argument, ty } if complex_class(&ty.kind).is_some() => {
                self.before(*argument.start(), "gpump_passed(".to_owned(), PASSED);
                self.after(*argument.end(), ")".to_owned(), PASSED);
            }
            Difference::Offset { tokens, type_name, member } => self.offset(tokens, type_name, member),
            Difference::Fetched { type_name, ty } => self.fetched(type_name, ty),
            Difference::ComplexPart { operator, operand } => self.complex_part(*operator, operand),
            Difference::Selected { tokens, ty } => self.selected(tokens, ty),
            Difference::Redeclaring { open, close } => {
                let reason = "in C++ a loop's head and its body are one scope";
                self.after(*open, " {".to_owned(), reason);
                self.before(*close, "} ".to_owned(), reason);
            }
            _ => {}
        }
    }

    /// What takes the place of tokens.
    fn replacement(&mut self, difference: &Difference) {
        match difference {
            // The constant that it is a part of has its value already. A name at its start may have another form.
            Difference::Generic { tokens, .. } | Difference::Constant { tokens, .. }
                if self.stream().is_replaced(*tokens.end()) => {}
            Difference::Cast { type_name, operand, ty } => self.variable_cast(type_name, operand, ty),
            Difference::Measure { keyword, tokens, operand, ty, is_type, is_lvalue } => {
                self.measure(*keyword, tokens, operand, ty, *is_type, *is_lvalue);
            }
            Difference::Generic { tokens, chosen } => self.generic(tokens, chosen),
            Difference::Computed { tokens, ty } => self.computed_type(tokens, ty),
            Difference::Constant { tokens, value, ty } => {
                let suffix = if ty.basic() == Some(Basic::UnsignedLong) { "ul" } else { "" };
                let text = format!("{value}{suffix}");
                self.replace(tokens.clone(), text, "the operator's value, which C++ has not");
            }
            Difference::ExtraArguments { callee, tokens } => {
                let reason = "the function has no parameters for these arguments";
                let text = self.text(tokens);
                let text = format!("((void)({}), ", text.trim_start_matches(',').trim_start());
                self.before(*callee.start(), text, reason);
                self.after(*callee.end(), ")".to_owned(), reason);
                self.replace(tokens.clone(), String::new(), reason);
            }
            Difference::Initializer { tokens, items } => {
                if let Some(text) = self.item(items) {
                    self.replace(tokens.clone(), text, "C++ takes the items in the order of the members");
                }
            }
            Difference::LongText { tokens, length } => self.long_text(tokens, *length),
            Difference::Parameter { tokens, parameter } => self.variable_parameter(tokens, parameter),
            Difference::Inner { tokens, keyword, outermost } => self.inner(tokens, *keyword, *outermost),
            Difference::Elsewhere(tokens) if self.on_device => {
                let reason = "the device's form is declared elsewhere";
                self.replace(tokens.clone(), ";".to_owned(), reason);
            }
            _ => {}
        }
    }
}

impl<'t> Bridging<'_, '_, 't> {
    fn stream(&mut self) -> &mut super::RewriteStream<'t> {
        self.writer.out.stream(self.on_device)
    }
}
