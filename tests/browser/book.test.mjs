// The book, as scripts/book builds it: every chapter opens by itself, can be read, and leads on.

import assert from "node:assert/strict";
import { existsSync, readdirSync } from "node:fs";
import { join, relative } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { accessible, open, screenshot } from "./harness.mjs";

const BOOK = process.env.BOOK ?? "";

function pages(folder = BOOK) {
    return readdirSync(folder, { withFileTypes: true }).flatMap((entry) => {
        const path = join(folder, entry.name);
        if (entry.isDirectory()) return pages(path);
        return entry.name.endsWith(".html") && !["print.html", "404.html", "toc.html"].includes(entry.name) ? [path] : [];
    });
}

const given = BOOK !== "" && existsSync(join(BOOK, "index.html"));

test("the book is there", () => {
    assert.ok(given, BOOK === ""
        ? "the book was not looked at: build it (scripts/book) and say where it is (scripts/browser-tests --book DIR)"
        : `${BOOK} has no index.html: build the book there (scripts/book ${BOOK})`);
});

for (const file of given ? pages() : []) {
    const name = relative(BOOK, file);
    const picture = `book-${name.replace(/\.html$/, "").replaceAll("/", "-")}`;

    test(`${name} opens, without a network and without a complaint`, async (t) => {
        const page = await open(t, file, { within: BOOK });
        assert.ok((await page.title()).length > 0);
        assert.notEqual(await page.locator("html").getAttribute("lang"), "");
        assert.ok((await page.locator("main").innerText()).trim().length > 100, "there is next to nothing to read");
        const broken = await page.evaluate(() => [...document.images].filter((image) => image.complete && image.naturalWidth === 0).map((image) => image.src));
        assert.deepEqual(broken, [], "pictures are missing");
        await screenshot(page, picture);
        // Every link within the book leads somewhere.
        const links = await page.locator("main a[href]").evaluateAll((all) => all.map((link) => link.href).filter((href) => href.startsWith("file:")));
        for (const link of links) {
            const [target] = link.split("#");
            assert.ok(existsSync(fileURLToPath(target)), `${link} leads nowhere`);
        }
    });

    test(`${name} fits a narrow screen`, async (t) => {
        const page = await open(t, file, { within: BOOK, size: "phone" });
        const wide = await page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);
        assert.ok(wide <= 1, `it is ${wide} pixels too wide`);
    });

    for (const theme of ["light", "dark"]) {
        test(`axe-core finds nothing in ${name}, ${theme}`, async (t) => {
            const page = await open(t, file, { within: BOOK, theme });
            await accessible(page, { of: "main" });
            if (theme === "dark") await screenshot(page, `${picture}-dark`);
        });
    }
}

test("the chapters are leafed through with the keyboard", async (t) => {
    if (!given) return t.skip("the book is not there");
    const page = await open(t, join(BOOK, "index.html"), { within: BOOK });
    const turn = async (key) => {
        const before = page.url();
        await page.keyboard.press(key);
        await page.waitForURL((url) => url.href !== before);
        return page.url();
    };
    // index.html is the first chapter once more.
    const first = await turn("ArrowRight");
    const second = await turn("ArrowRight");
    assert.notEqual(second, first);
    assert.equal(await turn("ArrowLeft"), first);
});
