// The form of the view "Generate" in a browser: workflows, features, sizes, seeds, completion, presets, recalled values.

import type { Page } from "playwright-core";
import { describe, expect, it } from "vitest";
import { generate, smallDraft, startGenerate } from "./generate.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const choose = async (page: Page, button: string | RegExp, item: string | RegExp): Promise<void> => {
  await page.getByRole("button", { name: button }).click();
  await page.getByRole("menuitem", { name: item }).click();
};

describe.skipIf(chromiumPath === undefined)("the form", { timeout: 90_000 }, () => {
  const test = startForAll(() => startGenerate());
  /** The request of the newest job. */
  const request = async () => (await test.client.calls.listJobs()).jobs[0]?.request;
  const jobCount = async (): Promise<number> => (await test.client.calls.listJobs()).jobs.length;
  const submitted = async (page: Page) => {
    const before = await jobCount();
    await generate(page);
    await expect.poll(jobCount, within).toBe(before + 1);
    return request();
  };

  it("changes the workflow, and takes the prompt along", async () => {
    const { page } = await test.openForm(smallDraft());
    await page.getByRole("button", { name: "Workflow: Text to image" }).click();
    const item = page.getByRole("menuitem", { name: /^Upscale/ });
    expect(await item.textContent()).toContain("nothing is sampled");
    await page.keyboard.press("Escape");
    await choose(page, "Workflow: Text to image", "Image to image");
    await page.getByRole("button", { name: "Workflow: Image to image" }).waitFor();
    expect(await page.getByLabel("Prompt", { exact: true }).inputValue()).toBe("a red kite");
  });

  it("offers the features of the workflow; their cards repeat, move, are switched off without loss, and go", async () => {
    const { page } = await test.openForm(smallDraft());
    await page.getByRole("button", { name: "Add a feature" }).click();
    expect(await page.getByRole("menuitem", { name: /^FreeU/ }).count()).toBe(1);
    await page.getByRole("menuitem", { name: /^LoRA/ }).click();
    const cards = page.locator(".feature");
    await cards.nth(0).getByLabel("LoRA", { exact: true }).click();
    // The list lies above everything, in the window, wherever its field is in the form.
    await cards.nth(0).getByRole("option").last().click({ trial: true });
    await cards.nth(0).getByLabel("LoRA", { exact: true }).fill("simulated-winter.safetensors");
    await cards.nth(0).getByLabel("Strength", { exact: true }).fill("0.5");
    await choose(page, "Add a feature", "FreeU");
    await choose(page, "Add a feature", "LoRA");
    expect(await cards.count()).toBe(3);
    expect(await cards.nth(0).locator(".feature-title").textContent()).toBe("LoRA simulated-winter · 0.5");
    await choose(page, /^FreeU: move/, "Move up");
    expect(await cards.nth(0).getAttribute("data-feature")).toBe("freeu");
    await cards
      .nth(0)
      .getByRole("button", { name: /^FreeU: move/ })
      .press("Alt+ArrowDown");
    await expect.poll(() => cards.nth(1).getAttribute("data-feature"), within).toBe("freeu");
    await cards.nth(0).getByRole("switch", { name: "Use LoRA" }).uncheck();
    await cards
      .nth(2)
      .getByRole("button", { name: /^LoRA: move/ })
      .click();
    await page.getByRole("menuitem", { name: "Remove" }).click();
    expect(await cards.count()).toBe(2);
    expect((await submitted(page))?.features).toEqual([{ id: "freeu", settings: {} }]);
    await cards.nth(0).getByRole("switch", { name: "Use LoRA" }).check();
    expect((await submitted(page))?.features?.[0]).toEqual({
      id: "lora",
      settings: { name: "simulated-winter.safetensors", strength: 0.5 },
    });
  });

  it("offers a feature only once where it counts only once", async () => {
    const { page } = await test.openForm(smallDraft());
    await choose(page, "Add a feature", "Plasma noise");
    await page.getByRole("button", { name: "Add a feature" }).click();
    expect(await page.getByRole("menuitem", { name: /^Plasma noise/ }).isDisabled()).toBe(true);
  });

  it("shows the size as a pair: swapped, and in common ratios", async () => {
    const { page } = await test.openForm(
      smallDraft({ params: { txt2img: { prompt: "x", width: 768, height: 512 } } }),
    );
    const size = async () => [
      await page.getByLabel("Width", { exact: true }).inputValue(),
      await page.getByLabel("Height", { exact: true }).inputValue(),
    ];
    await page.getByRole("button", { name: "Swap width and height" }).click();
    expect(await size()).toEqual(["512", "768"]);
    await choose(page, "Ratio: 2:3", "1:1");
    expect(await size()).toEqual(["624", "624"]);
  });

  it("draws seeds, keeps one, or counts it up after each job", async () => {
    const { page } = await test.openForm(
      smallDraft({ params: { txt2img: { prompt: "x", width: 64, height: 64, steps: 1 } }, count: 2 }),
    );
    const seed = page.getByLabel("Seed", { exact: true });
    expect((await submitted(page))?.params).not.toHaveProperty("seed");
    await page.getByRole("button", { name: "New seed", exact: true }).click();
    expect(await seed.inputValue()).toMatch(/^\d+$/);
    await seed.fill("18446744073709551614");
    expect((await submitted(page))?.params).toMatchObject({ seed: "18446744073709551614" });
    expect(await seed.inputValue()).toBe("18446744073709551614");
    await choose(page, "Seed: Keep this seed", "The next seeds each time");
    await submitted(page);
    await expect.poll(() => seed.inputValue(), within).toBe("0");
    await choose(page, "Seed: The next seeds each time", "A new seed each time");
    expect(await seed.inputValue()).toBe("");
  });

  it("completes the names of LoRA files, and explains the syntax", async () => {
    const { page } = await test.openForm(smallDraft());
    const prompt = page.getByLabel("Prompt", { exact: true });
    await prompt.fill("");
    await prompt.pressSequentially("a fox <lora:wint");
    await page.getByRole("option", { name: "simulated-winter.safetensors" }).waitFor();
    await prompt.press("Enter");
    expect(await prompt.inputValue()).toBe("a fox <lora:simulated-winter:0.8>");
    await prompt.pressSequentially("0.4");
    expect(await prompt.inputValue()).toBe("a fox <lora:simulated-winter:0.4>");
    await page.getByRole("button", { name: "The syntax of prompts" }).first().click();
    await page.getByText("a line of the wildcard file color.txt").first().waitFor();
    await page.keyboard.press("Escape");
    expect(await page.getByText("a line of the wildcard file color.txt").first().isVisible()).toBe(false);
  });

  it("starts with the defaults again, and takes that back", async () => {
    const { page } = await test.openForm();
    await page.getByLabel("Steps", { exact: true }).fill("7");
    await page.getByRole("button", { name: /^Presets/ }).click();
    await page.getByRole("menuitem", { name: /^Start with the defaults/ }).click();
    await expect.poll(() => page.getByLabel("Steps", { exact: true }).inputValue(), within).toBe("");
    await page.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => page.getByLabel("Steps", { exact: true }).inputValue(), within).toBe("7");
  });

  it("saves the form as a preset, asks before it replaces one, loads and deletes it, and takes both back", async () => {
    const { page } = await test.openForm(smallDraft({ count: 3 }));
    const prompt = page.getByLabel("Prompt", { exact: true });
    const save = async (): Promise<void> => {
      await choose(page, /^Preset/, "Save as…");
      await page.getByLabel("Name", { exact: true }).fill("kite");
      await page.keyboard.press("Enter");
    };
    await save();
    await page.getByText("Saved as kite.").waitFor();
    await prompt.fill("a boat");
    const changes = page.getByRole("status", { name: "Unsaved changes of the preset kite" });
    await changes.getByText("Prompt", { exact: true }).waitFor();
    await changes.getByRole("button", { name: "Revert" }).click();
    await changes.waitFor({ state: "detached" });
    expect(await prompt.inputValue()).toBe("a red kite");
    await prompt.fill("a blue kite");
    await changes.getByRole("button", { name: "Save" }).click();
    await changes.waitFor({ state: "detached" });
    const stored = async () =>
      (await test.client.calls.readPreset({ params: { name: "kite" } })).params["prompt"];
    expect(await stored()).toBe("a blue kite");
    await prompt.fill("a boat");
    await save();
    await page.getByText("There is a preset named kite. Saving replaces it.").waitFor();
    await page.getByRole("button", { name: "Cancel", exact: true }).last().click();
    await page.getByRole("dialog").waitFor({ state: "detached" });
    await choose(page, /^Preset/, /^kite/);
    await expect.poll(() => prompt.inputValue(), within).toBe("a blue kite");
    expect(await page.getByRole("spinbutton", { name: "Images" }).inputValue()).toBe("3");
    await page.getByRole("button", { name: "Undo" }).last().click();
    expect(await prompt.inputValue()).toBe("a boat");
    await choose(page, /^Preset/, "Delete presets…");
    await page.getByRole("button", { name: "Delete kite" }).click();
    await page.getByText("There are no presets.").waitFor();
    await page.keyboard.press("Escape");
    await page.getByRole("button", { name: "Undo" }).last().click();
    const names = async () => (await test.client.calls.listPresets()).presets.map(({ name }) => name);
    await expect.poll(names, within).toEqual(["kite"]);
  });

  it("says why a deleted preset cannot be brought back", async () => {
    const params = { name: "boat" };
    await test.client.calls.savePreset({
      params,
      body: { workflow: "txt2img", params: { prompt: "a boat" } },
    });
    const { page } = await test.openForm(smallDraft());
    await choose(page, /^Preset/, "Delete presets…");
    await page.getByRole("button", { name: "Delete boat" }).click();
    await page.getByText("The preset boat is deleted.").first().waitFor();
    await page.keyboard.press("Escape");
    await page.route("**/v1/presets/boat", (route) => route.abort());
    await page.getByRole("button", { name: "Undo" }).last().click();
    await page.getByText("Pictor does not answer.").waitFor();
  });

  it("shows the graph of the form: as a picture, as a list, as JSON to copy and to download", async () => {
    const context = { permissions: ["clipboard-read", "clipboard-write"] };
    const { page } = await test.openForm(
      smallDraft({ params: { txt2img: { prompt: "a red kite", seed: "18446744073709551615" } } }),
      context,
    );
    const before = await jobCount();
    await page.getByRole("button", { name: "Show the graph" }).click();
    await page.getByRole("img", { name: /^A graph of \d+ nodes$/ }).waitFor();
    expect(await page.locator("path.graph-link").count()).toBeGreaterThan(5);
    await page.getByRole("tab", { name: "List" }).click();
    expect(await page.locator(".graph-list").textContent()).toMatch(/seed: 18446744073709551615/);
    await page.getByRole("tab", { name: "JSON" }).click();
    await page.getByRole("button", { name: "Copy", exact: true }).click();
    await page.getByText("Graph copied.").first().waitFor();
    const copied = await page.evaluate<string>("navigator.clipboard.readText()");
    expect(copied).toContain('"seed": 18446744073709551615');
    expect(JSON.parse(copied)).toHaveProperty("SaveImage.class_type", "SaveImage");
    const download = page.waitForEvent("download");
    await page.getByRole("button", { name: "Download" }).click();
    expect((await download).suggestedFilename()).toBe("txt2img.json");
    expect(await jobCount()).toBe(before);
  });

  it("takes over values that another program recalls, and gives the old ones back", async () => {
    const { page } = await test.openForm(smallDraft());
    const prompt = page.getByLabel("Prompt", { exact: true });
    await prompt.waitFor();
    await test.client.calls.recall({ body: { params: { prompt: "a whale", steps: 9 } } });
    await expect.poll(() => prompt.inputValue(), within).toBe("a whale");
    expect(await page.getByLabel("Width", { exact: true }).inputValue()).toBe("64");
    await page.getByRole("button", { name: "Undo" }).click();
    expect(await prompt.inputValue()).toBe("a red kite");
  });

  it("takes a prompt of two thousand words, also from right to left", async () => {
    const { page } = await test.openForm(smallDraft());
    const prompt = page.getByLabel("Prompt", { exact: true });
    const text = Array.from({ length: 2000 }, (_, index) => `כלב${index}`).join(" ");
    await prompt.fill(text);
    await page.getByText("2000 words").waitFor();
    expect(await prompt.evaluate("getComputedStyle(document.activeElement).direction")).toBe("rtl");
    expect((await prompt.boundingBox())?.height).toBeLessThan(400);
    expect((await submitted(page))?.params).toMatchObject({ prompt: text });
    await page.reload();
    await expect.poll(() => prompt.inputValue(), within).toBe(text);
  });
});
