// The tour: what the parts of the page are for, shown on the program's first region. Whoever has seen or skipped it
// is not asked again; the help starts it anew.

import { $, h, prose } from "./dom.js";
import { keep, kept } from "./kept.js";

const KEY = "gpump-tour";

// The region that the page opens on: the first in the source that has a kernel, or else the first.
export function firstRegion(view) {
    const regions = [...(view?.translation.regions ?? [])].sort((a, b) => a.source[0] - b.source[0]);
    return regions.find(({ kernel, kernels }) => kernel || kernels) ?? regions[0];
}

const STEPS = [
    {
        title: "The pragma",
        says: ({ line, directive }) => `Line ${line} of the source opens a parallel region, \`${directive}\`. What gpump wrote for it is marked in the output.`,
        show: (app, region) => {
            app.showRegion(region);
            app.arrangement.show("source");
        },
    },
    {
        title: "Its kernel",
        says: ({ host, kernel }, app, output) => (host ? `This region has no kernel, it stays on the host: ${host}. `
            : `\`${kernel}\` in \`${output}\` does the region's work on the device. `)
            + "Point at a word, or choose it, and its counterpart is marked on the other side.",
        show: (app, region) => {
            app.showRegion(region);
            app.arrangement.show("output");
        },
    },
    {
        title: "Its variables",
        says: () => "How each is shared, which rule of the specification says so, and where it lives on the device. Choose one to follow it from its declaration to the kernel.",
        show: (app) => {
            app.inspector.show("regions");
            app.arrangement.show("inspector");
        },
    },
    {
        title: "The steps",
        says: (region, app) => `The grammar's actions and the translator made the output in ${app.steps.length.toLocaleString("en")} steps. The slider goes through them; this one wrote for the region.`,
        show: (app, region) => {
            app.inspector.show("step");
            const wrote = app.steps.findLast(({ range, changes }) => range && range[0] < region.source[1] && range[1] > region.source[0]
                && changes?.some(({ output }) => output === region.output));
            if (wrote) app.goTo(wrote.number + 1);
            app.arrangement.show("inspector");
        },
    },
];

export function tour(app) {
    const element = $("tour");
    let at;

    function show(step) {
        const region = firstRegion(app.view);
        if (!region) return end();
        at = step;
        const { title, says, show: look } = STEPS[at];
        look(app, region);
        const go = (name, to, attributes) => h("button", { type: "button", class: "small", onclick: () => show(to), ...attributes }, name);
        element.replaceChildren(
            h("h2", { class: "guide-name" }, title, " ", h("span", { class: "weak" }, `${at + 1} of ${STEPS.length}`)),
            h("p", { role: "status" }, prose(says(region, app, app.view.translation.outputs[region.output]?.name))),
            h("div", { class: "guide-buttons" },
                at > 0 ? go("← Back", at - 1) : undefined,
                at + 1 < STEPS.length ? go("Next →", at + 1, { "data-onward": true }) : undefined,
                h("button", { type: "button", class: "small", "data-onward": at + 1 === STEPS.length, onclick: () => end(true) }, at + 1 < STEPS.length ? "Skip the tour" : "Done")));
        // The button that was pressed is gone.
        if (element.contains(document.activeElement) || document.activeElement === document.body) {
            if (!element.hidden) element.querySelector("[data-onward]").focus({ preventScroll: true });
        }
        element.hidden = false;
    }

    function end(isDone) {
        if (at === undefined) return;
        at = undefined;
        element.hidden = true;
        keep(KEY, "seen");
        const region = firstRegion(app.view);
        if (isDone && region) {
            app.goTo(app.steps.length);
            app.showRegion(region);
        }
    }

    app.onChange((what) => {
        if (what === "model") end();
    });
    if (kept(KEY) === null) show(0);
    return { start: () => show(0), end };
}
