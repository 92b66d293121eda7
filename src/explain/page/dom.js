// Making elements. Everything that comes from the explanation reaches the page through text nodes and
// attributes, never as markup.

const SVG = "http://www.w3.org/2000/svg";

function fill(element, attributes, children) {
    for (const [name, value] of Object.entries(attributes ?? {})) {
        if (value === undefined || value === null || value === false) continue;
        if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
        else element.setAttribute(name, value === true ? "" : String(value));
    }
    for (const child of children.flat(Infinity)) {
        if (child === undefined || child === null || child === false) continue;
        element.append(child);
    }
    return element;
}

// An element with attributes (`on…` are listeners) and children (nodes, strings, lists of them).
export function h(name, attributes, ...children) {
    return fill(document.createElement(name), attributes, children);
}

// The same in SVG.
export function svg(name, attributes, ...children) {
    return fill(document.createElementNS(SVG, name), attributes, children);
}

export function $(id) {
    return document.getElementById(id);
}

// "1 step", "2 steps".
export function counted(number, one, many = `${one}s`) {
    return `${number.toLocaleString("en")} ${number === 1 ? one : many}`;
}

// Prose with code between backquotes.
export function prose(text) {
    return (text ?? "").split(/`([^`]*)`/).map((part, at) => (at % 2 === 1 ? h("code", { translate: "no" }, part) : part));
}

// At most `length` characters of a text, on one line.
export function shortened(text, length) {
    const line = text.replace(/\s+/g, " ").trim();
    return line.length > length ? `${line.slice(0, length - 1)}…` : line;
}
