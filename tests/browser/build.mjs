// Makes the pages that the suites look at: `node build.mjs GPUMP FOLDER`.
//
// Each program is NAME.c in the folder, its page NAME.html, the explanation that the page is made of
// NAME.json, and what gpump said NAME.log.

import { spawnSync } from "node:child_process";
import { copyFileSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join, resolve } from "node:path";
import { fileURLToPath } from "node:url";
import { hostile, large, MACROS, REFUSED } from "./programs.mjs";

const [, , gpump, folder] = process.argv;
const root = resolve(fileURLToPath(import.meta.url), "../../..");

mkdirSync(folder, { recursive: true });
copyFileSync(join(root, "examples/a1.c"), join(folder, "a1.c"));
copyFileSync(join(root, "tests/programs/accessible_functions.c"), join(folder, "functions.c"));
writeFileSync(join(folder, "macros.c"), MACROS);
writeFileSync(join(folder, "refused.c"), REFUSED);
writeFileSync(join(folder, "hostile.c"), hostile());
writeFileSync(join(folder, "empty.c"), "");
writeFileSync(join(folder, "plain.c"), "int main(void)\n{\n    return 0;\n}");
writeFileSync(join(folder, "large.c"), large(3000));

function explain(name, ...flags) {
    const started = performance.now();
    const run = spawnSync(gpump, ["explain", ...flags], { cwd: folder, encoding: "utf8", maxBuffer: 2 ** 30 });
    writeFileSync(join(folder, `${name}.log`), run.stderr ?? "");
    if (run.error || run.status !== 0) {
        throw new Error(`${gpump} explain ${flags.join(" ")}: ${run.error ?? `status ${run.status}\n${run.stderr}`}`);
    }
    return { text: run.stdout, took: performance.now() - started };
}

for (const name of ["a1", "functions", "macros", "refused", "hostile", "empty", "plain", "large"]) {
    const { took } = explain(name, `${name}.c`, "-o", `${name}.html`);
    writeFileSync(join(folder, `${name}.json`), explain(name, "--json", `${name}.c`).text);
    const size = readFileSync(join(folder, `${name}.html`)).length;
    console.log(`${name}: a page of ${(size / 1e6).toFixed(1)} MB in ${took.toFixed(0)} ms`);
}
// One dialect alone.
explain("only-cuda", "--dialect", "cuda", "a1.c", "-o", "only-cuda.html");
explain("only-thesis", "--dialect", "thesis", "a1.c", "-o", "only-thesis.html");
// The same once more: it has to be the same page.
explain("a1-again", "a1.c", "-o", "a1-again.html");
