// The page's modules, outside of a page.

import { cpSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { after } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";

// Node takes a .js for a module where a package says so.
const folder = mkdtempSync(join(tmpdir(), "gpump-page-"));
after(() => rmSync(folder, { recursive: true }));
cpSync(resolve(fileURLToPath(import.meta.url), "../../../src/explain/page"), folder, { recursive: true });
writeFileSync(join(folder, "package.json"), '{ "type": "module" }');

export const load = (name) => import(pathToFileURL(join(folder, name)).href);
