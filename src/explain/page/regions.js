// The view of the parallel regions: for each, how its variables are shared, and the way that one of them
// takes from the pragma to the kernel.

import { h, prose, shortened } from "./dom.js";
import { Grid } from "./list.js";

const COLUMNS = ["Variable", "Type", "Attribute", "Rule of the specification", "On the device"];

// A region's table of variables. `choose(variable)` makes the names buttons.
export function sharing(region, choose) {
    return h("table", { class: "sharing" },
        h("caption", null, `Data sharing of the ${region.construct} region, line ${region.line}`),
        h("thead", null, h("tr", null, COLUMNS.map((title) => h("th", { scope: "col" }, title)))),
        h("tbody", null, region.variables.map((variable, index) => h("tr", { "data-variable": variable.name, "data-index": index },
            h("th", { scope: "row" }, choose ? h("button", {
                type: "button", class: "variable", "aria-pressed": "false", onclick: () => choose(variable),
            }, variable.name) : variable.name),
            h("td", null, h("code", null, variable.type)),
            h("td", null, h("span", { class: `attribute ${variable.attribute.replace(/\W.*/, "")}` }, variable.attribute)),
            h("td", null, h("span", { class: "rule" }, [variable.section, variable.determined].filter(Boolean).join(", ")), " ", prose(variable.because), about(variable)),
            h("td", null, prose(variable.device))))));
}

// Where in the region a row holds, if not in all of it.
function about({ construct, function: where }) {
    const said = [construct ? `of ${construct}` : undefined, where ? `in ${where}()` : undefined].filter(Boolean);
    return said.length > 0 ? h("span", { class: "weak" }, ` (${said.join(", ")})`) : undefined;
}

export function regionsView(app) {
    const list = new Grid({
        label: "Regions",
        columns: [["Line", "c-line"], ["Construct", "c-action"]],
        cells: (index) => [String(regions()[index].line), regions()[index].construct],
        choose: (index) => choose(index),
    });
    const detail = h("div", { class: "region-detail", tabindex: 0, role: "region", "aria-label": "The region" });
    const journey = h("section", { class: "journey", "aria-label": "The way of the variable" });
    const element = h("div", { class: "columns region-columns" }, list.element, detail, journey);
    let dialect;
    let region;
    const regions = () => app.view?.translation.regions ?? [];

    function choose(index) {
        region = regions()[index];
        app.showRegion(region);
        show();
    }

    function show() {
        if (!region) {
            const refused = app.view?.translation.refused;
            detail.replaceChildren(h("p", { class: "empty" }, refused ? "This dialect refuses the program; see Messages." : "The program has no parallel region."));
            return;
        }
        const output = app.view.translation.outputs[region.output];
        const place = (range) => output && range ? h("button", { type: "button", class: "place", onclick: () => app.visit(app.view, region.output, [range[0], range[0] + 1]) },
            `${output.name}:${output.final.lines(range)}`) : undefined;
        const kernel = place(region.range);
        detail.replaceChildren(
            h("h3", null, h("code", null, region.directive ?? region.construct), " ", app.place(region.source)),
            h("p", null, region.function ? ["In the function ", h("code", null, region.function), ". "] : undefined,
                region.host ? ["It stays on the host: ", prose(region.host), "."] : undefined,
                region.kernels ? "Each of its loops has a kernel to itself:"
                    : region.kernel ? ["Its kernel is ", h("code", null, region.kernel), " ", kernel] : undefined,
                region.undivided ? [". It is one kernel: ", prose(region.undivided), "."] : undefined),
            region.kernels ? h("ul", { class: "kernels" }, region.kernels.map((part) => h("li", null,
                h("code", null, part.kernel), " ", place(part.range), ", of ", h("code", null, part.directive), `, line ${part.line}`))) : "",
            region.variables.length > 0 ? h("p", { class: "weak" }, "Choose a variable to follow it from the pragma to the kernel.") : "",
            h("div", { class: "scrolls" }, sharing(region, (variable) => app.follow(region, variable))),
            optimisations(region) ?? "",
        );
        mark();
    }

    function optimisations({ optimisations: own, kernels }) {
        const of = ({ kernel, optimisations: parts }) => (parts ?? []).map((each) => ({ ...each, says: `in \`${kernel}\`: ${each.says}` }));
        const fired = [...own ?? [], ...(kernels ?? []).flatMap(of)];
        if (fired.length === 0) return undefined;
        return h("div", null, h("h4", null, "Optimisations"), h("ul", null, fired.map((each) => {
            return h("li", null, h("code", null, each.name), ": ", prose(each.says));
        })));
    }

    function mark() {
        const { followed } = app;
        for (const button of detail.querySelectorAll("button.variable")) {
            const row = button.closest("tr");
            const chosen = followed?.region === region && followed.variable === region.variables[Number(row.dataset.index)];
            button.setAttribute("aria-pressed", chosen ? "true" : "false");
            row.classList.toggle("chosen", chosen);
        }
        way();
    }

    // The stops of the variable that is followed.
    function way() {
        const { followed } = app;
        journey.hidden = !followed;
        if (!followed) return;
        const items = [];
        let group;
        followed.stops.forEach((stop, at) => {
            if (stop.group !== group) {
                group = stop.group;
                items.push(h("h4", null, group));
            }
            const output = stop.output === undefined ? undefined : app.view.translation.outputs[stop.output];
            const text = output ? output.final : app.model.source;
            const line = text.line(stop.range[0]);
            const start = text.starts[line];
            const end = Math.min(text.starts[line + 1] ?? text.text.length, stop.range[1] + 80);
            const from = Math.max(start, stop.range[0] - 60);
            items.push(h("button", {
                type: "button", class: at === followed.at ? "stop here" : "stop", "aria-current": at === followed.at ? "step" : undefined,
                onclick: () => app.stopAt(at),
            }, h("span", { class: "where" }, `${output?.name ?? "source"}:${line + 1}`),
            h("code", null, text.text.slice(from, stop.range[0]).trimStart(), h("mark", null, shortened(text.slice(stop.range), 60)), text.text.slice(stop.range[1], end).trimEnd())));
        });
        journey.replaceChildren(
            h("h3", null, "The way of ", h("code", null, followed.variable.name)),
            h("p", { class: "because" }, h("span", { class: `attribute ${followed.variable.attribute.replace(/\W.*/, "")}` }, followed.variable.attribute), " ",
                prose(followed.variable.because), followed.variable.device ? [". On the device: ", prose(followed.variable.device), "."] : undefined),
            ...items);
        journey.querySelector(".here")?.scrollIntoView({ block: "nearest" });
    }

    function refresh(what) {
        if (what === "dialect" && dialect !== app.dialect) {
            dialect = app.dialect;
            list.setCount(regions().length);
            list.element.hidden = regions().length < 2;
            [region] = regions();
            if (region) list.select(0, false);
            show();
        } else mark();
    }
    return { element, refresh };
}
