// The page of `gpump serve`: typing, what is wrong, examples, runs.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { after, before, test } from "node:test";
import { accessible, open, screenshot } from "./harness.mjs";
import { OUTPUT, wholeText } from "./explained.mjs";

let server;
let url;

before(async () => {
    server = spawn(process.env.GPUMP, ["serve", "--no-open", "--time", "4"], { stdio: ["ignore", "pipe", "inherit"] });
    url = await new Promise((done, failed) => {
        server.stdout.once("data", (line) => done(line.toString().trim()));
        server.once("exit", () => failed(new Error("gpump serve has ended")));
    });
});

after(() => server.kill());

async function served(t, options) {
    const page = await open(t, url, options);
    await page.waitForSelector("html[data-ready=true]");
    await page.keyboard.press("Escape"); // the tour
    return page;
}

const editor = (page) => page.getByRole("textbox", { name: "Program in C" });
const problems = (page) => page.getByRole("list", { name: "What is wrong" });
const said = (page) => page.locator(".problems-said");
const button = (page, name) => page.getByRole("button", { name, exact: true });

// On a narrow screen, the part that something is in.
async function part(page, name) {
    const tab = page.locator("#parts").getByRole("tab", { name });
    if (await tab.isVisible()) await tab.click();
}

async function choose(page, title) {
    await page.getByRole("combobox", { name: "Example" }).selectOption({ label: title });
}

async function until(what, holds) {
    const end = Date.now() + 30_000;
    for (;;) {
        if (await holds()) return;
        assert.ok(Date.now() < end, what);
        await new Promise((done) => setTimeout(done, 50));
    }
}

const shows = (page, text) => until(`the output has no ${text}`, async () => (await wholeText(page, OUTPUT)).includes(text));

// Puts the caret behind a text in the editor.
async function goBehind(page, text) {
    await editor(page).evaluate((area, text) => {
        const at = area.value.indexOf(text) + text.length;
        area.focus();
        area.setSelectionRange(at, at);
    }, text);
}

for (const size of ["desktop", "phone"]) {
    test(`the CUDA follows what is typed, ${size}`, async (t) => {
        const page = await served(t, { size });
        await choose(page, "A sum");
        await part(page, "Source");
        await goBehind(page, "dot += x[i] * y[i]");
        await page.keyboard.type(" * 4242");
        await part(page, "Output");
        await shows(page, "y[i] * 4242");
        await screenshot(page, `serve-typed-${size}`);
        // And back.
        await part(page, "Source");
        await goBehind(page, "* 4242");
        for (let i = 0; i < 7; i++) await page.keyboard.press("Backspace");
        await part(page, "Output");
        await until("4242 stays", async () => !(await wholeText(page, OUTPUT)).includes("4242"));
    });

    test(`what is wrong stands in its place, and can be mended, ${size}`, async (t) => {
        const page = await served(t, { size });
        await choose(page, "A mistake");
        await problems(page).getByText("unknown OpenMP clause").waitFor();
        assert.equal(await page.locator("#source .wrong").first().textContent(), "reducton");
        assert.equal(await page.locator("#source .error-line .gutter").textContent(), "8");
        assert.match(await said(page).textContent(), /1 error; the output is that of the last version/);
        await accessible(page);
        await screenshot(page, `serve-wrong-${size}`);
        await button(page, "line 8").click();
        assert.equal(await editor(page).evaluate((area) => area.value.slice(area.selectionStart, area.selectionStart + 8)), "reducton");
        await button(page, "replace reducton by reduction").click();
        await until("the error stays", async () => (await problems(page).locator("li").count()) === 0);
        await part(page, "Output");
        await shows(page, "main_parallel0");
        // What the C compiler alone finds is there too.
        await part(page, "Source");
        await goBehind(page, "int sum = ");
        await page.keyboard.type("not_declared + ");
        await problems(page).getByText("not_declared").first().waitFor();
    });

    test(`examples can be chosen and run, ${size}`, async (t) => {
        const page = await served(t, { size });
        await choose(page, "A histogram");
        await until("its name is not shown", async () => (await page.locator("#file").textContent()) === "histogram.c");
        await button(page, "Run").click();
        const output = page.getByRole("region", { name: "Output of the program" });
        await page.getByText("Ended with status 0.").waitFor();
        assert.match(await output.textContent(), /^0: 1429\n1: 1428\n/);
        await accessible(page);
        await screenshot(page, `serve-run-${size}`);
        await choose(page, "A race");
        await until("its name is not shown", async () => (await page.locator("#file").textContent()) === "race.c");
        await part(page, "Details");
        await page.getByRole("checkbox", { name: /races/ }).check();
        await button(page, "Run").click();
        await output.getByText("a race in kernel").waitFor();
    });

    test(`nothing is cut off, and a theme is kept, ${size}`, async (t) => {
        const page = await served(t, { size, theme: "dark" });
        assert.ok(await page.evaluate(() => document.documentElement.scrollWidth <= document.documentElement.clientWidth));
        await accessible(page);
        await screenshot(page, `serve-dark-${size}`);
    });
}

test("a word of the program is marked on both sides when it is pointed at", async (t) => {
    const page = await served(t);
    await choose(page, "A sum");
    await shows(page, "dot");
    await goBehind(page, "int main");
    const box = await page.locator("#source .code > span").filter({ hasText: /^main$/ }).first().boundingBox();
    await page.mouse.move(box.x + box.width / 2, box.y + box.height / 2);
    await page.locator("#source .code > .pointed").filter({ hasText: /^main$/ }).waitFor();
    // The letters that are seen lie where the text area has them.
    const caret = await editor(page).evaluate((area) => {
        const style = getComputedStyle(area);
        return [style.fontSize, style.fontFamily, style.lineHeight, style.tabSize];
    });
    const row = await page.locator("#source .row").first().evaluate((element) => {
        const style = getComputedStyle(element);
        return [style.fontSize, style.fontFamily, style.lineHeight, style.tabSize];
    });
    assert.deepEqual(caret, row);
});

test("all of it works with the keyboard", async (t) => {
    const page = await served(t);
    await editor(page).focus();
    await page.keyboard.press("Control+a");
    await page.keyboard.type("int main(void)\n{\nputs(\"typed\");\nreturn 7;");
    // A line begins as the one before, and behind a brace it is indented.
    assert.equal(await editor(page).inputValue(), "int main(void)\n{\n    puts(\"typed\");\n    return 7;");
    await page.keyboard.press("Enter");
    await page.keyboard.press("Tab");
    assert.ok((await editor(page).inputValue()).endsWith("\n        "));
    for (let i = 0; i < 8; i++) await page.keyboard.press("Backspace");
    await page.keyboard.type("}\n");
    await page.keyboard.press("Control+Home");
    await page.keyboard.type("#include <stdio.h>\n");
    await page.keyboard.press("Control+Enter");
    await page.getByText("Ended with status 7.").waitFor();
    assert.equal(await page.getByRole("region", { name: "Output of the program" }).textContent(), "typed\n");
    // Escape and Tab leave the editor.
    await editor(page).focus();
    await page.keyboard.press("Escape");
    await page.keyboard.press("Tab");
    assert.ok(!(await editor(page).evaluate((area) => area === document.activeElement)), "there is no way out of the editor");
    // What was typed outlasts a reload.
    await page.reload();
    await page.waitForSelector("html[data-ready=true]");
    assert.match(await editor(page).inputValue(), /typed/);
});

test("a run can be stopped, and is stopped when it takes too long", async (t) => {
    const page = await served(t);
    await editor(page).fill("#include <stdio.h>\nint main(void)\n{\n    puts(\"begins\");\n    for (;;) ;\n}\n");
    await button(page, "Run").click();
    const output = page.getByRole("region", { name: "Output of the program" });
    await output.getByText("begins").waitFor();
    await button(page, "Stop").click();
    await page.getByText("Stopped.", { exact: true }).waitFor();
    await button(page, "Run").click();
    await page.getByText("Stopped: it took longer than 4 seconds.").waitFor();
});

test("without the token the page says what to do", async (t) => {
    const page = await open(t, url.replace(/#.*/, "#wrong"), { complains: /403/ });
    await page.getByRole("alert").waitFor();
    assert.match(await page.getByRole("alert").textContent(), /open the address that `?gpump serve`? has printed/);
});
