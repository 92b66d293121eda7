// The view of the tokens, those of the file and those that macros and headers brought.

import { counted, h, shortened } from "./dom.js";
import { Grid } from "./list.js";

export function tokensView(app) {
    const { model } = app;
    let found = [];
    const lines = (token) => model.source.lines(token.range);
    const grid = new Grid({
        label: "Tokens",
        columns: [["#", "c-number"], ["Text", "c-text"], ["Kind", "c-kind"], ["Channel", "c-channel"], ["Origin", "c-origin"], ["Line", "c-line"]],
        cells: (index) => {
            const number = found[index];
            const token = model.tokens[number];
            const origin = token.macro !== undefined && model.macros[token.macro] ? `${token.origin} ${model.macros[token.macro].name}` : token.origin;
            return [String(number), h("code", null, shown(token.text)), token.kind, token.channel, origin, lines(token)];
        },
        rowClass: (index) => model.tokens[found[index]].channel === "default" ? "" : "later",
        choose: (index) => {
            const token = model.tokens[found[index]];
            if (token) app.lookAt(token.range, true);
        },
    });
    const channels = [...new Set(model.tokens.map((token) => token.channel))];
    const channel = h("select", { onchange: filter }, h("option", { value: "" }, "all channels"), channels.map((name) => h("option", { value: name }, name)));
    const search = h("input", { type: "search", placeholder: "text or kind", oninput: filter, spellcheck: "false" });
    const count = h("span", { class: "weak", role: "status" });
    const bar = h("div", { class: "bar" }, h("label", null, "Find ", search), h("label", null, "Channel ", channel), count);

    function filter() {
        const word = search.value.toLowerCase();
        found = [];
        model.tokens.forEach((token, number) => {
            if (channel.value !== "" && token.channel !== channel.value) return;
            if (word !== "" && !token.text.toLowerCase().includes(word) && !token.kind.toLowerCase().includes(word)) return;
            found.push(number);
        });
        count.textContent = counted(found.length, "token");
        grid.setCount(found.length);
    }
    filter();
    return { element: h("div", { class: "rows" }, bar, grid.element), refresh: () => grid.render() };
}

// A token's text on one line: blanks that would not be seen have signs.
function shown(text) {
    if (/^\s+$/.test(text)) return [...text].slice(0, 40).map((c) => ({ "\n": "↵", "\t": "⇥", "\r": "␍", "\f": "␌", "\v": "␋" })[c] ?? "·").join("");
    return shortened(text, 160);
}
