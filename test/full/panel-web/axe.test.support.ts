// Accessibility in tests of the panel: what axe-core finds in a page, and targets that a finger misses.

import { source } from "axe-core";
import type { Page } from "playwright-core";

/** Runs axe-core, and resolves with the violations as sentences. */
const run = (page: Page, options: object): Promise<readonly string[]> =>
  page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`);

/** Controls below 24 by 24 pixels (WCAG 2.5.8, without its exception for space around them), but links within a sentence. */
const smallTargets = (page: Page): Promise<readonly string[]> =>
  page.evaluate(`[...document.querySelectorAll("button, a[href], input, textarea, summary, [role=option], [role=slider]")]
    .filter((element) => element.checkVisibility({ visibilityProperty: true })
      && !(getComputedStyle(element).display === "inline" && element.parentElement.textContent !== element.textContent))
    .map((element) => [element, (element.matches("input") && element.closest("label") || element).getBoundingClientRect()])
    .filter(([, { width, height }]) => width > 1 && (width < 24 || height < 24))
    .map(([element, { width, height }]) => "a target of " + width + " by " + height + ": " + element.outerHTML.slice(0, 200))`);

/** The violations in light colours, and those of the contrast in dark ones. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // The debugger may evaluate what the policy of the page forbids.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(source);
  const inLight = await run(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await run(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...(await smallTargets(page)), ...inDark.map((found) => `in dark colours: ${found}`)];
}
