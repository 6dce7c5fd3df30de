// Accessibility in tests of the panel: what axe-core finds in a page.

import { source } from "axe-core";
import type { Page } from "playwright-core";

/** Runs axe-core, and resolves with the violations as sentences. */
const run = (page: Page, options: object): Promise<readonly string[]> =>
  page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`);

/** The violations in light colours, and those of the contrast in dark ones. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  // The debugger may evaluate what the policy of the page forbids.
  if (!(await page.evaluate<boolean>("'axe' in globalThis"))) await page.evaluate(source);
  const inLight = await run(page, {});
  await page.emulateMedia({ colorScheme: "dark" });
  const inDark = await run(page, { runOnly: ["color-contrast"] });
  await page.emulateMedia({ colorScheme: "light" });
  return [...inLight, ...inDark.map((found) => `in dark colours: ${found}`)];
}
