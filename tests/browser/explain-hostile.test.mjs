// A source that is hard to show: markup, controls, letters that go the other way, very long lines.

import assert from "node:assert/strict";
import { test } from "node:test";
import { screenshot } from "./harness.mjs";
import { explained, explanation, fileOf, marked, OUTPUT, SOURCE, sourceOf, view, wholeText, word } from "./explained.mjs";
import { readFileSync } from "node:fs";

// What gpump takes the bytes of a file for: bytes that are no UTF-8 are characters of a private plane.
function decoded(bytes) {
    let text = "";
    for (let at = 0; at < bytes.length; ) {
        const first = bytes[at];
        const length = first < 0x80 ? 1 : first >= 0xf0 ? 4 : first >= 0xe0 ? 3 : first >= 0xc2 ? 2 : 0;
        const part = bytes.subarray(at, at + length);
        if (length > 0 && Buffer.from(part.toString()).equals(part)) {
            text += part.toString();
            at += length;
        } else {
            text += String.fromCodePoint(0x10fe00 + first);
            at += 1;
        }
    }
    return text;
}

test("nothing of the source is markup", async (t) => {
    const page = await explained(t, "hostile");
    assert.match(await page.title(), /^hostile\.c/);
    assert.equal(await page.locator("script").count(), 2);
    assert.equal(readFileSync(fileOf("hostile"), "utf8").match(/<\/script/g).length, 2);
    assert.equal(await page.locator(`${SOURCE} b`).count(), 0);
});

test("the text is shown to the last character", async (t) => {
    const page = await explained(t, "hostile");
    const source = decoded(sourceOf("hostile"));
    assert.equal(explanation("hostile").source, source);
    assert.equal(await wholeText(page, SOURCE), source.replace(/\r\n/g, "\n"));
    await screenshot(page, "explain-hostile");
});

test("the outputs too, in every state", async (t) => {
    const page = await explained(t, "hostile");
    const { outputs } = explanation("hostile").dialects.cuda;
    for (const { name, text } of outputs) {
        await page.locator(".output:not([hidden])").getByRole("tab", { name, exact: true }).click();
        assert.equal(await wholeText(page, OUTPUT), text.replace(/\r\n/g, "\n"), name);
    }
});

test("what cannot be seen has a sign, and changes no direction", async (t) => {
    const page = await explained(t, "hostile");
    const signs = await page.locator(`${SOURCE} .sign`).allTextContents();
    for (const sign of ["RLO", "LRI"]) assert.ok(signs.includes(sign), `${sign} is not among ${signs}`);
    await page.locator(SOURCE).evaluate((pane) => (pane.scrollTop = pane.scrollHeight));
    await word(page, SOURCE, "scale").waitFor();
    const later = await page.locator(`${SOURCE} .sign`).allTextContents();
    for (const sign of ["\\xE9", "\\xFF", "␀", "␇"]) assert.ok(later.includes(sign), `${sign} is not among ${later}`);
});

test("places are right behind characters of several bytes", async (t) => {
    const page = await explained(t, "hostile");
    const [region] = explanation("hostile").dialects.cuda.regions;
    await page.locator(SOURCE).evaluate((pane) => (pane.scrollTop = pane.scrollHeight));
    await word(page, SOURCE, "2.0f").click();
    assert.deepEqual(await marked(page, SOURCE, "pinned"), ["2.0f"]);
    const other = await marked(page, OUTPUT, "pinned");
    assert.equal(other.length, 1);
    assert.match(other[0], /^2\.0f?$/);
    await view(page, "Regions");
    const variable = region.variables.find(({ name }) => name === "data");
    assert.ok(variable, "the region has no variable data");
    await page.getByRole("button", { name: "data", exact: true }).click();
    const places = page.locator(".stop mark");
    for (const text of await places.allTextContents()) assert.match(text, /data|#pragma/);
    for (let i = 0; i < (await places.count()); i++) {
        const here = [...(await marked(page, SOURCE, "here")), ...(await marked(page, OUTPUT, "here"))];
        assert.match(here.join(), /data|#pragma/);
        await page.keyboard.press("f");
    }
});

test("a long line goes on in further rows", async (t) => {
    const page = await explained(t, "hostile");
    assert.ok((await page.locator(`${SOURCE} .gutter`).filter({ hasText: "↪" }).count()) > 0);
    const longest = await page.locator(`${SOURCE} .code`).evaluateAll((rows) => Math.max(...rows.map((row) => row.textContent.length)));
    assert.ok(longest <= 1000, `a row of ${longest}`);
    await page.locator("#wrap").click();
    assert.ok(await page.locator(SOURCE).evaluate((pane) => pane.scrollWidth <= pane.clientWidth));
    const lines = decoded(sourceOf("hostile")).replace(/\r\n/g, "\n");
    assert.equal(await wholeText(page, SOURCE), lines);
});
