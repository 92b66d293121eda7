//! A parse tree as a picture: SVG that takes its colours from the page.

use std::fmt::Write as _;

use crate::tree::Tree;

const ROW: usize = 44;
const BOX: usize = 26;
const GAP: usize = 14;
/// The width of a character of the picture's font, which is monospaced.
const CHARACTER: usize = 8;
const PADDING: usize = 8;

/// A node with its place: the middle of its box and the row it is in.
struct Placed<'t> {
    tree: &'t Tree,
    middle: usize,
    row: usize,
    children: Vec<Placed<'t>>,
}

fn box_width(tree: &Tree) -> usize {
    tree.label.chars().count() * CHARACTER + 2 * PADDING
}

fn width(tree: &Tree) -> usize {
    let below: usize =
        tree.children.iter().map(width).sum::<usize>() + GAP * tree.children.len().saturating_sub(1);
    below.max(box_width(tree))
}

fn place(tree: &Tree, left: usize, row: usize) -> Placed<'_> {
    let all = width(tree);
    let below: usize =
        tree.children.iter().map(width).sum::<usize>() + GAP * tree.children.len().saturating_sub(1);
    let mut at = left + (all - below) / 2;
    let mut children = Vec::new();
    for child in &tree.children {
        children.push(place(child, at, row + 1));
        at += width(child) + GAP;
    }
    let middle = match (children.first(), children.last()) {
        (Some(first), Some(last)) => (first.middle + last.middle) / 2,
        _ => left + all / 2,
    };
    // The box of a node above a narrow, uneven row of children must not leave the picture.
    let half = box_width(tree) / 2;
    Placed { tree, middle: middle.clamp(left + half, (left + all).saturating_sub(half)), row, children }
}

fn rows(tree: &Tree) -> usize {
    1 + tree.children.iter().map(rows).max().unwrap_or(0)
}

fn escaped(text: &str) -> String {
    text.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;")
}

fn draw(node: &Placed<'_>, svg: &mut String) {
    let (x, y) = (node.middle, node.row * ROW + PADDING);
    for child in &node.children {
        let _ = writeln!(
            svg,
            "<line class=\"edge\" x1=\"{x}\" y1=\"{}\" x2=\"{}\" y2=\"{}\"/>",
            y + BOX,
            child.middle,
            child.row * ROW + PADDING
        );
        draw(child, svg);
    }
    let wide = box_width(node.tree);
    let (class, corner) = if node.tree.is_token { ("token", BOX / 2) } else { ("rule", 4) };
    let _ = writeln!(
        svg,
        "<rect class=\"{class}\" x=\"{}\" y=\"{y}\" width=\"{wide}\" height=\"{BOX}\" rx=\"{corner}\"/>",
        x - wide / 2
    );
    let _ = writeln!(
        svg,
        "<text x=\"{x}\" y=\"{}\" text-anchor=\"middle\">{}</text>",
        y + 18,
        escaped(&node.tree.label)
    );
}

/// The picture of a tree, called `title` and told in `description` to who
/// cannot see it. `name` is a word that no other picture of the page has.
pub fn picture(tree: &Tree, name: &str, title: &str, description: &str) -> String {
    let wide = width(tree) + 2 * PADDING;
    let high = rows(tree) * ROW - (ROW - BOX) + 2 * PADDING;
    let mut svg = format!(
        "<svg class=\"picture\" role=\"img\" aria-labelledby=\"{name}-title {name}-text\" \
         viewBox=\"0 0 {wide} {high}\" width=\"{wide}\" height=\"{high}\" \
         xmlns=\"http://www.w3.org/2000/svg\">\n\
         <title id=\"{name}-title\">{}</title>\n<desc id=\"{name}-text\">{}</desc>\n",
        escaped(title),
        escaped(description)
    );
    draw(&place(tree, PADDING, 0), &mut svg);
    svg.push_str("</svg>\n");
    svg
}
