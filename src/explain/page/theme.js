// Light and dark: as the system has it, or as the reader says.

import { $ } from "./dom.js";
import { keep, kept } from "./kept.js";

const ORDER = ["auto", "light", "dark"];
const NAMES = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
const KEY = "gpump-theme";

function set(name) {
    document.documentElement.dataset.theme = name;
    $("theme").textContent = NAMES[name];
    keep(KEY, name);
}

export function nextTheme() {
    const now = document.documentElement.dataset.theme;
    set(ORDER[(ORDER.indexOf(now) + 1) % ORDER.length]);
}

export function theme() {
    const name = kept(KEY);
    set(ORDER.includes(name) ? name : "auto");
    $("theme").addEventListener("click", nextTheme);
}
