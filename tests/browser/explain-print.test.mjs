// Paper.

import assert from "node:assert/strict";
import { statSync } from "node:fs";
import { test } from "node:test";
import { accessible, kept, screenshot } from "./harness.mjs";
import { explained, explanation, sourceOf } from "./explained.mjs";

test("what is printed is the source, the regions, the outputs and the steps", async (t) => {
    const page = await explained(t, "a1", { theme: "dark" });
    await page.emulateMedia({ media: "print" });
    const paper = page.locator("#paper");
    await paper.locator("main").waitFor();
    assert.equal(await page.locator("body > :not(#paper)").filter({ visible: true }).count(), 0, "something of the screen is printed");
    const { dialects: { cuda } } = explanation("a1");
    const listings = await paper.locator(".listing").evaluateAll((all) => all.map((listing) => [...listing.querySelectorAll(".code")].map((row) => row.textContent).join("\n")));
    const plain = (text) => text.replace(/\n$/, "");
    assert.deepEqual(listings, [sourceOf("a1").toString(), ...cuda.outputs.map(({ text }) => text)].map(plain));
    const text = await paper.textContent();
    for (const { because, device } of cuda.regions[0].variables) {
        assert.ok(text.includes(because.replaceAll("`", "")), because);
        assert.ok(text.includes(device.replaceAll("`", "")), device);
    }
    for (const { says } of cuda.steps) assert.ok(text.includes(says.replaceAll("`", "")), says);
    // Black on white, whatever the screen has.
    const [ground] = await page.evaluate(() => getComputedStyle(document.documentElement).colorScheme.split(" "));
    assert.equal(ground, "light");
    await accessible(page);
    await page.setViewportSize({ width: 794, height: 1123 });
    await screenshot(page, "explain-print");
    await page.emulateMedia({ media: "screen" });
    await paper.locator("main").waitFor({ state: "detached" });
});

test("a PDF can be made of it", async (t) => {
    const page = await explained(t, "a1");
    const file = kept("explain-a1.pdf");
    await page.pdf({ path: file, format: "A4", printBackground: false });
    assert.ok(statSync(file).size > 20_000, "the PDF is next to empty");
});
