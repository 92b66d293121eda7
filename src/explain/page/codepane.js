// A pane of code: as many rows as can be seen, however long the text; marks on them; a cursor that the
// keyboard moves from word to word.

import { h } from "./dom.js";
import { layout, visible } from "./rows.js";
import { lastAtMost } from "./text.js";

// Where lines are not wrapped they still end somewhere, so that no row is too much for the browser.
const LONGEST_ROW = 1000;
const OVERSCAN = 8;

// What is not one character of ASCII beside the other.
const UNUSUAL = /[^\t\x20-\x7e]/;

function made(name, classes) {
    const element = document.createElement(name);
    element.className = classes;
    return element;
}

export class CodePane {
    // `on` has `point(range)` for the word that is pointed at, `choose(range)` for the one that is chosen,
    // `leave()`; ranges are of units in the text that is shown.
    constructor(element, on) {
        this.element = element;
        this.on = on;
        this.text = undefined;
        this.layers = new Map();
        this.cursor = undefined;
        this.wrap = false;
        this.typed = undefined;
        this.space = h("div", { class: "space" });
        this.window = h("div", { class: "window" });
        this.probe = h("span", { class: "probe", "aria-hidden": "true" }, "0".repeat(50));
        // It must not make the pane wider than its rows.
        element.append(this.space, h("div", { class: "probe-box" }, this.probe));
        this.space.append(this.window);
        this.pending = false;
        this.top = 0;
        this.seen = { width: 0, height: 0 };
        element.addEventListener("scroll", () => {
            // The reader has gone elsewhere.
            if (element.scrollTop !== this.top) this.revealed = undefined;
            this.top = element.scrollTop;
            this.#draw();
        }, { passive: true });
        element.addEventListener("mousemove", (event) => this.#pointed(event));
        element.addEventListener("mouseleave", () => {
            this.pointed = undefined;
            this.on.leave();
        });
        element.addEventListener("click", (event) => this.#clicked(event));
        element.addEventListener("keydown", (event) => this.#key(event));
        new ResizeObserver(() => this.#resized()).observe(element);
    }

    // Shows a text; `lexer.within(start, end)` says the classes of its parts. The place stays where it was.
    show(text, lexer) {
        if (this.text === text) return;
        this.text = text;
        this.lexer = lexer;
        this.cursor = undefined;
        this.#layout();
    }

    // Has a text area lie over the rows, so that one can type; its lines are as long as they are.
    type(area) {
        this.typed = area;
        this.element.removeAttribute("tabindex");
        this.element.removeAttribute("aria-describedby");
        this.element.classList.add("typed");
        this.space.append(area);
    }

    setWrap(wrap) {
        if (this.typed) return;
        this.wrap = wrap;
        this.element.classList.toggle("wraps", wrap);
        if (this.text) this.#layout();
    }

    // Marks: a layer's name to [{range, class}]. A layer is replaced as a whole.
    mark(layer, marks) {
        if (marks.length === 0 && !this.layers.get(layer)?.length) return;
        this.layers.set(layer, [...marks].sort((a, b) => a.range[0] - b.range[0]));
        this.render();
    }

    // Brings a place into view, if it is not there, where it stays if the pane gets smaller.
    reveal([start, end]) {
        this.revealed = [start, end];
        const first = this.#rowOf(start);
        const last = this.#rowOf(Math.max(start, end - 1));
        // A part that has just been shown has no size yet.
        if (this.seen.height === 0) this.#look();
        const { element, height } = this;
        const top = first * height;
        const bottom = (last + 1) * height;
        const seen = this.seen.height;
        if (top < this.top || bottom > this.top + seen) {
            const tall = bottom - top > seen - 2 * height;
            const to = tall ? top - height : (top + bottom - seen) / 2;
            element.scrollTop = Math.max(0, to);
            this.top = element.scrollTop;
            this.render();
        }
        this.#revealColumn(start);
    }

    #revealColumn(unit) {
        if (this.wrap) return;
        const [start] = this.rows[this.#rowOf(unit)];
        const left = (unit - start) * this.charWidth;
        const { element } = this;
        const seen = this.seen.width - this.gutter;
        // Most places are in the first columns, where nothing has to be asked.
        if (left < seen - 8 * this.charWidth && !this.sideways) return;
        this.sideways = true;
        if (left < element.scrollLeft || left > element.scrollLeft + seen - 8 * this.charWidth) {
            element.scrollLeft = Math.max(0, left - seen / 3);
        }
    }

    // The size is asked for when it changes, not at every step: the browser would lay out the page to answer.
    #look() {
        this.seen = { width: this.element.clientWidth, height: this.element.clientHeight };
    }

    #measure() {
        this.#look();
        const box = this.probe.getBoundingClientRect();
        this.height = box.height || 20;
        this.charWidth = box.width / 50 || 8;
        this.#gauge();
    }

    #gauge() {
        this.digits = Math.max(3, String(this.text?.starts.length ?? 1).length);
        this.gutter = (this.digits + 2.5) * this.charWidth;
    }

    #layout() {
        if (!this.height || this.seen.height === 0) this.#measure();
        else this.#gauge();
        const room = Math.floor((this.seen.width - this.gutter) / this.charWidth) - 1;
        this.columns = this.wrap ? Math.max(24, room) : this.typed ? Infinity : LONGEST_ROW;
        const { rows, widest } = layout(this.text.text, this.text.starts, this.columns);
        this.rows = rows;
        this.space.style.height = `${rows.length * this.height}px`;
        this.space.style.minWidth = this.wrap ? "0" : `${Math.ceil(this.gutter + (widest + 2) * this.charWidth)}px`;
        this.element.style.setProperty("--digits", this.digits);
        this.render();
    }

    #resized() {
        if (!this.text || this.element.clientWidth === 0) {
            this.#look();
            return;
        }
        const before = [this.height, this.charWidth, this.columns];
        this.#measure();
        const room = Math.floor((this.seen.width - this.gutter) / this.charWidth) - 1;
        const columns = this.wrap ? Math.max(24, room) : this.columns;
        if (before[0] !== this.height || before[1] !== this.charWidth || before[2] !== columns) this.#layout();
        else this.render();
        if (this.revealed) this.reveal(this.revealed);
    }

    #rowOf(unit) {
        return Math.max(0, lastAtMost(this.rows, unit, (row) => row[0]));
    }

    // Draws anew what can be seen, once for all that changes in one go.
    render() {
        if (this.pending) return;
        this.pending = true;
        queueMicrotask(() => {
            this.pending = false;
            this.#draw();
        });
    }

    #draw() {
        if (!this.rows || this.seen.height === 0) return;
        const { height, top } = this;
        const first = Math.max(0, Math.floor(top / height) - OVERSCAN);
        const last = Math.min(this.rows.length, Math.ceil((top + this.seen.height) / height) + OVERSCAN);
        const shown = [];
        for (let index = first; index < last; index++) shown.push(this.#row(index));
        this.window.style.transform = `translateY(${first * height}px)`;
        this.window.replaceChildren(...shown);
    }

    #row(index) {
        const [start, end, line] = this.rows[index];
        const begins = index === 0 || this.rows[index - 1][2] !== line;
        const marks = [];
        const lineClasses = [];
        const stop = Math.max(end, start + 1);
        for (const layer of this.layers.values()) {
            for (const mark of layer) {
                if (mark.range[0] >= stop) break;
                if (mark.range[0] === mark.range[1] ? mark.range[0] >= start : mark.range[1] > start) marks.push(mark);
            }
        }
        const row = made("div", "row");
        const number = made("span", "gutter");
        number.setAttribute("aria-hidden", "true");
        number.textContent = begins ? String(line + 1) : "↪";
        const code = made("span", "code");
        row.append(number, code);
        this.#fillCode(code, start, end, marks);
        for (const mark of marks) if (mark.line) lineClasses.push(mark.line);
        if (lineClasses.length > 0) row.classList.add(...lineClasses);
        return row;
    }

    #fillCode(code, start, end, marks) {
        const content = this.text.text.slice(start, end);
        const plain = !UNUSUAL.test(content);
        // Letters that go the other way must not change the order of what stands beside them.
        if (!plain) code.classList.add("mixed");
        const tokens = this.lexer.within(start, end);
        const cuts = new Set([start, end]);
        for (const [from, to] of tokens) {
            if (from > start) cuts.add(from);
            if (to < end) cuts.add(to);
        }
        for (const { range } of marks) {
            if (range[0] > start && range[0] < end) cuts.add(range[0]);
            if (range[1] > start && range[1] < end) cuts.add(range[1]);
        }
        const places = [...cuts].sort((a, b) => a - b);
        let token = 0;
        for (let i = 0; i < places.length; i++) {
            const at = places[i];
            for (const mark of marks) {
                if (mark.range[0] === mark.range[1] && mark.range[0] === at) code.append(h("span", { class: mark.class }));
            }
            if (i + 1 === places.length) break;
            const to = places[i + 1];
            while (token < tokens.length && tokens[token][1] <= at) token++;
            const inside = tokens[token] && tokens[token][0] <= at ? tokens[token] : undefined;
            const classes = [inside?.[2] || "blank"];
            for (const mark of marks) if (mark.class && mark.range[0] <= at && mark.range[1] >= to) classes.push(mark.class);
            const part = made("span", classes.join(" "));
            part.word = inside?.[2] ? [inside[0], inside[1]] : [at, to];
            const shown = content.slice(at - start, to - start);
            if (plain) part.textContent = shown;
            else for (const [text, sign] of visible(shown)) {
                part.append(sign === undefined ? text : h("span", { class: "sign", "data-character": text }, sign));
            }
            code.append(part);
        }
    }

    #wordAt(event) {
        // A part knows what word it is of; a sign stands in a part.
        const part = event.target === this.typed ? document.elementsFromPoint(event.clientX, event.clientY).find(({ word }) => word) : event.target;
        return part?.word ?? part?.parentElement?.word;
    }

    #pointed(event) {
        const word = this.#wordAt(event);
        const key = word?.join();
        if (key === this.pointed) return;
        this.pointed = key;
        if (word) this.on.point(word);
        else this.on.leave();
    }

    #clicked(event) {
        const selection = document.getSelection();
        if (selection && !selection.isCollapsed && this.element.contains(selection.anchorNode)) return;
        const word = this.#wordAt(event);
        if (!word) return;
        if (!this.typed) this.setCursor(word);
        this.on.choose(word);
    }

    focus() {
        (this.typed ?? this.element).focus({ preventScroll: true });
    }

    setCursor(word) {
        this.cursor = word;
        this.mark("cursor", word ? [{ range: word, class: "cursor" }] : []);
    }

    // Puts the cursor on the word that begins at a place or goes over it.
    setCursorAt(unit) {
        if (this.typed) return this.typed.setSelectionRange(unit, unit);
        const [word] = this.lexer.within(unit, unit + 1);
        this.setCursor(word ? [word[0], word[1]] : [unit, unit + 1]);
    }

    // The words of a row that the cursor stops at: all but blanks and, where there are others, punctuation.
    #stops(index) {
        const [start, end] = this.rows[index];
        const all = this.lexer.within(start, end).filter((token) => token[2]);
        const words = all.filter((token) => token[2] !== "mark");
        return (words.length > 0 ? words : all).map(([from, to]) => [from, to]);
    }

    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || !this.rows || this.typed) return;
        const page = Math.max(1, Math.floor(this.seen.height / this.height) - 2);
        const moves = { ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page };
        if (event.key === "Enter" || event.key === " ") {
            if (this.cursor) this.on.choose(this.cursor);
        } else if (event.key in moves) this.#moveRows(moves[event.key]);
        else if (event.key === "ArrowRight") this.#moveWords(1);
        else if (event.key === "ArrowLeft") this.#moveWords(-1);
        else if (event.key === "Home") this.#moveRows(-Infinity);
        else if (event.key === "End") this.#moveRows(Infinity);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }

    #begin() {
        const row = Math.floor(this.top / this.height);
        return this.cursor ? this.#rowOf(this.cursor[0]) : Math.min(row, this.rows.length - 1);
    }

    #moveRows(by) {
        const from = this.#begin();
        const column = this.cursor ? this.cursor[0] - this.rows[from][0] : 0;
        const direction = Math.sign(by);
        let to = Math.max(0, Math.min(this.rows.length - 1, this.cursor ? from + by : from));
        // A row of nothing has no word to stand on.
        const seek = to === 0 ? 1 : to === this.rows.length - 1 ? -1 : direction;
        let stops = this.#stops(to);
        while (stops.length === 0 && to + seek >= 0 && to + seek < this.rows.length) stops = this.#stops((to += seek));
        if (stops.length === 0) return;
        const start = this.rows[to][0];
        const near = stops.reduce((best, word) =>
            Math.abs(word[0] - start - column) < Math.abs(best[0] - start - column) ? word : best,
        );
        this.#go(near);
    }

    #moveWords(direction) {
        let row = this.#begin();
        let stops = this.#stops(row);
        let next;
        if (!this.cursor) next = stops[0];
        else if (direction > 0) next = stops.find((word) => word[0] > this.cursor[0]);
        else next = stops.findLast((word) => word[0] < this.cursor[0]);
        while (!next && row + direction >= 0 && row + direction < this.rows.length) {
            stops = this.#stops((row += direction));
            // A comment over several rows is one word.
            stops = stops.filter((word) => !this.cursor || (direction > 0 ? word[0] > this.cursor[0] : word[0] < this.cursor[0]));
            next = direction > 0 ? stops[0] : stops.at(-1);
        }
        if (next) this.#go(next);
    }

    #go(word) {
        this.setCursor(word);
        this.reveal([word[0], word[0] + 1]);
        this.on.point(word);
    }
}
