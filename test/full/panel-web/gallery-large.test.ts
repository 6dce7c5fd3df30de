// A gallery of 10,000 images in a browser: it scrolls with few elements, and its memory stays flat.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { numberOf, startGallery } from "./gallery.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { waitForFocus } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const count = 10_000;
const megabyte = 1_000_000;

/** Bytes of the scripts' memory and number of nodes, after the garbage is collected. */
async function used(page: Page): Promise<{ readonly bytes: number; readonly nodes: number }> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send("Performance.enable");
  await devtools.send("HeapProfiler.collectGarbage");
  const { metrics } = await devtools.send("Performance.getMetrics");
  await devtools.detach();
  const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? NaN;
  return { bytes: of("JSHeapUsedSize"), nodes: of("Nodes") };
}

describe.skipIf(chromiumPath === undefined)("a gallery of 10,000 images", { timeout: 120_000 }, () => {
  const test = startForAll(() => startGallery({ count, files: 24, side: 48 }));

  it("scrolls to the end and back with few elements and flat memory", async () => {
    const { page, list, tiles, total } = await test.openGallery();
    expect(await total.textContent()).toBe("10,000");
    const scrollTo = async (share: number): Promise<void> => {
      await list.evaluate((element, part) => {
        const scroller = element as unknown as { scrollTop: number; readonly scrollHeight: number };
        scroller.scrollTop = scroller.scrollHeight * part;
      }, share);
      await expect.poll(() => list.locator('[aria-label$="loading"]').count(), within).toBe(0);
      expect(await tiles.count()).toBeLessThan(60);
    };
    const round = async (): Promise<void> => {
      for (let step = 0; step <= 8; step++) await scrollTo(step / 8);
      await scrollTo(0);
    };
    await round();
    const before = await used(page);
    await round();
    await round();
    const after = await used(page);
    expect(after.bytes - before.bytes).toBeLessThan(3 * megabyte);
    expect(after.nodes - before.nodes).toBeLessThan(500);
  });

  it("keeps the focus while tiles come and go, and opens images that were not known", async () => {
    const { page, list, tiles } = await test.openGallery();
    await tiles.nth(5).waitFor();
    await list.press("ArrowDown");
    await expect.poll(() => numberOf(list.locator(".active")), within).toBe(count - 1 - 2);
    await list.press("ArrowDown");
    await expect.poll(() => numberOf(list.locator(".active")), within).toBe(count - 1 - 4);
    const active = await list.getAttribute("aria-activedescendant");
    await list.evaluate((element) => {
      (element as unknown as { scrollTop: number }).scrollTop = 200_000;
    });
    await expect.poll(() => numberOf(tiles.first()), within).toBeLessThan(9000);
    await waitForFocus(list);
    expect(await list.getAttribute("aria-activedescendant")).toBe(active);
    expect(await numberOf(page.locator(`[id="${active ?? ""}"]`))).toBe(count - 1 - 4);
    await list.press("ArrowDown");
    await expect.poll(() => numberOf(list.locator(".active")), within).toBe(count - 1 - 6);
    await list.press("End");
    await expect.poll(() => numberOf(list.locator(".active")), within).toBe(0);
    await list.press(" ");
    await page.getByRole("dialog").getByText("10,000 of 10,000").waitFor();
    await page.keyboard.press("Escape");
    await waitForFocus(list);
  });
});
