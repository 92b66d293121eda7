// The page: its state, and what follows from a change of it.

import { $, counted, h, prose } from "./dom.js";
import { CodePane } from "./codepane.js";
import { OutputView } from "./outputs.js";
import { inOutput } from "./links.js";
import { directiveEnd, stops } from "./follow.js";
import { following } from "./following.js";
import { inspector } from "./inspector.js";
import { keys } from "./keys.js";
import { printing } from "./print.js";
import { stepper } from "./stepper.js";
import { layout as arrangement } from "./arrangement.js";
import { lastAtMost } from "./text.js";
import { theme } from "./theme.js";
import { firstRegion, tour } from "./tour.js";

// All ranges of places that marks can show on a source or output are in units of UTF-16.
export class App {
    // `more` are further views of the details, as [id, title, make].
    constructor(more = []) {
        this.more = more;
        this.views = [];
        this.pinned = undefined;
        this.followed = undefined;
        // Whether the source is no longer the one that is explained.
        this.outdated = false;
        this.listeners = [];
        // What a pane tells of counts as long as both sides are of one explanation.
        const current = (act) => (...where) => {
            if (!this.outdated) act(...where);
        };
        this.source = new CodePane($("source"), {
            point: current((range) => this.pointSource(range)),
            choose: current((range) => this.chooseSource(range)),
            leave: () => this.remark(),
        });
        this.onOutput = {
            point: current((view, range) => this.pointOutput(view, range)),
            choose: current((view, range) => this.chooseOutput(view, range)),
            leave: () => this.remark(),
        };
    }

    start(model) {
        theme();
        this.arrangement = arrangement(this);
        this.inspector = inspector(this);
        this.stepper = stepper(this);
        this.keys = keys(this);
        following(this);
        printing(this);
        this.show(model);
        this.openFirst();
        this.tour = tour(this);
    }

    // Shows an explanation in place of the one before. What was chosen stays chosen, where there still is that choice.
    show(model) {
        const before = new Map(this.views.filter(({ pane }) => pane).map(({ translation, output, code }) => [translation.name, { output, top: code.scrollTop }]));
        this.model = model;
        this.outdated = false;
        this.pinned = undefined;
        this.followed = undefined;
        this.nameSource(model.file, model.source);
        $("generator").textContent = model.generator ?? "";
        this.source.show(model.source, model.typed);
        $("panes").replaceChildren();
        this.views = model.dialects.map((translation) => {
            const view = new OutputView(this, translation, this.onOutput);
            if (!view.element.isConnected) $("panes").append(view.element);
            return view;
        });
        this.changed("model");
        const translated = this.views.filter((view) => !view.translation.refused);
        const first = translated.find((view) => view.translation.name === this.dialect) ?? translated[0] ?? this.views[0];
        this.setDialect(first?.translation.name, this.both ?? false);
        for (const view of this.views) {
            const { output, top } = before.get(view.translation.name) ?? {};
            if (!view.pane || output === undefined) continue;
            view.showOutput(Math.min(output, view.translation.outputs.length - 1));
            view.code.scrollTop = top;
        }
        // The ways back are made while nobody waits.
        const idle = window.requestIdleCallback ?? ((work) => setTimeout(work, 50));
        idle(() => this.views.forEach(({ translation }) => translation.history.at(translation.steps.length)));
    }

    nameSource(file, text) {
        $("file").textContent = file;
        $("source").setAttribute("aria-label", `Source, ${file}`);
        $("source-caption").textContent = counted(text.count, "line");
    }

    // Shows the first region and its kernel.
    openFirst() {
        const region = firstRegion(this.view);
        if (region) this.showRegion(region);
    }

    // The source has become another one: nothing that is known of it holds any more.
    outdate() {
        this.outdated = true;
        this.pinned = undefined;
        this.unfollow();
        this.source.layers.clear();
        this.#tellNothing();
        this.remark();
    }

    #tellNothing() {
        $("status").replaceChildren("Point at a word, or choose one, to see where it went.");
    }

    // --- which dialect ---------------------------------------------------------------------------

    get view() {
        return this.views.find((view) => view.translation.name === this.dialect);
    }

    get shown() {
        return this.both ? this.views : this.views.filter((view) => view === this.view);
    }

    // `both` shows all dialects; steps and tables are then those of `name`.
    setDialect(name, both = this.both) {
        this.dialect = name;
        this.both = both && this.views.length > 1;
        for (const view of this.views) {
            view.element.hidden = !this.both && view !== this.view;
            view.element.classList.toggle("active", this.both && view === this.view);
        }
        document.body.classList.toggle("both", this.both);
        this.unfollow();
        this.pinned = undefined;
        this.changed("dialect");
        this.markStep();
        this.remark();
    }

    onChange(listener) {
        this.listeners.push(listener);
    }

    changed(what) {
        for (const listener of this.listeners) listener(what);
    }

    // --- steps -----------------------------------------------------------------------------------

    get state() {
        return this.view?.state ?? 0;
    }

    get steps() {
        return this.view?.translation.steps ?? [];
    }

    // The states that the slider goes through: all, or those behind a step that changed an output.
    get states() {
        const { translation } = this.view ?? {};
        if (!translation || translation.refused) return [0];
        if (!this.writing) {
            translation.states ??= Array.from({ length: translation.steps.length + 1 }, (_, state) => state);
            return translation.states;
        }
        translation.writes ??= [0, ...translation.steps.flatMap(({ changes }, number) => (changes?.length > 0 ? [number + 1] : []))];
        return translation.writes;
    }

    setWriting(writing) {
        this.writing = writing;
        this.changed("states");
    }

    // The next of those states, or the one before.
    move(by) {
        const { states, state } = this;
        const at = lastAtMost(states, state);
        // From between two of them, back leads to the one before.
        const to = by < 0 && states[at] !== state ? at : at + by;
        this.goTo(states[Math.max(0, Math.min(states.length - 1, to))]);
    }

    // The step that was done last, undefined before the first.
    get step() {
        return this.state > 0 ? this.steps[this.state - 1] : undefined;
    }

    goTo(state) {
        const to = Math.max(0, Math.min(this.steps.length, state));
        if (!this.view?.pane) return;
        if (to !== this.state) {
            this.view.showState(to);
            this.pinned = undefined;
        }
        this.view.revealChange();
        this.markStep();
        if (this.step?.range && !this.outdated) this.source.reveal(this.step.range);
        this.remark();
        this.changed("step");
    }

    markStep() {
        const range = this.outdated ? undefined : this.step?.range;
        this.source.mark("step", range ? [{ range, class: "stepped", line: "step-line" }] : []);
    }

    // --- pointing --------------------------------------------------------------------------------

    pointSource(range) {
        this.#show(this.#fromSource(range));
    }

    pointOutput(view, range) {
        this.#show(this.#fromOutput(view, range));
    }

    // Marks a place of the source from elsewhere, such as a table's row or a node of the tree.
    lookAt(range, reveal) {
        if (!range || this.outdated) return this.remark();
        const marks = this.#fromSource(range);
        this.#show(marks);
        if (reveal) {
            this.pinned = marks;
            this.arrangement.show("source");
            this.#reveal(marks, true);
            this.remark();
        }
    }

    // Brings a region's pragma and its kernel into view, and keeps them marked.
    showRegion(region) {
        const { text } = this.model.source;
        const pragma = [region.source[0], Math.min(region.source[1], directiveEnd(text, region.source[0]))];
        const range = region.kernels?.[0]?.range ?? region.range;
        const places = region.host || !range ? [] : [{ view: this.view, output: region.output, range, around: true }];
        this.pinned = { source: [pragma], places, said: this.model.source.slice(pragma), at: { range: pragma } };
        this.#reveal(this.pinned, true);
        this.remark();
    }

    chooseSource(range) {
        this.#pin(this.#fromSource(range));
    }

    chooseOutput(view, range) {
        this.#pin(this.#fromOutput(view, range));
    }

    #pin(marks) {
        this.pinned = marks;
        this.#reveal(marks, false);
        this.remark();
        this.#show(marks);
    }

    // What is marked when a place of the source is pointed at: that place, and in each output what became
    // of it.
    #fromSource(range) {
        const places = [];
        for (const view of this.shown) {
            if (!view.pane) continue;
            view.translation.outputs.forEach((output, number) => {
                for (const found of inOutput(view.links(number), range)) places.push({ ...found, view, output: number });
            });
        }
        return { source: [range], places, said: this.model.source.slice(range), at: { range } };
    }

    #fromOutput(view, range) {
        const sources = view.sourceOf(range);
        const places = [{ view, output: view.output, range, around: false, own: true }];
        for (const found of sources) {
            if (found.range[1] - found.range[0] > 4000) continue;
            for (const other of this.shown) {
                if (!other.pane) continue;
                other.translation.outputs.forEach((_, number) => {
                    if (other === view && number === view.output) return;
                    for (const twin of inOutput(other.links(number), found.range)) places.push({ ...twin, view: other, output: number });
                });
            }
        }
        const step = sources.find(({ link }) => link.step !== undefined && link.kind !== "kept")?.link.step;
        return { source: sources.map((found) => found.range), places, said: view.text.slice(range), at: { view, range }, step };
    }

    #show(marks, layer = "point") {
        const { source, places } = marks ?? { source: [], places: [] };
        this.source.mark(layer, source.map((range) => ({ range, class: layer === "pin" ? "pinned" : "pointed" })));
        for (const view of this.shown) {
            if (!view.pane) continue;
            const here = places.filter((place) => place.view === view && place.output === view.output);
            view.pane.mark(layer, here.map(({ range, around }) => ({ range, class: around ? "around" : layer === "pin" ? "pinned" : "pointed" })));
        }
        if (marks) this.#tell(marks);
    }

    // Brings the counterparts into view; where the output that is shown has none, another one that has.
    #reveal(marks, withSource) {
        if ((withSource || marks.at.view) && marks.source.length > 0) this.source.reveal(marks.source[0]);
        for (const view of this.shown) {
            if (!view.pane || view === marks.at.view) continue;
            const all = marks.places.filter((place) => place.view === view);
            const best = all.filter((place) => !place.around);
            const exact = best.length > 0 ? best : all;
            if (exact.length === 0) continue;
            const place = exact.find((each) => each.output === view.output) ?? exact[0];
            view.showOutput(place.output);
            view.pane.reveal(place.range);
        }
    }

    // The line below the panes: what is pointed at and where its counterparts are.
    #tell(marks) {
        const { said, source, places } = marks;
        const word = said.length > 40 ? `${said.slice(0, 39)}…` : said;
        const links = [];
        const link = (title, range, go, around) => links.push(h("button", {
            type: "button", class: around ? "place weak" : "place", onclick: go,
        }, title));
        for (const range of source.slice(0, 3)) {
            link(`source:${this.model.source.lines(range)}`, range, () => this.visit(undefined, undefined, range));
        }
        const exact = places.filter((place) => !place.around);
        for (const place of (exact.length > 0 ? exact : places).slice(0, 8)) {
            const { view, output, range } = place;
            const text = view.translation.text(output, view.state);
            link(`${this.both ? `${view.translation.title} ` : ""}${view.translation.outputs[output].name}:${text.lines(range)}`, range,
                () => this.visit(view, output, range), place.around);
        }
        const step = marks.step !== undefined ? h("button", { type: "button", class: "place", onclick: () => {
            const view = marks.at.view;
            if (view && view !== this.view) this.setDialect(view.translation.name);
            this.goTo(marks.step + 1);
            this.inspector.show("step");
        } }, `written in step ${marks.step + 1}`) : undefined;
        $("status").replaceChildren(h("code", null, word.replace(/\s+/g, " ")), " ", h("span", { class: "places" }, links, step));
        $("announcement").textContent = places.length === 0 && source.length === 0 ? "no counterpart" : [...$("status").querySelectorAll(".place")].map((each) => each.textContent).join(", ");
    }

    // Goes to a place: of the source, or of an output.
    visit(view, output, range) {
        if (!view) {
            this.arrangement.show("source");
            this.source.reveal(range);
            this.source.focus();
            this.source.setCursorAt(range[0]);
            return;
        }
        this.arrangement.show("output");
        view.showOutput(output);
        this.remark();
        view.pane.reveal(range);
        view.pane.focus();
        view.pane.setCursorAt(range[0]);
    }

    clear() {
        this.pinned = undefined;
        this.unfollow();
        this.source.setCursor(undefined);
        for (const view of this.views) view.pane?.setCursor(undefined);
        this.#tellNothing();
        this.remark();
    }

    // Sets all marks anew, as after another output or state was chosen.
    remark() {
        this.#show(undefined);
        this.#show(this.pinned, "pin");
        this.#markFollowed();
    }

    // --- following a variable --------------------------------------------------------------------

    follow(region, variable) {
        const { translation } = this.view;
        this.followed = { region, variable, at: -1, stops: stops(this.model, translation, region, variable) };
        // The stops are places of the end.
        if (this.state !== this.steps.length) {
            this.view.showState(this.steps.length);
            this.markStep();
            this.changed("step");
        }
        this.pinned = undefined;
        this.remark();
        this.changed("follow");
        const beyond = this.followed.stops.find(({ output }) => output === region.output) ?? this.followed.stops.find(({ output }) => output !== undefined);
        if (beyond) {
            this.view.showOutput(beyond.output);
            this.view.pane.reveal(beyond.range);
        }
        this.nextStop(1);
    }

    unfollow() {
        if (!this.followed) return;
        this.followed = undefined;
        this.#markFollowed();
        this.changed("follow");
    }

    // The next place of the variable that is followed, or the one before.
    nextStop(by) {
        const { followed } = this;
        if (!followed || followed.stops.length === 0) return;
        this.stopAt((followed.at + by + followed.stops.length) % followed.stops.length);
    }

    stopAt(number) {
        const { followed } = this;
        followed.at = number;
        const { output, range } = followed.stops[number];
        if (output === undefined) {
            this.arrangement.show("source");
            this.source.reveal(range);
        } else {
            this.arrangement.show("output");
            this.view.showOutput(output);
            this.view.pane.reveal(range);
        }
        this.remark();
        this.changed("stop");
    }

    #markFollowed() {
        const all = this.followed?.stops ?? [];
        const marks = (wanted) => all.flatMap((stop, at) => stop.output !== wanted ? [] : [{
            range: stop.range, class: at === this.followed.at ? "followed here" : "followed",
            line: at === this.followed.at ? "follow-line here" : undefined,
        }].map((mark) => ({ ...mark, line: mark.line ? "follow-line" : undefined })));
        this.source.mark("follow", marks(undefined));
        if (this.view?.pane) this.view.pane.mark("follow", marks(this.view.output));
    }

    // --- what several rooms show -----------------------------------------------------------------

    // A diagnostic as an item of a list.
    diagnostic(diagnostic, source) {
        const range = diagnostic.source ? source.range(diagnostic.source) : undefined;
        const place = range ? h("button", { type: "button", class: "place", onclick: () => this.lookAt(range, true) }, `line ${source.lines(range)}`) : undefined;
        const label = diagnostic.label ? h("p", { class: "note" }, prose(diagnostic.label)) : undefined;
        return h("li", null, h("span", { class: "code-name" }, diagnostic.code), " ", prose(diagnostic.message), " ", place, label,
            (diagnostic.notes ?? []).map((note) => h("p", { class: "note" }, "Note: ", prose(note.message), " ", this.place(note.source ? source.range(note.source) : undefined))),
            (diagnostic.helps ?? []).map((help) => h("p", { class: "note" }, "Help: ", prose(help))));
    }

    // A button that shows a place of the source.
    place(range, title) {
        if (!range) return undefined;
        return h("button", {
            type: "button", class: "place",
            onclick: () => this.lookAt(range, true),
            onmouseenter: () => this.lookAt(range, false),
            onmouseleave: () => this.remark(),
        }, title ?? `line ${this.model.source.lines(range)}`);
    }
}
