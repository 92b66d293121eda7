//! Variables of all kinds: what declares them, and the places and arrays that they
//! bring.

use super::generator::{Generator, Structure};
use super::memory::{Access, Array, Memory, Place, Shape, Variable, VariableId};
use super::types::{self, Type};

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Storage {
    Global,
    Local,
}

impl Generator<'_> {
    pub fn any_type(&mut self) -> Type {
        if self.random.one_in(2) { self.random.take(&types::COMMON) } else { self.random.take(&types::ALL) }
    }

    pub fn spelling(&mut self, ty: Type) -> &'static str {
        self.random.pick(ty.spellings())
    }

    pub fn add_variable(&mut self, name: &str, shape: Shape, access: Access) -> VariableId {
        let memory = self.know.new_memory(access);
        self.know.variables.push(Variable {
            name: name.to_owned(),
            memory,
            shape,
            visible: true,
            constant: false,
            threadprivate: false,
            can_be_private: true,
            is_vla: false,
        });
        self.know.variables.len() - 1
    }

    pub fn add_place(&mut self, text: &str, roots: &[VariableId], memory: Memory, ty: Type) {
        self.know.places.push(Place {
            text: text.to_owned(),
            roots: roots.to_vec(),
            memory,
            ty,
            readable: ty.readable(),
            storable: ty.storable(),
            is_bit_field: false,
        });
    }

    pub fn add_array(
        &mut self,
        text: &str,
        roots: &[VariableId],
        memory: Memory,
        ty: Type,
        dimensions: &[usize],
    ) {
        self.know.arrays.push(Array {
            text: text.to_owned(),
            roots: roots.to_vec(),
            memory,
            ty,
            dimensions: dimensions.to_vec(),
            is_plain: dimensions.len() == 1,
        });
    }

    /// A scalar that exists already.
    pub fn add_scalar(&mut self, name: &str, ty: Type, access: Access) -> VariableId {
        let id = self.add_variable(name, Shape::Scalar(ty), access);
        self.add_place(name, &[id], self.know.variables[id].memory, ty);
        id
    }

    fn add_members(&mut self, text: &str, roots: &[VariableId], memory: Memory, structure: &Structure) {
        for member in &structure.members {
            let path = format!("{text}{}", member.path);
            match member.count {
                Some(count) => {
                    self.add_array(&path, roots, memory, member.ty, &[count]);
                    self.know.arrays.last_mut().expect("just added").is_plain = !member.is_bit_field;
                }
                None => {
                    self.add_place(&path, roots, memory, member.ty);
                    let place = self.know.places.last_mut().expect("just added");
                    if let Some(range) = member.range {
                        (place.readable, place.storable) = (range, range);
                    }
                    place.is_bit_field = member.is_bit_field;
                }
            }
        }
    }

    /// A declaration of some kind.
    pub fn declare(&mut self, storage: Storage) -> VariableId {
        match self.random.below(if storage == Storage::Local { 17 } else { 8 }) {
            0..=3 => self.declare_scalar(storage),
            4 | 5 => self.declare_array(storage),
            6 | 7 => self.declare_structure(storage),
            8 | 9 => self.declare_pointer(),
            10 | 11 => self.declare_block(),
            12 => self.declare_rows(),
            13 => self.declare_view(),
            14 => self.declare_vla(),
            15 => self.declare_list(),
            _ => self.declare_scalar(storage),
        }
    }

    pub fn declare_scalar(&mut self, storage: Storage) -> VariableId {
        let ty = self.any_type();
        let (name, spelling) = (self.name(), self.spelling(ty));
        if storage == Storage::Global {
            let (value, linkage) = (self.literal_for(ty), self.random.pick(&["", "static "]));
            self.line(&format!("{linkage}{spelling} {name} = {value};"));
        } else {
            let value = self.value(ty, ty.storable(), 2).text;
            self.line(&format!("{spelling} {name} = {value};"));
        }
        self.add_scalar(&name, ty, Access::Mine)
    }

    /// A constant expression of the type.
    pub fn literal_for(&mut self, ty: Type) -> String {
        let (low, high) = ty.storable();
        match ty {
            Type::Float | Type::Double => format!("{:?}", self.random.between(-40, 40) as f64 / 2.0),
            _ => self.literal((low.max(-100), high.min(3000))).text,
        }
    }

    fn dimensions(&mut self) -> Vec<usize> {
        let length = self.definitions.length;
        match self.random.below(8) {
            0..=4 => vec![length],
            5 | 6 => vec![length, self.random.take(&[2, 3, 4])],
            _ => vec![length, 2, 3],
        }
    }

    pub fn brackets(&mut self, dimensions: &[usize]) -> String {
        let length = self.definitions.length;
        let text = |&count: &usize| if count == length { "[N]".to_owned() } else { format!("[{count}]") };
        dimensions.iter().map(text).collect()
    }

    pub fn declare_array(&mut self, storage: Storage) -> VariableId {
        let ty = self.any_type();
        let dimensions = self.dimensions();
        let (name, spelling) = (self.name(), self.spelling(ty));
        let brackets = self.brackets(&dimensions);
        let local_static = storage == Storage::Local && self.random.one_in(6);
        let linkage = match storage {
            Storage::Global => self.random.pick(&["", "static "]),
            Storage::Local if local_static => "static ",
            Storage::Local => "",
        };
        let known = dimensions.len() == 1 && self.random.one_in(2);
        let initialiser = if known && (storage == Storage::Global || !local_static) {
            let (a, b, c) = (self.literal_for(ty), self.literal_for(ty), self.literal_for(ty));
            let at = self.random.below(self.definitions.length - 1);
            match self.random.one_in(2) {
                true => format!(" = {{{a}, {b}, {c}}}"),
                false => format!(" = {{[{at}] = {a}, {b}}}"),
            }
        } else {
            String::new()
        };
        self.line(&format!("{linkage}{spelling} {name}{brackets}{initialiser};"));
        let id = self.add_variable(&name, Shape::Array(ty, dimensions.clone()), Access::Mine);
        self.add_array(&name, &[id], self.know.variables[id].memory, ty, &dimensions);
        if initialiser.is_empty() && storage == Storage::Local {
            self.fill(&name, ty, &dimensions);
        }
        id
    }

    fn declare_structure(&mut self, storage: Storage) -> VariableId {
        let index = self.random.below(self.definitions.structures.len());
        let structure = self.definitions.structures[index].clone();
        let name = self.name();
        let value = match storage {
            Storage::Global => String::new(),
            Storage::Local if structure.is_union => " = {0}".to_owned(),
            Storage::Local => format!(" = {}", self.structure_value(&structure, 1)),
        };
        self.line(&format!("{} {name}{value};", structure.spelling));
        let id = self.add_variable(&name, Shape::Structure(index), Access::Mine);
        let memory = self.know.variables[id].memory;
        self.add_members(&format!("{name}."), &[id], memory, &structure);
        if storage == Storage::Local && self.random.one_in(4) {
            let pointer = self.name();
            let text = format!("{pointer} = &{name};");
            self.line(&format!("{} *{text}", structure.spelling));
            let other = self.add_variable(&pointer, Shape::Pointer(text), Access::Mine);
            self.alias(id);
            self.add_members(&format!("{pointer}->"), &[other], memory, &structure);
        }
        id
    }

    /// Another name exists for the variable: private copies would not be what that says.
    fn alias(&mut self, id: VariableId) {
        self.know.variables[id].can_be_private = false;
    }

    /// Arrays that belong to variables, all access theirs.
    fn own_arrays(&mut self, dimensions: usize) -> Vec<Array> {
        self.know.arrays_with(|array, access| {
            access == Access::Mine && array.dimensions.len() == dimensions && !array.roots.is_empty()
        })
    }

    fn is_const(&self, roots: &[VariableId]) -> bool {
        roots.iter().any(|&root| self.know.variables[root].constant)
    }

    /// A pointer into an array, to a row of one, or to a scalar.
    fn declare_pointer(&mut self) -> VariableId {
        let (name, kind) = (self.name(), self.random.below(3));
        let length = self.definitions.length;
        let arrays = self.own_arrays(if kind == 0 { 2 } else { 1 });
        let arrays: Vec<Array> = arrays
            .into_iter()
            .filter(|array| array.dimensions[0] == length && !self.is_const(&array.roots))
            .collect();
        let Some(array) = self.random.index(&arrays).map(|index| arrays[index].clone()) else {
            return self.declare_scalar(Storage::Local);
        };
        let spelling = array.ty.spellings()[0];
        if array.roots.iter().any(|&root| self.know.variables[root].threadprivate) {
            return self.declare_scalar(Storage::Local);
        }
        array.roots.iter().for_each(|&root| self.alias(root));
        if kind == 0 {
            let columns = array.dimensions[1];
            let text = format!("{name} = {};", array.text);
            if array.roots.iter().any(|&root| matches!(self.know.variables[root].shape, Shape::Array(..)))
                && !array.roots.iter().any(|&root| self.know.variables[root].is_vla)
            {
                self.line(&format!("{spelling} (*{name})[{columns}] = {};", array.text));
                let id = self.add_variable(&name, Shape::Pointer(text), Access::Mine);
                self.add_array(&name, &[id], array.memory, array.ty, &array.dimensions);
                return id;
            }
            return self.declare_scalar(Storage::Local);
        }
        if kind == 1 {
            let at = self.random.below(3);
            let text = match at {
                0 => format!("{name} = {};", array.text),
                _ if self.random.one_in(2) => format!("{name} = {} + {at};", array.text),
                _ => format!("{name} = &{}[{at}];", array.text),
            };
            self.line(&format!("{spelling} *{text}"));
            let id = self.add_variable(&name, Shape::Pointer(text), Access::Mine);
            self.add_array(&name, &[id], array.memory, array.ty, &[length - at]);
            return id;
        }
        let at = self.random.below(length);
        let text = format!("{name} = &{}[{at}];", array.text);
        self.line(&format!("{spelling} *{text}"));
        let id = self.add_variable(&name, Shape::Pointer(text), Access::Mine);
        self.add_place(&format!("*{name}"), &[id], array.memory, array.ty);
        id
    }

    /// A block of the heap, with and without a cast.
    fn declare_block(&mut self) -> VariableId {
        let ty = self.any_type();
        let (name, spelling, length) = (self.name(), self.spelling(ty), self.definitions.length);
        let call = match self.random.below(3) {
            0 => format!("malloc(N * sizeof *{name})"),
            1 => format!("calloc(N, sizeof({spelling}))"),
            _ => format!("({spelling} *)malloc(sizeof({spelling}) * N)"),
        };
        self.line(&format!("{spelling} *{name} = {call};"));
        self.line(&format!("{spelling} *const {name}_block = {name};"));
        let id = self.add_variable(&name, Shape::Pointer(format!("{name} = {name}_block;")), Access::Mine);
        let memory = self.know.new_memory(Access::Mine);
        self.add_array(&name, &[id], memory, ty, &[length]);
        self.fill(&name, ty, &[length]);
        self.know.variables[id].can_be_private = false;
        self.blocks.push(format!("{name}_block"));
        id
    }

    /// An array of pointers to rows on the heap.
    fn declare_rows(&mut self) -> VariableId {
        let ty = self.any_type();
        let (name, spelling, length) = (self.name(), self.spelling(ty), self.definitions.length);
        let columns = self.random.take(&[2, 3, 5]);
        if self.random.one_in(2) {
            self.line(&format!("{spelling} *{name}[N];"));
        } else {
            self.line(&format!("{spelling} **{name} = malloc(N * sizeof *{name});"));
            self.blocks.push(name.clone());
        }
        self.line(&format!("for (int i_ = 0; i_ < {length}; i_++)"));
        self.line(&format!("    {name}[i_] = malloc({columns} * sizeof *{name}[i_]);"));
        self.rows.push(name.clone());
        let id = self.add_variable(&name, Shape::Pointer(String::new()), Access::Mine);
        self.know.variables[id].can_be_private = false;
        let memory = self.know.new_memory(Access::Mine);
        self.add_array(&name, &[id], memory, ty, &[length, columns]);
        self.fill(&name, ty, &[length, columns]);
        id
    }

    /// A structure with a pointer to an array and its length, of a type without a name or
    /// declared here.
    fn declare_view(&mut self) -> VariableId {
        let length = self.definitions.length;
        let arrays = self.own_arrays(1);
        let arrays: Vec<Array> = arrays
            .into_iter()
            .filter(|a| a.dimensions[0] == length && !self.is_const(&a.roots) && a.roots.len() == 1)
            .filter(|a| !self.know.variables[a.roots[0]].threadprivate)
            .collect();
        let Some(array) = self.random.index(&arrays).map(|index| arrays[index].clone()) else {
            return self.declare_scalar(Storage::Local);
        };
        let (name, tag) = (self.name(), self.name());
        let spelling = array.ty.spellings()[0];
        array.roots.iter().for_each(|&root| self.alias(root));
        let tag = if self.random.one_in(3) { String::new() } else { format!("{tag} ") };
        self.line(&format!("struct {tag}{{ {spelling} *data; int n; }} {name} = {{{}, N}};", array.text));
        let id = self.add_variable(&name, Shape::Pointer(String::new()), Access::Mine);
        self.know.variables[id].can_be_private = false;
        self.add_array(&format!("{name}.data"), &[id], array.memory, array.ty, &[length]);
        self.add_place(&format!("{name}.n"), &[id], self.know.variables[id].memory, Type::Int);
        let place = self.know.places.last_mut().expect("just added");
        let count = i128::try_from(length).expect("small");
        (place.readable, place.storable) = ((count, count), (count, count));
        // Nobody writes it, so that it stays what it is.
        let memory = self.know.new_memory(Access::Read);
        self.know.places.last_mut().expect("just added").memory = memory;
        id
    }

    /// A list on the heap, with nodes in a block and its last one by itself. Regions read it.
    fn declare_list(&mut self) -> VariableId {
        let (name, factor) = (self.name(), self.random.between(1, 9));
        self.line(&format!("struct node *{name} = malloc(3 * sizeof *{name});"));
        self.line("for (int i_ = 0; i_ < 3; i_++)");
        self.line(&format!(
            "    {name}[i_] = (struct node){{i_ * {factor}, i_ < 2 ? &{name}[i_ + 1] : NULL}};"
        ));
        self.line(&format!("struct node {name}_last = {{.value = 50, .next = NULL}};"));
        self.line(&format!("{name}[2].next = &{name}_last;"));
        self.blocks.push(name.clone());
        let id = self.add_variable(&name, Shape::Pointer(String::new()), Access::Mine);
        self.know.variables[id].can_be_private = false;
        let memory = self.know.new_memory(Access::Read);
        for text in ["sum_of(@)", "length_of(@)", "@->next->value", "@->next->next->next->value"] {
            self.add_place(&text.replace('@', &name), &[id], memory, Type::Long);
            let place = self.know.places.last_mut().expect("just added");
            (place.readable, place.storable) = ((0, 100), (0, 0));
        }
        id
    }

    fn declare_vla(&mut self) -> VariableId {
        let Some((bound, _)) =
            self.known.iter().find(|(_, value)| **value == self.definitions.length as i128)
        else {
            return self.declare_array(Storage::Local);
        };
        let bound = bound.clone();
        let ty = self.any_type();
        let (name, spelling, length) = (self.name(), self.spelling(ty), self.definitions.length);
        let (brackets, dimensions) = match self.random.below(3) {
            0 => (format!("[{bound}][3]"), vec![length, 3]),
            1 => (format!("[2 + 1][{bound}]"), vec![3, length]),
            _ => (format!("[{bound}]"), vec![length]),
        };
        self.line(&format!("{spelling} {name}{brackets};"));
        let id = self.add_variable(&name, Shape::Array(ty, dimensions.clone()), Access::Mine);
        self.know.variables[id].is_vla = true;
        self.add_array(&name, &[id], self.know.variables[id].memory, ty, &dimensions);
        self.fill(&name, ty, &dimensions);
        id
    }
}
