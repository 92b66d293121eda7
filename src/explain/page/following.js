// The bar for the variable that is followed: where one is on its way, and the buttons on and back, in reach whatever part
// of the page is seen.

import { $, counted, h } from "./dom.js";

export function following(app) {
    const element = $("following");
    const name = h("h2", { class: "guide-name" });
    const where = h("p", { role: "status" });
    const button = (title, onclick) => h("button", { type: "button", class: "small", onclick }, title);
    element.append(name, where, h("div", { class: "guide-buttons" },
        button("← Back", () => app.nextStop(-1)), button("Next →", () => app.nextStop(1)), button("Stop", () => app.unfollow())));
    const refresh = () => {
        const { followed } = app;
        element.hidden = !followed;
        if (!followed) return;
        const { variable, stops, at } = followed;
        name.replaceChildren("Following ", h("code", null, variable.name));
        where.textContent = stops.length === 0 ? "no place" : `${at + 1} of ${counted(stops.length, "place")}: ${stops[at]?.group ?? ""}`;
    };
    app.onChange((what) => {
        if (what === "follow" || what === "stop") refresh();
    });
    refresh();
}
