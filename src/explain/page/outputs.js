// The pane of one dialect's outputs: a tab for each, the text in the state that is shown.

import { $, h } from "./dom.js";
import { CodePane } from "./codepane.js";
import { Lexed } from "./colours.js";
import { inSource, linksIn } from "./links.js";
import { tabs } from "./tabs.js";

export class OutputView {
    // `on` is told of words as a code pane tells, with this view before the range.
    constructor(app, translation, on) {
        this.app = app;
        this.translation = translation;
        this.state = translation.steps.length;
        this.output = 0;
        const { name, title } = translation;
        const id = `output-${name}`;
        this.list = h("div", { role: "tablist", class: "tabs", "aria-label": `Outputs of the ${title} dialect` });
        this.caption = h("span", { class: "caption" });
        this.code = h("div", {
            id, class: "code-pane", role: "tabpanel", tabindex: 0, translate: "no", dir: "ltr", "aria-describedby": "pane-keys",
        });
        this.element = h("section", { class: "pane output", "aria-label": `Output, ${title} dialect`, "data-dialect": name },
            h("div", { class: "pane-head" }, h("h2", { class: "badge" }, title), this.list, this.caption));
        if (translation.refused) {
            this.element.append(this.#refusal());
            return;
        }
        this.element.append(this.code);
        $("panes").append(this.element); // a pane measures itself
        this.pane = new CodePane(this.code, {
            point: (range) => on.point(this, range),
            choose: (range) => on.choose(this, range),
            leave: () => on.leave(),
        });
        this.tabs = tabs(this.list, translation.outputs.map((output, number) => ({
            id: `${id}-${number}`, title: output.name, panel: id, hint: `${output.role}, ${output.language}`,
        })), (tab) => {
            this.#choose(Number(tab.split("-").at(-1)));
            app.remark();
        });
        this.#choose(0);
    }

    #refusal() {
        const { source } = this.app.model;
        return h("div", { class: "refusal", tabindex: 0, role: "group", "aria-label": `Why the ${this.translation.title} dialect refuses` },
            h("h3", null, `The ${this.translation.title} dialect refuses this program`),
            h("ul", null, this.translation.refused.map((diagnostic) => this.app.diagnostic(diagnostic, source))));
    }

    #choose(output) {
        this.output = output;
        this.refresh();
    }

    // The text that is shown.
    get text() {
        return this.translation.text(this.output, this.state);
    }

    get current() {
        return this.translation.outputs[this.output];
    }

    showOutput(output) {
        if (output === this.output || !this.pane) return;
        this.tabs.choose(`output-${this.translation.name}-${output}`, false);
        this.#choose(output);
    }

    refresh() {
        if (!this.pane) return;
        const text = this.text;
        text.lexer ??= new Lexed(text.text);
        for (const layer of ["point", "pin", "follow", "change", "region"]) this.pane.layers.delete(layer);
        this.pane.show(text, text.lexer);
        const { steps } = this.translation;
        this.caption.textContent = this.state === steps.length ? "as written in the end" : this.state === 0 ? "before the first step" : `after step ${this.state} of ${steps.length}`;
        this.#markChanges();
    }

    showState(state) {
        if (!this.pane) return;
        this.state = state;
        this.refresh();
    }

    // What the last step that was done changed in the output that is shown.
    #markChanges() {
        if (this.state === 0) return;
        const changes = this.translation.history.changes(this.state - 1).filter((change) => change.output === this.output);
        this.pane.mark("change", changes.map(({ at, text }) =>
            text === "" ? { range: [at, at], class: "removed", line: "changed" } : { range: [at, at + text.length], class: "inserted", line: "changed" }));
    }

    // Brings what the last step changed into view, in whichever output it is.
    revealChange() {
        if (!this.pane || this.state === 0) return;
        const changes = this.translation.history.changes(this.state - 1);
        if (changes.length === 0) return;
        const here = changes.find((change) => change.output === this.output) ?? changes[0];
        this.showOutput(here.output);
        this.pane.reveal([here.at, here.at + Math.max(1, here.text.length)]);
    }

    links(output = this.output) {
        return linksIn(this.translation, output, this.state);
    }

    sourceOf(range) {
        return inSource(this.links(), range);
    }
}
