// Which class a stretch of code has, and so its colour. The source's comes from the kinds of its tokens; the
// outputs, which nobody lexed, are read here as far as colours need it.

const TYPES = new Set(
    ("void char short int long float double signed unsigned _Bool _Complex bool auto size_t dim3 " +
        "const volatile static extern register inline restrict struct union enum typedef __restrict__").split(" "),
);

const KEYWORDS = new Set(
    ("break case continue default do else for goto if return sizeof switch while template typename class " +
        "namespace using operator new delete this true false nullptr constexpr static_cast reinterpret_cast " +
        "__global__ __device__ __host__ __shared__ __constant__ __launch_bounds__ __managed__ asm").split(" "),
);

// The class of one of the explanation's tokens.
export function kindClass(token) {
    const { kind, text } = token;
    if (kind === "Identifier") return "name";
    if (kind === "Whitespace" || kind === "NewLine") return "";
    if (/Comment$/.test(kind)) return "comment";
    if (kind === "StringLiteral" || kind === "CharacterConstant") return "string";
    if (kind === "IntegerConstant" || kind === "FloatingConstant") return "number";
    if (kind === "Directive" || /^Pragma/.test(kind)) return "directive";
    if (kind === "TypedefName" || TYPES.has(text)) return "type";
    if (/^[A-Za-z_]/.test(text)) return "keyword";
    return "mark";
}

const OPAQUE = /\/\*[\s\S]*?(?:\*\/|$)|\/\/(?:\\\r?\n|[^\n])*|"(?:\\[\s\S]|[^"\\\n])*"?|'(?:\\[\s\S]|[^'\\\n])*'?/g;
const WORD = /[A-Za-z_$\u0080-\uffff][\w$\u0080-\uffff]*|\.?\d[\w.]*|<<<|>>>|[^\s\w]/g;

// The comments and literals of an output, which can go over many rows: [start, end, class].
function opaque(text) {
    const found = [];
    for (const match of text.matchAll(OPAQUE)) {
        const kind = match[0].startsWith("/") ? "comment" : "string";
        found.push([match.index, match.index + match[0].length, kind]);
    }
    return found;
}

// Reads an output's text; `within` answers as the source's tokens do.
export class Lexed {
    constructor(text) {
        this.text = text;
        this.opaque = undefined;
    }

    within(start, end) {
        this.opaque ??= opaque(this.text);
        const found = [];
        let at = start;
        let low = 0;
        let high = this.opaque.length;
        while (low < high) {
            const middle = (low + high) >>> 1;
            if (this.opaque[middle][1] <= start) low = middle + 1;
            else high = middle;
        }
        for (let index = low; index < this.opaque.length && this.opaque[index][0] < end; index++) {
            const [from, to] = this.opaque[index];
            if (from > at) this.#words(at, from, found);
            found.push(this.opaque[index]);
            at = to;
        }
        if (at < end) this.#words(at, end, found);
        return found;
    }

    #words(start, end, found) {
        for (let at = start; at < end; ) {
            const newline = this.text.indexOf("\n", at);
            const stop = newline < 0 || newline >= end ? end : newline + 1;
            this.#line(at, stop, found);
            at = stop;
        }
    }

    // The words of a line, or of a part of one.
    #line(start, end, found) {
        const part = this.text.slice(start, end);
        const lineStart = this.text.lastIndexOf("\n", start - 1) + 1;
        if (/^[ \t]*#/.test(this.text.slice(lineStart, lineStart + 200))) {
            const hash = /^\s*#\s*\w*(?:\s+(?:omp|gpump))?/.exec(part);
            const text = hash ? hash[0].length : 0;
            if (text > 0) found.push([start + hash[0].search(/\S/), start + text, "directive"]);
            return this.#plain(part.slice(text), start + text, found);
        }
        this.#plain(part, start, found);
    }

    #plain(part, offset, found) {
        for (const match of part.matchAll(WORD)) {
            const word = match[0];
            const from = offset + match.index;
            let kind = "mark";
            if (/^[A-Za-z_$\u0080-\uffff]/.test(word)) {
                kind = TYPES.has(word) ? "type" : KEYWORDS.has(word) ? "keyword" : /^gpump_/.test(word) ? "runtime" : "name";
            } else if (/^\.?\d/.test(word)) kind = "number";
            found.push([from, from + word.length, kind]);
        }
    }

    // Where a name stands as a word of its own in a range, outside comments and literals.
    words(name, [start, end]) {
        const found = [];
        for (let at = this.text.indexOf(name, start); at >= 0 && at + name.length <= end; at = this.text.indexOf(name, at + 1)) {
            const before = this.text[at - 1] ?? " ";
            const after = this.text[at + name.length] ?? " ";
            if (/[\w$]/.test(before) || /[\w$]/.test(after)) continue;
            const [cover] = this.within(at, at + name.length);
            if (cover && (cover[2] === "comment" || cover[2] === "string")) continue;
            found.push([at, at + name.length]);
        }
        return found;
    }
}
