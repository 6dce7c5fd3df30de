// Whether everybody can use the view "Backends": axe-core and widths on all of its places, and its main tasks by keyboard alone.

import { extension, fakeExtensions, fakeLifecycle, running } from "@pictor/host/testing";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { startBackends } from "./backends.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { overflows, widths, waitForFocus } from "./screens.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

/** Each place, and a text that is there when it is drawn. */
const places = [
  ["#/backends", /^studio$/],
  ["#/backends/studio", "Auth profile"],
  ["#/backends/studio/prompts", "Waiting"],
  ["#/backends/studio/extensions", "2 extensions"],
  ["#/backends/studio/log", /a line of the log/],
  ["#/backends/studio/settings", "Test connection"],
  ["#/backends//new", "Letters, digits and _ . -"],
  ["#/backends//plugins", "auth-basic"],
  ["#/backends//profiles", "There is no profile yet."],
  ["#/backends//access", "There is no token."],
  ["#/backends//configuration", "Files, the lowest first"],
] as const;
const prompts = [
  { promptId: "11111111-2222-3333-4444-555555555555", state: "running", record: { workflow: "txt2img" } },
  { promptId: "22222222-2222-3333-4444-555555555555", state: "queued", ahead: 1 },
  { promptId: "33333333-2222-3333-4444-555555555555", state: "failed", createdAt: 1 },
] as const;

const show = async (page: Page, [place, text]: (typeof places)[number]): Promise<void> => {
  await page.evaluate(`location.hash = ${JSON.stringify(place)}`);
  await page.getByText(text).filter({ visible: true }).first().waitFor();
};

describe.skipIf(chromiumPath === undefined)("everybody", { timeout: 180_000 }, () => {
  const test = startForAll(() => {
    const server = fakeLifecycle(running);
    server.lines.push("a line of the log", `a long one: ${"x".repeat(400)}`);
    const found = fakeExtensions({
      installed: [
        extension("somebody-with-a-long-name/ComfyUI-An-Extension-With-A-Long-Name", { loaded: true }),
        extension("acme/broken", { loaded: false, failure: "ModuleNotFoundError: glow" }),
      ],
      available: ["a/b", "c/d"].map((id) => ({ id, title: id })),
    });
    return startBackends({ facets: { lifecycle: server.facet, extensions: found.facet }, prompts });
  });

  it.each(widths)("finds no barrier at %d pixels", async (width) => {
    const { page } = await test.open("", { viewport: { width, height: 800 } });
    for (const place of places) {
      await show(page, place);
      expect([place[0], await axeViolations(page)]).toEqual([place[0], []]);
      expect([place[0], await overflows(page)]).toEqual([place[0], []]);
    }
  });

  it("finds no barrier in a question, an operation and its log, and in the removal", async () => {
    const { page } = await test.open("#/backends/studio");
    await page.getByRole("button", { name: "Stop", exact: true }).click();
    await page.getByRole("region", { name: /^Stop studio\?/ }).waitFor();
    await page.getByText(/^Log · started by/).click();
    expect(await axeViolations(page)).toEqual([]);
    await page.getByRole("button", { name: "Leave it" }).click();
    await show(page, places[5]);
    await page.getByRole("button", { name: "Remove the backend" }).click();
    await page.getByRole("dialog").waitFor();
    expect(await axeViolations(page)).toEqual([]);
  });

  it("fits 800 pixels", async () => {
    const { page } = await test.open("", { viewport: { width: 800, height: 700 } });
    for (const place of places) {
      await show(page, place);
      expect([place[0], await overflows(page)]).toEqual([place[0], []]);
    }
  });

  it("restarts a server by keyboard alone: by the palette, the question, and back", async () => {
    const { page } = await test.open("#/backends/studio");
    await page.getByRole("button", { name: "Restart", exact: true }).waitFor();
    await page.keyboard.press("Control+k");
    await page.keyboard.type("restart studio");
    await page.keyboard.press("Enter");
    const question = page.getByRole("region", { name: /^Restart studio\?/ });
    await question.waitFor();
    await expect
      .poll(() => page.evaluate<string>("document.activeElement?.textContent ?? ''"), within)
      .toBe("Leave it");
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Enter");
    await page.getByText("The server was restarted.").waitFor();
    // The card of the question is gone, and the focus is in the view.
    await waitForFocus(page.locator("main.view"));
  });

  it("makes a backend by keyboard alone", async () => {
    const { page } = await test.open("#/backends//new");
    await page.getByLabel("Name", { exact: true }).focus();
    await page.keyboard.type("keys");
    await page.keyboard.press("Tab");
    await page.keyboard.type("Pl");
    await page.keyboard.press("Control+Enter");
    await page.getByRole("heading", { name: "keys", exact: true }).waitFor();
    await page.getByRole("tab", { name: "Overview" }).focus();
    await page.keyboard.press("ArrowRight");
    expect(page.url()).toMatch(/#\/backends\/keys\/prompts$/);
  });
});
