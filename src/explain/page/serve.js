// The page of `gpump serve`: what is typed is translated as one types, and runs in the emulator when one wants.

import { $, counted, h, prose } from "./dom.js";
import { App } from "./app.js";
import { Editor } from "./editor.js";
import { keep, kept } from "./kept.js";
import { Model } from "./model.js";
import { Running } from "./running.js";
import { unpacked } from "./unpack.js";

// How long nobody types before the program is translated, in milliseconds.
const PAUSE = 180;
const KEY = "gpump-program";

// Who may ask says so with what stands behind the # of the address, which goes to no server by itself.
const token = location.hash.slice(1);

async function ask(path, body, signal) {
    let response;
    try {
        response = await fetch(path, {
            method: "POST", headers: { "Content-Type": "application/json", "X-Gpump-Token": token }, body: JSON.stringify(body), signal,
        });
    } catch (error) {
        if (signal?.aborted) throw error;
        throw new Error("gpump serve does not answer; is it still running?");
    }
    if (!response.ok) throw new Error((await response.text()).trim() || response.statusText);
    return response;
}

// The unit at a line and a column that people count: from 1, in characters.
function unitAt(text, { line, column }) {
    const start = text.starts[Math.min(line, text.starts.length) - 1] ?? 0;
    return Math.min(text.text.length, start + [...text.text.slice(start, text.starts[line])].slice(0, column - 1).join("").length);
}

class Classroom {
    constructor({ examples, file }) {
        this.examples = examples;
        this.running = new Running(ask, () => this.program);
        this.app = new App([["run", "Run", () => ({ element: this.running.element, refresh: () => {} })]]);
        this.editor = new Editor(this.app.source, () => this.#typed());
        this.problems = h("ul", { class: "problems diagnostics", "aria-label": "What is wrong" });
        this.said = h("p", { role: "status", class: "problems-said" });
        $("source-pane").append(this.said, this.problems);
        this.choice = h("select", { onchange: () => this.#choose() }, examples.map(({ title }, number) => h("option", { value: number }, title)));
        $("theme").parentElement.before(h("div", { class: "classroom" }, h("label", null, "Example ", this.choice), this.running.button));
        // What was typed outlasts a reload.
        const own = JSON.parse(kept(KEY, "sessionStorage")) ?? file;
        const { name, text } = own ?? examples[0];
        this.name = name;
        this.editor.area.value = text;
        if (own) this.choice.prepend(h("option", { value: "own", selected: true }, this.name));
        this.running.button.addEventListener("click", () => this.#showRun());
        document.addEventListener("keydown", (event) => {
            if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey)) return;
            event.preventDefault();
            this.running.button.click();
        });
    }

    get program() {
        return { file: this.name, source: this.editor.value };
    }

    async start() {
        const found = await this.#translated();
        const empty = { file: this.name, source: this.editor.value, tokens: [], tree: [], token_kinds: [], channels: [], rule_names: [], sentences: [], dialects: {} };
        this.app.start(new Model(unpacked(found.explanation ?? empty)));
        this.#show(found);
    }

    #showRun() {
        if (!this.running.stopper) return;
        this.app.inspector.show("run");
        this.app.arrangement.show("inspector");
    }

    #choose() {
        const example = this.examples[this.choice.value];
        if (!example) return;
        this.name = example.name;
        this.opens = true;
        this.app.arrangement.show("source");
        this.editor.replace(example.text);
    }

    #typed() {
        keep(KEY, JSON.stringify({ name: this.name, text: this.editor.value }), "sessionStorage");
        this.app.outdate();
        this.app.nameSource(this.name, this.app.source.text);
        clearTimeout(this.waiting);
        this.waiting = setTimeout(() => this.#translate(), PAUSE);
    }

    async #translate() {
        this.asked?.abort();
        const asked = new AbortController();
        this.asked = asked;
        try {
            const found = await this.#translated(asked.signal);
            if (!asked.signal.aborted && this.asked === asked) this.#show(found);
        } catch (error) {
            if (!asked.signal.aborted) this.#say(error.message);
        }
    }

    async #translated(signal) {
        const { program } = this;
        const found = await (await ask("translate", program, signal)).json();
        return { ...found, source: program.source };
    }

    // Shows what is known of the text as it stands; of a newer one there will be another answer.
    #show({ explanation, diagnostics, source }) {
        if (source !== this.editor.value) return;
        const { app } = this;
        if (explanation) {
            if (app.model.source.text !== source || app.outdated) app.show(new Model(unpacked(explanation)));
        } else app.outdate();
        document.body.classList.toggle("outdated", !explanation);
        if (this.opens && explanation) app.openFirst();
        this.opens = false;
        const { text } = app.source;
        const found = diagnostics.map((diagnostic) => {
            // The text is in no file; what is said of another one has no place in it.
            if (diagnostic.file !== "<stdin>") return diagnostic;
            const from = unitAt(text, diagnostic);
            const to = Math.max(from + 1, unitAt(text, diagnostic.end));
            return { ...diagnostic, range: [from, to] };
        });
        app.source.mark("problems", found.filter(({ range }) => range).map(({ range, severity }) => ({ range, class: `wrong ${severity}`, line: `${severity}-line` })));
        this.problems.replaceChildren(...found.map((diagnostic) => this.#problem(diagnostic)));
        const count = (severity) => found.filter((each) => each.severity === severity).length;
        const counts = [["error", count("error")], ["warning", count("warning")]].filter(([, number]) => number > 0);
        this.#say(counts.map(([name, number]) => counted(number, name)).join(", ") + (explanation || counts.length === 0 ? "" : "; the output is that of the last version without errors"));
    }

    #say(text) {
        this.said.textContent = text;
        this.said.hidden = text === "";
    }

    #problem({ severity, code, message, label, helps, notes, fixes, file, line, range }) {
        const { text } = this.app.source;
        const mend = ({ title, edits }) => h("button", { type: "button", class: "small", onclick: () => {
            this.editor.edit(edits.map(({ place, text: put }) => [unitAt(text, place), unitAt(text, place.end), put]));
            this.editor.area.focus();
        } }, prose(title));
        const place = !range ? `${file}, line ${line}` : h("button", { type: "button", class: "place", onclick: () => {
            this.app.source.reveal(range);
            this.app.source.focus();
            this.app.source.setCursorAt(range[0]);
        } }, `line ${line}`);
        return h("li", { class: severity }, h("span", { class: "code-name" }, code), " ", prose(message), " ", place,
            label ? h("p", { class: "note" }, prose(label)) : undefined,
            notes.map((note) => h("p", { class: "note" }, "Note: ", prose(note.message))),
            helps.map((help) => h("p", { class: "note" }, "Help: ", prose(help))),
            fixes.length > 0 ? h("p", null, fixes.map(mend)) : undefined);
    }
}

async function main() {
    try {
        const classroom = new Classroom(await (await ask("start", {})).json());
        await classroom.start();
        document.documentElement.dataset.ready = "true";
    } catch (error) {
        $("main").replaceChildren(h("p", { class: "empty", role: "alert" }, `This page cannot be shown: ${error.message}`));
    }
}

main();
