// The view of the program that runs in the emulator: what it prints, and how it ended.

import { h } from "./dom.js";

// So much of the output is shown.
const LONGEST = 300_000;

export class Running {
    // `ask(path, body, signal)` gives the answer of a server; `program()` is what is to be run.
    constructor(ask, program) {
        this.ask = ask;
        this.program = program;
        this.button = h("button", { type: "button", class: "run", "aria-keyshortcuts": "Control+Enter", title: "Run in the emulator (Ctrl+Enter)", onclick: () => this.toggle() }, "Run");
        this.watch = h("input", { type: "checkbox" });
        this.state = h("p", { role: "status", class: "run-state" }, "Not run yet.");
        this.output = h("pre", { class: "run-output", tabindex: 0, role: "region", "aria-label": "Output of the program", translate: "no" });
        this.element = h("div", { class: "rows" },
            h("div", { class: "bar" }, this.state, h("label", null, this.watch, " Stop it at races and stray pointers")),
            this.output);
    }

    toggle() {
        if (this.stopper) this.stopper.abort();
        else this.run();
    }

    async run() {
        const stopper = new AbortController();
        this.stopper = stopper;
        this.button.textContent = "Stop";
        this.output.replaceChildren();
        this.state.textContent = "Being compiled…";
        try {
            const response = await this.ask("run", { ...this.program(), watch: this.watch.checked }, stopper.signal);
            for await (const event of lines(response.body)) this.#take(event);
        } catch (error) {
            this.state.textContent = stopper.signal.aborted ? "Stopped." : `It could not be run: ${error.message}`;
        }
        this.stopper = undefined;
        this.button.textContent = "Run";
    }

    #take({ running, output, ended }) {
        if (running) this.state.textContent = "Running…";
        if (output && this.output.textContent.length < LONGEST) {
            const atEnd = this.output.scrollTop + this.output.clientHeight >= this.output.scrollHeight - 4;
            this.output.append(output);
            if (atEnd) this.output.scrollTop = this.output.scrollHeight;
        }
        if (ended) this.state.textContent = ended;
    }
}

// The objects of a stream that has one on each line.
async function* lines(stream) {
    const reader = stream.pipeThrough(new TextDecoderStream()).getReader();
    let rest = "";
    for (;;) {
        const { value, done } = await reader.read();
        if (done) return;
        const whole = (rest + value).split("\n");
        rest = whole.pop();
        for (const line of whole) yield JSON.parse(line);
    }
}
