// What all suites share: the browser, pages that must behave, screenshots, the accessibility checker.
//
// A suite is a file `NAME.test.mjs` in this folder; `scripts/browser-tests` runs them all with node's own
// test runner. See README.md.

import assert from "node:assert/strict";
import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { pathToFileURL } from "node:url";

function wanted(name) {
    const value = process.env[name];
    if (!value) throw new Error(`${name} is not set: run scripts/browser-tests`);
    return value;
}

// The packages lie in the cache, not in the checkout.
const require = createRequire(join(resolve(wanted("GPUMP_BROWSER_MODULES")), "package.json"));
const { chromium } = require("playwright-core");
const AXE = readFileSync(require.resolve("axe-core/axe.min.js"), "utf8");
const SCREENSHOTS = wanted("GPUMP_SCREENSHOTS");

// The folder of the pages that build.mjs has made.
export const PAGES = wanted("GPUMP_PAGES");

const FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
];

let started;

// One browser for each suite, with an empty profile of its own.
function browser() {
    started ??= chromium.launch({ executablePath: wanted("GPUMP_CHROMIUM"), headless: true, args: FLAGS });
    return started;
}

after(async () => {
    if (started) await (await started).close();
});

// The main sizes of a window.
export const SIZES = {
    desktop: { width: 1440, height: 900 },
    projector: { width: 1920, height: 1080 },
    phone: { width: 360, height: 740 },
};

// Opens a file in a page that must not ask the network for anything, must not throw and must not complain, or the page of a
// server, which may ask that server. What it did is looked at when the test `t` is over.
//
// Options: `size` (of SIZES), `theme` ("light" or "dark"), `motion` ("reduce"), `within`: the folder whose
// files the page may load besides itself, `complains`: the error on the console that is expected.
export async function open(t, file, { size = "desktop", theme = "light", motion = "no-preference", within, complains } = {}) {
    const isServed = file.startsWith("http://");
    const context = await (await browser()).newContext({
        viewport: SIZES[size], colorScheme: theme, reducedMotion: motion, offline: !isServed,
    });
    const page = await context.newPage();
    const own = isServed ? file : pathToFileURL(resolve(file)).href;
    const folder = isServed ? new URL("/", own).href : within ? `${pathToFileURL(resolve(within)).href}/` : undefined;
    const complaints = [];
    context.on("request", (request) => {
        const url = request.url();
        if (url.split(/[?#]/)[0] === own || (folder && url.startsWith(folder)) || url.startsWith("data:")) return;
        complaints.push(`it asked for ${url}`);
    });
    context.on("page", (other) => other !== page && complaints.push("it opened another page"));
    page.on("console", (message) => {
        if (complains?.test(message.text())) return;
        if (message.type() === "error" || message.type() === "warning") complaints.push(`${message.type()}: ${message.text()}`);
    });
    page.on("pageerror", (error) => complaints.push(`it threw ${error.stack}`));
    page.on("websocket", (socket) => complaints.push(`it opened a socket to ${socket.url()}`));
    t.after(async () => {
        await context.close();
        assert.deepEqual(complaints, [], "the page misbehaved");
    });
    await page.goto(own, { waitUntil: "load" });
    return page;
}

// Keeps a picture of what is seen, under a name that says what it is of.
export async function screenshot(page, name) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    // What moves has come to rest in every picture.
    await page.screenshot({ path: join(SCREENSHOTS, `${name}.png`), animations: "disabled" });
}


// Fails with a list of what axe-core finds against WCAG 2.2, levels A and AA, and its best practices.
// `of` is the part that is looked at, by a selector; `without` are rules that do not hold for it, each with
// its reason.
export async function accessible(page, { of, without = [] } = {}) {
    await page.evaluate(AXE);
    // A colour on its way to another has no contrast of its own.
    await page.evaluate(() => Promise.allSettled(document.getAnimations().map((animation) => animation.finished)));
    // It would fetch style sheets once more, which a page from a file may not.
    const rules = Object.fromEntries(without.map((rule) => [rule, { enabled: false }]));
    const result = await page.evaluate(([of, options]) => globalThis.axe.run(of ?? document, options), [of, { rules, preload: false }]);
    const found = result.violations.flatMap(({ id, help, nodes }) =>
        nodes.slice(0, 5).map(({ target, failureSummary }) => `${id} (${help}): ${target.join(" ")}\n    ${failureSummary.replace(/\n/g, "\n    ")}`),
    );
    assert.ok(found.length === 0, `axe finds:\n  ${found.join("\n  ")}`);
    assert.ok(result.passes.length > (of ? 2 : 10), "axe has looked at next to nothing");
}

// Where something else that is to be kept beside the pictures goes.
export function kept(name) {
    mkdirSync(SCREENSHOTS, { recursive: true });
    return join(SCREENSHOTS, name);
}
