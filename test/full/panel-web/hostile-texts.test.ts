// Texts of strangers in the panel in a browser: the titles of a plugin, the name of a dropped file, a reply.

import { manifestOf } from "@pictor/host/testing";
import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { encodePng } from "@pictor/images";
import { dropFile } from "./drop.test.support.js";
import { chromiumPath } from "./panel.test.support.js";
import { startRequestTest } from "./request-bed.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const hostile = "<img src=x onerror=taken=1>[a](javascript:taken=1)\u202egnp.exe";
const shown = hostile.replace("\u202e", "\uFFFD");

const manifest = manifestOf("workflow-evil", "workflow", {
  title: hostile,
  description: hostile,
  taps: [{ hook: "buildWorkflow", handler: "build", phase: "prepare", when: { workflow: "evil" } }],
  contributes: {
    workflows: [
      {
        id: "evil",
        title: hostile,
        description: hostile,
        params: {
          type: "object",
          properties: {
            prompt: {
              type: "string",
              title: hostile,
              description: hostile,
              default: hostile,
              "x-group": hostile,
            },
          },
        },
      },
    ],
  },
});
const build = (): never => {
  throw new Error(hostile);
};

describe.skipIf(chromiumPath === undefined)("texts of strangers", { timeout: 60_000 }, () => {
  const test = startForAll(() =>
    startRequestTest(() => ({
      plugins: [{ kind: "inline", manifest, plugin: () => ({ handlers: { build } }) }],
    })),
  );

  /** Nothing of a text has become an element or a script, and no text reorders what is around it. */
  async function expectText(page: Page): Promise<void> {
    const found = await page.evaluate(`({
      taken: typeof taken,
      elements: document.querySelectorAll('img[src="x"], body script, a[href^="javascript:"], iframe').length,
      reordered: /[\\u202a-\\u202e\\u2066-\\u2069]/.test(document.body.textContent),
      isWide: document.scrollingElement.scrollWidth > innerWidth,
    })`);
    expect(found).toEqual({ taken: "undefined", elements: 0, reordered: false, isWide: false });
  }

  it("of a plugin's manifest and of its errors are texts, in their order", async () => {
    const { page } = await test.open();
    await page.evaluate('location.hash = "#/generate"');
    await page.getByRole("button", { name: /^Workflow/ }).click();
    await page.getByRole("menuitem", { name: shown }).click();
    const prompt = page.locator('[data-pointer="/params/prompt"]').getByRole("textbox");
    await prompt.fill(hostile);
    await page.getByRole("button", { name: /^Generate/ }).click();
    await page.getByText("workflow-evil failed").first().waitFor();
    // What a person edits stays as it is.
    expect(await prompt.inputValue()).toBe(hostile);
    await expectText(page);
  });

  it("that name a dropped file are texts, in their order", async () => {
    const { page } = await test.open();
    await page.evaluate('location.hash = "#/generate"');
    await page.locator(".stage-column").waitFor();
    const pixels = { width: 8, height: 8, rgba: new Uint8Array(8 * 8 * 4) };
    await dropFile(page, ".stage-column", hostile, encodePng(pixels));
    await page.getByText(`${shown}: `).waitFor();
    await expectText(page);
  });

  it("of a reply are a text: lists in lists without end", async () => {
    const { page, address, sendFor } = await test.open();
    const body = "[".repeat(100_000) + "]".repeat(100_000);
    test.api.answer = (_arrived, response) =>
      response.setHeader("content-type", "application/json").end(body);
    await address.fill(test.api.origin);
    await sendFor("200 OK", /\[\n/);
    await expectText(page);
  });
});
