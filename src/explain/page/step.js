// The view of one step: the rule and its tree, the action, what it said, the operations that it put into
// the rewrite stream, and what became of the outputs.

import { counted, h, prose, shortened } from "./dom.js";
import { Grid } from "./list.js";
import { lastAtMost } from "./text.js";
import { TreeView } from "./treeview.js";

const PHASES = { reading: "While the file was read", writing: "When the file had been read" };

// A grammar's text with the names of rules, tokens, literals and actions told apart.
export function grammarText(text) {
    const parts = [];
    let last = 0;
    for (const match of text.matchAll(/\{[^}]*\}|'(?:\\.|[^'\\])*'|\/\*[\s\S]*?\*\/|\/\/.*|[A-Za-z_]\w*/g)) {
        if (match.index > last) parts.push(text.slice(last, match.index));
        const first = match[0][0];
        const kind = first === "{" ? "action" : first === "'" ? "string" : first === "/" ? "comment" : /[A-Z]/.test(first) ? "type" : "name";
        parts.push(h("span", { class: kind }, match[0]));
        last = match.index + match[0].length;
    }
    parts.push(text.slice(last));
    return parts;
}

// What stands of a text in a table: a long one can be opened.
function excerpt(text, sign, kind) {
    if (text === "") return h("span", { class: "nothing" }, "nothing");
    const lines = text.split("\n");
    const code = (shown) => h("pre", { class: `excerpt ${kind ?? ""}` }, sign ? h("span", { class: "sign-of", "aria-hidden": "true" }, sign) : undefined, shown);
    if (lines.length <= 12 && text.length <= 1500) return code(text);
    return h("details", null, h("summary", null, shortened(text, 70), " ", h("span", { class: "weak" }, counted(lines.length, "line"))), code(text));
}

export function stepView(app) {
    const { model } = app;
    const list = new Grid({
        label: "Steps",
        columns: [["#", "c-number"], ["Action", "c-action"], ["Line", "c-line"]],
        cells: (index) => {
            const step = listed(index);
            return [String(step.number + 1), step.action, step.range ? model.source.lines(step.range).split("–")[0] : ""];
        },
        rowClass: (index) => [listed(index).number >= app.state ? "later" : "", listed(index).changes?.length > 0 ? "writes" : ""].join(" "),
        choose: (index) => app.goTo(listed(index).number + 1),
    });
    const detail = h("div", { class: "step-detail", tabindex: 0, role: "region", "aria-label": "The step" });
    const tree = new TreeView(model, (range) => app.lookAt(range, false));
    const element = h("div", { class: "columns step-columns" }, list.element, detail, tree.element);
    const listed = (index) => app.steps[app.states[index + 1] - 1];
    let states;

    function refresh(what) {
        if (what === "follow" || what === "stop") return;
        if (states !== app.states) {
            states = app.states;
            list.setCount(states.length - 1);
        }
        const at = lastAtMost(states, app.state);
        if (at > 0 && states[at] === app.state) list.select(at - 1, false);
        else {
            list.active = -1;
            list.render();
        }
        const { step } = app;
        if (what === "states") return;
        if (!step) {
            const text = app.steps.length === 0 ? "This dialect has no steps to show." : "Nothing has been done yet: the host's output is the source as it was typed. Go on with the slider, the buttons, or the key n.";
            detail.replaceChildren(h("p", { class: "empty" }, text));
            tree.show(-1);
            tree.element.hidden = true;
            return;
        }
        tree.element.hidden = false;
        detail.replaceChildren(...describe(app, step));
        requestAnimationFrame(() => (detail.scrollTop = 0));
        tree.show(step.node ?? -1, step.rule);
    }
    return { element, refresh };
}

// The parts of a step's description, for the screen and for paper.
export function describe(app, step, paper = false) {
    const { model, view } = app;
    const { translation } = view;
    const rule = model.rules[step.rule];
    const parts = [
        h("h3", null, h("span", { class: "step-number" }, `${step.number + 1}`), h("code", null, step.action)),
        step.phase ? h("p", { class: "weak phase" }, PHASES[step.phase] ?? step.phase) : "",
        h("p", { class: "says" }, prose(step.says), " ", paper ? (step.range ? `(line ${model.source.lines(step.range)})` : "") : app.place(step.range)),
    ];
    const operations = (step.operations ?? []).map((number) => translation.operations[number]).filter(Boolean);
    if (operations.length > 0) {
        parts.push(h("h4", null, `${counted(operations.length, "operation")} put into the rewrite stream`));
        parts.push(h("ol", { class: "operations" }, operations.map((operation) => h("li", null,
            h("p", null, h("span", { class: "kind" }, operation.kind), ` on the ${operation.stream}'s stream `,
                paper ? undefined : app.place(model.place(operation.source)), operation.reason ? [" — ", prose(operation.reason)] : undefined),
            operation.kind === "delete" ? undefined : excerpt(operation.text ?? "", "+", "added"),
        ))));
    }
    const changes = translation.history.changes(step.number);
    if (changes.length > 0) {
        parts.push(h("h4", null, "What became of the outputs"));
        const state = step.number + 1;
        parts.push(h("ul", { class: "changes" }, changes.map(({ output, at, text, removed }) => {
            const range = [at, at + text.length];
            const name = translation.outputs[output].name;
            const place = paper ? name : h("button", { type: "button", class: "place", onclick: () => app.visit(view, output, range) },
                `${name}:${translation.text(output, state).lines(range)}`);
            return h("li", null, place, removed === "" ? undefined : excerpt(removed, "−", "gone"), text === "" ? undefined : excerpt(text, "+", "added"));
        })));
    } else if (operations.length === 0 && !paper) {
        parts.push(h("p", { class: "weak" }, "This step changes no output by itself; it keeps what later ones need."));
    }
    const declared = (step.declares ?? []).map(([scope, index]) => model.scopes[scope]?.declarations[index]).filter(Boolean);
    if (declared.length > 0) {
        parts.push(h("h4", null, "What it entered into the symbol table"));
        parts.push(h("ul", { class: "declared" }, declared.map(({ name, type, kind }) => h("li", null, h("code", null, name), `: ${kind}, `, h("code", null, type)))));
    }
    if (rule && !paper) {
        parts.push(h("h4", null, "The rule ", h("code", null, step.rule)));
        parts.push(rule.comment ? h("p", { class: "comment" }, rule.comment) : "", h("pre", { class: "grammar" }, grammarText(rule.text)));
        parts.push(h("p", { class: "weak" }, `${rule.grammar}, line ${rule.line}`, rule.thesis ? `; thesis, ${rule.thesis}` : ""));
    } else if (!paper && step.rule) parts.push(h("p", { class: "weak" }, "Rule ", h("code", null, step.rule)));
    return parts;
}
