// Tabs, as the ARIA practices describe them: one stop for the Tab key, arrows between them.

import { h } from "./dom.js";

// Makes a tablist of [{id, title, panel}]; `panel` is the id of what the tab controls. `chosen(id)` is told.
export function tabs(list, entries, chosen) {
    const buttons = entries.map(({ id, title, panel, hint }) =>
        h("button", {
            type: "button", role: "tab", id: `tab-${id}`, "aria-controls": panel, "data-tab": id, title: hint,
            onclick: () => choose(id, true),
        }, title),
    );
    list.replaceChildren(...buttons);
    function choose(id, tell) {
        for (const button of buttons) {
            const selected = button.dataset.tab === id;
            button.setAttribute("aria-selected", selected ? "true" : "false");
            button.tabIndex = selected ? 0 : -1;
            if (selected) document.getElementById(button.getAttribute("aria-controls"))?.setAttribute("aria-labelledby", button.id);
        }
        if (tell) chosen(id);
    }
    list.onkeydown = (event) => {
        const at = buttons.indexOf(document.activeElement);
        const moves = { ArrowRight: at + 1, ArrowLeft: at - 1, Home: 0, End: buttons.length - 1 };
        if (at < 0 || !(event.key in moves)) return;
        const next = buttons[(moves[event.key] + buttons.length) % buttons.length];
        next.focus();
        choose(next.dataset.tab, true);
        event.preventDefault();
        event.stopPropagation();
    };
    if (entries.length > 0) choose(entries[0].id, false);
    return { choose, buttons };
}
