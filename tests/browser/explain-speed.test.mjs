// How fast a page of a 3,000-line program is. It is told; what is asserted is only that nothing hangs.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { screenshot } from "./harness.mjs";
import { explained, explanation, fileOf, SOURCE, sourceOf, view, word } from "./explained.mjs";

const HANGS = 20_000;

test("a page of 3,000 lines opens, steps, and marks", async (t) => {
    const lines = sourceOf("large").toString().split("\n").length;
    assert.ok(lines >= 3000, `${lines} lines`);
    const steps = explanation("large").dialects.cuda.steps.length;
    const told = [`${lines} lines, ${steps} steps, ${(statSync(fileOf("large")).size / 1e6).toFixed(1)} MB`];
    const note = (what, times) => {
        const sorted = [...times].sort((a, b) => a - b);
        const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))].toFixed(1);
        told.push(times.length === 1 ? `${what}: ${at(0)} ms` : `${what}: ${at(0.5)} ms in the middle, ${at(0.95)} ms at 95 %, ${at(1)} ms at most, of ${times.length}`);
        assert.ok(sorted.at(-1) < HANGS, `${what} takes ${sorted.at(-1)} ms`);
    };
    const page = await explained(t, "large");
    note("opening, until all is drawn", [await page.evaluate(() => performance.getEntriesByName("ready")[0].startTime)]);

    // What a key or the slider costs: the work and the layout that follows, without waiting for a frame.
    const timed = (work, count) => page.evaluate(async ([work, count]) => {
        const run = new Function("index", work);
        const times = [];
        for (let index = 0; index < count; index++) {
            const started = performance.now();
            run(index);
            void document.body.offsetHeight;
            times.push(performance.now() - started);
            await new Promise((done) => setTimeout(done));
        }
        return times;
    }, [work, count]);
    note("a step forward", (await timed('document.getElementById("first").click()', 1)) && (await timed('document.getElementById("next").click()', 60)));
    note("to the end", await timed('document.getElementById("last").click()', 1));
    note("a step back", await timed('document.getElementById("back").click()', 60));
    await page.locator("#writing").check();
    note("a step back that writes", await timed('document.getElementById("back").click()', 60));
    note("a step forward that writes", await timed('document.getElementById("next").click()', 60));
    await page.locator("#writing").uncheck();
    note("any state, one after another", await timed(`
        const states = ${JSON.stringify(Array.from({ length: 40 }, (_, k) => Math.floor(((k * 7919) % 1000) / 1000 * steps)))};
        const slider = document.getElementById("slider");
        slider.value = states[index];
        slider.dispatchEvent(new Event("change"));`, 40));
    await page.locator("#last").click().catch(() => {});
    await page.locator(SOURCE).evaluate((pane) => (pane.scrollTop = 0));
    note("scrolling", await timed(`
        const pane = document.getElementById("source");
        pane.scrollTop = index * 700;
        pane.dispatchEvent(new Event("scroll"));`, 60));
    note("pointing", await timed(`
        const parts = document.querySelectorAll("#source .code > span.name");
        parts[(index * 13) % parts.length].dispatchEvent(new MouseEvent("mousemove", { bubbles: true }));`, 60));
    for (const name of ["Regions", "Scopes", "Tokens", "Macros"]) {
        const started = performance.now();
        await view(page, name);
        note(`the view ${name}, with the browser's answer`, [performance.now() - started]);
    }
    await view(page, "Tokens");
    const grid = page.locator(".view:not([hidden]) .grid");
    assert.equal(Number(await grid.getAttribute("aria-rowcount")), explanation("large").tokens.length + 1);
    assert.ok((await grid.getByRole("row").count()) < 100, "all tokens are in the document");
    assert.ok((await page.locator(`${SOURCE} .row`).count()) < 200, "all lines are in the document");
    note("scrolling 50,000 tokens", await timed(`
        const grid = document.querySelector(".view:not([hidden]) .grid");
        grid.scrollTop = index * 20000;
        grid.dispatchEvent(new Event("scroll"));`, 60));
    await view(page, "Regions");
    await page.locator(".region-columns .grid [data-row='3']").click();
    await page.locator("button.variable").first().click();
    await word(page, SOURCE, "field3").waitFor().catch(() => {});
    await screenshot(page, "explain-large");
    for (const line of told) t.diagnostic(line);
});
