// Images that are dropped or pasted on the view "Generate" in a browser: their settings come back, whoever has made them.

import type { Page } from "playwright-core";
import { beforeAll, describe, expect, it } from "vitest";
import { encodePng } from "@pictor/images";
import { dropFile, pasteFile } from "./drop.test.support.js";
import { makeImage, startGallery } from "./gallery.test.support.js";
import { chromiumPath, within } from "./panel.test.support.js";
import { startForAll } from "../../start-for-all.test.support.js";

const pixels = { width: 8, height: 8, rgba: new Uint8Array(8 * 8 * 4).fill(200) };
const pngWith = (texts: Readonly<Record<string, string>>): Buffer => encodePng(pixels, { texts });

const a1111 = pngWith({
  parameters: "a fox in snow\nNegative prompt: fog\nSteps: 21, Sampler: Euler a, Seed: 77, Size: 512x512",
});
const comfyUi = pngWith({
  prompt: JSON.stringify({
    1: { class_type: "CheckpointLoaderSimple", inputs: { ckpt_name: "simulated-photo.safetensors" } },
    2: { class_type: "EmptyLatentImage", inputs: { width: 64, height: 64, batch_size: 1 } },
  }),
});
const stabilityMatrix = pngWith({
  smproj: JSON.stringify({
    Version: 2,
    ProjectType: "TextToImage",
    State: {
      Model: { SelectedModelName: "base.safetensors", SelectedVaeName: "(Default)" },
      Sampler: { Steps: 30, CfgScale: 6.5, Width: 512, Height: 768, SelectedSampler: { Name: "dpmpp_2m" } },
      Prompt: { Prompt: "an orchard", NegativePrompt: "rain" },
      BatchSize: { BatchSize: 1, BatchCount: 1 },
      Seed: { Seed: "1234567890123", IsRandomizeEnabled: false },
    },
  }),
});

const draftOf = (page: Page): Promise<string> => page.evaluate("localStorage.getItem('pictor.draft') ?? ''");

describe.skipIf(chromiumPath === undefined)("an image that is dropped", { timeout: 60_000 }, () => {
  const test = startForAll(() => startGallery());
  let own: Uint8Array;
  beforeAll(async () => {
    await makeImage(test.client, "a kite of ours", { seed: "18446744073709551615", steps: 3 });
    const { pictures } = await test.client.calls.listPictures();
    const reply = await test.client.calls.readPictureFile({ params: { id: pictures[0]?.id ?? "" } });
    own = new Uint8Array(await reply.arrayBuffer());
  }, 60_000);

  it.each([
    ["Pictor", () => own, "a kite of ours", "18446744073709551615"],
    ["AUTOMATIC1111", () => a1111, "a fox in snow", "77"],
    ["Stability Matrix", () => stabilityMatrix, "an orchard", "1234567890123"],
  ])("of %s fills the form, and the message takes it back", async (_name, bytesOf, prompt, seed) => {
    const { page, toast } = await test.openGallery();
    const field = page.getByLabel("Prompt", { exact: true });
    await expect.poll(() => field.inputValue(), within).not.toBe("");
    const before = await field.inputValue();
    await dropFile(page, ".stage-column", "given.png", bytesOf());
    await toast.getByText("The settings are in the form.").waitFor();
    await expect.poll(() => field.inputValue()).toBe(prompt);
    expect(await page.getByLabel("Seed", { exact: true }).inputValue()).toBe(seed);
    await toast.getByRole("button", { name: "Undo" }).click();
    await expect.poll(() => field.inputValue()).toBe(before);
  });

  it("of ComfyUI gives its graph to the workflow for graphs", async () => {
    const { page, toast } = await test.openGallery();
    await dropFile(page, ".stage-column", "given.png", comfyUi);
    await toast.getByText("The settings are in the form.").waitFor();
    await expect.poll(() => draftOf(page), within).toContain('"workflow":"custom"');
  });

  it("can be pasted as well", async () => {
    const { page, toast } = await test.openGallery();
    await pasteFile(page, "main", "given.png", a1111);
    await toast.getByText("The settings are in the form.").waitFor();
    await expect.poll(() => page.getByLabel("Prompt", { exact: true }).inputValue()).toBe("a fox in snow");
  });

  it("without settings becomes the image of a workflow", async () => {
    const { page, toast } = await test.openGallery();
    await dropFile(page, ".stage-column", "given.png", encodePng(pixels));
    const dialog = page.getByRole("dialog", { name: "No settings in this image" });
    await dialog.getByText("given.png: it has no generation metadata.").waitFor();
    await dialog.getByRole("button", { name: "Use as image…" }).click();
    await dialog.getByRole("menuitem", { name: /^Image to image/ }).click();
    await toast.getByText("The image is in the form of Image to image.").waitFor();
    await page.getByRole("button", { name: "Remove the image" }).waitFor();
  });

  it("on the field of an image is the upload of the field", async () => {
    const { page, toast } = await test.openGallery();
    await dropFile(page, ".stage-column", "given.png", encodePng(pixels));
    await page.getByRole("button", { name: "Use as image…" }).click();
    await page.getByRole("menuitem", { name: /^Image to image/ }).click();
    await page.getByRole("button", { name: "Remove the image" }).click();
    const before = await page.getByLabel("Prompt", { exact: true }).inputValue();
    await dropFile(page, '[data-pointer="/params/image"] .drop', "given.png", a1111);
    await page.getByRole("button", { name: "Remove the image" }).waitFor();
    expect(await page.getByLabel("Prompt", { exact: true }).inputValue()).toBe(before);
    expect(await toast.getByText("The settings are in the form.").count()).toBe(0);
    expect(await page.locator(".drop-mark").count()).toBe(0);
  });

  it("and cannot be read is told so, until the person closes the message", async () => {
    const { page } = await test.openGallery();
    await dropFile(
      page,
      ".stage-column",
      "given.png",
      new TextEncoder().encode("<svg onload='globalThis.ran = true'/>"),
    );
    const dialog = page.getByRole("dialog", { name: "The form is as it was" });
    await dialog
      .getByRole("alert")
      .getByText(/^given\.png: /)
      .waitFor();
    expect(await page.evaluate("globalThis.ran")).toBeUndefined();
    await dialog.getByRole("button", { name: "Close" }).first().click();
    await dialog.waitFor({ state: "detached" });
  });
});
