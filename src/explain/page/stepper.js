// The slider and the buttons that go through the steps.

import { $ } from "./dom.js";
import { lastAtMost } from "./text.js";

export function stepper(app) {
    const slider = $("slider");
    const buttons = { first: $("first"), back: $("back"), next: $("next"), last: $("last") };
    const moves = { first: () => app.goTo(0), back: () => app.move(-1), next: () => app.move(1), last: () => app.goTo(app.steps.length) };
    for (const [name, button] of Object.entries(buttons)) button.addEventListener("click", moves[name]);
    $("writing").addEventListener("change", (event) => app.setWriting(event.target.checked));

    // However fast the slider is drawn, one state is shown a frame.
    let wanted;
    slider.addEventListener("input", () => {
        const waiting = wanted !== undefined;
        wanted = Number(slider.value);
        if (waiting) return;
        requestAnimationFrame(() => {
            const state = wanted;
            wanted = undefined;
            app.goTo(app.states[state]);
        });
    });

    slider.addEventListener("change", () => app.goTo(app.states[Number(slider.value)]));

    const refresh = () => {
        const count = app.steps.length;
        const { state, step } = app;
        const { states } = app;
        const at = lastAtMost(states, state);
        slider.max = states.length - 1;
        slider.value = at;
        slider.disabled = count === 0;
        const said = count === 0 ? "no steps" : state === 0 ? `before the first of ${count.toLocaleString("en")} steps` : `step ${state.toLocaleString("en")} of ${count.toLocaleString("en")}`;
        slider.setAttribute("aria-valuetext", step ? `${said}: ${step.action} of ${step.rule}` : said);
        $("step-count").textContent = said;
        $("step-name").textContent = step ? step.action : state === 0 && count > 0 ? "the source as it was typed" : "";
        buttons.first.disabled = buttons.back.disabled = state === 0;
        buttons.next.disabled = at === states.length - 1;
        buttons.last.disabled = state === count;
    };
    app.onChange((what) => {
        if (what === "step" || what === "dialect" || what === "states") refresh();
    });
    refresh();
    return { refresh };
}
