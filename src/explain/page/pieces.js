// What the outputs were after each step.
//
// An output is a list of pieces, each a stretch of the source as it was typed or a text that a step wrote.
// A step's changes split and replace pieces; the pieces themselves never change, so a list can be kept as a
// checkpoint for the price of its references. To show a step, the nearest checkpoint before it is taken and
// the few steps behind it are done; nothing is replayed from the beginning, forwards or backwards.

import { byteLength, unitAt } from "./text.js";

const BETWEEN_CHECKPOINTS = 32;
// As many states are kept besides as are looked at together.
const RECENT = 64;

// A piece: its text, its length in bytes, and what it is of: `origin` is one object for all pieces of the
// source, or of the text of one change, with the `step` that wrote it; `from` is the place in that text, in
// units.
function piece(text, origin, from) {
    return { text, bytes: byteLength(text), origin, from };
}

// The two halves of a piece at one of its bytes.
function halves(whole, byte) {
    const unit = whole.bytes === whole.text.length ? byte : unitAt(whole.text, byte);
    const { text, origin, from } = whole;
    return [piece(text.slice(0, unit), origin, from), piece(text.slice(unit), origin, from + unit)];
}

// The text of a change as a piece. It is one object however often the change is done.
const made = new WeakMap();
function written(change, step) {
    let whole = made.get(change);
    if (!whole) made.set(change, (whole = piece(change.text, { step }, 0)));
    return whole;
}

// The pieces after one change `{at: [start, end), text}`, in bytes of the text before it. Also where in
// units the new text begins and what stood there.
export function splice(pieces, change, step) {
    const [start, end] = change.at;
    const result = [];
    let at = 0;
    let units = 0;
    let place = -1;
    let removed = "";
    const insert = () => {
        if (place >= 0) return;
        place = units;
        if (change.text !== "") result.push(written(change, step));
    };
    for (let rest of pieces) {
        const stop = at + rest.bytes;
        if (stop <= start) {
            result.push(rest);
            units += rest.text.length;
        } else {
            if (at < start) {
                const [before, after] = halves(rest, start - at);
                result.push(before);
                units += before.text.length;
                rest = after;
            }
            insert();
            const left = Math.max(at, start);
            if (stop <= end) removed += rest.text;
            else if (left < end) {
                const [gone, after] = halves(rest, end - left);
                removed += gone.text;
                result.push(after);
            } else result.push(rest);
        }
        at = stop;
    }
    insert();
    return { pieces: result, at: place, removed };
}

// The outputs of one dialect, step by step. State 0 is before the first step, state n after step n - 1.
export class History {
    // `starts` are the texts before the first step, the source or nothing; `steps` those of the explanation.
    constructor(starts, steps) {
        this.steps = steps;
        const first = starts.map((text) => (text === "" ? [] : [piece(text, { step: undefined }, 0)]));
        this.checkpoints = [first];
        this.recent = new Map();
    }

    // The lists of pieces of all outputs in a state.
    at(number) {
        const nearest = Math.min(Math.floor(number / BETWEEN_CHECKPOINTS), this.checkpoints.length - 1);
        let from = number;
        while (from > nearest * BETWEEN_CHECKPOINTS && !this.recent.has(from)) from--;
        let outputs = this.recent.get(from) ?? this.checkpoints[nearest];
        for (let step = from; step < number; step++) {
            outputs = this.#after(outputs, step);
            const state = step + 1;
            if (state % BETWEEN_CHECKPOINTS === 0) this.checkpoints[state / BETWEEN_CHECKPOINTS] ??= outputs;
            this.#remember(state, outputs);
        }
        return outputs;
    }

    #remember(state, outputs) {
        this.recent.set(state, outputs);
        if (this.recent.size > RECENT) this.recent.delete(this.recent.keys().next().value);
    }

    #after(outputs, step) {
        const changes = this.steps[step].changes ?? [];
        if (changes.length === 0) return outputs;
        const next = [...outputs];
        for (const change of changes) next[change.output] = splice(next[change.output] ?? [], change, step).pieces;
        return next;
    }

    // What a step changed: for each change the output, where its new text stands after the whole step (in
    // units), the new text and the one that it took away.
    changes(step) {
        if (this.changed?.step !== step) this.changed = { step, found: this.#changes(step) };
        return this.changed.found;
    }

    #changes(step) {
        const before = this.at(step);
        const next = [...before];
        const found = [];
        for (const change of this.steps[step].changes ?? []) {
            const { pieces, at, removed } = splice(next[change.output] ?? [], change, step);
            next[change.output] = pieces;
            const moved = change.text.length - removed.length;
            for (const earlier of found) {
                if (earlier.output !== change.output || earlier.at < at + removed.length) continue;
                if (earlier.at > at || removed.length === 0) earlier.at += moved;
            }
            found.push({ output: change.output, at, text: change.text, removed });
        }
        return found;
    }
}
