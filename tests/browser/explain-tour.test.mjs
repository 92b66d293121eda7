// What the page opens on, its tour, and the bar for the variable that is followed.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, screenshot } from "./harness.mjs";
import { explained, explanation, marked, OUTPUT, SOURCE, state, view } from "./explained.mjs";

const tour = (page) => page.getByRole("region", { name: "Tour" });
const button = (page, name) => page.getByRole("button", { name, exact: true });

// The lines that are in view in a pane.
const seen = (page, pane) => page.locator(pane).first().evaluate((element) => {
    const box = element.getBoundingClientRect();
    return [...element.querySelectorAll(".row")].filter((row) => {
        const { top, bottom } = row.getBoundingClientRect();
        return top >= box.top && bottom <= box.bottom;
    }).map((row) => row.querySelector(".code").textContent);
});

for (const size of ["desktop", "phone"]) {
    test(`the page opens on the first pragma, with a tour from it to the steps, ${size}`, async (t) => {
        const page = await explained(t, "a1", { size, opening: true });
        assert.deepEqual(await marked(page, SOURCE, "pinned"), ["#pragma omp parallel for"]);
        assert.ok((await seen(page, SOURCE)).some((line) => line.includes("#pragma omp parallel for")), "the pragma is out of sight");
        assert.match(await tour(page).textContent(), /1 of 4.*Line 32/);
        await accessible(page);
        await screenshot(page, `explain-tour-${size}`);
        await button(page, "Next →").click();
        assert.ok((await seen(page, OUTPUT)).some((line) => line.includes("__global__ void a1_parallel0(")), "the kernel is out of sight");
        assert.match(await tour(page).textContent(), /2 of 4.*a1_parallel0 in a1\.cu/);
        // The keyboard stays on the way.
        await page.keyboard.press("Enter");
        assert.match(await tour(page).textContent(), /3 of 4/);
        await page.locator("button.variable").first().waitFor();
        await page.keyboard.press("Enter");
        assert.match(await tour(page).textContent(), /4 of 4/);
        const { steps } = explanation("a1").dialects.cuda;
        assert.ok((await state(page)) < steps.length, "a step that wrote the kernel is shown");
        await accessible(page);
        await button(page, "Done").click();
        assert.ok(!(await tour(page).isVisible()));
        assert.equal(await state(page), steps.length);
    });
}

test("whoever has skipped the tour is not asked again, and help begins it anew", async (t) => {
    const page = await explained(t, "a1", { opening: true });
    await button(page, "Skip the tour").click();
    await page.reload();
    await page.waitForSelector("html[data-ready=true]");
    assert.ok(!(await tour(page).isVisible()));
    assert.deepEqual(await marked(page, SOURCE, "pinned"), ["#pragma omp parallel for"]);
    await page.keyboard.press("?");
    await button(page, "Start the tour").click();
    assert.match(await tour(page).textContent(), /1 of 4/);
    await page.keyboard.press("Escape");
    assert.ok(!(await tour(page).isVisible()));
});

test("a program without a region has no tour", async (t) => {
    const page = await explained(t, "plain", { opening: true });
    assert.ok(!(await tour(page).isVisible()));
});

for (const size of ["desktop", "phone"]) {
    test(`help shows its first lines, ${size}`, async (t) => {
        const page = await explained(t, "a1", { size, opening: true });
        await page.getByRole("button", { name: /^Help/ }).click();
        const dialog = await page.getByRole("dialog").boundingBox();
        const title = await page.getByRole("heading", { name: "How to read this page" }).boundingBox();
        assert.ok(title.y >= dialog.y && title.y + title.height <= dialog.y + dialog.height, "the title is out of sight");
    });
}

test("on a phone the way of a variable goes through the parts, with Next in reach", async (t) => {
    const page = await explained(t, "a1", { size: "phone", opening: true });
    await button(page, "Skip the tour").click();
    await view(page, "Regions");
    await page.locator("button.variable").nth(1).click();
    const bar = page.getByRole("region", { name: "The variable that is followed" });
    assert.match(await bar.textContent(), /Following n.*1 of \d+ places: Declared/);
    const parts = new Set();
    const places = Number((await bar.textContent()).match(/of (\d+)/)[1]);
    for (let at = 1; at < places; at++) {
        const next = button(page, "Next →");
        const { y, height } = await next.boundingBox();
        assert.ok(y + height <= page.viewportSize().height, "Next is out of reach");
        await next.click();
        parts.add(await page.locator("body").getAttribute("data-part"));
        const here = [...(await marked(page, SOURCE, "here")), ...(await marked(page, OUTPUT, "here"))];
        assert.ok(here.length >= 1, `nothing is marked at ${at}`);
    }
    assert.deepEqual([...parts].sort(), ["output", "source"]);
    await accessible(page);
    await button(page, "Stop").click();
    assert.ok(!(await bar.isVisible()));
});
