// Whether everybody can use the gallery: axe-core on the gallery, its dialogs and the mask editor, in light and dark,
// narrow and wide.

import { describe, expect, it } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { startGallery } from "./gallery.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";
import { widths } from "./screens.test.support.js";
import { pictureBytes } from "./seeded-gallery.test.support.js";

describe.skipIf(chromiumPath === undefined)("everybody can use", { timeout: 120_000 }, () => {
  const test = startForAll(() => startGallery({ count: 40, files: 12, side: 96 }));

  const open = (width: number) => test.openGallery({ viewport: { width, height: 800 } });

  it.each(widths)("the gallery at %i pixels", async (width) => {
    const { page, tiles } = await open(width);
    await page.getByRole("button", { name: "More filters" }).click();
    await tiles.nth(1).click({ modifiers: ["Control"] });
    await tiles.nth(2).click();
    await page.getByText("2 images selected").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    // Nothing is wider than the screen.
    expect(await page.evaluate("document.documentElement.scrollWidth <= innerWidth")).toBe(true);
  });

  it.each(widths)("the viewer at %i pixels", async (width) => {
    const { page, tiles } = await open(width);
    await tiles.first().click();
    await page.getByRole("dialog").locator("img.viewer-image").last().waitFor();
    if (width < 720) await page.getByRole("button", { name: "How it was made" }).click();
    await page.getByRole("button", { name: "Send to…" }).click();
    expect(await axeViolations(page)).toEqual([]);
  });

  it.each(widths)("the comparison at %i pixels", async (width) => {
    const { page, list } = await open(width);
    await list.press("c");
    const dialog = page.getByRole("dialog", { name: "Compare two images" });
    await dialog.getByRole("table").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await dialog.getByRole("button", { name: "Side by side" }).click();
    expect(await axeViolations(page)).toEqual([]);
  });

  it.each(widths)("the mask editor at %i pixels", async (width) => {
    const { id } = await test.client.calls.upload({ bytes: new Uint8Array(pictureBytes(3, 96)) });
    const draft = {
      workflow: "img2img",
      params: { img2img: { image: { $upload: id } } },
      features: [],
      count: 1,
    };
    const { page } = await test.open("#/generate", {
      viewport: { width, height: 800 },
      localStorage: { "pictor.draft": JSON.stringify(draft) },
    });
    await page.getByRole("button", { name: "Draw a mask" }).click();
    const editor = page.getByRole("dialog", { name: "Draw a mask" });
    await editor.locator(".mask-canvas").press("Space");
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await editor.getByRole("button", { name: "Keep it" }).waitFor(within);
    expect(await axeViolations(page)).toEqual([]);
  });
});
