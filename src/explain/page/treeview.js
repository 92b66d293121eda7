// The picture of a parse tree. Of a big one the upper part is shown; each closed node can be opened. Chains
// of rules with one child each, of which C's expressions have many, are drawn as one.

import { h, shortened, svg } from "./dom.js";
import { kindClass } from "./colours.js";
import { arrange, NODE_HEIGHT } from "./treelayout.js";

// How many nodes are shown to begin with, and how many more when one is opened.
const AT_FIRST = 44;
const WHEN_OPENED = 18;
const LABEL = 22;
const SMALLEST = 0.75;
const CHARACTER = 7.3;
// A chain is drawn as one if it leaves out at least so many rules.
const CHAIN = 2;
const SAID = { token: "token ", more: "closed: " };

export class TreeView {
    // `point(range)` is told the place in the source of the node that is looked at.
    constructor(model, point) {
        this.model = model;
        this.point = point;
        this.up = h("button", { type: "button", class: "small", onclick: () => this.#reroot() }, "↑ Parent");
        this.open = h("button", { type: "button", class: "small", onclick: () => this.#openAll() }, "Open all");
        this.title = h("span", { class: "tree-title" });
        this.canvas = h("div", { class: "tree-canvas" });
        new ResizeObserver(() => (this.width = this.canvas.clientWidth)).observe(this.canvas);
        this.element = h("div", { class: "tree" }, h("div", { class: "tree-bar" }, this.title, this.up, this.open), this.canvas);
    }

    // Shows the tree under a node, or that there is none. `rule` is the one of its rules that this is about.
    show(root, rule, origin = root) {
        this.root = root;
        this.rule = rule;
        this.origin = origin;
        this.opened = new Set();
        this.chains = new Set();
        this.active = undefined;
        const node = this.model.tree[root];
        this.up.disabled = !node || node.parent === undefined || node.parent === null;
        this.open.disabled = !node;
        if (!node) {
            this.origin = undefined;
            this.title.textContent = "";
            this.canvas.replaceChildren(h("p", { class: "empty" }, "This step has no node of the parse tree: it was done when the file had been read."));
            return;
        }
        this.#openFrom(root, AT_FIRST);
        this.#draw();
    }

    // Opens a node and what is below it, level by level, as far as the picture stays small.
    #openFrom(number, budget) {
        const queue = [number];
        let shown = 1;
        while (queue.length > 0) {
            const at = queue.shift();
            const children = this.model.children(at);
            // To leave out one node for a sign that it is left out would save nothing.
            if (shown + children.length > budget && at !== number && children.length > 1) continue;
            shown += children.length + (this.#through(at).length > 0 ? 2 : 0);
            this.opened.add(at);
            for (const child of children) if (child.node !== undefined) queue.push(child.node);
        }
    }

    #through(number) {
        return this.model.tree[number].through ?? [];
    }

    #build(number) {
        const node = this.model.tree[number];
        const rule = (label, at, children, extra) => this.#sized({ key: `n${number}.${at}`, kind: "rule", label, node: number, children, ...extra });
        const through = this.#through(number);
        const children = this.model.children(number);
        let below;
        if (this.opened.has(number)) below = children.map((child) => (child.node === undefined ? this.#leaf(child.token) : this.#build(child.node)));
        else if (children.length > 0) {
            const label = shortened(this.model.tokenText(...node.tokens), LABEL) || "…";
            below = [this.#sized({ key: `m${number}`, kind: "more", label, node: number, children: [] })];
        } else below = [];
        if (through.length === 0) return rule(node.rule, 0, below);
        const last = rule(through.at(-1), through.length, below);
        const between = through.slice(0, -1);
        if (between.length < CHAIN || this.chains.has(number)) {
            return [node.rule, ...between].reduceRight((under, label, at) => rule(label, at, [under]), last);
        }
        const chain = this.#sized({ key: `c${number}`, kind: "chain", label: `⋮ ${between.length} rules`, node: number, children: [last] });
        return rule(node.rule, 0, [chain]);
    }

    #leaf(number) {
        const token = this.model.tokens[number];
        const label = shortened(token?.text ?? "", LABEL) || token?.kind || "?";
        return this.#sized({ key: `t${number}`, kind: "token", label, token: number, colour: token ? kindClass(token) : "", children: [] });
    }

    #sized(node) {
        node.width = node.label.length * CHARACTER + 16;
        return node;
    }

    #draw() {
        const root = this.#build(this.root);
        const size = arrange(root);
        const edges = svg("g", { class: "edges", "aria-hidden": "true" });
        const nodes = [];
        const walk = (node, level) => {
            for (const child of node.children) {
                const top = node.y + NODE_HEIGHT / 2;
                const bottom = child.y - NODE_HEIGHT / 2;
                const middle = (top + bottom) / 2;
                edges.append(svg("path", {
                    d: `M${node.x},${top} C${node.x},${middle} ${child.x},${middle} ${child.x},${bottom}`,
                    class: child.kind === "more" ? "closed" : undefined,
                }));
            }
            nodes.push(this.#drawn(node, level));
            node.children.forEach((child) => walk(child, level + 1));
        };
        walk(root, 1);
        const margin = 8;
        const width = Math.ceil(size.width + 2 * margin);
        const height = Math.ceil(size.height + 2 * margin);
        // A picture that is a little too wide is drawn smaller rather than cut off.
        const scale = this.width ? Math.max(SMALLEST, Math.min(1, (this.width - 20) / width)) : 1;
        const picture = svg("svg", {
            role: "tree", "aria-label": `Parse tree of ${root.label}`, width: width * scale, height: height * scale,
            viewBox: `${size.left - margin} ${-margin} ${width} ${height}`,
        }, edges, nodes.map(({ element }) => element));
        picture.addEventListener("keydown", (event) => this.#key(event));
        this.drawn = nodes;
        const focused = this.canvas.contains(document.activeElement);
        this.canvas.replaceChildren(picture);
        const [first, stop] = this.model.tree[this.root].tokens;
        this.title.textContent = `${this.root === this.origin ? this.rule ?? root.label : root.label}: ${shortened(this.model.tokenText(first, stop, 90), 60)}`;
        const active = nodes.find((each) => each.node.key === this.active) ?? nodes[0];
        active.element.setAttribute("tabindex", "0");
        if (focused) active.element.focus({ preventScroll: true });
        const x = (active.node.x - size.left) * scale;
        // When the page is laid out anyhow.
        requestAnimationFrame(() => (this.canvas.scrollLeft = Math.max(0, x - this.canvas.clientWidth / 2)));
    }

    #drawn(node, level) {
        const own = node.kind === "rule" && node.node === this.origin && node.label === this.rule;
        const text = svg("text", { x: node.x, y: node.y + 4 }, node.label);
        const round = node.kind === "token" || node.kind === "more" ? 4 : NODE_HEIGHT / 2;
        const box = svg("rect", { x: node.x - node.width / 2, y: node.y - NODE_HEIGHT / 2, width: node.width, height: NODE_HEIGHT, rx: round });
        const closed = node.kind === "more" || node.kind === "chain";
        const element = svg("g", {
            role: "treeitem", tabindex: -1, "aria-level": level, "data-key": node.key,
            class: `node ${node.kind} ${node.colour ?? ""} ${own ? "own" : ""}`,
            "aria-expanded": closed ? "false" : node.children.length > 0 ? "true" : undefined,
            "aria-label": `${SAID[node.kind] ?? ""}${node.label}`,
            onclick: () => this.#toggle(node),
            onmouseenter: () => this.#pointAt(node),
            onmouseleave: () => this.point(undefined),
            onfocus: () => {
                this.active = node.key;
                this.#pointAt(node);
            },
        }, box, text, svg("title", null, this.#hint(node)));
        return { node, level, element };
    }

    #hint(node) {
        if (node.kind === "token") {
            const token = this.model.tokens[node.token];
            return `${token?.kind}: ${shortened(token?.text ?? "", 200)}`;
        }
        if (node.kind === "more" || node.kind === "chain") return "Press to open";
        return `${node.label}: ${shortened(this.model.tokenText(...this.model.tree[node.node].tokens), 200)}`;
    }

    #pointAt(node) {
        const tokens = node.kind === "token" ? [node.token, node.token + 1] : this.model.tree[node.node].tokens;
        this.point(this.model.tokenPlace(...tokens));
    }

    #toggle(node) {
        this.active = node.key;
        if (node.kind === "chain") this.chains.add(node.node);
        else if (node.kind === "more") {
            this.#openFrom(node.node, WHEN_OPENED);
            this.active = `n${node.node}.${this.#through(node.node).length}`;
        } else if (node.kind === "rule" && node.node !== this.root && this.opened.has(node.node)) {
            this.opened.delete(node.node);
            this.chains.delete(node.node);
        } else if (node.kind === "rule") this.#openFrom(node.node, WHEN_OPENED);
        else return;
        this.#draw();
    }

    #openAll() {
        this.#openFrom(this.root, 1500);
        this.#draw();
    }

    #reroot() {
        const parent = this.model.tree[this.root].parent;
        if (parent === undefined || parent === null) return;
        this.show(parent, this.rule, this.origin);
    }

    #key(event) {
        const at = this.drawn.findIndex(({ element }) => element === document.activeElement);
        if (at < 0 || event.ctrlKey || event.metaKey || event.altKey) return;
        const { node, level } = this.drawn[at];
        let to;
        const beside = (step) => {
            for (let i = at + step; i >= 0 && i < this.drawn.length; i += step) {
                if (this.drawn[i].level === level) return this.drawn[i];
                if (this.drawn[i].level < level && step < 0) continue;
            }
            return undefined;
        };
        if (event.key === "ArrowDown") to = this.drawn.find((each) => each.node === node.children[0]);
        else if (event.key === "ArrowUp") to = this.drawn.find((each) => each.node.children.includes(node));
        else if (event.key === "ArrowRight") to = beside(1);
        else if (event.key === "ArrowLeft") to = beside(-1);
        else if (event.key === "Home") [to] = this.drawn;
        else if (event.key === "Enter" || event.key === " ") this.#toggle(node);
        else return;
        event.preventDefault();
        event.stopPropagation();
        if (to) {
            this.drawn.forEach(({ element }) => element.setAttribute("tabindex", "-1"));
            to.element.setAttribute("tabindex", "0");
            to.element.focus();
            to.element.scrollIntoView({ block: "nearest", inline: "nearest" });
        }
    }
}
