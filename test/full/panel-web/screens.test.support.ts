// Screens on which a view has to fit, and what does not fit.

import type { Page } from "playwright-core";

/** Elements of the view that reach beyond it, unless they scroll by themselves. */
export const overflows = (page: Page): Promise<readonly string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll("main.view, main.view *")]
    .filter((element) => element.scrollWidth > element.clientWidth + 1
      && getComputedStyle(element).overflowX === "visible" && getComputedStyle(element).display !== "inline"
      && element.clientWidth > 0)
    .map((element) => element.tagName + "." + element.className)
    .concat(document.documentElement.scrollWidth > innerWidth ? ["the page"] : [])
    .concat(document.documentElement.scrollHeight > innerHeight ? ["the page, downwards"] : [])`);

/** Pixels of a wide screen and of a narrow one. */
export const widths = [1280, 320] as const;
