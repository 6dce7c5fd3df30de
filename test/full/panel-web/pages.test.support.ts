// Pages of the browser for tests of the panel. A page whose test has ended is used again, which takes half of the time
// of a new one.

import type { Browser, BrowserContextOptions, Page } from "playwright-core";
import { onTestFinished, TestRunner } from "vitest";

export interface PageOptions extends BrowserContextOptions {
  /** Values of the local storage with which the page begins. */
  readonly localStorage?: Readonly<Record<string, string>>;
  /** Whether the sentences of the first visit are shown. Default: the user has read them. */
  readonly isFirstVisit?: true;
}

const read = { "pictor.readHints": JSON.stringify(["generate", "request", "backends"]) };

/** Pages whose tests have ended, by the options of their contexts. */
const unused = new Map<string, Page[]>();

/**
 * A page of the origin that is not the panel, which writes into its storages until it is left. On the way to a page of
 * no origin and back, the browser would start another process each time.
 */
const besidePanel = (origin: string): string => `${origin}/nothing-here`;

async function leave(
  page: Page,
  origin: string,
  { viewport, colorScheme, permissions }: BrowserContextOptions,
): Promise<void> {
  const context = page.context();
  for (const other of context.pages()) if (other !== page) await other.close();
  page.removeAllListeners();
  await page.unrouteAll({ behavior: "ignoreErrors" });
  await page.goto(besidePanel(origin));
  await context.clearCookies();
  await context.clearPermissions();
  if (permissions) await context.grantPermissions(permissions);
  await page.emulateMedia({ colorScheme: colorScheme ?? null });
  if (viewport) await page.setViewportSize(viewport);
}

/**
 * A page for the test that runs, as if it were new for this origin. A test that leaves what nothing can undo closes its
 * context.
 */
export async function pageFor(browser: Browser, origin: string, given: PageOptions): Promise<Page> {
  const { localStorage, isFirstVisit, ...rest } = given;
  const stored = { ...(isFirstVisit !== true && read), ...localStorage };
  const options = { viewport: { width: 1280, height: 800 }, reducedMotion: "reduce" as const, ...rest };
  const key = JSON.stringify(options);
  const used = unused.get(key)?.pop();
  const page: Page = used ?? (await (await browser.newContext(options)).newPage());
  if (TestRunner.getCurrentTest() !== undefined)
    onTestFinished(async () => {
      if (page.isClosed()) return;
      try {
        await leave(page, origin, options);
        unused.set(key, [...(unused.get(key) ?? []), page]);
      } catch {
        await page.context().close();
      }
    });
  if (page.url() !== besidePanel(origin)) await page.goto(besidePanel(origin));
  await page.evaluate("localStorage.clear(), sessionStorage.clear()");
  await page.evaluate(`Object.assign(localStorage, ${JSON.stringify(stored)})`);
  return page;
}
