// The view of the macros that the file uses, each use with what it stands for.

import { counted, h, shortened } from "./dom.js";
import { Grid } from "./list.js";

export function macrosView(app) {
    const { model } = app;
    if (model.macros.length === 0) {
        return { element: h("p", { class: "empty" }, "The file uses no macro."), refresh: () => {} };
    }
    const detail = h("div", { class: "macro-detail", tabindex: 0, role: "region", "aria-label": "The macro's use" });
    const grid = new Grid({
        label: "Uses of macros",
        columns: [["Line", "c-line"], ["Macro", "c-name"], ["Stands for", "c-text"]],
        cells: (index) => {
            const macro = model.macros[index];
            return [macro.source ? model.source.lines(model.place(macro.source)) : "", h("code", null, macro.name), h("code", null, shortened(macro.expansion ?? "", 80))];
        },
        choose: (index) => show(index, true),
    });
    function show(index, reveal) {
        const macro = model.macros[index];
        const range = macro.source ? model.place(macro.source) : undefined;
        const [first, end] = macro.tokens ?? [0, 0];
        detail.replaceChildren(
            h("h3", null, h("code", null, macro.name), " ", app.place(range) ?? ""),
            h("h4", null, "As it was typed"), h("pre", { class: "excerpt" }, range ? model.source.slice(range) : ""),
            h("h4", null, "Definition ", macro.defined ? app.place(model.place(macro.defined)) : undefined),
            macro.definition ? h("pre", { class: "excerpt" }, macro.definition) : h("p", { class: "weak" }, "It is not in this file: a header or the compiler defines it."),
            h("h4", null, "What it stands for here"), h("pre", { class: "excerpt" }, macro.expansion === "" ? "nothing" : macro.expansion),
            end > first ? h("p", { class: "weak" }, `${counted(end - first, "token")}, from number ${first}`) : "",
        );
        if (reveal && range) app.lookAt(range, true);
    }
    grid.setCount(model.macros.length);
    grid.select(0, false);
    show(0, false);
    return { element: h("div", { class: "columns two-columns" }, grid.element, detail), refresh: () => grid.render() };
}
