// What the suites of `gpump explain` do with its pages.

import { readFileSync } from "node:fs";
import { join } from "node:path";
import { open, PAGES } from "./harness.mjs";
import { load } from "./modules.mjs";

const { unpacked } = await load("unpack.js");

export const fileOf = (name) => join(PAGES, `${name}.html`);

export const sourceOf = (name) => readFileSync(join(PAGES, `${name}.c`));

// The explanation that a page is made of.
export function explanation(name) {
    return unpacked(JSON.parse(readFileSync(join(PAGES, `${name}.json`), "utf8")));
}

// A page that has come to its end of starting: as it opens, on the first region and with the tour, or else without marks,
// at the beginning of all texts.
export async function explained(t, name, { opening = false, ...options } = {}) {
    const page = await open(t, fileOf(name), options);
    await page.waitForSelector("html[data-ready=true]");
    if (opening) return page;
    await page.keyboard.press("Escape");
    await page.evaluate(async () => {
        for (const list of document.querySelectorAll(".output .tabs")) list.firstElementChild?.click();
        for (const pane of document.querySelectorAll(".code-pane")) pane.scrollTop = 0;
        // A pane hears of it with the next frame, and shows what is there with the one after.
        for (let frame = 0; frame < 2; frame++) await new Promise(requestAnimationFrame);
    });
    return page;
}

export const SOURCE = "#source";
export const OUTPUT = ".output:not([hidden]) .code-pane";

// A word in a pane, as far as it is shown: the `nth` of those with this text.
export function word(page, pane, text, nth = 0) {
    return page.locator(`${pane} .code > span`).filter({ hasText: new RegExp(`^${text.replace(/[$()*+.?[\\\]^{|}]/g, "\\$&")}$`) }).nth(nth);
}

// The texts that are marked in a pane, those that touch one another as one.
export function marked(page, pane, name) {
    return page.locator(pane).first().evaluate((element, name) => {
        const found = [];
        let last;
        for (const part of element.querySelectorAll(".code > span")) {
            if (part.classList.contains(name)) {
                if (last && last.nextElementSibling === part) found[found.length - 1] += part.textContent;
                else found.push(part.textContent);
                last = part;
            } else last = undefined;
        }
        return found;
    }, name);
}

// All the text of a pane as it is shown, gathered by scrolling through it; signs are turned back to their
// characters. Rows that go on a line are joined to it.
export function wholeText(page, pane) {
    return page.locator(pane).first().evaluate(async (element) => {
        const lines = new Map();
        const frame = () => new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        for (let top = 0; ; top += element.clientHeight) {
            element.scrollTop = top;
            await frame();
            const shift = new DOMMatrix(getComputedStyle(element.querySelector(".window")).transform).m42;
            const rows = [...element.querySelectorAll(".window > .row")];
            const height = rows[0]?.getBoundingClientRect().height ?? 20;
            rows.forEach((row, at) => {
                let text = "";
                const walk = (node) => {
                    for (const child of node.childNodes) {
                        if (child.nodeType === 3) text += child.data;
                        else if (child.dataset.character !== undefined) text += child.dataset.character;
                        else walk(child);
                    }
                };
                walk(row.querySelector(".code"));
                const number = row.querySelector(".gutter").textContent;
                lines.set(Math.round(shift / height) + at, [number !== "↪", text]);
            });
            if (top + element.clientHeight >= element.scrollHeight) break;
        }
        element.scrollTop = 0;
        let whole = "";
        for (const [at, [begins, text]] of [...lines].sort((a, b) => a[0] - b[0])) whole += (begins && at > 0 ? "\n" : "") + text;
        return whole;
    });
}

// The state that the stepper says.
export async function state(page) {
    return Number(await page.locator("#slider").inputValue());
}

// Chooses a view of the details.
export async function view(page, name) {
    const tab = page.locator("#inspector-tabs").getByRole("tab", { name });
    if (!(await tab.isVisible())) await page.locator("#parts").getByRole("tab", { name: "Details" }).click();
    await tab.click();
    return page.locator(".view:not([hidden])");
}
