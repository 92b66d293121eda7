// Keys, and the help that lists them.

import { $, h } from "./dom.js";
import { keep, kept } from "./kept.js";
import { nextTheme } from "./theme.js";

const KEY = "gpump-keys";

export function keys(app) {
    const help = $("help-dialog");
    const cycle = () => {
        const inputs = [...$("dialects").querySelectorAll("input")];
        const next = inputs[(inputs.findIndex((input) => input.checked) + 1) % inputs.length];
        next?.click();
    };
    const focusOn = (part, element) => {
        app.arrangement.show(part);
        element?.focus();
    };
    const table = [
        ["n", "the next step", () => app.move(1)],
        ["p", "the step before", () => app.move(-1)],
        ["<", "before the first step", () => app.goTo(0)],
        [">", "the end", () => app.goTo(app.steps.length)],
        ["u", "all steps, or only those that write", () => $("writing").click()],
        ["s", "to the source", () => focusOn("source", app.source)],
        ["o", "to the output", () => focusOn("output", app.view?.pane ? app.view.code : app.view?.element.querySelector(".refusal"))],
        ["i", "to the details", () => focusOn("inspector", $("inspector-tabs").querySelector("[aria-selected=true]"))],
        ["x", "the next of the outputs", () => {
            const view = app.view;
            if (!view?.pane) return;
            view.showOutput((view.output + 1) % view.translation.outputs.length);
            app.remark();
        }],
        ["d", "the next dialect, then side by side", cycle],
        ["f", "the next place of the variable that is followed", () => app.nextStop(1)],
        ["b", "the place before", () => app.nextStop(-1)],
        ["w", "wrap long lines", () => app.arrangement.wrap()],
        ["t", "system's theme, light, dark", nextTheme],
        ["?", "this help", () => help.showModal()],
    ];
    const fixed = [
        ["1 … 9", "a view of the details"],
        ["Tab", "from part to part"],
        ["↑ ↓ ← →", "in a pane: from word to word, with its counterparts marked; in the tree: from node to node"],
        ["Page Up, Page Down, Home, End", "in a pane or a table: further"],
        ["Enter", "in a pane: keep the marks and bring the counterparts into view; in the tree: open or close"],
        ["Esc", "take the marks away"],
    ];
    const row = (key, what) => h("tr", null, h("th", { scope: "row" }, key.split(" ").map((each, at) => [at > 0 ? " " : "", /^(…|,)$/.test(each) ? each : h("kbd", null, each)])), h("td", null, what));
    $("help-keys").append(...table.map(([key, what]) => row(key, what)), ...fixed.map(([key, what]) => row(key, what)));

    // Single letters can be in the way of those who speak to their computers.
    const single = $("single-keys");
    single.checked = kept(KEY) !== "off";
    single.addEventListener("change", () => keep(KEY, single.checked ? "on" : "off"));
    $("help").addEventListener("click", () => help.showModal());
    $("help-close").addEventListener("click", () => help.close());
    $("help-tour").addEventListener("click", () => {
        help.close();
        app.tour.start();
    });

    document.addEventListener("keydown", (event) => {
        if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || help.open) return;
        if (event.key === "Escape") {
            app.tour.end();
            return app.clear();
        }
        if (event.target.closest?.("input:not([type=radio]):not([type=range]):not([type=checkbox]), textarea, select")) return;
        if (!single.checked) return;
        if (/^[1-9]$/.test(event.key)) {
            if (!app.inspector.number(Number(event.key) - 1)) return;
            app.arrangement.show("inspector");
        } else {
            const found = table.find(([key]) => key === event.key);
            if (!found) return;
            found[2]();
        }
        event.preventDefault();
    });
}
