// From the source to the outputs and back; following a variable; the dialects.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot } from "./harness.mjs";
import { explained, explanation, marked, OUTPUT, SOURCE, view, word } from "./explained.mjs";

const tab = (page, name) => page.locator(".output:not([hidden])").getByRole("tab", { name, exact: true });

test("pointing at a word of the source marks the same word in the output", async (t) => {
    const page = await explained(t, "a1");
    await word(page, SOURCE, "argc").hover();
    assert.deepEqual(await marked(page, SOURCE, "pointed"), ["argc"]);
    assert.deepEqual(await marked(page, OUTPUT, "pointed"), ["argc"]);
    assert.match(await page.locator("#status").textContent(), /source:13.*a1\.c:\d+/);
    await page.locator("h1").hover();
    assert.deepEqual(await marked(page, OUTPUT, "pointed"), []);
});

test("pointing at a word of an output marks its counterpart in the source", async (t) => {
    const page = await explained(t, "a1");
    await word(page, OUTPUT, "argv").hover();
    assert.deepEqual(await marked(page, SOURCE, "pointed"), ["argv"]);
    assert.deepEqual(await marked(page, OUTPUT, "pointed"), ["argv"]);
});

test("a word of the kernel leads to the region, and the pragma to what was written for it", async (t) => {
    const page = await explained(t, "a1");
    const { dialects: { cuda } } = explanation("a1");
    const [region] = cuda.regions;
    await view(page, "Regions");
    await page.locator(".region-detail").getByRole("button", { name: /^a1\.cu/ }).click();
    await word(page, OUTPUT, region.kernel).click();
    const [source] = await marked(page, SOURCE, "pointed");
    assert.match(source, /#pragma omp parallel for/);
    await word(page, SOURCE, "#pragma omp").hover();
    assert.ok((await marked(page, OUTPUT, "pointed")).length > 0 || (await marked(page, OUTPUT, "around")).length > 0);
});

test("choosing a word brings its counterpart into view and keeps the marks", async (t) => {
    const page = await explained(t, "a1");
    const output = page.locator(OUTPUT);
    await output.evaluate((element) => (element.scrollTop = 0));
    await page.locator(SOURCE).evaluate((element) => (element.scrollTop = element.scrollHeight));
    const loop = word(page, SOURCE, "2.0");
    await loop.waitFor();
    await loop.click();
    await page.locator("h1").hover();
    assert.deepEqual(await marked(page, OUTPUT, "pinned"), ["2.0"]);
    assert.ok(await page.locator(`${OUTPUT} .pinned`).first().isVisible());
    await page.keyboard.press("Escape");
    assert.deepEqual(await marked(page, OUTPUT, "pinned"), []);
});

test("the keyboard does what the mouse does", async (t) => {
    const page = await explained(t, "a1");
    await page.keyboard.press("s");
    assert.equal(await page.evaluate(() => document.activeElement.id), "source");
    for (let i = 0; i < 11; i++) await page.keyboard.press("ArrowDown");
    const at = (await marked(page, SOURCE, "cursor")).join();
    assert.notEqual(at, "");
    await page.keyboard.press("ArrowRight");
    const next = (await marked(page, SOURCE, "cursor")).join();
    assert.notEqual(next, at);
    assert.ok((await marked(page, OUTPUT, "pointed")).includes(next), "the counterpart is not marked");
    await page.keyboard.press("End");
    await page.keyboard.press("Enter");
    const last = await marked(page, SOURCE, "cursor");
    assert.equal(last.length, 1);
    await page.keyboard.press("o");
    assert.ok(await page.locator(OUTPUT).evaluate((element) => element === document.activeElement));
    await page.keyboard.press("ArrowRight");
    await page.keyboard.press("ArrowDown");
    assert.equal((await marked(page, OUTPUT, "cursor")).length, 1);
});

test("counterparts are marked in the middle of the steps too", async (t) => {
    const page = await explained(t, "a1");
    await page.locator("#first").click();
    await page.locator(SOURCE).evaluate((element) => (element.scrollTop = 0));
    await word(page, SOURCE, "argc").hover();
    assert.deepEqual(await marked(page, OUTPUT, "pointed"), ["argc"]);
    await page.locator("#next").click();
    await page.locator(SOURCE).evaluate((element) => (element.scrollTop = 0));
    await word(page, SOURCE, "argc").hover();
    assert.match(await page.locator("#status").textContent(), /source:13.*a1\.c:\d+/);
});

test("a variable is followed from its declaration to the kernel", async (t) => {
    const page = await explained(t, "a1");
    const { source, dialects: { cuda } } = explanation("a1");
    const [region] = cuda.regions;
    const detail = await view(page, "Regions");
    const table = detail.getByRole("table");
    for (const variable of region.variables) {
        const row = table.getByRole("row").filter({ has: page.getByRole("rowheader", { name: variable.name, exact: true }) }).first();
        const text = await row.textContent();
        for (const said of [variable.type, variable.attribute, variable.section, variable.because, variable.device]) assert.ok(text.includes(said.replaceAll("`", "")), `${text} has no ${said}`);
    }
    const followed = region.variables.find((variable) => variable.name === "b");
    await table.getByRole("button", { name: "b", exact: true }).click();
    const way = page.getByRole("region", { name: "The way of the variable" });
    const groups = await way.getByRole("heading", { level: 4 }).allTextContents();
    assert.ok(groups.includes("Declared"), groups.join());
    assert.ok(groups.includes("In the kernel"), groups.join());
    assert.ok(groups.some((name) => /pragma/.test(name)), groups.join());
    // Every stop is marked where it says it is.
    const stops = way.locator(".stop");
    const count = await stops.count();
    assert.ok(count >= 3 + followed.uses.length - 1, `${count} places`);
    const declared = Buffer.from(source).subarray(...followed.declared).toString();
    assert.deepEqual(await marked(page, SOURCE, "here"), [declared]);
    for (let at = 1; at < count; at++) {
        await page.keyboard.press("f");
        const pane = (await stops.nth(at).locator(".where").textContent()).startsWith("a1.cu") ? OUTPUT : undefined;
        const name = await way.locator("[aria-current=step] mark").textContent();
        const here = [...(await marked(page, SOURCE, "here")), ...(await marked(page, OUTPUT, "here"))];
        assert.equal(here.length, 1, `${here} at ${at}`);
        assert.ok(here[0].replace(/\s+/g, " ").startsWith(name.replace(/…$/, "").slice(0, 20)), `${here[0]} is not ${name}`);
        if (pane) assert.equal((await marked(page, pane, "here")).length, 1);
    }
    await screenshot(page, "explain-follow");
    await page.keyboard.press("b");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    assert.deepEqual(await marked(page, SOURCE, "followed"), []);
});

test("both dialects stand side by side, and either can be stepped", async (t) => {
    const page = await explained(t, "a1");
    const { dialects } = explanation("a1");
    await page.getByRole("radio", { name: "Side by side" }).check({ force: true });
    assert.equal(await page.locator(".output:not([hidden])").count(), 2);
    await word(page, SOURCE, "argc").click();
    for (const dialect of ["cuda", "thesis"]) {
        assert.deepEqual(await marked(page, `.output[data-dialect=${dialect}] .code-pane`, "pointed"), ["argc"], dialect);
    }
    await page.getByRole("combobox", { name: /Steps of/ }).selectOption("thesis");
    assert.equal(Number(await page.locator("#slider").getAttribute("max")), dialects.thesis.steps.length);
    await page.locator("#first").click();
    assert.match(await page.locator(".output[data-dialect=thesis] .caption").textContent(), /before the first step/);
    assert.match(await page.locator(".output[data-dialect=cuda] .caption").textContent(), /in the end/);
    await page.locator("#last").click();
    const rows = (await view(page, "Dialects")).getByRole("table").getByRole("row");
    assert.equal(await rows.count(), explanation("a1").comparison.length + 1);
    await screenshot(page, "explain-side-by-side");
    await page.getByRole("radio", { name: "Thesis" }).check({ force: true });
    assert.equal(await page.locator(".output:not([hidden])").count(), 1);
    await tab(page, dialects.thesis.outputs[0].name).waitFor();
    await screenshot(page, "explain-thesis");
});

test("a dialect that refuses says why", async (t) => {
    const page = await explained(t, "refused");
    const { dialects: { thesis, cuda } } = explanation("refused");
    assert.ok(thesis.refused, "the thesis's dialect does not refuse the program");
    assert.equal(Number(await page.locator("#slider").getAttribute("max")), cuda.steps.length);
    await page.getByRole("radio", { name: /Thesis/ }).check({ force: true });
    const said = await page.locator(".output:not([hidden])").textContent();
    for (const { code, message } of thesis.refused) {
        assert.ok(said.includes(code), said);
        assert.ok(said.includes(message.replaceAll("`", "")), said);
    }
    assert.ok(await page.locator("#slider").isDisabled());
    await page.locator(".output:not([hidden])").getByRole("button", { name: /^line/ }).first().click();
    assert.equal((await marked(page, SOURCE, "pinned")).length, 1);
    await view(page, "Messages");
    await screenshot(page, "explain-refused");
});
