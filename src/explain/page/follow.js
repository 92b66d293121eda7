// Following one variable: every place where it is met on the way from its declaration to the kernel.

import { Lexed } from "./colours.js";
import { inOutput, linksIn } from "./links.js";

// A use that has become more than this is shown by its words.
const LONGEST_USE = 200;

// The end of the directive that begins at `start`: the line's, and the next one's where a backslash goes on.
export function directiveEnd(text, start) {
    for (let at = text.indexOf("\n", start); at >= 0; at = text.indexOf("\n", at + 1)) {
        if (!/\\\r?$/.test(text.slice(Math.max(start, at - 2), at))) return at;
    }
    return text.length;
}

function lexerOf(output) {
    output.lexer ??= new Lexed(output.final.text);
    return output.lexer;
}

// The stops in order, as {group, output, range}: `output` is undefined in the source. Ranges are of the
// outputs as they are at the end.
export function stops(model, translation, region, variable) {
    const found = [];
    const seen = new Set();
    const add = (group, output, range) => {
        const key = `${output}:${range}`;
        if (!range || seen.has(key)) return;
        seen.add(key);
        found.push({ group, output, range });
    };
    const { text } = model.source;
    if (variable.declared) add("Declared", undefined, variable.declared);
    let end = directiveEnd(text, region.source[0]);
    const named = model.typed.within(region.source[0], end).filter(([from, to]) => text.slice(from, to) === variable.name);
    // A variable of a function that the region calls is not the pragma's business.
    if (variable.function) end = region.source[0];
    else if (named.length > 0) for (const [from, to] of named) add("Named in the pragma", undefined, [from, to]);
    else add("The pragma, which does not name it", undefined, [region.source[0], end]);
    const uses = variable.uses.filter((use) => use[0] >= end || use[1] <= region.source[0]);
    for (const use of uses) add("Used in the source", undefined, use);

    const inside = `In the device's ${variable.function}()`;
    const about = (link) => link.source[0] >= region.source[0] && link.source[1] <= region.source[1];
    translation.outputs.forEach((output, number) => {
        const links = linksIn(translation, number, translation.steps.length);
        const device = output.role === "device";
        const inKernel = (range) => number === region.output && region.range && range[0] >= region.range[0] && range[1] <= region.range[1];
        const group = (range) => inKernel(range) ? "In the kernel" : device ? "Handed to the kernel" : "Handed over by the host";
        const places = [];
        // What was written for the region names the variable as the author did. What was kept is only of
        // this variable where the source says so: another one may have the same name.
        const search = (link) => {
            if (link.kind === "kept") return;
            for (const word of lexerOf(output).words(variable.name, link.range)) places.push([group(word), word]);
        };
        if (!variable.function) {
            for (const link of links) if (about(link) || inKernel(link.range)) search(link);
        }
        for (const use of [...variable.uses, ...(variable.function ? [variable.declared] : [])]) {
            for (const { range, link, around } of inOutput(links, use)) {
                if (around || link.kind === "written") continue;
                const name = variable.function && device ? inside : inKernel(range) ? "In the kernel" : undefined;
                if (!name) continue;
                // In another form the name may be the same; if not, the form as a whole is what it became.
                const words = link.kind === "changed" ? lexerOf(output).words(variable.name, range) : [];
                if (words.length > 0) for (const word of words) places.push([name, word]);
                else if (range[1] - range[0] <= LONGEST_USE) places.push([name, range]);
            }
        }
        places.sort((a, b) => a[1][0] - b[1][0]);
        for (const [name, range] of places) add(name, number, range);
    });
    const order = ["Declared", "Named in the pragma", "The pragma, which does not name it", "Used in the source",
        "Handed over by the host", "Handed to the kernel", "In the kernel", inside];
    return found.sort((a, b) => order.indexOf(a.group) - order.indexOf(b.group));
}
