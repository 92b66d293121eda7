"use strict";

// Mends what mdBook's page leaves to be wished for readers who use a keyboard, or who listen.
(() => {
    /** Calls `then` now, and whenever the attribute of the element changes. */
    const follow = (element, attribute, then) => {
        then();
        new MutationObserver(then).observe(element, { attributes: true, attributeFilter: [attribute] });
    };

    // The bar above the text is a landmark; the book's title in it is not the page's heading.
    const bar = document.getElementById("mdbook-menu-bar");
    if (bar) {
        bar.setAttribute("role", "banner");
        bar.querySelector(".menu-title")?.setAttribute("role", "presentation");
    }

    // What shows the table of contents is a label, which no key can press. A button stands in for it.
    const label = document.getElementById("mdbook-sidebar-toggle");
    if (label && label.tagName === "LABEL") {
        const button = document.createElement("button");
        button.type = "button";
        button.className = label.className;
        button.title = label.title;
        button.append(...label.childNodes);
        for (const attribute of ["aria-label", "aria-controls"]) {
            button.setAttribute(attribute, label.getAttribute(attribute) ?? "");
        }
        button.addEventListener("click", () => label.click());
        follow(label, "aria-expanded", () => {
            button.setAttribute("aria-expanded", label.getAttribute("aria-expanded") ?? "false");
        });
        label.before(button);
        label.style.display = "none";
    }

    // A table of contents that is hidden cannot be walked into.
    const sidebar = document.getElementById("mdbook-sidebar");
    if (sidebar) {
        follow(sidebar, "aria-hidden", () => {
            sidebar.inert = sidebar.getAttribute("aria-hidden") === "true";
        });
    }

    // The search has a name, and not a hint alone.
    document.getElementById("mdbook-searchbar")?.setAttribute("aria-label", "Search this book");

    // What is wider than the page can be moved by the keyboard.
    const reach = () => {
        for (const block of document.querySelectorAll("main pre, main pre code, main .table-wrapper, main .wide-picture")) {
            if (block.scrollWidth > block.clientWidth || block.scrollHeight > block.clientHeight) {
                block.tabIndex = 0;
            } else {
                block.removeAttribute("tabindex");
            }
        }
    };
    reach();
    window.addEventListener("resize", reach);
    window.addEventListener("load", reach);
})();
