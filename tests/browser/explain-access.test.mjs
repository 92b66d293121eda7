// Themes, narrow screens, motion, and what axe-core says of it all.

import assert from "node:assert/strict";
import { test } from "node:test";
import { accessible, screenshot } from "./harness.mjs";
import { explained, OUTPUT, SOURCE, state, view, word } from "./explained.mjs";

const VIEWS = ["Step", "Regions", "Scopes", "Tokens", "Macros", "Dialects"];

for (const theme of ["light", "dark"]) {
    test(`axe-core finds nothing in the ${theme} theme`, async (t) => {
        const page = await explained(t, "macros", { theme });
        for (const name of VIEWS) {
            await view(page, name);
            await word(page, SOURCE, "main").hover();
            await accessible(page);
            await screenshot(page, `explain-${name.toLowerCase()}-${theme}`);
        }
        await view(page, "Regions");
        await page.locator("button.variable").first().click();
        await page.keyboard.press("f");
        await accessible(page);
        await page.locator("#back").click();
        await accessible(page);
        await page.getByRole("radio", { name: "Side by side" }).check({ force: true });
        await accessible(page);
        await page.keyboard.press("?");
        await accessible(page);
    });

    test(`axe-core finds nothing on a narrow screen, ${theme}`, async (t) => {
        const page = await explained(t, "a1", { theme, size: "phone" });
        for (const part of ["Source", "Output", "Details"]) {
            await page.locator("#parts").getByRole("tab", { name: part }).click();
            await accessible(page);
        }
        await view(page, "Regions");
        await accessible(page);
    });

    test(`axe-core finds nothing where a dialect refuses, ${theme}`, async (t) => {
        const page = await explained(t, "refused", { theme });
        await page.getByRole("radio", { name: /Thesis/ }).check({ force: true });
        await accessible(page);
        await view(page, "Messages");
        await accessible(page);
    });
}

test("the theme is the system's until the reader says otherwise", async (t) => {
    const page = await explained(t, "a1", { theme: "dark" });
    const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor.match(/\d+/g).slice(0, 3).reduce((a, b) => a + Number(b), 0));
    assert.ok((await ground()) < 200);
    await page.locator("#theme").click();
    assert.equal(await page.locator("html").getAttribute("data-theme"), "light");
    assert.ok((await ground()) > 600);
    await page.keyboard.press("t");
    assert.ok((await ground()) < 200);
    await page.reload();
    await page.waitForSelector("html[data-ready=true]");
    assert.equal(await page.locator("html").getAttribute("data-theme"), "dark");
});

test("a narrow screen shows one part at a time, and nothing is cut off", async (t) => {
    const page = await explained(t, "a1", { size: "phone" });
    const wide = () => page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth);
    assert.ok(await page.locator("#source").isVisible());
    assert.ok(!(await page.locator("#inspector").isVisible()));
    assert.ok(await wide());
    await screenshot(page, "explain-phone-source");
    await page.locator("#parts").getByRole("tab", { name: "Output" }).click();
    assert.ok(!(await page.locator("#source").isVisible()));
    assert.ok(await page.locator(OUTPUT).isVisible());
    assert.ok(await wide());
    await screenshot(page, "explain-phone-output");
    // Lines are wrapped, so that nothing has to be moved sideways.
    assert.ok(await page.locator(OUTPUT).evaluate((pane) => pane.scrollWidth <= pane.clientWidth));
    await view(page, "Regions");
    assert.ok(await wide());
    await screenshot(page, "explain-phone-regions");
    await page.locator("button.variable").first().click();
    assert.ok(await page.locator("#source").isVisible(), "a place in the source is shown there");
    await page.locator("#next").isVisible();
    await page.locator("#first").click();
    assert.equal(await state(page), 0);
    await view(page, "Step");
    await page.locator("#next").click();
    await screenshot(page, "explain-phone-step");
    for (const button of await page.locator(".stepper button, #parts [role=tab]").all()) {
        const box = await button.boundingBox();
        assert.ok(box.height >= 24 && box.width >= 24, `${await button.getAttribute("id")} is ${box.width} by ${box.height}`);
    }
});

test("a projector shows it large", async (t) => {
    const page = await explained(t, "a1", { size: "projector" });
    const size = await page.locator("#source").evaluate((pane) => parseFloat(getComputedStyle(pane).fontSize));
    assert.ok(size >= 14, `code of ${size} pixels`);
    await view(page, "Regions");
    await page.locator("button.variable").nth(1).click();
    await screenshot(page, "explain-projector");
});

test("nothing moves for those who asked for that", async (t) => {
    const page = await explained(t, "a1", { motion: "reduce" });
    const moving = await page.evaluate(() => [...document.querySelectorAll("*")].filter((element) => {
        const style = getComputedStyle(element);
        return style.transitionDuration.split(",").some((each) => parseFloat(each) > 0) || style.animationName !== "none" || style.scrollBehavior === "smooth";
    }).map((element) => element.tagName));
    assert.deepEqual(moving, []);
});

test("the height of the code can be set with the keyboard", async (t) => {
    const page = await explained(t, "a1");
    const height = async () => (await page.locator("#source").boundingBox()).height;
    const before = await height();
    await page.locator("#border").focus();
    await page.keyboard.press("ArrowDown");
    await page.keyboard.press("ArrowDown");
    assert.ok((await height()) > before + 20);
});
