//! What regions and functions need of other files, and which functions these may be led to that the device does not have.

use std::collections::BTreeMap;

use super::super::File;
use super::call_graph::CallGraph;
use super::contents::Contents;
use super::reach::Reach;
use crate::c::Type;
use crate::codegen::cuda::needs::{Addressed, Needs};
use crate::openmp::Reference;
use crate::openmp::constructs::Tokens;
use crate::syntax::generated::open_mpc as kind;

impl File<'_> {
    /// What a region or a function needs of other files, together with what it calls.
    pub(super) fn needs(&self, graph: &CallGraph, contents: &Contents) -> Needs {
        let calls = graph.pointer_calls(contents);
        let shape = |call: &Tokens| self.shape_of_call(call, self.pointed_function(call).as_ref());
        let pointed = calls.into_iter().map(shape).collect();
        Needs { functions: graph.foreign(contents), pointed }
    }

    /// The shape of a call through a pointer, by what is called and its type.
    pub(super) fn shape_of_call(&self, callee: &Tokens, pointed: Option<&Type>) -> String {
        let open = self.next_visible(*callee.end());
        let inside = self.tokens.partner(open).map(|close| open + 1..=close - 1);
        let inside: Vec<usize> =
            inside.iter().flat_map(|inside| self.tokens.outside_brackets(inside)).collect();
        let arguments = inside.split(|&token| self.tokens[token].kind == kind::COMMA);
        let arguments: Vec<Tokens> =
            arguments.filter_map(|argument| Some(*argument.first()?..=*argument.last()?)).collect();
        self.types().pointer_call_shape(pointed, &arguments)
    }

    /// The type of what is called through a pointer.
    pub(super) fn pointed_function(&self, callee: &Tokens) -> Option<Type> {
        self.types().value_type_of(callee)?.pointee().cloned()
    }

    /// The functions whose address the file takes and that the device does not have, by their shapes.
    pub(super) fn lacked(&self, reach: &Reach) -> BTreeMap<String, String> {
        let own = reach.calls.addressed.iter().filter(|number| !reach.functions.contains(number));
        let own = own.map(|&number| &self.cuda.functions[number]);
        let own = own.map(|function| (&function.name, function.body));
        let others = self.lacked_of_others(&reach.calls).chain(reach.calls.lacked_of_library());
        let others = others.map(|found| (&found.name, found.token));
        own.chain(others).map(|(name, token)| (self.shape_at(name, token), name.clone())).collect()
    }

    /// The functions of other files whose address is taken, and that are known not to be on the device.
    pub(super) fn lacked_of_others<'g>(&self, graph: &'g CallGraph) -> impl Iterator<Item = &'g Reference> {
        let is_lacked = |found: &&Reference| self.cuda.given.not_on_device.contains_key(&found.name);
        graph.addressed_of_others.iter().filter(is_lacked)
    }

    /// The functions whose address the file takes, where regions of other files may be led to what they need.
    pub(super) fn in_need(&self, reach: &Reach) -> Vec<Addressed> {
        if !self.cuda.given.is_linked_later {
            return Vec::new();
        }
        let graph = &reach.calls;
        let lacked = reach.lacked.clone().into_iter();
        let lacked = lacked.map(|(shape, name)| Addressed { name, shape, needs: None, entry: None });
        let on_device = reach.functions.iter().filter(|number| graph.addressed.contains(number));
        let own = on_device.filter_map(|number| {
            let function = &self.cuda.functions[*number];
            let needs = self.needs(graph, graph.functions.get(number)?);
            let shape = self.shape_at(&function.name, function.body);
            let name = self.on_device(&function.name);
            (!needs.is_empty()).then_some(Addressed { name, shape, needs: Some(needs), entry: None })
        });
        let of_others = graph.addressed_of_others.iter().map(|found| {
            let needs = Needs { functions: [found.name.clone()].into(), ..Needs::default() };
            let name = self.on_device(&found.name);
            let shape = self.shape_at(&found.name, found.token);
            Addressed { name: name.clone(), shape, needs: Some(needs), entry: Some(name) }
        });
        lacked.chain(own).chain(of_others).collect()
    }

    pub(super) fn shape_at(&self, name: &str, token: usize) -> String {
        self.types().call_shape(self.type_at(name, token).as_ref())
    }
}
