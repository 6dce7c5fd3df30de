// A choice among known values in a browser: with the keys alone, with a finger, for a screen reader.

import { describe, expect, it } from "vitest";
import type { Locator } from "playwright-core";
import { axeViolations } from "./axe.test.support.js";
import { choose, optionsOf } from "./choices.test.support.js";
import { chromiumPath, startPanel } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("a choice", () => {
  const test = startForAll(() => startPanel());

  const isOpen = async (field: Locator): Promise<boolean> =>
    (await field.getAttribute("aria-expanded")) === "true";
  /** The text of the option that a screen reader is told. */
  const activeText = async (field: Locator): Promise<string | null> => {
    const id = await field.getAttribute("aria-activedescendant");
    return id === null ? null : field.page().locator(`[id="${id}"]`).textContent();
  };

  it("opens, is searched, and is taken or left with the keys alone", async () => {
    const { page } = await test.open("#/backends//new");
    const kind = page.getByRole("combobox", { name: "Kind", exact: true });
    await kind.focus();
    const first = await kind.textContent();
    await page.keyboard.press("ArrowDown");
    await expect.poll(() => activeText(kind)).toBe(first);
    await page.keyboard.press("End");
    const last = await optionsOf(kind).last().textContent();
    expect(await activeText(kind)).toBe(last);
    await page.keyboard.press("Escape");
    expect([await isOpen(kind), await kind.textContent()]).toEqual([false, first]);
    // The keys 1 to 3 show another view, but not while a field has the focus.
    await page.keyboard.type("emb1");
    expect([await isOpen(kind), await kind.textContent()]).toEqual([
      false,
      "Embedded server (simulated sampler)",
    ]);
    await page.keyboard.press("Enter");
    await page.keyboard.press("Home");
    const top = await optionsOf(kind).first().textContent();
    await page.keyboard.press("Enter");
    expect([await isOpen(kind), await kind.textContent()]).toEqual([false, top]);
    await page.keyboard.press("End");
    await page.keyboard.press("Tab");
    expect(await kind.textContent()).toBe(last);
    await page.locator('[role="combobox"]:focus').and(page.getByLabel("Auth profile")).waitFor();
  });

  it("has a name, targets for a finger, and a list in the window on a phone", async () => {
    const viewport = { width: 390, height: 700 };
    const { page } = await test.open("#/backends//new", { viewport, hasTouch: true });
    const kind = page.getByRole("combobox", { name: "Kind", exact: true });
    await kind.click();
    const boxes = await Promise.all((await optionsOf(kind).all()).map((option) => option.boundingBox()));
    expect(boxes.length).toBeGreaterThan(2);
    expect(
      boxes.filter((box) => box === null || box.height < 24 || box.x < 0 || box.x + box.width > 390),
    ).toEqual([]);
    expect(await axeViolations(page)).toEqual([]);
    await kind.click();
    await choose(kind, "Embedded server (simulated sampler)");
    expect(await kind.textContent()).toBe("Embedded server (simulated sampler)");
  });
});
