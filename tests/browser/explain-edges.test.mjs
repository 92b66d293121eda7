// Pages that lack what others have: no text, no region, one dialect.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible } from "./harness.mjs";
import { explained, state } from "./explained.mjs";

for (const name of ["empty", "plain", "only-cuda", "only-thesis"]) {
    test(`${name}: every key and every view does something or nothing, and no harm`, async (t) => {
        const page = await explained(t, name);
        for (const key of "npnp<>xdduuwtttfb123456789") await page.keyboard.press(key);
        for (const part of "soi") {
            await page.keyboard.press(part);
            for (const key of ["ArrowDown", "ArrowRight", "End", "PageUp", "Enter", "Escape"]) await page.keyboard.press(key);
        }
        await page.keyboard.press("<");
        assert.equal(await state(page), 0);
        await accessible(page);
        await page.emulateMedia({ media: "print" });
        assert.match(await page.locator("#paper h1").textContent(), /explained/);
    });
}

test("one dialect alone offers no other", async (t) => {
    const page = await explained(t, "only-thesis");
    assert.equal(await page.getByRole("radio").count(), 1);
    assert.equal(await page.getByRole("tab", { name: "Dialects" }).count(), 0);
    assert.ok(await page.locator(".output[data-dialect=thesis]").isVisible());
});
