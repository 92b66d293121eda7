//! The parse tree: a line for each node, with its rules, and between them the tokens that no rule below has.

use std::rc::Rc;

use super::{DIM, Paper, RULE, TEXT, flowing};
use crate::explain::model::Span;

/// A tree that is deeper begins anew at the left, with the depth in front: lines as long as the tree is deep are for nobody,
/// and there would be as many of them.
const DEEPEST: usize = 200;

pub fn show(paper: &Paper<'_>) -> String {
    let nodes = &paper.explanation.tree;
    let mut children: Vec<Vec<usize>> = vec![Vec::new(); nodes.len()];
    for (number, node) in nodes.iter().enumerate() {
        if let Some(parent) = node.parent {
            children[parent].push(number);
        }
    }
    let mut text = String::new();
    // Each with what stands in front of it, and whether it is the last of its parent's.
    let mut open: Vec<(Line, Rc<str>, Option<bool>, usize)> =
        if nodes.is_empty() { Vec::new() } else { vec![(Line::Node(0), Rc::from(""), None, 0)] };
    while let Some((line, before, is_last, depth)) = open.pop() {
        let (branch, below) = match is_last {
            None => ("", ""),
            Some(true) => ("└─ ", "   "),
            Some(false) => ("├─ ", "│  "),
        };
        text.push_str(&paper.paint(DIM, &format!("{before}{branch}")));
        let number = match line {
            Line::Node(number) => number,
            Line::Tokens(tokens) => {
                text.push_str(&format!("{}\n", paper.paint(TEXT, &tokens)));
                continue;
            }
        };
        let node = &nodes[number];
        let name = |rule: usize| paper.explanation.rule_names.get(rule).copied().unwrap_or_default();
        text.push_str(&paper.paint(RULE, name(node.rule)));
        for &rule in &node.through {
            text.push_str(&paper.paint(DIM, " › "));
            text.push_str(&paper.paint(RULE, name(rule)));
        }
        let own = &children[number];
        if own.is_empty() {
            text.push_str(&format!("  {}", paper.paint(TEXT, &matched(paper, node.tokens))));
        }
        text.push('\n');
        if own.is_empty() {
            continue;
        }
        let mut lines = Vec::new();
        let mut end = node.tokens[0];
        for &child in own {
            let tokens = nodes[child].tokens;
            lines.push(Line::Tokens(matched(paper, [end, tokens[0]])));
            lines.push(Line::Node(child));
            end = tokens[1];
        }
        lines.push(Line::Tokens(matched(paper, [end, node.tokens[1]])));
        lines.retain(|line| !matches!(line, Line::Tokens(tokens) if tokens.is_empty()));
        let depth = depth + 1;
        let before: Rc<str> = match depth % DEEPEST {
            0 => format!("{depth} deep ").into(),
            _ => format!("{before}{below}").into(),
        };
        for (at, line) in lines.into_iter().rev().enumerate() {
            open.push((line, Rc::clone(&before), Some(at == 0), depth));
        }
    }
    text
}

/// A line of the tree.
enum Line {
    Node(usize),
    /// Tokens that stand beside nodes.
    Tokens(String),
}

/// The tokens of a range that the parser saw.
fn matched(paper: &Paper<'_>, range: Span) -> String {
    const LONGEST: usize = 60;
    let tokens = paper.explanation.tokens.get(range[0]..range[1]).unwrap_or_default();
    let seen = tokens.iter().filter(|token| token.channel == 0);
    let texts: Vec<&str> = seen.map(|token| paper.text(token)).collect();
    flowing(&texts.join(" "), LONGEST)
}
