//! Finds the loops of a function by its control flow: a jump back to an instruction that every path to the jump
//! has passed makes a loop of what lies between.

use std::collections::{BTreeMap, BTreeSet};

use petgraph::algo::dominators;
use petgraph::graph::{DiGraph, NodeIndex};
use petgraph::visit::EdgeRef;

use super::sass::Instruction;

/// A loop: the places of its instructions in the function.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Loop {
    pub body: Vec<usize>,
    /// Whether no other loop is in it.
    pub is_innermost: bool,
}

/// The loops of a function, from its begin.
pub fn loops(instructions: &[Instruction]) -> Vec<Loop> {
    let (graph, blocks) = flow(instructions);
    let Some(entry) = graph.node_indices().next() else { return Vec::new() };
    let dominators = dominators::simple_fast(&graph, entry);
    // Several jumps to one place are one loop.
    let mut bodies: BTreeMap<NodeIndex, BTreeSet<NodeIndex>> = BTreeMap::new();
    for edge in graph.edge_references() {
        let (from, to) = (edge.source(), edge.target());
        let is_back = dominators.dominators(from).is_some_and(|mut above| above.any(|node| node == to));
        if is_back {
            let body = bodies.entry(to).or_insert_with(|| BTreeSet::from([to]));
            collect(&graph, from, body);
        }
    }
    let headers: Vec<NodeIndex> = bodies.keys().copied().collect();
    let made = bodies.iter().map(|(header, body)| {
        let is_innermost = !headers.iter().any(|other| other != header && body.contains(other));
        let body = body.iter().flat_map(|block| blocks[block.index()].clone()).collect();
        Loop { body, is_innermost }
    });
    made.collect()
}

/// Adds all from which `from` is reached without passing the loop's begin, which is in `body` already.
fn collect(graph: &DiGraph<(), ()>, from: NodeIndex, body: &mut BTreeSet<NodeIndex>) {
    let mut waiting = vec![from];
    while let Some(node) = waiting.pop() {
        if body.insert(node) {
            waiting.extend(graph.neighbors_directed(node, petgraph::Incoming));
        }
    }
}

/// The graph of the basic blocks, and of each its instructions. What only a call reaches hangs on nothing.
fn flow(instructions: &[Instruction]) -> (DiGraph<(), ()>, Vec<std::ops::Range<usize>>) {
    let place = |address| instructions.binary_search_by_key(&address, |instruction| instruction.address).ok();
    let mut begins = BTreeSet::from([0]);
    for (index, instruction) in instructions.iter().enumerate() {
        let target = instruction.target().and_then(place);
        if target.is_some() || instruction.ends_a_path() {
            begins.insert(index + 1);
        }
        begins.extend(target);
    }
    let ends = begins.iter().copied().skip(1).chain([instructions.len()]);
    let blocks: Vec<_> = begins
        .iter()
        .copied()
        .zip(ends)
        .map(|(begin, end)| begin..end)
        .filter(|block| !block.is_empty())
        .collect();
    let mut graph = DiGraph::new();
    let nodes: Vec<NodeIndex> = blocks.iter().map(|_| graph.add_node(())).collect();
    for (index, block) in blocks.iter().enumerate() {
        let last = &instructions[block.end - 1];
        let target = last.target().and_then(place);
        if let Some(found) = target.and_then(|target| blocks.iter().position(|block| block.start == target)) {
            graph.add_edge(nodes[index], nodes[found], ());
        }
        if !last.ends_a_path() && index + 1 < nodes.len() {
            graph.add_edge(nodes[index], nodes[index + 1], ());
        }
    }
    (graph, blocks)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::compare_code::sass::{functions, samples};

    fn ends(name: &str) -> Vec<(u64, u64, bool)> {
        let function = samples::function(name);
        let address = |index: usize| function.instructions[index].address;
        let found = loops(&function.instructions).into_iter();
        found.map(|l| (address(l.body[0]), address(l.body[l.body.len() - 1]), l.is_innermost)).collect()
    }

    #[test]
    fn finds_loops_and_what_is_in_them() {
        assert_eq!(ends("add"), []);
        assert_eq!(ends("axpy"), [(0xe0, 0x160, true)]);
        assert_eq!(ends("count"), [(0x490, 0x570, true)]);
        assert_eq!(ends("rows"), [(0xb0, 0x4d0, false), (0x1f0, 0x2d0, true)]);
    }

    #[test]
    fn what_is_moved_out_of_the_way_belongs_to_its_loop() {
        let text = "Function : f
            /*0000*/ MOV R0, RZ ;
            /*0010*/ LDG.E R1, [R2] ;
            /*0020*/ @P0 BRA 0x60 ;
            /*0030*/ IADD3 R0, R0, 0x1, RZ ;
            /*0040*/ @P1 BRA 0x10 ;
            /*0050*/ EXIT ;
            /*0060*/ STG.E [R2], R1 ;
            /*0070*/ BRA 0x30 ;
            /*0080*/ FADD R1, R1, R1 ;
            /*0090*/ BRA 0x80 ;
            /*00a0*/ BRA 0xa0;";
        let function = functions(text).remove(0);
        let found = loops(&function.instructions);
        // Nothing leads to the loop behind it.
        assert_eq!(found, [Loop { body: vec![1, 2, 3, 4, 6, 7], is_innermost: true }]);
    }
}
