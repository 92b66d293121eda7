// The view of both dialects: what the thesis writes, what is written today, and why.

import { h, prose } from "./dom.js";

export function comparisonTable(app, paper) {
    const { model } = app;
    return h("table", { class: "comparison" },
        h("caption", null, "The two dialects, place by place"),
        h("thead", null, h("tr", null, ["Place", "The thesis writes", "Today", "Why"].map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", null, model.comparison.map((row) => {
            const range = row.source ? model.place(row.source) : undefined;
            const place = range ? (paper ? `line ${model.source.lines(range)}` : app.place(range)) : "the file";
            return h("tr", null, h("th", { scope: "row" }, row.topic ? h("div", { class: "topic" }, row.topic) : undefined, place), h("td", null, prose(row.thesis)), h("td", null, prose(row.cuda)), h("td", null, prose(row.why)));
        })));
}

export function comparisonView(app) {
    const { model } = app;
    const refused = model.dialects.filter((dialect) => dialect.refused);
    const parts = [];
    for (const dialect of refused) {
        parts.push(h("h3", null, `The ${dialect.title} dialect refuses this program`));
        parts.push(h("ul", { class: "diagnostics" }, dialect.refused.map((diagnostic) => app.diagnostic(diagnostic, model.source))));
    }
    if (model.comparison.length > 0) parts.push(h("p", null, h("button", { type: "button", class: "small", onclick: () => app.setDialect(app.dialect, true) }, "Show both side by side")), comparisonTable(app, false));
    else if (refused.length === 0) parts.push(h("p", { class: "empty" }, "Nothing was compared."));
    return { element: h("div", { class: "scrolls padded", tabindex: 0, role: "region", "aria-label": "Comparison of the dialects" }, parts), refresh: () => {} };
}
