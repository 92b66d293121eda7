// From a place in the source to its counterparts in the outputs, and back.
//
// At the end the explanation itself says which piece of an output is from where. Before the end the pieces
// of the outputs say it: those as typed lie where they lie, those that a step wrote belong to what the step
// was about, or more exactly to what the end says of them if they come to it whole.

import { lastAtMost } from "./text.js";

// The links of an output in a state, as {source, range, kind, step}, in units.
export function linksIn(translation, output, state) {
    const end = translation.steps.length;
    translation.final ??= translation.outputs.map((_, number) =>
        translation.links.filter((link) => link.output === number).sort((a, b) => a.range[0] - b.range[0]),
    );
    if (state >= end) return translation.final[output];
    const pieces = translation.history.at(state)[output];
    translation.linked ??= new Map();
    let links = translation.linked.get(pieces);
    if (!links) {
        links = derived(translation, output, pieces);
        if (translation.linked.size > 20) translation.linked.clear();
        translation.linked.set(pieces, links);
    }
    return links;
}

// Where what is left in the end of each text stands there: the text's origin to [{from, at, length}].
function fates(translation, output) {
    translation.fates ??= [];
    if (!translation.fates[output]) {
        const fate = new Map();
        let at = 0;
        for (const { origin, from, text } of translation.history.at(translation.steps.length)[output]) {
            if (!fate.has(origin)) fate.set(origin, []);
            fate.get(origin).push({ from, at, length: text.length });
            at += text.length;
        }
        translation.fates[output] = fate;
    }
    return translation.fates[output];
}

function derived(translation, output, pieces) {
    const fate = fates(translation, output);
    const links = [];
    let at = 0;
    for (const { origin, from, text } of pieces) {
        const range = [at, at + text.length];
        if (origin.step === undefined) {
            links.push({ source: [from, from + text.length], range, kind: "kept", output });
        } else {
            for (const part of fate.get(origin) ?? []) {
                // The part of this piece that comes to the end, and where it stands there.
                const start = Math.max(from, part.from);
                const end = Math.min(from + text.length, part.from + part.length);
                if (start < end) moved(translation.final[output], [start - part.from + part.at, end - part.from + part.at], at + start - from, links);
            }
            const source = translation.steps[origin.step].range;
            if (source) links.push({ source, range, kind: "written", output, step: origin.step });
        }
        at += text.length;
    }
    return links;
}

// Adds the links of a stretch of the end to `links`, as they are where that stretch stands at `to`.
function moved(final, [start, end], to, links) {
    for (let index = Math.max(0, lastAtMost(final, start, (link) => link.range[0])); index < final.length && final[index].range[0] < end; index++) {
        const link = final[index];
        if (link.range[1] <= start) continue;
        const range = [Math.max(start, link.range[0]), Math.min(end, link.range[1])];
        const source = link.kind === "kept" ? image(range, link.range, link.source) : link.source;
        links.push({ ...link, source, range: [range[0] - start + to, range[1] - start + to] });
    }
}

function overlaps(a, b) {
    return a[0] < b[1] && b[0] < a[1];
}

// The part of `of` that lies as far in `to` as in `from`, both being the same text.
function image(of, from, to) {
    const start = Math.max(of[0], from[0]);
    return [to[0] + start - from[0], to[0] + Math.min(of[1], from[1]) - from[0]];
}

// Of all links that hold, those about the least of the source are the answer; what is about more is around
// it.
function ranked(found, size) {
    const least = Math.min(...found.map((each) => size(each)));
    return found.map((each) => ({ ...each, around: size(each) > least }));
}

// What a range of the source became in an output: [{range, link, around}].
export function inOutput(links, source) {
    const found = [];
    for (const link of links) {
        if (!overlaps(link.source, source)) continue; // what is of no place has nothing to overlap
        const kept = link.kind === "kept";
        found.push({ range: kept ? image(source, link.source, link.range) : link.range, link });
    }
    // What was kept is as exact as can be.
    return ranked(found, ({ link }) => (link.kind === "kept" ? 0 : link.source[1] - link.source[0]));
}

// What a range of an output is from: [{range, link, around}], in the source.
export function inSource(links, range) {
    const found = [];
    for (const link of links) {
        if (!overlaps(link.range, range)) continue;
        const kept = link.kind === "kept";
        found.push({ range: kept ? image(range, link.range, link.source) : link.source, link });
    }
    return ranked(found, ({ link }) => (link.kind === "kept" ? 0 : link.range[1] - link.range[0])).filter(({ around }) => !around);
}
