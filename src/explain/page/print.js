// Paper: the whole as one document, made when it is asked for and taken away again.

import { $, h, prose } from "./dom.js";
import { Lexed } from "./colours.js";
import { visible } from "./rows.js";
import { sharing } from "./regions.js";
import { comparisonTable } from "./comparison.js";
import { describe } from "./step.js";

// More steps than this are not all printed.
const MOST_BRIEF = 600;

// A text with its lines' numbers and its colours.
function listing(text, lexer) {
    const body = h("div", { class: "listing" });
    text.starts.forEach((start, line) => {
        const end = text.starts[line + 1] ?? text.text.length;
        if (line === text.starts.length - 1 && start === end && line > 0) return;
        const code = h("span", { class: "code" });
        const put = (from, to, kind) => {
            for (const [part, sign] of visible(text.text.slice(from, to).replace(/[\r\n]+$/, ""))) {
                code.append(h("span", { class: sign === undefined ? kind : "sign" }, sign ?? part));
            }
        };
        let at = start;
        for (const [from, to, kind] of lexer.within(start, end)) {
            if (from > at) put(at, from, "blank");
            put(Math.max(from, start), Math.min(to, end), kind);
            at = Math.min(to, end);
        }
        if (at < end) put(at, end, "blank");
        body.append(h("div", { class: "row" }, h("span", { class: "gutter" }, String(line + 1)), code));
    });
    return body;
}

// The steps: those that write in full, the others in a line each, if they are not too many for that.
function steps(app, view, title) {
    const { model } = app;
    const { translation } = view;
    const many = translation.steps.length > MOST_BRIEF;
    const shown = translation.steps.map((step) => {
        const { number, action, range, says, changes, operations } = step;
        if (changes?.length > 0 || operations?.length > 0) {
            return h("div", { class: "step" }, describe({ model, view, place: () => undefined }, step, true));
        }
        if (many) return undefined;
        const line = range ? `line ${model.source.line(range[0]) + 1}` : "";
        return h("div", { class: "brief" }, h("span", null, String(number + 1)), h("code", null, action), h("span", null, line), h("span", null, prose(says)));
    });
    return h("section", null, h("h2", null, `${title}: the ${translation.steps.length} steps`),
        many ? h("p", null, "Those that write nothing are left out.") : undefined, shown);
}

function paper(app) {
    const { model } = app;
    const parts = [
        h("h1", null, `${model.file}, explained`),
        h("p", null, model.generator),
        h("section", null, h("h2", null, `Source: ${model.file}`), listing(model.source, model.typed)),
    ];
    for (const view of app.shown) {
        const { translation } = view;
        const title = `${translation.title} dialect`;
        if (translation.refused) {
            parts.push(h("section", null, h("h2", null, `${title}: refused`), h("ul", null, translation.refused.map(({ code, message, line }) => h("li", null, `${code}, line ${line ?? "–"}: `, prose(message))))));
            continue;
        }
        if (translation.regions.length > 0) {
            parts.push(h("section", null, h("h2", null, `${title}: regions`), translation.regions.map((region) => h("div", { class: "region" },
                region.kernel ? h("h3", null, "Kernel ", h("code", null, region.kernel)) : undefined, sharing(region)))));
        }
        for (const output of translation.outputs) {
            parts.push(h("section", null, h("h2", null, `${title}: ${output.name}`), listing(output.final, new Lexed(output.final.text))));
        }
        parts.push(steps(app, view, title));
    }
    if (model.comparison.length > 0) parts.push(h("section", null, h("h2", null, "The two dialects"), comparisonTable(app, true)));
    // On paper everything is open.
    const document = h("main", null, parts);
    for (const details of document.querySelectorAll("details")) details.open = true;
    return document;
}

export function printing(app) {
    const place = $("paper");
    const make = () => {
        if (place.childElementCount === 0) place.append(paper(app));
    };
    const drop = () => place.replaceChildren();
    window.addEventListener("beforeprint", make);
    window.addEventListener("afterprint", drop);
    window.matchMedia("print").addEventListener("change", (event) => (event.matches ? make() : drop()));
}
