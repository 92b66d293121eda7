// The page's modules by themselves: what needs no browser to be tried.

import assert from "node:assert/strict";
import { test } from "node:test";
import { load } from "./modules.mjs";

const { byteLength, lineStarts, Text, unitAt } = await load("text.js");
const { History } = await load("pieces.js");
const { layout, visible } = await load("rows.js");
const { Lexed } = await load("colours.js");
const { inOutput, inSource } = await load("links.js");
const { arrange } = await load("treelayout.js");
const { scopeRows } = await load("scopes.js");
const { unpacked } = await load("unpack.js");

// Numbers that look random and are the same in every run.
function numbers(seed) {
    let state = seed;
    return (below) => {
        state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
        return Math.floor((state / 2 ** 32) * below);
    };
}

const LETTERS = ["a", "b", " ", "\n", "\t", "é", "漢", "😀", "\u202e", "\r\n", "\u{10fee9}"];

function someText(random, length) {
    return Array.from({ length: random(length) }, () => LETTERS[random(LETTERS.length)]).join("");
}

test("bytes and units are those of the encodings", () => {
    const random = numbers(1);
    for (let round = 0; round < 300; round++) {
        const whole = someText(random, 60);
        assert.equal(byteLength(whole), Buffer.byteLength(whole));
        const text = new Text(whole);
        let unit = 0;
        for (const character of whole) {
            const byte = Buffer.byteLength(whole.slice(0, unit));
            assert.equal(text.unit(byte), unit);
            assert.equal(unitAt(whole, byte), unit);
            unit += character.length;
        }
        assert.equal(text.unit(text.bytes), whole.length);
    }
});

test("lines begin behind every kind of line's end", () => {
    assert.deepEqual(lineStarts("a\nb\r\nc\rd"), [0, 2, 5, 7]);
    assert.deepEqual(lineStarts(""), [0]);
    assert.deepEqual(lineStarts("\n"), [0, 1]);
});

test("rows hold all of a text, and none is too wide", () => {
    const random = numbers(2);
    for (let round = 0; round < 300; round++) {
        const text = someText(random, 200);
        const starts = lineStarts(text);
        const columns = 24 + random(60);
        const { rows, widest } = layout(text, starts, columns);
        assert.ok(widest <= columns, `${widest} of ${columns}`);
        const lines = starts.map(() => "");
        for (const [start, end, line] of rows) lines[line] += text.slice(start, end);
        assert.equal(lines.join("\n"), text.replace(/\r\n?/g, "\n"));
    }
    const long = "x".repeat(100_000);
    assert.equal(layout(long, [0], 1000).rows.length, 100);
});

test("signs stand for what cannot be seen, and nothing is lost", () => {
    const text = "a\0b\u202ec\u{10fee9}\u{10fe00}\ud83d\ude00\tz";
    const pieces = visible(text);
    assert.equal(pieces.map(([part]) => part).join(""), text);
    assert.deepEqual(pieces.filter(([, sign]) => sign).map(([, sign]) => sign), ["␀", "RLO", "\\xE9", "\\x00"]);
});

test("a history agrees with a replay from the beginning, whatever the way", () => {
    const random = numbers(3);
    for (let round = 0; round < 40; round++) {
        const source = someText(random, 80) || "x";
        let outputs = [Buffer.from(source), Buffer.from("")];
        const states = [outputs];
        const steps = Array.from({ length: 100 }, () => {
            const changes = Array.from({ length: random(3) }, () => {
                const output = random(2);
                const before = outputs[output];
                // A place between characters.
                const text = before.toString();
                const places = [0];
                for (const character of text) places.push(places.at(-1) + Buffer.byteLength(character));
                const start = random(places.length);
                const end = Math.min(places.length - 1, start + random(5));
                const added = someText(random, 6);
                outputs = [...outputs];
                outputs[output] = Buffer.concat([before.subarray(0, places[start]), Buffer.from(added), before.subarray(places[end])]);
                return { output, at: [places[start], places[end]], text: added };
            });
            states.push(outputs);
            return { changes };
        });
        const history = new History([source, ""], steps);
        for (let look = 0; look < 60; look++) {
            const state = look < 3 ? [100, 99, 0][look] : random(101);
            const shown = history.at(state).map((pieces) => pieces.map(({ text }) => text).join(""));
            assert.deepEqual(shown, states[state].map(String), `state ${state}`);
            if (state === 100) continue;
            for (const { output, at, text } of history.changes(state)) {
                const now = states[state + 1][output].toString();
                // Of several changes a later one may have cut an earlier one's text.
                if (steps[state].changes.length === 1) assert.equal(now.slice(at, at + text.length), text);
            }
        }
    }
});

test("pieces know where in the source they stand", () => {
    const history = new History(["one two three"], [{ changes: [{ output: 0, at: [4, 7], text: "2" }] }, { changes: [{ output: 0, at: [0, 1], text: "" }] }]);
    const [pieces] = history.at(2);
    assert.deepEqual(pieces.map(({ text, from, origin }) => [text, from, origin.step]), [["ne ", 1, undefined], ["2", 0, 0], [" three", 7, undefined]]);
});

test("what was kept is found to the letter, what was written as a whole", () => {
    const links = [
        { source: [0, 10], range: [5, 15], kind: "kept" },
        { source: [10, 20], range: [15, 40], kind: "changed" },
        { source: [0, 20], range: [40, 60], kind: "written" },
    ];
    const found = inOutput(links, [3, 5]);
    assert.deepEqual(found.filter(({ around }) => !around).map(({ range }) => range), [[8, 10]]);
    assert.deepEqual(found.filter(({ around }) => around).map(({ range }) => range), [[40, 60]]);
    assert.deepEqual(inOutput(links, [12, 13]).filter(({ around }) => !around).map(({ range }) => range), [[15, 40]]);
    assert.deepEqual(inSource(links, [8, 10]).map(({ range }) => range), [[3, 5]]);
    assert.deepEqual(inSource(links, [50, 51]).map(({ range }) => range), [[0, 20]]);
    assert.deepEqual(inOutput(links, [30, 31]), []);
});

test("an output's text is coloured as far as colours go", () => {
    const text = '/* a\n b */ int x = 1; // y\nchar *s = "/* no */";\n#define N 3\n';
    const kinds = new Lexed(text).within(0, text.length).map(([start, end, kind]) => [text.slice(start, end), kind]);
    assert.deepEqual(kinds[0], ["/* a\n b */", "comment"]);
    const of = new Map(kinds);
    assert.equal(of.get("int"), "type");
    assert.equal(of.get("1"), "number");
    assert.equal(of.get("// y"), "comment");
    assert.equal(of.get('"/* no */"'), "string");
    assert.equal(of.get("#define"), "directive");
    assert.deepEqual(new Lexed("a ab a_ /* a */ a").words("a", [0, 17]), [[0, 1], [16, 17]]);
    // A part is coloured as it is in the whole.
    const inside = new Lexed(text).within(6, 8);
    assert.equal(inside[0][2], "comment");
});

test("nodes of a tree do not lie on one another", () => {
    const random = numbers(4);
    const grow = (depth) => ({ width: 20 + random(120), children: Array.from({ length: depth > 0 ? random(5) : 0 }, () => grow(depth - 1)) });
    for (let round = 0; round < 60; round++) {
        const root = grow(5);
        const { left, width } = arrange(root);
        const levels = new Map();
        const walk = (node) => {
            if (!levels.has(node.y)) levels.set(node.y, []);
            levels.get(node.y).push([node.x - node.width / 2, node.x + node.width / 2]);
            assert.ok(node.x - node.width / 2 >= left - 0.01 && node.x + node.width / 2 <= left + width + 0.01);
            node.children.forEach(walk);
        };
        walk(root);
        for (const boxes of levels.values()) {
            boxes.sort((a, b) => a[0] - b[0]);
            for (let i = 1; i < boxes.length; i++) assert.ok(boxes[i][0] >= boxes[i - 1][1], `${boxes[i - 1]} and ${boxes[i]}`);
        }
    }
});

test("scopes are listed with what is in them", () => {
    const rows = scopeRows([
        { kind: "file", declarations: [{ name: "a" }] },
        { kind: "block", parent: 0, declarations: [] },
        { kind: "for", parent: 1, declarations: [{ name: "i" }] },
        { kind: "block", parent: 0, declarations: [{ name: "b" }] },
    ]);
    assert.deepEqual(rows.map(({ scope, depth, declaration }) => `${depth}${declaration?.name ?? scope.kind}`), ["0file", "1a", "1block", "2for", "3i", "1block", "2b"]);
});

test("the tables are written out", () => {
    const { tokens, tree, dialects } = unpacked({
        token_kinds: ["Int", "Whitespace"], channels: ["default", "hidden"],
        tokens: [[0, 0, 3], [1, 3, 4, 1], [0, 4, 5, 0, 7, "int"]],
        rule_names: ["a", "b", "c"], tree: [[0, -1, 0, 3], [1, 0, 2, 3, 2]],
        sentences: ["It ends."], dialects: { cuda: { steps: [{ says: 0 }, { says: 0, phase: "writing" }] }, thesis: { refused: [] } },
    });
    assert.deepEqual(tokens[1], { kind: "Whitespace", source: [3, 4], channel: "hidden", origin: "file", macro: undefined, text: undefined });
    assert.deepEqual(tokens[2], { kind: "Int", source: [4, 5], channel: "default", origin: "macro", macro: 7, text: "int" });
    assert.deepEqual(tree, [{ rule: "a", parent: undefined, tokens: [0, 3], through: [] }, { rule: "b", parent: 0, tokens: [2, 3], through: ["c"] }]);
    assert.deepEqual(dialects.cuda.steps, [{ says: "It ends.", phase: "reading" }, { says: "It ends.", phase: "writing" }]);
    assert.deepEqual(dialects.thesis.refused, []);
});
