// Rows: the lines of a text as they are shown. A line that is too long for its pane goes on in further
// rows, so that no row is ever long, whatever the text.

// A row is [start, end, line]: units of UTF-16 without the line's end, and the line from 0.

export const TAB = 8;

// How many columns a character takes. East Asian wide characters and emoji take two.
function width(code, column) {
    if (code === 9) return TAB - (column % TAB);
    if (code < 0x300) return 1;
    if (code >= 0x10fe00 && code < 0x10ff00) return 4; // a byte that is no UTF-8, shown as \xE9
    if (/\p{M}|\u200d|\ufe0f/u.test(String.fromCodePoint(code))) return 0;
    return code >= 0x1f000 || (code >= 0x1100 && /\p{sc=Han}|\p{sc=Hangul}|\p{sc=Hira}|\p{sc=Kana}|[\uff01-\uff60]/u.test(String.fromCodePoint(code))) ? 2 : 1;
}

const PLAIN = /^[\x20-\x7e]*$/;
const PLAIN_LINES = /^[\x20-\x7e\r\n]*$/;

// The rows of a text whose lines begin at `starts`, none wider than `columns`; `widest` is the width of the
// widest.
export function layout(text, starts, columns) {
    const rows = [];
    let widest = 0;
    const plain = PLAIN_LINES.test(text);
    for (let line = 0; line < starts.length; line++) {
        let end = line + 1 < starts.length ? starts[line + 1] : text.length;
        const start = starts[line];
        while (end > start && (text.charCodeAt(end - 1) === 10 || text.charCodeAt(end - 1) === 13)) end--;
        if (plain || PLAIN.test(text.slice(start, end))) {
            for (let at = start; ; at += columns) {
                rows.push([at, Math.min(at + columns, end), line]);
                widest = Math.max(widest, Math.min(columns, end - at));
                if (at + columns >= end) break;
            }
            continue;
        }
        let begin = start;
        let column = 0;
        for (let at = start; at < end; ) {
            const code = text.codePointAt(at);
            const wide = width(code, column);
            if (column + wide > columns && at > begin) {
                rows.push([begin, at, line]);
                begin = at;
                widest = Math.max(widest, column);
                column = 0;
                continue;
            }
            column += wide;
            at += code < 0x10000 ? 1 : 2;
        }
        rows.push([begin, end, line]);
        widest = Math.max(widest, column);
    }
    return { rows, widest };
}

const NAMES = {
    0x200b: "ZWSP", 0x200e: "LRM", 0x200f: "RLM", 0x202a: "LRE", 0x202b: "RLE", 0x202c: "PDF", 0x202d: "LRO",
    0x202e: "RLO", 0x2060: "WJ", 0x2066: "LRI", 0x2067: "RLI", 0x2068: "FSI", 0x2069: "PDI", 0xfeff: "BOM",
    0x061c: "ALM",
};

const UNSEEN = /[\x00-\x08\x0b-\x1f\x7f-\x9f\u061c\u200b\u200e\u200f\u202a-\u202e\u2028\u2029\u2060\u2066-\u2069\ufeff]|\u{10fe00}|[\u{10fe01}-\u{10feff}]/gu;

// A text in pieces that can be shown: [text, sign], where `sign` is what stands in the place of a character
// that nobody could see or that would change how its neighbours are shown.
export function visible(text) {
    const pieces = [];
    let last = 0;
    for (const match of text.matchAll(UNSEEN)) {
        if (match.index > last) pieces.push([text.slice(last, match.index), undefined]);
        const code = match[0].codePointAt(0);
        let sign;
        if (code < 0x20) sign = String.fromCodePoint(0x2400 + code);
        else if (code === 0x7f) sign = "␡";
        else if (code >= 0x10fe00) sign = `\\x${(code - 0x10fe00).toString(16).toUpperCase().padStart(2, "0")}`;
        else sign = NAMES[code] ?? `U+${code.toString(16).toUpperCase().padStart(4, "0")}`;
        pieces.push([match[0], sign]);
        last = match.index + match[0].length;
    }
    if (last < text.length) pieces.push([text.slice(last), undefined]);
    return pieces;
}
