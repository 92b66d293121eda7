// The view of what the dialects said: refusals and warnings.

import { h } from "./dom.js";

export function messagesView(app) {
    const { model } = app;
    const parts = model.dialects.flatMap((dialect) => [
        dialect.refused ? [h("h3", null, `The ${dialect.title} dialect refuses this program`), list(dialect.refused)] : [],
        dialect.warnings.length > 0 ? [h("h3", null, `Warnings of the ${dialect.title} dialect`), list(dialect.warnings)] : [],
    ].flat());
    function list(diagnostics) {
        return h("ul", { class: "diagnostics" }, diagnostics.map((diagnostic) => app.diagnostic(diagnostic, model.source)));
    }
    return { element: h("div", { class: "scrolls padded", tabindex: 0, role: "region", "aria-label": "Messages" }, parts), refresh: () => {} };
}
