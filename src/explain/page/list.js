// A grid of as many rows as there may be, of which only those that can be seen are in the document.

import { h } from "./dom.js";

const OVERSCAN = 10;
let grids = 0;

export class Grid {
    // `columns` is a list of [title, class]; `cells(index)` gives a row's cells (nodes or strings), and
    // `choose(index)` is told which row was chosen.
    constructor({ label, columns, cells, choose, rowClass }) {
        this.cells = cells;
        this.choose = choose;
        this.rowClass = rowClass;
        this.columns = columns;
        this.count = 0;
        this.top = 0;
        this.seen = 0;
        this.height = 28;
        this.active = -1;
        this.id = `grid${grids++}`;
        const titles = columns.map(([title, name], at) =>
            h("span", { role: "columnheader", class: name, "aria-colindex": at + 1 }, title),
        );
        this.head = h("div", { role: "row", class: "grid-row head", "aria-rowindex": 1 }, titles);
        this.space = h("div", { class: "grid-space", role: "presentation" });
        this.window = h("div", { class: "grid-window", role: "presentation" });
        this.space.append(this.window);
        this.element = h("div", {
            role: "grid", class: "grid", tabindex: 0, "aria-label": label, "aria-colcount": columns.length,
        }, this.head, this.space);
        this.element.addEventListener("scroll", () => {
            this.top = this.element.scrollTop;
            this.render();
        }, { passive: true });
        this.element.addEventListener("keydown", (event) => this.#key(event));
        this.window.addEventListener("click", (event) => {
            const row = event.target.closest("[data-row]");
            if (row) this.select(Number(row.dataset.row), true);
        });
        new ResizeObserver(() => this.#resized()).observe(this.element);
    }

    setCount(count) {
        this.count = count;
        this.active = -1;
        this.element.setAttribute("aria-rowcount", count + 1);
        this.space.style.height = `${count * this.height}px`;
        this.#scroll(0);
        this.render();
    }

    #scroll(to) {
        this.element.scrollTop = to;
        this.top = this.element.scrollTop;
    }

    // The sizes are asked for when they change: to answer, the browser would lay out the page.
    #resized() {
        this.seen = this.element.clientHeight;
        this.height = this.head.getBoundingClientRect().height || 28;
        this.space.style.height = `${this.count * this.height}px`;
        if (this.active >= 0 && this.seen > 0) this.select(this.active, false);
        this.render();
    }

    select(index, tell) {
        if (index < 0 || index >= this.count) return;
        this.active = index;
        const { height } = this;
        const top = index * height;
        const seen = this.seen - height;
        if (top < this.top) this.#scroll(top);
        else if (top + height > this.top + seen) this.#scroll(top + height - seen);
        this.render();
        if (tell) this.choose(index);
    }

    render() {
        if (this.seen === 0) return;
        const first = Math.max(0, Math.floor(this.top / this.height) - OVERSCAN);
        const last = Math.min(this.count, Math.ceil((this.top + this.seen) / this.height) + OVERSCAN);
        const rows = [];
        for (let index = first; index < last; index++) {
            const cells = this.cells(index).map((cell, at) =>
                h("span", { role: "gridcell", class: this.columns[at][1], "aria-colindex": at + 1 }, cell),
            );
            const extra = this.rowClass?.(index) ?? "";
            rows.push(h("div", {
                role: "row", class: `grid-row ${extra}`, id: `${this.id}-${index}`, "data-row": index,
                "aria-rowindex": index + 2, "aria-selected": index === this.active ? "true" : "false",
            }, cells));
        }
        this.window.style.transform = `translateY(${first * this.height}px)`;
        this.window.replaceChildren(...rows);
        if (this.active >= first && this.active < last) {
            this.element.setAttribute("aria-activedescendant", `${this.id}-${this.active}`);
        } else this.element.removeAttribute("aria-activedescendant");
    }

    #key(event) {
        if (event.ctrlKey || event.metaKey || event.altKey || event.target !== this.element) return;
        const page = Math.max(1, Math.floor(this.seen / this.height) - 2);
        const moves = {
            ArrowDown: 1, ArrowUp: -1, PageDown: page, PageUp: -page, Home: -this.count, End: this.count,
        };
        if (event.key in moves) {
            // From none, an arrow goes to the first.
            const to = this.active < 0 && Math.abs(moves[event.key]) === 1 ? 0 : this.active + moves[event.key];
            this.select(Math.max(0, Math.min(this.count - 1, to)), true);
        } else if (event.key === "Enter" || event.key === " ") this.choose(this.active);
        else return;
        event.preventDefault();
        event.stopPropagation();
    }
}
