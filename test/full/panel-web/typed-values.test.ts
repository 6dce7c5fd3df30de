// What is typed counts at once: Ctrl+Enter, which the button shows, runs the value that the field shows.

import { describe, expect, it } from "vitest";
import { smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)(
  "a value that was typed and not left",
  { timeout: 90_000 },
  () => {
    const test = startForAll(() => startGenerate());
    const newest = async () => (await test.client.calls.listJobs()).jobs[0]?.request;

    it.each([
      ["8", 8],
      ["3", 3],
    ])("is the number of images: %s", async (typed, count) => {
      const { page } = await test.openForm(smallDraft({ count: 2 }));
      await page.getByRole("spinbutton", { name: "Images" }).click();
      await page.keyboard.press("Control+a");
      await page.keyboard.type(typed);
      await page.keyboard.press("Control+Enter");
      await expect.poll(async () => (await newest())?.count, within).toBe(count);
      expect(await page.getByRole("spinbutton", { name: "Images" }).inputValue()).toBe(typed);
    });

    it.each([
      ["Prompt", "a green fox", { prompt: "a green fox" }],
      ["Negative prompt", "fog", { negative: "fog" }],
      ["Model", "ink", { model: "ink" }],
      ["Seed", "42", { seed: "42" }],
      ["Steps", "7", { steps: 7 }],
      ["CFG scale", "3.5", { cfg: 3.5 }],
      ["Sampler", "eul", { sampler: "eul" }],
      ["Width", "72", { width: 72 }],
    ])("is the field %s", async (name, typed, params) => {
      const { page } = await test.openForm(smallDraft());
      await page.getByLabel(name, { exact: true }).fill("");
      await page.keyboard.type(typed);
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === "POST" && request.url().endsWith("/v1/jobs")),
        page.keyboard.press("Control+Enter"),
      ]);
      expect(sent.postDataJSON()).toMatchObject({ params });
    });

    it("is a number whose field is empty first, and stays so until a digit is typed", async () => {
      const { page } = await test.openForm(smallDraft());
      const width = page.getByLabel("Width", { exact: true });
      await width.fill("");
      const twoFrames =
        "new Promise((resolve) => { requestAnimationFrame(() => { requestAnimationFrame(resolve); }); })";
      await page.evaluate(twoFrames);
      expect(await width.inputValue()).toBe("");
      await page.keyboard.type("72");
      expect(await width.inputValue()).toBe("72");
    });

    it("is no number, and gives way to the value in effect when the field is left", async () => {
      const { page } = await test.openForm(smallDraft());
      const width = page.getByLabel("Width", { exact: true });
      await width.fill("");
      await page.keyboard.type("7e");
      const bad = page.locator("input:invalid");
      await bad.waitFor();
      await page.keyboard.press("Tab");
      await bad.waitFor({ state: "detached" });
    });

    it("is a path and a value of a graph", async () => {
      const draft = {
        workflow: "custom",
        features: [],
        count: 1,
        params: { custom: { graph: "/nothing.json" } },
      };
      const { page } = await test.openForm(draft);
      await page.getByRole("button", { name: "+ Add a value of the graph" }).click();
      await page.getByLabel("Path in the graph").click();
      await page.keyboard.type("KSampler.steps");
      await page.keyboard.press("Tab");
      await page.keyboard.type("8");
      const [sent] = await Promise.all([
        page.waitForRequest((request) => request.method() === "POST" && request.url().includes("/v1/jobs")),
        page.keyboard.press("Control+Enter"),
      ]);
      expect(sent.postDataJSON()).toMatchObject({ params: { bindings: { "KSampler.steps": 8 } } });
    });
  },
);
