// Where the nodes of a tree stand in its picture: parents above the middle of their children, subtrees as
// near to one another as their outlines allow (after Reingold and Tilford).

const GAP = 14;
const LEVEL = 46;
export const NODE_HEIGHT = 24;

// Gives each node `x` (its middle) and `y`; nodes have `width` and `children`. Returns the picture's size.
export function arrange(root) {
    outline(root);
    let left = Infinity;
    let right = -Infinity;
    let depth = 0;
    const go = (node, x, level) => {
        node.x = x;
        node.y = level * LEVEL + NODE_HEIGHT / 2;
        left = Math.min(left, x - node.width / 2);
        right = Math.max(right, x + node.width / 2);
        depth = Math.max(depth, level);
        for (const child of node.children) go(child, x + child.offset, level + 1);
    };
    go(root, 0, 0);
    return { left, width: right - left, height: depth * LEVEL + NODE_HEIGHT };
}

// Sets each child's `offset` from its parent, and returns how far the subtree reaches to the left and right
// on each level below, seen from its root.
function outline(node) {
    const { children } = node;
    const merged = { left: [], right: [] };
    children.forEach((child, index) => {
        const own = outline(child);
        let shift = 0;
        if (index > 0) {
            shift = -Infinity;
            for (let level = 0; level < Math.min(own.left.length, merged.right.length); level++) {
                shift = Math.max(shift, merged.right[level] - own.left[level] + GAP);
            }
        }
        child.offset = shift;
        for (let level = 0; level < own.left.length; level++) {
            if (level >= merged.left.length) merged.left.push(own.left[level] + shift);
            merged.right[level] = own.right[level] + shift;
        }
    });
    const middle = children.length > 0 ? (children[0].offset + children.at(-1).offset) / 2 : 0;
    for (const child of children) child.offset -= middle;
    return {
        left: [-node.width / 2, ...merged.left.map((x) => x - middle)],
        right: [node.width / 2, ...merged.right.map((x) => x - middle)],
    };
}
