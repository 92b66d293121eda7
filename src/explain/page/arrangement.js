// How the page's parts are arranged: the dialects' switch, the border between code and tables that can be
// moved, wrapping, and on a narrow screen one part at a time.

import { $, h } from "./dom.js";
import { tabs } from "./tabs.js";

const NARROW = window.matchMedia("(max-width: 759px)");

function dialects(app) {
    const group = $("dialects");
    const select = $("stepped");
    const build = () => {
        const options = app.views.map((view) => [view.translation.name, view.translation.title, view.translation.refused]);
        if (app.views.length > 1) options.push(["both", "Side by side"]);
        const labels = options.map(([value, title, refused]) => h("label", null, h("input", {
            type: "radio", name: "dialect", value,
            onchange: () => (value === "both" ? app.setDialect(app.dialect, true) : app.setDialect(value, false)),
        }), h("span", null, refused ? `${title} (refused)` : title)));
        group.replaceChildren(group.querySelector("legend"), ...labels);
        group.hidden = labels.length === 0;
        const stepped = app.views.filter((each) => !each.translation.refused);
        select.replaceChildren(...stepped.map(({ translation }) => h("option", { value: translation.name }, translation.title)));
    };
    select.addEventListener("change", () => app.setDialect(select.value, true));
    const refresh = () => {
        const value = app.both ? "both" : app.dialect;
        for (const input of group.querySelectorAll("input")) input.checked = input.value === value;
        $("stepped-label").hidden = !app.both || select.options.length < 2;
        select.value = app.dialect;
    };
    app.onChange((what) => {
        if (what === "model") build();
        if (what === "dialect") refresh();
    });
}

// The border can be drawn with the mouse and moved with the arrows.
function border() {
    const separator = $("border");
    const main = $("main");
    const set = (share) => {
        const to = Math.round(Math.max(15, Math.min(85, share)));
        main.style.setProperty("--share", `${to}%`);
        separator.setAttribute("aria-valuenow", to);
    };
    separator.addEventListener("pointerdown", (event) => {
        separator.setPointerCapture(event.pointerId);
        event.preventDefault();
    });
    separator.addEventListener("pointermove", (event) => {
        if (!separator.hasPointerCapture(event.pointerId)) return;
        const box = main.getBoundingClientRect();
        set(((event.clientY - box.top) / box.height) * 100);
    });
    separator.addEventListener("keydown", (event) => {
        const now = Number(separator.getAttribute("aria-valuenow"));
        const moves = { ArrowUp: now - 5, ArrowDown: now + 5, Home: 15, End: 85 };
        if (!(event.key in moves)) return;
        set(moves[event.key]);
        event.preventDefault();
        event.stopPropagation();
    });
}

export function layout(app) {
    dialects(app);
    border();
    const parts = tabs($("parts"), [
        { id: "part-source", title: "Source", panel: "source-pane" },
        { id: "part-output", title: "Output", panel: "panes" },
        { id: "part-inspector", title: "Details", panel: "inspector" },
    ], (id) => show(id.replace("part-", "")));
    function show(part) {
        document.body.dataset.part = part;
        parts.choose(`part-${part}`, false);
    }
    show("source");

    let wrap = NARROW.matches;
    const setWrap = (on) => {
        wrap = on;
        $("wrap").setAttribute("aria-pressed", on ? "true" : "false");
        app.source.setWrap(on);
        for (const view of app.views) view.pane?.setWrap(on);
    };
    $("wrap").addEventListener("click", () => setWrap(!wrap));
    NARROW.addEventListener("change", () => setWrap(NARROW.matches));
    app.onChange((what) => {
        if (what === "model") setWrap(wrap);
    });
    return {
        // On a narrow screen, the part that is to be seen; elsewhere all are.
        show: (part) => {
            if (NARROW.matches) show(part);
        },
        wrap: () => setWrap(!wrap),
    };
}
