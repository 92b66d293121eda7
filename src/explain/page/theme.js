// Light and dark: as the system has it, or as the reader says.

import { $ } from "./dom.js";

const ORDER = ["auto", "light", "dark"];
const NAMES = { auto: "Theme: system", light: "Theme: light", dark: "Theme: dark" };
const KEY = "gpump-theme";

// Files have no storage in some browsers.
function kept() {
    try {
        return localStorage.getItem(KEY);
    } catch {
        return null;
    }
}

function set(name) {
    document.documentElement.dataset.theme = name;
    $("theme").textContent = NAMES[name];
    try {
        localStorage.setItem(KEY, name);
    } catch {
        // The choice lasts as long as the page is open.
    }
}

export function nextTheme() {
    const now = document.documentElement.dataset.theme;
    set(ORDER[(ORDER.indexOf(now) + 1) % ORDER.length]);
}

export function theme() {
    const name = kept();
    set(ORDER.includes(name) ? name : "auto");
    $("theme").addEventListener("click", nextTheme);
}
