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
    // The views of the explanation that is shown. A view has an `element` and a `refresh(what)`.
    let views = [];
    let panels;
    let list;
    let current;

    function build() {
        const { dialects } = app.model;
        views = [
            ...app.more,
            ["step", "Step", stepView],
            ["regions", "Regions", regionsView],
            ["scopes", "Scopes", scopesView],
            ["tokens", "Tokens", tokensView],
            ["macros", "Macros", macrosView],
        ];
        if (dialects.length > 1) views.push(["comparison", "Dialects", comparisonView]);
        const told = dialects.some((dialect) => dialect.warnings.length > 0 || dialect.refused);
        if (told) views.push(["messages", "Messages", messagesView]);
        panels = new Map(views.map(([id]) => {
            const panel = h("div", { id: `view-${id}`, role: "tabpanel", class: `view view-${id}`, hidden: true });
            return [id, { panel, view: undefined }];
        }));
        $("views").replaceChildren(...[...panels.values()].map(({ panel }) => panel));
        list = tabs($("inspector-tabs"), views.map(([id, title]) => ({ id, title, panel: `view-${id}` })), show);
        show(panels.has(current) ? current : "step");
    }

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
        if (what === "model") return build();
        for (const [name, shown] of panels) {
            if (!shown.view) continue;
            if (name === current) shown.view.refresh(what);
            else if (shown.stale !== "dialect") shown.stale = what;
        }
    });
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
