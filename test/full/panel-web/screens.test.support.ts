// What a person sees of a page: what does not fit, what has the focus, how large an image is.

import type { Locator, Page } from "playwright-core";
import { expect } from "vitest";
import { within } from "./panel.test.support.js";

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

/** Waits until the element has the focus. */
export const waitForFocus = (element: Locator): Promise<void> =>
  expect.poll(() => element.and(element.page().locator(":focus")).count(), within).toBe(1);

/** The name of what has the focus. */
export const focusedName = (page: Page): Promise<string> =>
  page.evaluate<string>(
    `(() => { const e = document.activeElement; return e.getAttribute("aria-label") ?? e.labels?.[0]?.textContent ?? e.textContent; })()`,
  );

/** Walks with Tab to what has a name. */
export async function tabTo(page: Page, name: RegExp): Promise<void> {
  for (let presses = 0; presses < 60; presses++) {
    if (name.test(await focusedName(page))) return;
    await page.keyboard.press("Tab");
  }
  throw new Error(`Tab does not lead to ${String(name)}; the focus is at ${await focusedName(page)}.`);
}

/** Waits until the image is there with this width. Pixels. */
export const waitForWidth = (image: Locator, width: number): Promise<void> =>
  expect
    .poll(() => image.evaluate((element) => (element as { naturalWidth?: number }).naturalWidth), within)
    .toBe(width);
