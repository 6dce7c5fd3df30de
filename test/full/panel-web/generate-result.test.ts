// What a person does after a job: looks at the result full screen, goes on from it, and mends what an error names.

import { describe, expect, it } from "vitest";
import { axeViolations } from "./axe.test.support.js";
import { generate, smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

describe.skipIf(chromiumPath === undefined)("after a job, the view Generate", { timeout: 60_000 }, () => {
  const test = startForAll(() => startGenerate());

  it("opens the result full screen, walks through the results, and goes on from one", async () => {
    const { page } = await test.openForm(smallDraft({ count: 2 }));
    await generate(page);
    const image = page.locator("img.picture");
    await page.getByRole("group", { name: "Results" }).getByRole("button").nth(1).waitFor();
    await expect.poll(() => image.getAttribute("alt"), within).toBe("Result: a red kite");
    await image.click();
    const dialog = page.getByRole("dialog", { name: "a red kite" });
    await dialog.getByRole("img", { name: "Result: a red kite" }).waitFor();
    await dialog.getByText("2 of 2").waitFor();
    await page.keyboard.press("ArrowLeft");
    await dialog.getByText("1 of 2").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await page.keyboard.press("Escape");
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: "Show the result full screen" }).click();
    const go = dialog.getByRole("button", { name: "Continue with it…" });
    const items = dialog.getByRole("menuitem");
    // Escape closes what is on top: first the menu, then the result.
    await go.click();
    await items.first().waitFor();
    await page.keyboard.press("Escape");
    await items.first().waitFor({ state: "detached" });
    await go.click();
    const offered = await items.allTextContents();
    for (const name of [/^Image to image/, /^Upscale/, /^Qwen/])
      expect(offered.some((text) => name.test(text))).toBe(true);
    await items.filter({ hasText: /^Image to image/ }).click();
    await dialog.waitFor({ state: "detached" });
    await page.getByRole("button", { name: /^Workflow: Image to image/ }).waitFor();
    await page.getByText("The image is in the form of Image to image.").waitFor();
    // The message leaves the buttons of the mask editor in reach.
    await page.getByRole("button", { name: "Draw a mask" }).click();
    const editor = page.getByRole("dialog", { name: "Draw a mask" });
    const button = await editor.getByRole("button", { name: "Use the mask" }).boundingBox();
    const toast = await editor.locator(".toast").last().boundingBox();
    expect((toast?.y ?? Infinity) + (toast?.height ?? 0)).toBeLessThanOrEqual(button?.y ?? 0);
    await page.keyboard.press("Escape");
    await editor.waitFor({ state: "detached" });
  });

  it("goes on from the result on the stage, by keyboard too", async () => {
    const { page } = await test.openForm(smallDraft());
    await generate(page);
    await page.getByRole("button", { name: "Continue with it…" }).waitFor();
    await page.locator("main").focus();
    await page.keyboard.press("f");
    await page.getByRole("dialog", { name: "a red kite" }).waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Continue with it…" }).click();
    await page.getByRole("menuitem", { name: /^Upscale/ }).click();
    await page.getByRole("button", { name: /^Workflow: Upscale/ }).waitFor();
    // A result without a prompt has the title of its workflow, full screen too.
    await generate(page);
    await page.getByRole("img", { name: "Result: Upscale" }).click();
    await page
      .getByRole("dialog", { name: "Upscale" })
      .getByRole("img", { name: "Result: Upscale" })
      .waitFor();
  });

  it("names the field of an error with its title, and leads to it", async () => {
    const params = { txt2img: { prompt: "x", width: 64, height: 64, sampler: "none" } };
    const features = [{ id: "lora", key: "k1", isOn: true, settings: { name: "no.safetensors" } }];
    const { page } = await test.openForm(smallDraft({ params, features }));
    await generate(page);
    const error = page.locator(".job-error");
    const sampler = error.getByRole("button", { name: "Sampler" });
    await sampler.waitFor();
    await error.getByRole("button", { name: "LoRA: LoRA" }).waitFor();
    await page.getByRole("button", { name: "Fold the form away" }).click();
    await sampler.click();
    const focused = () =>
      page.evaluate<string | undefined>("document.activeElement?.closest('[data-pointer]')?.dataset.pointer");
    await expect.poll(focused, within).toBe("/params/sampler");
    await error.getByRole("button", { name: "LoRA: LoRA" }).click();
    await expect.poll(focused, within).toBe("/features/k1/settings/name");
  });

  it("finds features by words, and leaves out those that the workflow does not accept", async () => {
    const features = [
      { id: "lora", key: "k1", isOn: true, settings: { name: "simulated-winter.safetensors" } },
    ];
    const { page } = await test.openForm(smallDraft({ features }));
    await page.getByRole("button", { name: "Add a feature" }).click();
    const search = page.getByRole("searchbox", { name: "Search the features" });
    const items = page.getByRole("menuitem");
    const all = await items.count();
    await search.fill("face");
    await expect.poll(() => items.count()).toBeLessThan(all);
    await search.fill("no such feature");
    await page.getByText("Nothing contains these words.").waitFor();
    expect(await axeViolations(page)).toEqual([]);
    await search.fill("freeu");
    await page.keyboard.press("Enter");
    await page.locator(".feature").nth(1).getByRole("switch", { name: "Use FreeU" }).waitFor();
    await page.getByRole("button", { name: /^Workflow: / }).click();
    await page.getByRole("menuitem", { name: /^Upscale/ }).click();
    await page.locator(".feature").first().getByText("left out: not for this workflow").waitFor();
    expect(await page.getByRole("switch", { name: "Use LoRA" }).isDisabled()).toBe(true);
    await page.getByRole("button", { name: /^Workflow: / }).click();
    await page.getByRole("menuitem", { name: /^Text to image/ }).click();
    await expect.poll(() => page.getByRole("switch", { name: "Use LoRA" }).isChecked()).toBe(true);
  });
});
