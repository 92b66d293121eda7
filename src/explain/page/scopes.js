// The view of the scopes and what is declared in them.

import { counted, h } from "./dom.js";
import { Grid } from "./list.js";

// The scopes in the order of the tree, each followed by its declarations: {scope, depth, declaration}.
export function scopeRows(scopes) {
    const children = scopes.map(() => []);
    const roots = [];
    scopes.forEach((scope, number) => {
        const { parent } = scope;
        if (parent === undefined || parent === null || parent === number) roots.push(number);
        else children[parent].push(number);
    });
    const rows = [];
    const stack = roots.map((number) => [number, 0]).reverse();
    while (stack.length > 0) {
        const [number, depth] = stack.pop();
        const scope = scopes[number];
        rows.push({ scope, depth });
        for (const declaration of scope.declarations ?? []) rows.push({ scope, depth: depth + 1, declaration });
        for (const child of children[number].reverse()) stack.push([child, depth + 1]);
    }
    return rows;
}

export function scopesView(app) {
    const { model } = app;
    const rows = scopeRows(model.scopes);
    const line = ({ source }) => (source ? model.source.lines(model.place(source)) : "");
    const grid = new Grid({
        label: "Scopes and declarations",
        columns: [["Scope or name", "c-name"], ["Kind", "c-kind"], ["Type", "c-type"], ["Line", "c-line"]],
        cells: (index) => {
            const { scope, depth, declaration } = rows[index];
            const indent = h("span", { class: "indent", style: `width: ${depth * 1.25}rem` });
            if (declaration) return [[indent, h("code", null, declaration.name)], [declaration.storage, declaration.kind].filter(Boolean).join(" "), h("code", { title: declaration.type }, declaration.type), line(declaration)];
            return [[indent, h("strong", null, scope.kind)], counted((scope.declarations ?? []).length, "declaration"), "", line(scope)];
        },
        rowClass: (index) => (rows[index].declaration ? "" : "scope"),
        choose: (index) => {
            const { scope, declaration } = rows[index];
            const { source } = declaration ?? scope;
            if (source) app.lookAt(model.place(source), true);
        },
    });
    grid.setCount(rows.length);
    return { element: grid.element, refresh: () => grid.render() };
}
