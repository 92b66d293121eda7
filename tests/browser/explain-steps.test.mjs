// Going through the steps.

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { screenshot } from "./harness.mjs";
import { explained, explanation, fileOf, OUTPUT, sourceOf, state, wholeText } from "./explained.mjs";

// The outputs after each step, from the explanation alone.
function replayed({ source, dialects: { cuda } }) {
    let outputs = cuda.outputs.map(({ role }) => Buffer.from(role === "device" ? "" : source));
    const states = [outputs];
    for (const { changes = [] } of cuda.steps) {
        outputs = [...outputs];
        for (const { output, at: [start, end], text } of changes) {
            const before = outputs[output];
            outputs[output] = Buffer.concat([before.subarray(0, start), Buffer.from(text), before.subarray(end)]);
        }
        states.push(outputs);
    }
    return states;
}

test("the same program makes the same page", () => {
    assert.ok(readFileSync(fileOf("a1")).equals(readFileSync(fileOf("a1-again"))));
});

test("the page says what it is", async (t) => {
    const page = await explained(t, "a1");
    assert.equal(await page.locator("html").getAttribute("lang"), "en");
    assert.match(await page.title(), /^a1\.c\b/);
    for (const role of ["banner", "main", "navigation", "contentinfo"]) assert.equal(await page.getByRole(role).count(), 1, role);
});

test("it opens at the end, with the outputs as they are written", async (t) => {
    const page = await explained(t, "a1");
    const { dialects: { cuda } } = explanation("a1");
    assert.equal(await state(page), cuda.steps.length);
    for (const { name, text } of cuda.outputs) {
        await page.locator(".output:not([hidden])").getByRole("tab", { name, exact: true }).click();
        assert.equal(await wholeText(page, OUTPUT), text, name);
    }
    assert.equal(await wholeText(page, "#source"), sourceOf("a1").toString());
    await screenshot(page, "explain-desktop-light");
});

test("every state is what the steps before it make, forwards and backwards", async (t) => {
    for (const name of ["a1", "functions", "macros"]) {
        const page = await explained(t, name);
        const states = replayed(explanation(name));
        const { outputs } = explanation(name).dialects.cuda;
        const last = states.length - 1;
        assert.deepEqual(states[last].map(String), outputs.map(({ text }) => text), "the steps do not make the outputs");
        const check = async () => {
            const at = await state(page);
            const tab = await page.locator(".output:not([hidden]) [role=tab][aria-selected=true]").textContent();
            const output = outputs.findIndex((each) => each.name === tab);
            assert.equal(await wholeText(page, OUTPUT), states[at][output].toString(), `${name}, ${tab} after ${at} steps`);
        };
        await page.locator("#first").click();
        for (let at = 0; at < Math.min(last, 12); at++) {
            await check();
            await page.locator("#next").click();
        }
        await page.locator("#last").click();
        for (let at = 0; at < Math.min(last, 12); at++) {
            await page.locator("#back").click();
            await check();
        }
    }
});

test("slider, buttons and keys go through the steps", async (t) => {
    const page = await explained(t, "a1");
    const last = explanation("a1").dialects.cuda.steps.length;
    const slider = page.locator("#slider");
    await page.locator("#first").click();
    assert.equal(await state(page), 0);
    assert.ok(await page.locator("#back").isDisabled());
    await page.locator("#next").click();
    assert.equal(await state(page), 1);
    await page.locator("#source").focus();
    await page.keyboard.press("n");
    assert.equal(await state(page), 2);
    await page.keyboard.press("p");
    assert.equal(await state(page), 1);
    await page.keyboard.press(">");
    assert.equal(await state(page), last);
    assert.ok(await page.locator("#next").isDisabled());
    await page.keyboard.press("<");
    assert.equal(await state(page), 0);
    await slider.focus();
    await page.keyboard.press("ArrowRight");
    await page.waitForFunction(() => document.getElementById("step-count").textContent.startsWith("step 1 of"));
    await page.keyboard.press("End");
    await page.waitForFunction((last) => document.getElementById("step-count").textContent.startsWith(`step ${last} of`), last);
    assert.match(await slider.getAttribute("aria-valuetext"), new RegExp(`^step ${last} of ${last}: `));
    const box = await slider.boundingBox();
    await page.mouse.click(box.x + box.width * 0.5, box.y + box.height / 2);
    const middle = await state(page);
    assert.ok(middle > 0 && middle < last, `the slider's middle is state ${middle}`);
});

test("a step shows its rule, tree, action, operations and change", async (t) => {
    const page = await explained(t, "a1");
    const { dialects: { cuda }, rules } = explanation("a1");
    const number = cuda.steps.findIndex((step) => step.operations?.length > 0 && step.changes?.length > 0 && step.node !== undefined);
    assert.ok(number >= 0, "no step has all of it");
    const step = cuda.steps[number];
    await page.locator("#first").click();
    await page.getByRole("row", { name: new RegExp(`^${number + 1} `) }).click();
    assert.equal(await state(page), number + 1);
    const detail = page.locator(".step-detail");
    await detail.getByRole("heading", { name: new RegExp(step.action) }).waitFor();
    const text = await detail.textContent();
    assert.ok(text.includes(step.says), step.says);
    assert.ok(text.includes(rules[step.rule].text), rules[step.rule].text);
    for (const operation of step.operations) assert.ok(text.includes(cuda.operations[operation].reason), text);
    const tree = page.getByRole("tree");
    assert.ok((await tree.getByRole("treeitem").count()) > 2);
    assert.ok((await page.locator(`${OUTPUT} .inserted, ${OUTPUT} .removed`).count()) > 0, "the change is not marked");
    assert.ok((await page.locator("#source .stepped").count()) > 0, "the step's place is not marked");
    await screenshot(page, "explain-step");
});

test("the tree opens and closes, by mouse and by keyboard", async (t) => {
    const page = await explained(t, "functions");
    const { tree, dialects: { cuda } } = explanation("functions");
    const size = (node) => tree[node].tokens[1] - tree[node].tokens[0];
    const steps = cuda.steps.map((step, number) => [number, step.node === undefined ? 0 : size(step.node)]);
    const [largest] = steps.reduce((a, b) => (b[1] > a[1] ? b : a));
    await page.locator("#slider").evaluate((slider, value) => {
        slider.value = value;
        slider.dispatchEvent(new Event("input"));
    }, largest + 1);
    await page.waitForFunction((n) => document.getElementById("step-count").textContent.startsWith(`step ${n} of`), largest + 1);
    const items = page.getByRole("tree").getByRole("treeitem");
    const before = await items.count();
    const closed = page.locator("[role=treeitem].more").first();
    await closed.focus();
    await page.keyboard.press("Enter");
    const opened = await items.count();
    assert.ok(opened > before, `${before} nodes, then ${opened}`);
    // The node that was opened has the focus; it closes again.
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "treeitem");
    await page.keyboard.press("Enter");
    assert.equal(await items.count(), before);
    await page.keyboard.press("ArrowUp");
    await page.keyboard.press("ArrowDown");
    assert.equal(await page.evaluate(() => document.activeElement.getAttribute("role")), "treeitem");
    await page.getByRole("button", { name: "↑ Parent" }).click();
    assert.ok((await items.count()) > 0);
});
