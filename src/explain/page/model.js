// The explanation as the page uses it: its places in units of UTF-16, its lists with the ways between them.

import { Text, lastAtMost } from "./text.js";
import { History } from "./pieces.js";
import { kindClass } from "./colours.js";

export const DIALECTS = { cuda: "CUDA", thesis: "Thesis" };

// The source's tokens as they were typed, in order: what the source is coloured by, and what a place in it
// belongs to.
class Typed {
    constructor(tokens) {
        this.list = [];
        tokens.forEach((token, number) => {
            if (token.origin !== "file" || token.range[0] === token.range[1]) return;
            this.list.push([token.range[0], token.range[1], kindClass(token), number]);
        });
        this.list.sort((a, b) => a[0] - b[0]);
    }

    // The tokens that reach into a range, as [start, end, class, number].
    within(start, end) {
        let first = Math.max(0, lastAtMost(this.list, start, (token) => token[0]));
        const found = [];
        for (; first < this.list.length && this.list[first][0] < end; first++) {
            if (this.list[first][1] > start) found.push(this.list[first]);
        }
        return found;
    }
}

// One dialect's translation. Texts that were not asked for again stay as they are.
class Translation {
    constructor(name, given, source) {
        this.name = name;
        this.title = DIALECTS[name] ?? name;
        this.refused = given.refused;
        this.warnings = given.warnings ?? [];
        this.outputs = (given.outputs ?? []).map((output) => ({ ...output, final: new Text(output.text) }));
        this.steps = (given.steps ?? []).map((step, number) => ({ ...step, number, range: source.range(step.source) }));
        this.operations = given.operations ?? [];
        this.links = (given.links ?? []).map((link) => ({
            ...link,
            // What the translator adds for no place of its own belongs to none.
            source: source.range(link.source) ?? [0, 0],
            range: this.outputs[link.output].final.range(link.range),
        }));
        this.regions = (given.regions ?? []).map((region) => this.#region(region, source));
        // The first output begins as the source, what stands beside it as nothing.
        const starts = this.outputs.map((_, number) => (number === 0 ? source.text : ""));
        this.history = new History(starts, this.steps);
        this.texts = new Map();
    }

    #region(region, source) {
        const variables = (region.variables ?? []).map((variable) => ({
            ...variable,
            declared: source.range(variable.declared),
            uses: (variable.uses ?? []).map((use) => source.range(use)),
        }));
        const output = this.outputs[region.output];
        const range = (bytes) => output?.final.range(bytes);
        return {
            ...region,
            source: source.range(region.source),
            range: range(region.range),
            kernels: region.kernels?.map((part) => ({ ...part, range: range(part.range) })),
            variables,
        };
    }

    // The text of an output in a state: 0 before the first step, `steps.length` at the end.
    text(output, state) {
        if (state >= this.steps.length) return this.outputs[output].final;
        const pieces = this.history.at(state)[output];
        // The list is the same object as long as no step has changed the output.
        let text = this.texts.get(pieces);
        if (!text) {
            text = new Text(pieces.map((piece) => piece.text).join(""));
            if (this.texts.size > 40) this.texts.clear();
            this.texts.set(pieces, text);
        }
        return text;
    }
}

export class Model {
    constructor(explanation) {
        this.file = explanation.file;
        this.generator = explanation.generator;
        this.source = new Text(explanation.source);
        this.tokens = explanation.tokens ?? [];
        for (const token of this.tokens) {
            token.range = this.source.range(token.source);
            // Only what a macro made has a text of its own.
            token.text ??= this.source.slice(token.range);
        }
        this.typed = new Typed(this.tokens);
        this.tree = explanation.tree ?? [];
        this.below = undefined;
        this.rules = explanation.rules ?? {};
        this.scopes = explanation.scopes ?? [];
        this.macros = explanation.macros ?? [];
        this.comparison = explanation.comparison ?? [];
        this.dialects = Object.entries(explanation.dialects ?? {}).map(
            ([name, given]) => new Translation(name, given, this.source),
        );
    }

    dialect(name) {
        return this.dialects.find((dialect) => dialect.name === name);
    }

    // A range of bytes of the source, in units.
    place(bytes) {
        return this.source.range(bytes);
    }

    // The text that tokens [first, end) stand for: as typed where it is from the file, as expanded where not.
    tokenText(first, end, longest = 200) {
        let text = "";
        for (let number = first; number < end && text.length < longest; number++) {
            const token = this.tokens[number];
            if (!token) break;
            if (token.channel !== "default") {
                if (text !== "" && !text.endsWith(" ")) text += " ";
            } else text += (text !== "" && /\w$/.test(text) && /^\w/.test(token.text) ? " " : "") + token.text;
        }
        return text.trim();
    }

    // The place in the source that tokens [first, end) are from, in units.
    tokenPlace(first, end) {
        let start = Infinity;
        let stop = -Infinity;
        for (let number = first; number < end; number++) {
            const token = this.tokens[number];
            if (!token || token.range[0] === token.range[1]) continue;
            start = Math.min(start, token.range[0]);
            stop = Math.max(stop, token.range[1]);
        }
        return stop < start ? undefined : [start, stop];
    }

    // What is below a node of the tree, in order: nodes as {node}, and tokens that it matched itself as
    // {token}.
    children(number) {
        this.below ??= this.#nodesBelow();
        const node = this.tree[number];
        const found = [];
        let token = node.tokens[0];
        const tokens = (until) => {
            for (; token < until; token++) if (this.tokens[token]?.channel === "default") found.push({ token });
        };
        for (const child of this.below[number]) {
            tokens(this.tree[child].tokens[0]);
            found.push({ node: child });
            token = Math.max(token, this.tree[child].tokens[1]);
        }
        tokens(node.tokens[1]);
        return found;
    }

    #nodesBelow() {
        const below = this.tree.map(() => []);
        this.tree.forEach(({ parent }, number) => {
            if (parent !== undefined && parent !== null) below[parent].push(number);
        });
        for (const children of below) children.sort((a, b) => this.tree[a].tokens[0] - this.tree[b].tokens[0] || a - b);
        return below;
    }
}
