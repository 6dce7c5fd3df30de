// Accessibility in tests of the panel: what axe-core finds in a page.

import { source } from "axe-core";
import type { Page } from "playwright-core";

/** The violations as sentences. The debugger may evaluate what the policy of the page forbids. */
export async function axeViolations(page: Page): Promise<readonly string[]> {
  await page.evaluate(source);
  return page.evaluate(`axe.run().then(({ violations }) => violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => id + ": " + html.slice(0, 200) + " " + failureSummary)))`);
}
