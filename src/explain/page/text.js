// Texts and the places in them.
//
// The explanation counts bytes of UTF-8, JavaScript counts UTF-16 code units. Each text knows the way from
// one to the other; where all characters are ASCII they are the same.

// How many bytes of UTF-8 a text has. A lone surrogate, which no explanation has, counts as U+FFFD.
export function byteLength(text) {
    let length = text.length;
    // Most texts have but ASCII, which this sees faster than a loop.
    if (!/[^\x00-\x7f]/.test(text)) return length;
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit < 0x80) continue;
        if (unit < 0x800) length += 1;
        else if (unit >= 0xd800 && unit < 0xdc00 && i + 1 < text.length) {
            // Two units of UTF-16 are four bytes.
            length += 2;
            i += 1;
        } else length += 2;
    }
    return length;
}

// The unit at which byte `byte` of the text begins.
export function unitAt(text, byte) {
    let unit = 0;
    let at = 0;
    while (at < byte && unit < text.length) {
        const code = text.codePointAt(unit);
        at += code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
        unit += code < 0x10000 ? 1 : 2;
    }
    return unit;
}

// Where the lines of a text begin. A line ends with LF, CRLF or a CR alone, as gpump's lexer has it.
export function lineStarts(text) {
    const starts = [0];
    if (!text.includes("\r")) {
        for (let at = text.indexOf("\n"); at >= 0; at = text.indexOf("\n", at + 1)) starts.push(at + 1);
        return starts;
    }
    for (let i = 0; i < text.length; i++) {
        const unit = text.charCodeAt(i);
        if (unit === 10 || (unit === 13 && text.charCodeAt(i + 1) !== 10)) starts.push(i + 1);
    }
    return starts;
}

// The greatest index whose element is at most `value`; -1 if there is none. The list is ascending.
export function lastAtMost(list, value, key = (element) => element) {
    let low = 0;
    let high = list.length;
    while (low < high) {
        const middle = (low + high) >>> 1;
        if (key(list[middle]) <= value) low = middle + 1;
        else high = middle;
    }
    return low - 1;
}

// A text that does not change: the source, or an output as it is after some step.
export class Text {
    constructor(text) {
        this.text = text;
        this.starts = lineStarts(text);
        this.map = null;
        this.length = undefined;
    }

    // How many bytes it has.
    get bytes() {
        this.length ??= byteLength(this.text);
        return this.length;
    }

    // From a byte's place to a unit's.
    unit(byte) {
        if (this.bytes === this.text.length) return Math.min(byte, this.bytes);
        if (!this.map) this.map = Text.#table(this.text, this.bytes);
        return this.map[Math.max(0, Math.min(byte, this.bytes))];
    }

    // From a range of bytes to one of units; undefined stays undefined.
    range(bytes) {
        return bytes ? [this.unit(bytes[0]), this.unit(bytes[1])] : undefined;
    }

    // For each byte the unit of the character that it belongs to.
    static #table(text, bytes) {
        const table = new Uint32Array(bytes + 1);
        let at = 0;
        for (let unit = 0; unit < text.length; ) {
            const code = text.codePointAt(unit);
            const long = code < 0x80 ? 1 : code < 0x800 ? 2 : code < 0x10000 ? 3 : 4;
            for (let i = 0; i < long; i++) table[at++] = unit;
            unit += code < 0x10000 ? 1 : 2;
        }
        table[bytes] = text.length;
        return table;
    }

    // The line that a unit stands in, from 0.
    line(unit) {
        return lastAtMost(this.starts, unit);
    }

    // How many lines it has; behind the end of the last one there is no other.
    get count() {
        return this.starts.length - (this.text !== "" && this.starts.at(-1) === this.text.length ? 1 : 0);
    }

    // "12" or "12–15", lines from 1.
    lines([start, end]) {
        const first = this.line(start) + 1;
        const last = this.line(Math.max(start, end - 1)) + 1;
        return first === last ? String(first) : `${first}–${last}`;
    }

    slice([start, end]) {
        return this.text.slice(start, end);
    }
}
