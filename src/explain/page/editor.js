// The source as it is typed: a text area over the pane, which shows the text's colours and marks beneath it.

import { h } from "./dom.js";
import { Lexed } from "./colours.js";
import { Text } from "./text.js";

const INDENT = "    ";

export class Editor {
    // `changed()` is called when somebody has typed.
    constructor(pane, changed) {
        this.pane = pane;
        this.changed = changed;
        this.leaves = false;
        this.area = h("textarea", {
            class: "typing", "aria-label": "Program in C", "aria-describedby": "typing-keys",
            spellcheck: "false", autocapitalize: "off", autocomplete: "off", autocorrect: "off", wrap: "off", translate: "no", dir: "ltr",
        });
        pane.type(this.area);
        pane.element.after(h("p", { id: "typing-keys", class: "hidden" }, "Tab indents; Escape and then Tab leaves the editor. Control and Enter runs the program."));
        this.area.addEventListener("input", () => this.#typed());
        this.area.addEventListener("keydown", (event) => this.#key(event));
        // What has to be said of the text must not push the line out of sight that is typed.
        new ResizeObserver(() => {
            const at = this.area.selectionStart;
            if (document.activeElement === this.area) pane.reveal([at, at + 1]);
        }).observe(pane.element);
    }

    get value() {
        return this.area.value;
    }

    // Replaces all of the text, in a way that can be undone.
    replace(text) {
        this.edit([[0, this.value.length, text]]);
        this.area.setSelectionRange(0, 0);
        this.pane.element.scrollTo(0, 0);
    }

    // Puts texts in the place of others, each [start, end, text], and leaves the focus where it was.
    edit(edits) {
        const focused = document.activeElement;
        this.area.focus({ preventScroll: true });
        for (const [start, end, text] of [...edits].sort((a, b) => b[0] - a[0])) {
            this.area.setSelectionRange(start, end);
            this.#insert(text);
        }
        focused?.focus({ preventScroll: true });
    }

    #typed() {
        const text = new Text(this.value);
        this.pane.show(text, new Lexed(text.text));
        this.changed();
    }

    // There is no other way to insert that can be undone, old as this one is.
    #insert(text) {
        const done = text === "" ? document.execCommand("delete") : document.execCommand("insertText", false, text);
        if (done) return;
        this.area.setRangeText(text, this.area.selectionStart, this.area.selectionEnd, "end");
        this.#typed();
    }

    #key(event) {
        const leaves = this.leaves;
        this.leaves = event.key === "Escape" || (leaves && event.key === "Shift");
        if (event.ctrlKey || event.metaKey || event.altKey || event.isComposing) return;
        const { value, selectionStart: start, selectionEnd: end } = this.area;
        if (event.key === "Tab" && !event.shiftKey && !leaves && start === end) this.#insert(INDENT);
        else if (event.key === "Enter") {
            const line = value.slice(value.lastIndexOf("\n", start - 1) + 1, start);
            this.#insert(`\n${line.match(/^[ \t]*/)[0]}${/\{\s*$/.test(line) ? INDENT : ""}`);
        } else return;
        event.preventDefault();
    }
}
