// The tables below the code.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot } from "./harness.mjs";
import { explained, explanation, marked, SOURCE, view } from "./explained.mjs";

test("the tokens are all there, with kinds and channels, and can be searched", async (t) => {
    const page = await explained(t, "macros");
    const { tokens, source } = explanation("macros");
    const panel = await view(page, "Tokens");
    const grid = panel.getByRole("grid");
    assert.equal(Number(await grid.getAttribute("aria-rowcount")), tokens.length + 1);
    const bytes = Buffer.from(source);
    for (const [number, token] of tokens.slice(0, 12).entries()) {
        const cells = await grid.locator(`[data-row="${number}"] > *`).allTextContents();
        assert.equal(cells[0], String(number));
        assert.equal(cells[2], token.kind);
        assert.equal(cells[3], token.channel);
        const text = token.text ?? bytes.subarray(...token.source).toString();
        if (/\S/.test(text) && text.length < 60) assert.equal(cells[1], text.replace(/\s+/g, " ").trim());
    }
    await panel.getByRole("searchbox").fill("square");
    const made = tokens.filter((token) => (token.text ?? bytes.subarray(...token.source).toString()).toLowerCase().includes("square"));
    assert.equal(Number(await grid.getAttribute("aria-rowcount")), made.length + 1);
    await panel.getByRole("searchbox").fill("");
    await panel.getByRole("combobox").selectOption("hidden");
    const hidden = tokens.filter(({ channel }) => channel === "hidden").length;
    assert.equal(Number(await grid.getAttribute("aria-rowcount")), hidden + 1);
    await grid.focus();
    await page.keyboard.press("End");
    assert.equal(await grid.locator("[aria-selected=true]").getAttribute("aria-rowindex"), String(hidden + 1));
    await screenshot(page, "explain-tokens");
});

test("choosing a token shows where it stands", async (t) => {
    const page = await explained(t, "a1");
    const panel = await view(page, "Tokens");
    await panel.getByRole("searchbox").fill("argc");
    await panel.locator("[data-row='0']").click();
    assert.deepEqual(await marked(page, SOURCE, "pinned"), ["argc"]);
});

test("the scopes hold their declarations", async (t) => {
    const page = await explained(t, "a1");
    const { scopes } = explanation("a1");
    const panel = await view(page, "Scopes");
    const grid = panel.getByRole("grid");
    const rows = scopes.length + scopes.reduce((sum, { declarations }) => sum + declarations.length, 0);
    assert.equal(Number(await grid.getAttribute("aria-rowcount")), rows + 1);
    const a = grid.getByRole("row").filter({ hasText: /^a/ }).first();
    await a.click();
    assert.equal((await marked(page, SOURCE, "pinned")).length, 1);
    await screenshot(page, "explain-scopes");
});

test("a macro's use has its definition and its expansion", async (t) => {
    const page = await explained(t, "macros");
    const { macros } = explanation("macros");
    const panel = await view(page, "Macros");
    assert.equal(Number(await panel.getByRole("grid").getAttribute("aria-rowcount")), macros.length + 1);
    const number = macros.findIndex(({ name }) => name === "EACH");
    await panel.locator(`[data-row="${number}"]`).click();
    const text = await panel.locator(".macro-detail").textContent();
    assert.ok(text.includes("EACH(i, SIZE)"), text);
    assert.ok(text.includes(macros[number].expansion), text);
    assert.ok(text.includes("#define EACH") || text.includes(macros[number].definition), text);
    assert.deepEqual(await marked(page, SOURCE, "pinned"), ["EACH(i, SIZE)"]);
    await screenshot(page, "explain-macros");
});

test("number keys choose the views, letters the parts, and can be switched off", async (t) => {
    const page = await explained(t, "a1");
    const chosen = () => page.locator("#inspector-tabs [aria-selected=true]").textContent();
    await page.keyboard.press("3");
    assert.equal(await chosen(), "Scopes");
    await page.keyboard.press("ArrowRight");
    assert.equal(await chosen(), "Tokens");
    await page.keyboard.press("?");
    const help = page.getByRole("dialog");
    assert.ok(await help.isVisible());
    await screenshot(page, "explain-help");
    await help.getByRole("checkbox").uncheck();
    await page.keyboard.press("Escape");
    assert.ok(!(await help.isVisible()));
    await page.keyboard.press("2");
    assert.equal(await chosen(), "Tokens");
});

test("all can be reached with the Tab key", async (t) => {
    const page = await explained(t, "a1");
    const wanted = ["source", "slider", "theme", "help", "wrap", "border", "writing"];
    const reached = new Set();
    for (let i = 0; i < 60; i++) {
        await page.keyboard.press("Tab");
        reached.add(await page.evaluate(() => document.activeElement.id || document.activeElement.className.baseVal || document.activeElement.className || document.activeElement.name));
        const outline = await page.evaluate(() => {
            const element = document.activeElement;
            if (element === document.body) return true;
            // A radio button and a node of the tree show the focus on what stands for them.
            const shown = element.matches("[type=radio]") ? element.nextElementSibling : element.matches(".node") ? element.querySelector("rect") : element;
            const style = getComputedStyle(shown);
            return style.outlineStyle !== "none" || parseFloat(style.strokeWidth) >= 3;
        });
        assert.ok(outline, `no focus to be seen on ${[...reached].at(-1)}`);
    }
    for (const id of wanted) assert.ok(reached.has(id), `${id} is not among ${[...reached].join(", ")}`);
});
