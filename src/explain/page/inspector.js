// The views below the code. Each is made when it is first looked at, and again when what it is of changed.

import { $, h } from "./dom.js";
import { tabs } from "./tabs.js";
import { stepView } from "./step.js";
import { regionsView } from "./regions.js";
import { scopesView } from "./scopes.js";
import { tokensView } from "./tokens.js";
import { macrosView } from "./macros.js";
import { comparisonView } from "./comparison.js";
import { messagesView } from "./messages.js";

export function inspector(app) {
    const { model } = app;
    // A view has an `element` and a `refresh(what)`.
    const views = [
        ["step", "Step", stepView],
        ["regions", "Regions", regionsView],
        ["scopes", "Scopes", scopesView],
        ["tokens", "Tokens", tokensView],
        ["macros", "Macros", macrosView],
    ];
    if (model.dialects.length > 1) views.push(["comparison", "Dialects", comparisonView]);
    const told = model.dialects.some((dialect) => dialect.warnings.length > 0 || dialect.refused);
    if (told) views.push(["messages", "Messages", messagesView]);

    const panels = new Map();
    for (const [id] of views) {
        const panel = h("div", { id: `view-${id}`, role: "tabpanel", class: `view view-${id}`, hidden: true });
        panels.set(id, { panel, view: undefined });
        $("views").append(panel);
    }
    let current = views[0][0];
    const list = tabs($("inspector-tabs"), views.map(([id, title]) => ({ id, title, panel: `view-${id}` })), (id) => show(id));
    function show(id) {
        current = id;
        list.choose(id, false);
        for (const [name, { panel }] of panels) panel.hidden = name !== id;
        const shown = panels.get(id);
        if (!shown.view) {
            const make = views.find(([name]) => name === id)[2];
            shown.view = make(app);
            shown.panel.append(shown.view.element);
            shown.view.refresh("dialect");
        } else if (shown.stale) shown.view.refresh(shown.stale);
        shown.stale = undefined;
    }
    app.onChange((what) => {
        for (const [name, shown] of panels) {
            if (!shown.view) continue;
            if (name === current) shown.view.refresh(what);
            else if (shown.stale !== "dialect") shown.stale = what;
        }
    });
    show(current);
    return {
        show,
        // Shows the view with a number from 0, if there is one.
        number: (at) => {
            if (!views[at]) return false;
            show(views[at][0]);
            $(`tab-${views[at][0]}`).focus();
            return true;
        },
    };
}
