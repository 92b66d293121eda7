// What is kept for the next time that a page is opened. Files have no storage in some browsers: then nothing is.

export function kept(key, storage = "localStorage") {
    try {
        return window[storage].getItem(key);
    } catch {
        return null;
    }
}

export function keep(key, value, storage = "localStorage") {
    try {
        window[storage].setItem(key, value);
    } catch {
        // It lasts as long as the page is open.
    }
}
