//! What blocks declare: variables, some of which hide others, and types.

use super::declarations::Storage;
use super::generator::Generator;
use super::memory::{Access, VariableId};
use super::types;

impl Generator<'_> {
    /// A declaration that hides another one.
    pub fn shadow(&mut self) {
        let candidates =
            self.know.variables_with(|variable, _| variable.can_be_private && !variable.constant);
        let Some(at) = self.random.index(&candidates) else {
            return self.local();
        };
        if self.random.one_in(2) {
            return self.local();
        }
        let ty = self.any_type();
        // The value cannot speak of the one that is hidden.
        let (spelling, value) = (self.spelling(ty), self.literal_for(ty));
        let name = self.know.variables[candidates[at]].name.clone();
        self.know.variables[candidates[at]].visible = false;
        self.line(&format!("{spelling} {name} = {value};"));
        self.add_scalar(&name, ty, Access::Mine);
    }

    pub fn local(&mut self) {
        if self.random.one_in(4) {
            self.declare_small_array();
        } else {
            self.declare_scalar(Storage::Local);
        }
    }

    fn declare_small_array(&mut self) -> VariableId {
        let (ty, name) = (self.any_type(), self.name());
        let (spelling, a, b) = (self.spelling(ty), self.literal_for(ty), self.literal_for(ty));
        self.line(&format!("{spelling} {name}[4] = {{{a}, [2] = {b}}};"));
        let id = self.add_variable(&name, super::memory::Shape::Array(ty, vec![4]), Access::Mine);
        self.add_array(&name, &[id], self.know.variables[id].memory, ty, &[4]);
        id
    }

    /// A type declared in the block, a compound literal, an address.
    pub fn local_structure(&mut self, depth: usize) {
        let (name, tag) = (self.name(), self.name());
        let (a, b) = (self.random.take(&types::COMMON), self.any_type());
        let (first, second) = (self.spelling(a), self.spelling(b));
        let (x, y) = (self.value(a, a.storable(), 1).text, self.value(b, b.storable(), 1).text);
        self.open("");
        self.line(&format!("struct {tag} {{ {first} left; {second} right; }};"));
        let kind = self.random.below(3);
        self.line(&match kind {
            0 => format!("struct {tag} {name} = {{{x}, {y}}};"),
            1 => format!("struct {tag} {name} = {{.right = {y}, .left = {x}}};"),
            _ => format!("struct {tag} {name} = (struct {tag}){{{x}, {y}}};"),
        });
        self.scope(|g| {
            let id = g.add_variable(&name, super::memory::Shape::Pointer(String::new()), Access::Mine);
            g.know.variables[id].can_be_private = false;
            let memory = g.know.variables[id].memory;
            g.add_place(&format!("{name}.left"), &[id], memory, a);
            g.add_place(&format!("{name}.right"), &[id], memory, b);
            g.statements(2, depth);
            if g.random.one_in(2)
                && let Some(place) = g.writable(|place| place.ty == a && !place.is_bit_field)
            {
                g.line(&format!("{} = (&{name})->left;", place.text));
            }
        });
        self.close("");
    }
}
